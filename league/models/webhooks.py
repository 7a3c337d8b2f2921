"""Programs that a league calls when something happens, and every call of them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.leagues import NAME_LENGTH, League
from league.models.notices import WORDS_LENGTH
from league.rules.calling import ADDRESS_LENGTH

SECRET_LENGTH = 64


class Event(models.TextChoices):
    RESULT = "result", "A match is confirmed"
    ROUND = "round", "Fixtures are drawn"
    NEWS = "news", "A newsletter is published"
    SEASON = "season", "A season opens, begins or ends"
    TEST = "test", "A test"


class Webhook(models.Model):
    """`secret` signs the calls; the address may be a secret as well."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="webhooks"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    address = models.CharField(max_length=ADDRESS_LENGTH)
    secret = models.CharField(max_length=SECRET_LENGTH)
    events = models.JSONField(default=list)
    is_on = models.BooleanField(default=True)
    # In a row; after many the league is not called any more.
    failures = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """A call that is owed or was made: the outbox of webhooks.

    `next_try` is empty once it has arrived, or nobody will try any more.
    """

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries"
    )
    event = models.CharField(max_length=10, choices=Event.choices)
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
