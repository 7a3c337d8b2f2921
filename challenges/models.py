"""Models of matches: teams, reports, settlements and corrections.

Reports are numbered and never change; the last one counts. A settlement is an outbox
row, committed with the confirmation. Its steps record what has been done for which
team, so that every part is done exactly once.
"""

from __future__ import annotations

from typing import Any, NoReturn
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from challenges.rules.reports.match_report import Presence
from challenges.rules.stages import (
    Agreement,
    CorrectionStage,
    MatchStage,
    ReportKind,
    ReportVerdict,
    SettlementStage,
)
from teams.models import SEED_LENGTH, SLUG_LENGTH, Team
from teams.rules.reports.team_report import MatchType
from teams.rules.text_input import REASON_LENGTH

TITLE_LENGTH = 120
PERSON = settings.AUTH_USER_MODEL


def _choices(values: Any) -> list[tuple[str, str]]:
    return [(value.value, value.value) for value in values]


class Match(models.Model):
    """A match from invitation to settlement.

    `version` counts every change except those of the draft. Matches with `is_hosted`
    belong to a league, which supplies their terms.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    standing = models.CharField(max_length=20, choices=_choices(MatchType))
    stage = models.CharField(
        max_length=20, choices=_choices(MatchStage), default=MatchStage.ARRANGED
    )
    is_hosted = models.BooleanField(default=False)
    challenge = models.SlugField(max_length=SLUG_LENGTH, blank=True)
    ground = models.SlugField(max_length=SLUG_LENGTH, blank=True)
    # How the challenge was rolled, dice and all; nothing where it was agreed upon.
    challenge_roll = models.JSONField(null=True, blank=True)
    seed = models.CharField(max_length=SEED_LENGTH, editable=False)
    version = models.PositiveIntegerField(default=1)
    note = models.CharField(max_length=TITLE_LENGTH, blank=True)
    arranged_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    play_by = models.DateTimeField(null=True, blank=True)
    opened = models.DateTimeField(null=True, blank=True)
    reported = models.DateTimeField(null=True, blank=True)
    # When silence counts as a yes.
    confirm_by = models.DateTimeField(null=True, blank=True)
    confirmed = models.DateTimeField(null=True, blank=True)
    settled = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-updated", "-pk"]
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["stage", "confirm_by"], name="match_to_confirm")
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__in=[one.value for one in MatchStage]),
                name="match_stage_known",
            ),
            models.CheckConstraint(condition=~Q(seed=""), name="match_has_seed"),
        ]

    def __str__(self) -> str:
        return f"Match {self.uid}"


class MatchTeam(models.Model):
    """A team in a match. An invited person chooses the team when accepting."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="places")
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="places"
    )
    # The team's name as it was then; scrolls may be renamed.
    name = models.CharField(max_length=TITLE_LENGTH, blank=True)
    agreement = models.CharField(max_length=20, choices=_choices(Agreement))
    # Why the team does not play, where the others play on without it.
    absence = models.CharField(max_length=20, blank=True, choices=_choices(Presence))
    agrees_to_call_off = models.BooleanField(default=False)
    # The proposed side, until everyone has agreed.
    proposed_side = models.PositiveSmallIntegerField(null=True, blank=True)
    agrees_to_sides = models.BooleanField(default=False)
    # The person's vote: a challenge, dice, or nothing yet. Another player may have
    # voted for everyone (`choice_by`).
    choice = models.SlugField(max_length=SLUG_LENGTH, blank=True)
    choice_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    rating_before = models.PositiveIntegerField(null=True, blank=True)
    points_behind = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], name="match_place_number_once"
            ),
            models.UniqueConstraint(
                fields=["match", "team"], name="match_place_team_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Place {self.number}"


class Draft(models.Model):
    """Report draft that several phones edit at once.

    `taps` are in order of arrival; their number is the draft's version.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="draft")
    taps = models.JSONField(default=list)
    updated = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"Draft of {self.match_id}"

    @property
    def version(self) -> int:
        return len(self.taps)


class AppendOnlyQuerySet(models.QuerySet["Report"]):
    def update(self, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        raise AssertionError("Reports cannot be changed. Write a new one.")


class Report(models.Model):
    """One version of what happened. The last report of a match counts."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=_choices(ReportKind))
    content = models.JSONField()
    author = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    note = models.CharField(max_length=REASON_LENGTH, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], name="match_report_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"Report {self.number} of match {self.match_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AssertionError("Reports cannot be changed. Write a new one.")
        super().save(*args, **kwargs)


class ReportAnswer(models.Model):
    """A participant's answer to a report: confirmed or disputed."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="answers")
    person = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    verdict = models.CharField(max_length=20, choices=_choices(ReportVerdict))
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["report", "person"], name="match_answer_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.verdict}"


class Settlement(models.Model):
    """Settlement of a confirmed report: a row of the outbox.

    `reports` holds each team's report, computed from the treasuries before the match. A
    correction creates the next revision.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="settlements"
    )
    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField(default=1)
    stage = models.CharField(
        max_length=20,
        choices=_choices(SettlementStage),
        default=SettlementStage.OWED,
    )
    reports = models.JSONField()
    # When the site rolls and takes the default of every open question.
    decide_by = models.DateTimeField()
    attempts = models.PositiveIntegerField(default=0)
    next_try = models.DateTimeField(default=timezone.now)
    error = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match_id", "revision"]
        indexes = [
            models.Index(fields=["stage", "next_try"], name="settlement_owed"),
            models.Index(fields=["stage", "decide_by"], name="settlement_to_decide"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "revision"], name="settlement_revision_once"
            )
        ]

    def __str__(self) -> str:
        return f"Settlement {self.revision} of match {self.match_id}"


class SettlementStep(models.Model):
    """A settlement step done for one team, written together with its journal."""

    settlement = models.ForeignKey(
        Settlement, on_delete=models.CASCADE, related_name="steps"
    )
    place = models.ForeignKey(MatchTeam, on_delete=models.PROTECT, related_name="+")
    step = models.SlugField(max_length=20)
    batch = models.UUIDField(null=True, blank=True)
    # The lines of the team's journal that tell of it.
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["settlement", "place", "step"], name="settlement_step_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.step} for place {self.place_id}"


class Correction(models.Model):
    """A correction of a confirmed result and its consequences.

    Without a report the match becomes void. `consequences` holds sentences about each
    affected team and later match.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="corrections"
    )
    number = models.PositiveIntegerField()
    stage = models.CharField(max_length=20, choices=_choices(CorrectionStage))
    content = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=REASON_LENGTH)
    author = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # The version of the match that it is about; it must not have changed since.
    version = models.PositiveIntegerField()
    # People who accepted it, if it needs consent.
    agreed = models.JSONField(default=list)
    # When a proposal without consent expires.
    answer_by = models.DateTimeField(null=True, blank=True)
    consequences = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    # Of the worker, where it is left to one.
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField(default=timezone.now)
    created = models.DateTimeField(default=timezone.now, editable=False)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], name="match_amendment_number_once"
            ),
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(stage__in=["proposed", "owed"]),
                name="match_amendment_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Amendment {self.number} of match {self.match_id}"

    @property
    def is_void(self) -> bool:
        return self.content is None
