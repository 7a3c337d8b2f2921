"""News of a league: newsletters, and the key with which feeds are read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.leagues import League
from league.rules.newsletter import TEXT_LENGTH, TITLE_LENGTH

KEY_LENGTH = 43


class PostStage(models.TextChoices):
    DRAFT = "draft", "Draft"
    PUBLISHED = "published", "Published"


class Post(models.Model):
    """An issue of a league's newsletter, in Markdown. A draft is for masters alone.

    `until` is the moment up to which it tells results; the next one begins there.
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
    """With this key a calendar or a feed reader sees what its person may see. It is
    good for feeds alone, and can be changed."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Feeds of {self.person}"
