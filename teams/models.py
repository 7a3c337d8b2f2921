"""What is stored of a team: its journal, and what follows from the journal.

The journal is the truth. Everything on `Team` but its owner, its share link and the
seed of its next dice is worked out from the journal by `teams.services.journal`, the
only writer, and held against it by `manage.py reconcile`.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from teams.rules.roster.names import NAME_LENGTH
from teams.rules.state import Stage

SEED_LENGTH = 64
SHARE_TOKEN_LENGTH = 43
SLUG_LENGTH = 60


class Team(models.Model):
    """A team as its journal leaves it.

    `version` is the number of the journal's last line; who writes names the version
    they looked at. The owner is a person whose row outlives their account.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="teams"
    )
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    clan = models.SlugField(max_length=SLUG_LENGTH)
    stage = models.CharField(
        max_length=20, choices=[(stage.value, stage.value) for stage in Stage]
    )
    league = models.CharField(max_length=120, blank=True)
    logo = models.CharField(max_length=200, blank=True)
    koban = models.IntegerField()
    worth = models.PositiveIntegerField()
    rating = models.PositiveIntegerField()
    ninja_count = models.PositiveSmallIntegerField()
    violation_count = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    # Its journal came in a file, so nobody here saw those games.
    is_imported = models.BooleanField(default=False, editable=False)
    version = models.PositiveIntegerField()
    # The fold of the journal, as `teams.rules.state` takes it.
    state = models.JSONField()
    # Whoever has the link may look; nobody has one while this is empty.
    share_token = models.CharField(
        max_length=SHARE_TOKEN_LENGTH, null=True, blank=True, unique=True
    )
    # The next roll's secret. Its hash is shown beforehand, itself only afterwards.
    next_seed = models.CharField(max_length=SEED_LENGTH, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-updated", "-pk"]
        indexes = [models.Index(fields=["owner", "-updated"], name="team_of_owner")]
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__in=[stage.value for stage in Stage]),
                name="team_stage_known",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="team_founded"),
            models.CheckConstraint(
                condition=Q(share_token__isnull=True) | ~Q(share_token=""),
                name="team_share_token_not_empty",
            ),
            models.CheckConstraint(
                condition=~Q(next_seed=""), name="team_has_next_seed"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Team {self.pk}"


class Unchangeable(models.QuerySet["JournalLine"]):
    """Lines are written once; there is no way to change or remove many of them."""

    def update(self, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        raise AssertionError("A line of a journal is never changed; void its batch.")

    def delete(self) -> NoReturn:
        raise AssertionError("A line of a journal is never removed; void its batch.")


class JournalLine(models.Model):
    """One thing that happened to a team, as it was told when it happened.

    Lines of one act share a batch. A line may count at an earlier place than its
    number, where it takes the part of one that was voided.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="journal")
    number = models.PositiveIntegerField()
    batch = models.UUIDField()
    place = models.PositiveIntegerField(default=0)
    kind = models.SlugField(max_length=40)
    entry = models.JSONField()
    wording = models.TextField()
    # How the site's dice fell and how to check it; nothing where none were rolled.
    dice = models.JSONField(null=True, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = Unchangeable.as_manager()

    class Meta:
        ordering = ["team_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "number"], name="journal_line_number_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="journal_line_number_counts"
            ),
            models.CheckConstraint(
                condition=Q(place__lte=F("number")), name="journal_line_place_is_past"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.wording}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AssertionError("A line of a journal is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        raise AssertionError("A line of a journal is never removed; void its batch.")
