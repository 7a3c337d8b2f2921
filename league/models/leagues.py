"""Leagues, members, house rules and the audit log."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from challenges.rules.stages import CONFIRMATION_DAYS, DECISION_DAYS
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_dates import LeagueDates

NAME_LENGTH = 80
BLURB_LENGTH = 2_000
PLACE_LENGTH = 80
REASON_LENGTH = 500
UID_LENGTH = 10
CODE_LENGTH = 8
# The limits for a league's deadlines, in days.
DAYS_MIN, DAYS_MAX = 1, 30


class Visibility(models.TextChoices):
    PUBLIC = "public", "Public: listed, and everyone can see it"
    UNLISTED = "unlisted", "Unlisted: anyone with the link can see it"
    PRIVATE = "private", "Private: only members can see it"


class Admission(models.TextChoices):
    OPEN = "open", "Anyone can join"
    REQUEST = "request", "Players ask the ninja master to join"
    INVITED = "invited", "Only with the league's link or code"


class LeagueStage(models.TextChoices):
    RUNNING = "running", "Running"
    ARCHIVED = "archived", "Archived"


class Role(models.TextChoices):
    MASTER = "master", "Ninja master"
    CO_MASTER = "co-master", "Co-master"
    PLAYER = "player", "Player"
    SPECTATOR = "spectator", "Spectator"


class League(models.Model):
    """`uid` is part of addresses. `code` is short enough to read out, and can be
    replaced when it was shared too widely."""

    uid = models.CharField(max_length=UID_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    blurb = models.TextField(max_length=BLURB_LENGTH, blank=True)
    place = models.CharField(max_length=PLACE_LENGTH, blank=True)
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    visibility = models.CharField(max_length=10, choices=Visibility.choices)
    admission = models.CharField(max_length=10, choices=Admission.choices)
    stage = models.CharField(
        max_length=10, choices=LeagueStage.choices, default=LeagueStage.RUNNING
    )
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    template = models.SlugField(max_length=60, blank=True)
    # How many days players have to confirm a report, and to decide after a match.
    confirmation_days = models.PositiveSmallIntegerField(default=CONFIRMATION_DAYS)
    decision_days = models.PositiveSmallIntegerField(default=DECISION_DAYS)
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created", "-pk"]
        constraints = [
            # Public names are unique, so that people can tell leagues apart. Private
            # ones are not checked, because a refusal would reveal that such a league
            # exists.
            models.UniqueConstraint(
                Lower("name"),
                condition=Q(visibility=Visibility.PUBLIC),
                name="public_league_name_once",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="league_has_name"),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values),
                name="league_visibility_known",
            ),
            models.CheckConstraint(
                condition=Q(admission__in=Admission.values),
                name="league_admission_known",
            ),
            models.CheckConstraint(
                condition=Q(confirmation_days__range=(DAYS_MIN, DAYS_MAX))
                & Q(decision_days__range=(DAYS_MIN, DAYS_MAX)),
                name="league_waits_within_reason",
            ),
            models.CheckConstraint(
                condition=Q(starts_on=None)
                | Q(ends_on=None)
                | Q(starts_on__lte=F("ends_on")),
                name="league_starts_before_it_ends",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def dates(self) -> LeagueDates:
        return LeagueDates(starts_on=self.starts_on, ends_on=self.ends_on)


class Membership(models.Model):
    """A person's membership in a league. The row stays after they leave, as results
    need it."""

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="memberships"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    joined = models.DateTimeField(default=timezone.now, editable=False)
    left = models.DateTimeField(null=True, blank=True)
    # A master allows them to enter one veteran team.
    brings_veteran = models.BooleanField(default=False)
    # A master removed them; they cannot rejoin on their own.
    is_kept_out = models.BooleanField(default=False)
    # The ninja master has offered them the mastership and waits for an answer.
    is_successor = models.BooleanField(default=False)

    class Meta:
        ordering = ["joined", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "person"], name="membership_once"
            ),
            models.UniqueConstraint(
                fields=["league"],
                condition=Q(role=Role.MASTER),
                name="league_has_one_master",
            ),
            models.UniqueConstraint(
                fields=["league"],
                condition=Q(is_successor=True),
                name="league_has_one_successor",
            ),
            models.CheckConstraint(
                condition=~Q(role=Role.MASTER) | Q(left__isnull=True),
                name="master_has_not_left",
            ),
            models.CheckConstraint(
                condition=Q(is_kept_out=False) | Q(left__isnull=False),
                name="nobody_within_is_kept_out",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.league}"


class JoinRequest(models.Model):
    """A request to join a league, with its answer."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="join_requests"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    words = models.CharField(max_length=REASON_LENGTH, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    answered = models.DateTimeField(null=True, blank=True)
    is_accepted = models.BooleanField(null=True)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "person"],
                condition=Q(answered__isnull=True),
                name="join_request_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} asks for {self.league}"


class SuccessionVote(models.Model):
    """A player's vote for a new ninja master while the current one is away (NM-08)."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="succession_votes"
    )
    voter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    candidate = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "voter"], name="succession_vote_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.voter} for {self.candidate}"


class RulesVersion(models.Model):
    """A version of the house rules.

    `changes` holds the values that differ from the book. `in_force` is empty while a
    version waits for its start, or after it was withdrawn. The version that came into
    force last applies, whatever its number, because a later version may start before a
    waiting one.
    """

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="rules_versions"
    )
    number = models.PositiveIntegerField()
    changes = models.JSONField(default=dict)
    # The difference to the version before, in sentences, as it was announced.
    told = models.JSONField(default=list)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created = models.DateTimeField(default=timezone.now, editable=False)
    # When the version was meant to start, and when it did.
    moment = models.CharField(max_length=12, default=EffectiveFrom.NOW.value)
    in_force = models.DateTimeField(null=True, blank=True)
    withdrawn = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["league_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "number"], name="rules_version_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"House rules {self.number} of {self.league}"


class AuditEntry(models.Model):
    """An entry in the league's audit log, worded when it was written."""

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="audit_lines"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    kind = models.SlugField(max_length=40)
    wording = models.TextField()
    # Done as ninja master, or on behalf of another person.
    is_override = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["league", "-id"], name="audit_of_league")]

    def __str__(self) -> str:
        return self.wording

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AssertionError("Entries of the audit log cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        raise AssertionError("Entries of the audit log cannot be deleted.")
