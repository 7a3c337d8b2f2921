"""Forms to start a season: its first day and its seeding."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone

from kernel.errors import Refusal
from league.rules.competitions.seeding import refuse_seeding, reorder, shift
from people.forms import RefusableForm

UP, DOWN = "up", "down"
BY_RATING, NONE = "rating", "none"


class StartForm(RefusableForm):
    """When a season starts."""

    starts_on = forms.DateField(
        required=False,
        label="First round opens on",
        help_text="Leave it empty to start today.",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def starts_at(self) -> datetime | None:
        """Return midnight of the chosen day in the viewer's time zone, or None for
        today."""
        day = self.cleaned_data.get("starts_on")
        if day is None or day == timezone.localdate():
            return None
        return timezone.make_aware(datetime.combine(day, time.min))


class SeedingForm(RefusableForm):
    """The order of the teams as the page showed it, and the changes to it.

    If all numbers are empty, the season is not seeded. `teams` are the season's teams,
    ordered by rating.
    """

    order = forms.CharField(required=False, max_length=20_000)
    regroups = forms.BooleanField(required=False)
    seeds = forms.CharField(required=False, max_length=10)  # a button of the list
    move = forms.CharField(required=False, max_length=40)

    def __init__(self, *args: Any, teams: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = tuple(teams)
        self.shown: tuple[int, ...] = ()  # what the reader has looked at
        self.seeding: tuple[int, ...] = ()
        for team in teams:
            self.fields[seed_field(team)] = forms.IntegerField(
                required=False, label="Seed"
            )

    @property
    def is_changed(self) -> bool:
        """Return whether the seeding differs from the one that was previewed."""
        return self.seeding != self.shown

    @property
    def refused_numbers(self) -> dict[int, str]:
        """Return what was typed, by team, where it must be corrected."""
        names = {team: seed_field(team) for team in self.teams}
        sent = {team: self.data.get(name) for team, name in names.items()}
        return {team: text for team, text in sent.items() if text and self.errors}

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the problems of the seeding, each sentence once."""
        found = [text for texts in self.errors.values() for text in texts]
        return tuple(dict.fromkeys(map(str, found)))

    @property
    def regroups_too(self) -> bool:
        """Return whether the groups are drawn again from the seeding."""
        return bool(self.seeding) and bool(self.cleaned_data.get("regroups"))

    def clean(self) -> dict[str, Any] | None:
        typed = super().clean() or {}
        self.shown = _numbers(typed.get("order") or "")
        try:
            self.seeding = self._ordered(typed)
        except Refusal as refusal:
            # Teams keep the order that was shown; teams that left are skipped.
            known = [team for team in self.shown if team in self.teams]
            self.seeding = tuple(dict.fromkeys([*known, *self.teams]))
            self.refuse(refusal)
        return typed

    def _ordered(self, typed: dict[str, Any]) -> tuple[int, ...]:
        if typed.get("seeds") == NONE:
            return ()
        if typed.get("seeds") == BY_RATING:
            return self.teams
        if not self.shown:
            return ()
        refuse_seeding(self.shown, self.teams)
        numbers = {team: typed.get(seed_field(team)) for team in self.teams}
        sent = {team: number for team, number in numbers.items() if number is not None}
        ordered = reorder(self.shown, sent)
        way, _, team = (typed.get("move") or "").partition("-")
        if way in (UP, DOWN) and team.isascii() and team.isdecimal():
            return shift(ordered, int(team), -1 if way == UP else 1)
        return ordered


def seed_field(team: int) -> str:
    return f"seed_{team}"


def _numbers(text: str) -> tuple[int, ...]:
    """Parse team numbers separated by commas; anything else counts as no seeding."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() for part in parts):
        return ()
    return tuple(map(int, parts))
