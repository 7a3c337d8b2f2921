"""Comments, news, notifications and webhooks, as stored."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.competitions import Fixture
from league.models.leagues import NAME_LENGTH, REASON_LENGTH, League
from league.rules.history.newsletter import TEXT_LENGTH, TITLE_LENGTH
from league.rules.webhook_security import ADDRESS_LENGTH as WEBHOOK_ADDRESS_LENGTH

COMMENT_LENGTH = 2_000


class Comment(models.Model):
    """A comment on a match, in plain text. If its author deletes it, the text is
    erased. If a master removes it, the reason stays visible."""

    fixture = models.ForeignKey(
        Fixture, on_delete=models.CASCADE, related_name="comments"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    text = models.TextField(max_length=COMMENT_LENGTH)
    created = models.DateTimeField(default=timezone.now, editable=False)
    edited = models.DateTimeField(null=True, blank=True)
    removed = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    removal_reason = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.author} on {self.fixture}"


KEY_LENGTH = 43


class PostStage(models.TextChoices):
    DRAFT = "draft", "Draft"
    PUBLISHED = "published", "Published"


class Post(models.Model):
    """An issue of a league's newsletter, in Markdown. Only masters see drafts.

    It covers results up to `until`; the next issue starts there.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="posts")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=TITLE_LENGTH)
    text = models.TextField(max_length=TEXT_LENGTH)
    stage = models.CharField(
        max_length=10, choices=PostStage.choices, default=PostStage.DRAFT
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    until = models.DateTimeField(default=timezone.now)
    created = models.DateTimeField(default=timezone.now, editable=False)
    edited = models.DateTimeField(default=timezone.now)
    published = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="post_once"),
            models.UniqueConstraint(
                fields=["league"],
                condition=Q(stage=PostStage.DRAFT),
                name="league_has_one_draft",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class FeedKey(models.Model):
    """A key with which a calendar or feed reader sees what its person may see. It works
    for feeds only and can be replaced."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Feeds of {self.person}"


WORDS_LENGTH = 500
ADDRESS_LENGTH = 300
SUBJECT_LENGTH = 150


class NotificationKind(models.TextChoices):
    """Kinds of notifications. Each can be turned off."""

    REPORTED = "reported", "Your match was reported: confirm the result"
    DISPUTED = "disputed", "A report is disputed"
    RULED = "ruled", "A ninja master ruled on your match"
    SETTLED = "settled", "A match was settled, or you have choices to make"
    AMENDED = "amended", "A past match was corrected or declared void"
    DRAWN = "drawn", "Your next opponents"
    DATES = "dates", "Dates offered and agreed"
    REMINDER = "reminder", "A match or an answer is due"
    JOINING = "joining", "Requests to join, and their answers"
    ROLES = "roles", "Your role in a league, and who runs it"
    RULES = "rules", "House rules changed"
    SEASON = "season", "A season opens, starts or ends"
    NEWS = "news", "A newsletter was published"
    TABLES = "tables", "Games online: offers, and when it is your turn"
    TALK = "talk", "Comments on your matches"


class Notification(models.Model):
    """One notification for one person, with its text as sent."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=NotificationKind.choices)
    words = models.CharField(max_length=WORDS_LENGTH)
    address = models.CharField(max_length=ADDRESS_LENGTH)
    created = models.DateTimeField(default=timezone.now, editable=False)
    read = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["person", "-id"], name="notices_of_person"),
            models.Index(
                fields=["person"], condition=Q(read=None), name="notices_unread"
            ),
        ]

    def __str__(self) -> str:
        return self.words


class NotificationPreference(models.Model):
    """A person's choice for one kind of notification, where it differs from the
    default."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=NotificationKind.choices)
    on_site = models.BooleanField()
    by_mail = models.BooleanField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind"], name="notice_switch_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.kind}"


class PushDevice(models.Model):
    """A browser that shows a person's notifications as push messages."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    endpoint = models.CharField(max_length=WEBHOOK_ADDRESS_LENGTH, unique=True)
    # Both come from the browser: its public key, and a secret shared with this site.
    public_key = models.CharField(max_length=120)
    secret = models.CharField(max_length=60)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Device {self.pk} of {self.person}"


class OutgoingEmail(models.Model):
    """An email in the outbox.

    `next_try` is empty once it is sent, or after the last attempt has failed.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=NotificationKind.choices)
    subject = models.CharField(max_length=SUBJECT_LENGTH)
    body = models.TextField()
    address = models.CharField(max_length=ADDRESS_LENGTH)
    created = models.DateTimeField(default=timezone.now, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField(null=True, blank=True, default=timezone.now)
    sent = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=WORDS_LENGTH, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["next_try"],
                condition=Q(next_try__isnull=False),
                name="letters_owed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject} to {self.person}"


SECRET_LENGTH = 64


class WebhookEvent(models.TextChoices):
    RESULT = "result", "A match is confirmed"
    ROUND = "round", "Fixtures are drawn"
    NEWS = "news", "A newsletter is published"
    SEASON = "season", "A season opens, starts or ends"
    TEST = "test", "A test"


class Webhook(models.Model):
    """An address that receives a league's events. `secret` signs the calls; the address
    may be a secret as well."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="webhooks"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    address = models.CharField(max_length=WEBHOOK_ADDRESS_LENGTH)
    secret = models.CharField(max_length=SECRET_LENGTH)
    events = models.JSONField(default=list)
    is_on = models.BooleanField(default=True)
    # Failures in a row. After too many the webhook is turned off.
    failures = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class WebhookDelivery(models.Model):
    """A webhook call in the outbox, or one that was made.

    `next_try` is empty once it is delivered, or after the last attempt has failed.
    """

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries"
    )
    event = models.CharField(max_length=10, choices=WebhookEvent.choices)
    payload = models.JSONField()
    created = models.DateTimeField(default=timezone.now, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField(null=True, blank=True, default=timezone.now)
    arrived = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    failure = models.CharField(max_length=WORDS_LENGTH, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(
                fields=["next_try"],
                condition=Q(next_try__isnull=False),
                name="deliveries_owed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"
