"""Seasons of a league, and the teams that enter them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.leagues import NAME_LENGTH, REASON_LENGTH, League, RulesVersion
from teams.models import Team

GROUP_LENGTH = 30
CLUB_LENGTH = 60


class SeasonStage(models.TextChoices):
    GATHERING = "gathering", "Gathering teams"
    RUNNING = "running", "Running"
    CLOSED = "closed", "Closed"


class EntrantStage(models.TextChoices):
    ACTIVE = "active", "Plays"
    WITHDRAWN = "withdrawn", "Withdrew"
    RETIRED = "retired", "Retired by the ninja master"


class Season(models.Model):
    """A season of a league. At most one per league is open."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    stage = models.CharField(
        max_length=10, choices=SeasonStage.choices, default=SeasonStage.GATHERING
    )
    is_entry_closed = models.BooleanField(default=False)
    # The seed for lots between equal teams, so that standings never change by
    # themselves.
    seed = models.CharField(max_length=64, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    started = models.DateTimeField(null=True, blank=True)
    closed = models.DateTimeField(null=True, blank=True)
    # The final standings with their explanations, saved when the season closed.
    final_table = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["league_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "number"], name="season_number_once"
            ),
            models.UniqueConstraint(
                fields=["league"],
                condition=~Q(stage=SeasonStage.CLOSED),
                name="league_has_one_current_season",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.league}"


class Entrant(models.Model):
    """A team in a season, with the person who plays it.

    `group` is its division or group, empty if there is only one.
    """

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="entrants"
    )
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entrants")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entrants"
    )
    stage = models.CharField(
        max_length=10, choices=EntrantStage.choices, default=EntrantStage.ACTIVE
    )
    group = models.CharField(max_length=GROUP_LENGTH, blank=True)
    # Where its person plays at home. Draws keep teams of one club apart.
    club = models.CharField(max_length=CLUB_LENGTH, blank=True)
    # Its seed, 1 for the strongest. Empty if the season was not seeded, or for late
    # entries.
    seeding = models.PositiveSmallIntegerField(null=True, blank=True)
    # The house rules the team has adopted. A match in progress keeps its own.
    rules = models.ForeignKey(RulesVersion, on_delete=models.PROTECT, related_name="+")
    # League points added or subtracted by the ninja master, with the reason.
    adjustment = models.SmallIntegerField(default=0)
    adjustment_reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    # The number with which it draws lots, if not its own: an imported team keeps the
    # number of its old site, so that its standings stay the same.
    lot_elsewhere = models.PositiveBigIntegerField(null=True, blank=True)
    # The team that this one replaced (LEAGUE-16).
    replaces = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="replaced_by",
    )
    joined = models.DateTimeField(default=timezone.now, editable=False)
    left = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["season_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "team"], name="entrant_once_a_season"
            )
        ]
        indexes = [models.Index(fields=["team", "stage"], name="entrant_of_team")]

    def __str__(self) -> str:
        return str(self.team)

    @property
    def lot(self) -> int:
        """Return the number with which the team draws lots."""
        return self.lot_elsewhere or self.pk
