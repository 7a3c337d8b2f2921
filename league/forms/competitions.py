"""Planning competitions, arranging matches, naming dates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from league.rules.seasons import REDRAFT_LIMITS, RedraftFormula
from league.rules.templates import Kind, Pause, PlannedCompetition
from league.selectors.choices import GROUP_LENGTH, NAME_LENGTH, REASON_LENGTH
from people.forms import RefusableForm
from rulebook.catalogue import catalogue

KINDS = [
    (Kind.ROUND_ROBIN.value, "Round robin: everybody meets everybody"),
    (Kind.SWISS.value, "Swiss: equals meet, nobody is out"),
    (Kind.RANDOM.value, "Drawn by lot every round"),
    (Kind.LADDER.value, "Open ladder: play whom you like"),
    (Kind.CROSS.value, "Between two divisions"),
    (Kind.PLAYOFFS.value, "Playoffs: the best of the table"),
]


class CompetitionForm(RefusableForm):
    kind = forms.ChoiceField(choices=KINDS, label="How teams meet")
    name = forms.CharField(max_length=NAME_LENGTH)
    rounds = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=50,
        help_text="For Swiss and drawn rounds; a round robin knows its own.",
    )
    days = forms.IntegerField(
        min_value=1, max_value=100, initial=7, label="Days a round lasts"
    )
    is_double = forms.BooleanField(
        required=False, label="Round robin: everybody meets everybody twice"
    )
    catches_up = forms.BooleanField(
        required=False,
        label="Round robin: who joins late plays what it missed",
        help_text="In rounds of its own at the end. Otherwise it only takes the place"
        " of byes, and you may still let it catch up.",
    )
    pause_begins = forms.DateField(
        required=False,
        label="Pause from",
        help_text="Holidays: no round is played on these days.",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    pause_ends = forms.DateField(
        required=False,
        label="Pause until",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    reach = forms.IntegerField(
        min_value=2,
        max_value=64,
        initial=4,
        label="Playoffs: teams that reach them",
        help_text="From each group, if there are groups.",
    )
    best_of = forms.TypedChoiceField(
        choices=[(1, "1 match"), (3, "best of 3"), (5, "best of 5")],
        coerce=int,
        initial=1,
        label="Playoffs: the final",
    )
    places = forms.TypedChoiceField(
        choices=[(2, "the final alone"), (4, "third place too"), (8, "all of eight")],
        coerce=int,
        initial=2,
        label="Playoffs: places played for",
    )

    def plan(self) -> PlannedCompetition:
        typed = dict(self.cleaned_data)
        begins, ends = typed.pop("pause_begins"), typed.pop("pause_ends")
        days = [day.isoformat() for day in (begins, ends or begins) if day]
        pauses = (Pause(begins=days[0], ends=days[1]),) if days else ()
        kind = Kind(typed.pop("kind"))
        return PlannedCompetition(kind=kind, pauses=pauses, **typed)

    def clean(self) -> dict[str, Any] | None:
        typed = super().clean()
        if typed and typed.get("pause_ends") and not typed.get("pause_begins"):
            self.add_error("pause_begins", "Say when the pause begins.")
        return typed


def _number(name: str, label: str, **more: Any) -> forms.IntegerField:
    least, most = REDRAFT_LIMITS[name]
    usual = getattr(RedraftFormula(), name)
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=usual, **more
    )


class NextSeasonForm(RefusableForm):
    """The name of the next season, and what the last one pays towards new rosters."""

    name = forms.CharField(
        required=False, max_length=NAME_LENGTH, label="Name of the next season"
    )
    redrafts = forms.BooleanField(
        required=False,
        label="Draft anew for what the season was worth",
        help_text="Otherwise everybody begins with a fresh team.",
    )
    for_each_match = _number("for_each_match", "For each match")
    for_each_win = _number("for_each_win", "For each win")
    for_each_draw = _number("for_each_draw", "For each draw")
    treasury_percent = _number("treasury_percent", "Percent of the treasury")
    at_most = _number(
        "at_most", "At most", required=False, help_text="Empty: no limit."
    )

    def __init__(self, *args: Any, goes_on: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if goes_on:
            for name in ("redrafts", *REDRAFT_LIMITS):
                del self.fields[name]

    def formula(self) -> RedraftFormula:
        """As typed; what was not asked for is as usual."""
        typed = getattr(self, "cleaned_data", {})
        names = [name for name in REDRAFT_LIMITS if name in typed]
        return RedraftFormula(**{name: typed[name] for name in names})


class GroupsForm(RefusableForm):
    count = forms.IntegerField(
        min_value=1, max_value=16, initial=2, label="Number of groups"
    )


class RegroupForm(RefusableForm):
    team_id = forms.TypedChoiceField(coerce=int, label="Team")
    group = forms.CharField(
        max_length=GROUP_LENGTH, label="Its group", help_text="A letter, or a name."
    )

    def __init__(self, *args: Any, teams: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team_id"].choices = teams  # type: ignore[attr-defined]


class RoundForm(RefusableForm):
    """When a round ends, in one's own time zone."""

    closes = forms.DateTimeField(
        label="The round ends",
        widget=forms.DateTimeInput(
            format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
        ),
    )


class PairForm(RefusableForm):
    """Two teams of the season, and why."""

    one = forms.TypedChoiceField(coerce=int, label="One team")
    other = forms.TypedChoiceField(coerce=int, label="The other")
    reason = forms.CharField(required=False, max_length=REASON_LENGTH, label="Why")

    def __init__(self, *args: Any, teams: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].choices = teams  # type: ignore[attr-defined]

    @property
    def pair(self) -> tuple[int, int]:
        return self.cleaned_data["one"], self.cleaned_data["other"]


class ArrangeForm(RefusableForm):
    own = forms.TypedChoiceField(coerce=int, label="Your team")
    others = forms.TypedMultipleChoiceField(
        coerce=int,
        label="Against",
        widget=forms.CheckboxSelectMultiple,
        help_text="One team, or up to three.",
    )
    challenge = forms.ChoiceField(
        required=False, help_text="Leave it open to agree later, or to roll."
    )
    is_friendly = forms.BooleanField(
        required=False, label="A friendly: nothing follows from it"
    )

    def __init__(
        self,
        *args: Any,
        own: Sequence[tuple[int, str]],
        others: Sequence[tuple[int, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["own"].choices = own  # type: ignore[attr-defined]
        self.fields["others"].choices = others  # type: ignore[attr-defined]
        challenges = [(one.slug, one.name) for one in catalogue().challenges.values()]
        self.fields["challenge"].choices = [  # type: ignore[attr-defined]
            ("", "decide later"),
            *challenges,
        ]


class DatesForm(RefusableForm):
    """Three dates, in one's own time zone."""

    first = forms.DateTimeField(
        label="A date", widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    second = forms.DateTimeField(
        required=False,
        label="Another",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    third = forms.DateTimeField(
        required=False,
        label="A third",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )

    def dates(self) -> list[Any]:
        names = ("first", "second", "third")
        return [self.cleaned_data[one] for one in names if self.cleaned_data.get(one)]
