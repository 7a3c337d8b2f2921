"""People, their API tokens, and account links made by operators."""

from __future__ import annotations

from django.contrib.auth.models import (
    AbstractBaseUser,
    PermissionsMixin,
    UserManager,
)
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from people import catalogue
from people.rules import names

DIGEST_LENGTH = 64
TOKEN_NAME_LENGTH_MAX = 60


def validate_time_zone(name: str) -> None:
    if name not in catalogue.time_zones():
        raise ValidationError(f"{name} is not a time zone of the IANA database.")


class PersonManager(UserManager["Person"]):
    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> Person:
        """Return the person by username, ignoring case."""
        return self.get(username__lower=(username or "").lower())


class Person(AbstractBaseUser, PermissionsMixin):
    """Anyone with an account, operators included.

    Results outlive accounts: a deleted person stays as a row without personal data, so
    that past opponents keep their results.
    """

    username = models.CharField(
        max_length=names.USERNAME_LENGTH_MAX,
        unique=True,
        validators=[RegexValidator(rf"^{names.USERNAME_PATTERN}\Z")],
        error_messages={"unique": "That username is taken."},
    )
    display_name = models.CharField(
        max_length=names.DISPLAY_NAME_LENGTH_MAX, blank=True
    )
    email = models.EmailField(blank=True)
    time_zone = models.CharField(
        max_length=64, default=catalogue.UTC, validators=[validate_time_zone]
    )
    language = models.CharField(max_length=10, default="en")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    # To the day, whichever way they came; see `people.services.record_last_seen`.
    last_seen = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PersonManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(Lower("username"), name="person_username_once"),
            models.UniqueConstraint(
                Lower("email"), condition=~Q(email=""), name="person_email_once"
            ),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=False) | ~Q(email=""),
                name="person_has_email",
            ),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=True)
                | Q(
                    email="",
                    display_name="",
                    last_login__isnull=True,
                    last_seen__isnull=True,
                    is_active=False,
                    is_staff=False,
                    is_superuser=False,
                ),
                name="person_deleted_is_nobody",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)

    @property
    def is_deleted(self) -> bool:
        return self.deleted_at is not None

    @property
    def name(self) -> str:
        """The name that others see."""
        if self.is_deleted:
            return names.FORMER_PLAYER
        return self.display_name or self.username

    # The names by which Django's admin site asks for the same thing.
    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


# "username__lower" asks the index of the constraint; "iexact" would not on PostgreSQL.
models.CharField.register_lookup(Lower)


class ApiToken(models.Model):
    """A secret with which a program acts for a person.

    Only a digest is stored. The secret has 256 random bits, so one round of SHA-256 is
    as good as a slow hash, and the lookup is one indexed query.
    """

    person = models.ForeignKey(
        Person, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=TOKEN_NAME_LENGTH_MAX)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    last_used = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "API token"
        ordering = ["-created", "-pk"]
        constraints = [
            models.UniqueConstraint("person", Lower("name"), name="api_token_name_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class AccountLink(models.Model):
    """A link from an operator, to sign up or to choose a new password.

    Only a digest of its secret is stored, as with API tokens.
    """

    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True, editable=False)
    # Whose password it resets; empty where it invites a new person.
    person = models.ForeignKey(
        Person,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="account_links",
    )
    # The address an invited person gets; empty where they type their own.
    email = models.EmailField(blank=True)
    created_by = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        editable=False,
    )
    created = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        if self.person is not None:
            return f"New password for {self.person.username}"
        return f"Invitation for {self.email or 'a new person'}"
