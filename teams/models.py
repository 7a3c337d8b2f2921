"""Models of teams: the journal, and what follows from it.

The journal is the truth. Everything on `Team` except its owner, its share link and the
seed of its next dice is derived from the journal. `teams.services.journal` is the only
writer, and `manage.py reconcile` compares the two.
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
    """A team: the state after the last line of its journal.

    `version` is the number of that line; a change names the version it was based on.
    The row of the owner outlives their account.
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
    # The journal was imported from a file, so its games cannot be checked.
    is_imported = models.BooleanField(default=False, editable=False)
    version = models.PositiveIntegerField()
    # The fold of the journal, as a snapshot.
    state = models.JSONField()
    # Everyone with this token can see the team; None while it is not shared.
    share_token = models.CharField(
        max_length=SHARE_TOKEN_LENGTH, null=True, blank=True, unique=True
    )
    # The secret seed of the next roll. Its hash is shown before the roll.
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


class AppendOnlyLines(models.QuerySet["JournalLine"]):
    """A queryset that can neither update nor delete journal lines."""

    def update(self, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        raise AssertionError("Journal lines never change. Void their batch instead.")

    def delete(self) -> NoReturn:
        raise AssertionError("Journal lines are never removed. Void their batch.")


class JournalLine(models.Model):
    """One journal entry of a team, with its sentence at the time of writing.

    Lines written together share a batch. A line can have an earlier place than its
    number: there it replaces a line that was voided.
    """

    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, related_name="journal_lines"
    )
    number = models.PositiveIntegerField()
    batch = models.UUIDField()
    place = models.PositiveIntegerField(default=0)
    kind = models.SlugField(max_length=40)
    entry = models.JSONField()
    wording = models.TextField()
    # The site's dice with all that is needed to check them; None without dice.
    dice = models.JSONField(null=True, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyLines.as_manager()

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
            raise AssertionError("Journal lines never change.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        raise AssertionError("Journal lines are never removed. Void their batch.")
