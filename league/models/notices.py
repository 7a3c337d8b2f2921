"""What people are told, on the site and by mail, and which of it they want."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.leagues import League

WORDS_LENGTH = 500
ADDRESS_LENGTH = 300
SUBJECT_LENGTH = 150


class NoticeKind(models.TextChoices):
    """What somebody can be told of; each can be switched off."""

    REPORTED = "reported", "A match of yours is reported: confirm it"
    DISPUTED = "disputed", "A report is disputed"
    RULED = "ruled", "A master ruled on a match of yours"
    SETTLED = "settled", "A match is settled, or waits for your choice"
    AMENDED = "amended", "A past match was amended or voided"
    DRAWN = "drawn", "Whom you meet next"
    DATES = "dates", "Dates proposed and agreed"
    REMINDER = "reminder", "A match or an answer is due"
    JOINING = "joining", "Requests to join, and their answers"
    ROLES = "roles", "Your part in a league, and who runs it"
    RULES = "rules", "House rules changed"
    SEASON = "season", "A season opens, begins or ends"
    NEWS = "news", "A newsletter is out"
    TALK = "talk", "Somebody wrote about a match of yours"


class Notice(models.Model):
    """One thing somebody was told, in the words of the moment."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
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


class NoticeSwitch(models.Model):
    """How somebody wants to hear of one kind of thing, if not as everybody does."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
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


class Letter(models.Model):
    """A mail that is owed to somebody: the outbox.

    `next_try` is empty once it is sent, or nobody will try any more.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
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
