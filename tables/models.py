"""Tables, seats and moves.

Set-up, seed and moves are the truth. The snapshot of the game and the entries of each
move are caches that can be computed from them.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from kernel.dice import commitment
from tables.rules.stages import MoveSource, TableStage, Visibility

PERSON = settings.AUTH_USER_MODEL
SLUG_LENGTH = 60
NAME_LENGTH = 120
LINE_LENGTH = 60
SENTENCE_LENGTH = 500
KEY_LENGTH = 64


def _choices(values: Any) -> list[tuple[str, str]]:
    return [(value.value, value.value) for value in values]


class Table(models.Model):
    """One game that is played online.

    `version` is the number of the last move. `revision` counts every visible change,
    including joins and offers.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    game = models.SlugField(max_length=SLUG_LENGTH)
    stage = models.CharField(
        max_length=20, choices=_choices(TableStage), default=TableStage.WAITING
    )
    visibility = models.CharField(
        max_length=20, choices=_choices(Visibility), default=Visibility.LINK
    )
    is_hot_seat = models.BooleanField(default=False)
    options = models.JSONField(default=dict)
    setup = models.TextField(blank=True)
    seed = models.CharField(max_length=64, editable=False)
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    snapshot = models.TextField(blank=True)
    # Passes in card windows by seat. They are not part of the version that others see.
    hidden_counts = models.JSONField(default=dict)
    clock = models.JSONField(default=dict)
    # The seat that has to decide, since when, and whether a bot answers for it.
    asked_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    asks_in_window = models.BooleanField(default=False)
    waits_for_bot = models.BooleanField(default=False)
    # Open offers by kind: the seats that agreed, and the first move of an undo.
    offers = models.JSONField(default=dict)
    winners = models.JSONField(null=True, blank=True)
    ended = models.CharField(max_length=40, blank=True)
    # Whether the result still has to be entered in the match report.
    is_result_due = models.BooleanField(default=False)
    # Why the result could not be entered, as a sentence.
    result_problem = models.CharField(max_length=SENTENCE_LENGTH, blank=True)
    created_by = models.ForeignKey(
        PERSON, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # The match that this game decides.
    match = models.ForeignKey(
        "challenges.Match",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tables",
    )
    rematch = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematch_of",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["stage", "visibility", "-updated_at"]),
            models.Index(
                fields=["asked_at"],
                name="tables_waiting_for_bot",
                condition=Q(waits_for_bot=True),
            ),
        ]

    def __str__(self) -> str:
        return f"Table {self.uid}"

    @property
    def commitment(self) -> str:
        """Return the hash of the seed, shown before the first roll."""
        return commitment(self.seed)


class Seat(models.Model):
    """A seat at a table: a person, a guest, a bot, or still open."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        PERSON, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    # The only person who can take this seat while it is open.
    reserved_for = models.ForeignKey(
        PERSON, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # The hash of the key in the session of a visitor without an account.
    guest = models.CharField(max_length=64, blank=True)
    bot = models.SlugField(max_length=SLUG_LENGTH, blank=True)
    team = models.JSONField(default=dict)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    clan = models.SlugField(max_length=SLUG_LENGTH, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    seconds_left = models.FloatField(null=True, blank=True)
    orders = models.JSONField(default=dict)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_once")
        ]

    def __str__(self) -> str:
        return f"Seat {self.index} of {self.table_id}"

    @property
    def is_open(self) -> bool:
        return not (self.person_id or self.guest or self.bot)


class Move(models.Model):
    """One line of a game. Rows are only ever added; undone ones are marked."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    line = models.CharField(max_length=LINE_LENGTH)
    entries = models.TextField(blank=True)
    source = models.CharField(max_length=10, choices=_choices(MoveSource))
    key = models.CharField(max_length=KEY_LENGTH, blank=True)
    is_hidden = models.BooleanField(default=False)
    is_final = models.BooleanField(default=False)
    is_undone = models.BooleanField(default=False)
    begins_activation = models.BooleanField(default=False)
    # How many moves the plan with this key played; 0 for all but its first move.
    plan_length = models.PositiveSmallIntegerField(default=0)
    # How many dice had been drawn before it. After an undo they are never drawn again.
    dice_before = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="move_once"),
            models.UniqueConstraint(
                fields=["table", "key"], condition=~Q(key=""), name="move_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.line}"
