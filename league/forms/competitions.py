"""Grouping teams, arranging matches, naming dates, opening seasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from challenges.rules.sides import TEAMS_MAX
from league.forms.competition_plans import challenge_options
from league.rules.seasons import REDRAFT_LIMITS, RedraftFormula
from league.selectors.competitions.opponents import OpponentLine
from league.selectors.form_options import GROUP_LENGTH, NAME_LENGTH, REASON_LENGTH
from people.forms import RefusableForm


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
        label="Redraft teams with a budget from this season",
        help_text="Otherwise everyone starts with a new team.",
    )
    for_each_match = _number("for_each_match", "For each match")
    for_each_win = _number("for_each_win", "For each win")
    for_each_draw = _number("for_each_draw", "For each draw")
    treasury_percent = _number("treasury_percent", "Percentage of the treasury")
    at_most = _number(
        "at_most", "At most", required=False, help_text="Leave it empty for no limit."
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
        max_length=GROUP_LENGTH, label="Group", help_text="A letter or a name."
    )

    def __init__(self, *args: Any, teams: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team_id"].choices = teams  # type: ignore[attr-defined]


class RoundForm(RefusableForm):
    """When a round ends, in one's own time zone."""

    closes = forms.DateTimeField(
        label="End of the round",
        widget=forms.DateTimeInput(
            format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
        ),
    )


class PairForm(RefusableForm):
    """Two teams of the season, and why."""

    one = forms.TypedChoiceField(coerce=int, label="First team")
    other = forms.TypedChoiceField(coerce=int, label="Second team")
    reason = forms.CharField(required=False, max_length=REASON_LENGTH, label="Reason")

    def __init__(self, *args: Any, teams: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            choices = [("", "Choose a team"), *teams]
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    @property
    def pair(self) -> tuple[int, int]:
        return self.cleaned_data["one"], self.cleaned_data["other"]


class PlayAgainForm(RefusableForm):
    """Whether a no-show was one can be taken back where one was declared."""

    reason = forms.CharField(
        required=False,
        max_length=REASON_LENGTH,
        label="Reason",
        help_text="Everyone can read it in the audit log.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_mistake = forms.BooleanField(
        required=False,
        label="The no-show was a mistake",
        help_text="Otherwise the no-show still counts.",
    )

    def __init__(self, *args: Any, missed_by: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not missed_by:
            del self.fields["is_mistake"]


class ArrangeForm(RefusableForm):
    own = forms.TypedChoiceField(coerce=int, label="Your team")
    others = forms.TypedMultipleChoiceField(
        coerce=int,
        label="Opponents",
        widget=forms.CheckboxSelectMultiple,
        help_text="One to three teams.",
    )
    challenge = forms.ChoiceField(
        required=False, help_text="Leave it open to agree later, or to roll."
    )
    partner_id = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label="Your partner",
        help_text="With three or four teams: two against two, or two against one.",
    )
    is_alone = forms.BooleanField(
        required=False,
        label="One against two: your team plays alone against two others",
    )
    is_friendly = forms.BooleanField(
        required=False, label="Friendly: does not count for anything"
    )
    reason = forms.CharField(
        required=False,
        max_length=REASON_LENGTH,
        label="Reason for playing after the end of the season",
        help_text="Everyone can read it. Friendlies need no reason.",
    )

    def __init__(
        self,
        *args: Any,
        own: Sequence[tuple[int, str]],
        others: Sequence[OpponentLine],
        has_sides: bool,
        asks_why: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not asks_why:
            del self.fields["reason"]
        self._choose("own", own)
        self._choose("others", [(one.team_id, one.title) for one in others])
        self._choose("challenge", [("", "decide later"), *challenge_options()])
        if has_sides:
            names = [(one.team_id, one.name) for one in others]
            self._choose("partner_id", [("", "nobody"), *names])
        else:
            del self.fields["partner_id"], self.fields["is_alone"]

    def clean_others(self) -> list[int]:
        """The limit is checked here too, so that the page marks the field."""
        others: list[int] = self.cleaned_data["others"]
        if len(others) >= TEAMS_MAX:
            raise forms.ValidationError(
                f"At most {TEAMS_MAX} teams can play in one match. Tick at most"
                f" {TEAMS_MAX - 1} opponents; you ticked {len(others)}."
            )
        return others

    def sent(self) -> dict[str, Any]:
        """The arguments of the service."""
        typed = dict(self.cleaned_data)
        return {"team_ids": (typed.pop("own"), *typed.pop("others")), **typed}

    def _choose(self, name: str, choices: Sequence[tuple[Any, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]


class DatesForm(RefusableForm):
    """Three dates, in one's own time zone."""

    first = forms.DateTimeField(
        label="First date", widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    second = forms.DateTimeField(
        required=False,
        label="Second date",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )
    third = forms.DateTimeField(
        required=False,
        label="Third date",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )

    def dates(self) -> list[Any]:
        names = ("first", "second", "third")
        return [self.cleaned_data[one] for one in names if self.cleaned_data.get(one)]
