"""Competitions of a season, their rounds and fixtures."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from challenges.models import Match
from league.models.leagues import NAME_LENGTH, REASON_LENGTH, RulesVersion
from league.models.seasons import Entrant, Season

SLOT_LENGTH = 60


class CompetitionKind(models.TextChoices):
    ROUND_ROBIN = "round-robin", "Round robin"
    SWISS = "swiss", "Swiss"
    LADDER = "ladder", "Open ladder"
    RANDOM = "random", "Random draw every round"
    CROSS = "cross", "Between divisions"
    PLAYOFFS = "playoffs", "Playoffs"
    FRIENDLIES = "friendlies", "Friendlies"


class CompetitionStage(models.TextChoices):
    PLANNED = "planned", "Planned"
    RUNNING = "running", "Running"
    DONE = "done", "Over"


class Competition(models.Model):
    """A competition in which teams of a season meet. Its groups are those of the
    entrants; `settings` holds what its kind needs."""

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="competitions"
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=CompetitionKind.choices)
    name = models.CharField(max_length=NAME_LENGTH)
    settings = models.JSONField(default=dict)
    stage = models.CharField(
        max_length=10,
        choices=CompetitionStage.choices,
        default=CompetitionStage.PLANNED,
    )
    seed = models.CharField(max_length=64, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["season_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "number"], name="competition_number_once"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """A window of time in which the fixtures of a round are played."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="rounds"
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    opens = models.DateTimeField(null=True, blank=True)
    closes = models.DateTimeField(null=True, blank=True)
    # When byes were credited and unplayed fixtures became overdue.
    closed = models.DateTimeField(null=True, blank=True)
    # The ratings of the teams when the round opened, by team id (RATE-08).
    ratings = models.JSONField(default=dict)

    class Meta:
        ordering = ["competition_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "number"], name="round_number_once"
            ),
            models.CheckConstraint(
                condition=Q(opens=None) | Q(closes=None) | Q(opens__lt=F("closes")),
                name="round_opens_before_it_closes",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Fixture(models.Model):
    """A planned meeting, or a bye.

    `outcome` is a cache of the match's result, computed from its report, so that the
    standings of a thousand matches are read in one query. `why` explains the pairing.
    """

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="fixtures"
    )
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="fixtures"
    )
    number = models.PositiveIntegerField()
    # The number of the game in a best-of series.
    leg = models.PositiveSmallIntegerField(default=1)
    is_bye = models.BooleanField(default=False)
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="fixture"
    )
    outcome = models.JSONField(null=True, blank=True)
    # The house rules under which the match began; they decide its points (NM-03).
    rules = models.ForeignKey(
        RulesVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Facts for statistics, computed when the match is settled.
    facts = models.JSONField(null=True, blank=True)
    why = models.JSONField(default=list)
    # Entrants who missed an earlier match of this fixture. They still count as no-shows
    # (LEAGUE-12).
    missed = models.JSONField(default=list)
    override_reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    challenge = models.SlugField(max_length=60, blank=True)
    agreed_for = models.DateTimeField(null=True, blank=True)
    reminded = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["competition_id", "number", "leg"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "number", "leg"], name="fixture_number_once"
            ),
            models.CheckConstraint(
                condition=Q(is_bye=False) | Q(match=None), name="bye_has_no_match"
            ),
        ]

    def __str__(self) -> str:
        return f"Fixture {self.number}"


class FixtureSide(models.Model):
    """One team of a fixture, or the slot that will be filled by a team."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    # The side in a match of two against two; empty where every team plays alone.
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    entrant = models.ForeignKey(
        Entrant,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="fixture_sides",
    )
    slot = models.CharField(max_length=SLOT_LENGTH, blank=True)

    class Meta:
        ordering = ["fixture_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["fixture", "number"], name="fixture_side_number_once"
            ),
            models.UniqueConstraint(
                fields=["fixture", "entrant"], name="fixture_side_entrant_once"
            ),
        ]

    def __str__(self) -> str:
        return str(self.entrant or self.slot)


class ForbiddenPair(models.Model):
    """Two people who should not be paired, for example siblings."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="forbidden_pairs"
    )
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "one", "other"], name="forbidden_pair_once"
            ),
            models.CheckConstraint(
                condition=Q(one__lt=F("other")), name="forbidden_pair_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"


class DateStep(models.Model):
    """One step of agreeing on a date: dates proposed, one accepted, or all declined."""

    fixture = models.ForeignKey(
        Fixture, on_delete=models.CASCADE, related_name="date_steps"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    kind = models.SlugField(max_length=20)
    dates = models.JSONField(default=list)
    words = models.CharField(max_length=REASON_LENGTH, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.person} {self.kind}"
