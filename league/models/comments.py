"""What members write about a match."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.fixtures import Fixture
from league.models.leagues import REASON_LENGTH

COMMENT_LENGTH = 2_000


class Comment(models.Model):
    """Plain text. Who removes it themselves takes the words with them; what a master
    removes leaves a line that says why."""

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
