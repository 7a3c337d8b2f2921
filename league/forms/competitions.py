"""Forms that plan competitions, group teams, arrange matches and propose dates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms

from challenges.rules.sides import TEAMS_MAX
from league.rules.league_templates import Kind, Pause, PlannedCompetition
from league.rules.seasons import REDRAFT_LIMITS, RedraftFormula
from league.selectors.competitions.opponents import OpponentLine
from league.selectors.form_options import GROUP_LENGTH, NAME_LENGTH, REASON_LENGTH
from people.forms import RefusableForm
from rulebook.catalogue import catalogue


def _number(name: str, label: str, **more: Any) -> forms.IntegerField:
    least, most = REDRAFT_LIMITS[name]
    usual = getattr(RedraftFormula(), name)
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=usual, **more
    )


class NextSeasonForm(RefusableForm):
    """The name of the next season, and the redraft formula."""

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
        """Return the formula as submitted, with defaults for fields that were not
        shown."""
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
    """When a round ends, in the viewer's time zone."""

    closes = forms.DateTimeField(
        label="End of the round",
        widget=forms.DateTimeInput(
            format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
        ),
    )


class PairForm(RefusableForm):
    """Two teams of the season, and a reason."""

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
    """Play a fixture again, and say whether a declared no-show was a mistake."""

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
        """Check the number of teams here too, so that the page marks the field."""
        others: list[int] = self.cleaned_data["others"]
        if len(others) >= TEAMS_MAX:
            raise forms.ValidationError(
                f"At most {TEAMS_MAX} teams can play in one match. Tick at most"
                f" {TEAMS_MAX - 1} opponents; you ticked {len(others)}."
            )
        return others

    def sent(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        typed = dict(self.cleaned_data)
        return {"team_ids": (typed.pop("own"), *typed.pop("others")), **typed}

    def _choose(self, name: str, choices: Sequence[tuple[Any, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]


class DatesForm(RefusableForm):
    """Three dates, in the viewer's time zone."""

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


KINDS = [
    (Kind.ROUND_ROBIN.value, "Round robin: everyone meets everyone"),
    (Kind.SWISS.value, "Swiss: each round pairs teams on equal points"),
    (Kind.RANDOM.value, "Random draw every round"),
    (Kind.LADDER.value, "Open ladder: play who you like"),
    (Kind.CROSS.value, "Matches between two divisions"),
    (Kind.PLAYOFFS.value, "Playoffs between the best teams"),
]


TABLES = [(2, "Two (one against one)"), (3, "Three"), (4, "Four")]
GAMES = [(1, "1 match"), (3, "best of 3"), (5, "best of 5")]
# The page offers this many; a plan sent through the API may hold more.
PAUSES = 4
NAMED_ROUNDS = 8


# The fields that each kind needs besides the name; others are ignored.
_OWN_FIELDS: dict[Kind, tuple[str, ...]] = {
    Kind.ROUND_ROBIN: ("table_size", "days", "is_double", "catches_up"),
    Kind.SWISS: ("table_size", "rounds", "days"),
    Kind.RANDOM: ("table_size", "rounds", "days"),
    Kind.LADDER: ("table_size",),
    Kind.CROSS: ("rounds", "days"),
    Kind.PLAYOFFS: ("days", "reach", "best_of", "earlier_best_of", "places"),
}


class CompetitionForm(RefusableForm):
    """A competition: the fields of its plan, its pauses, and challenges by round."""

    kind = forms.ChoiceField(choices=KINDS, label="Format")
    name = forms.CharField(max_length=NAME_LENGTH)
    table_size = forms.TypedChoiceField(
        choices=TABLES,
        coerce=int,
        initial=2,
        required=False,
        label="Players at a table",
        help_text="If the teams do not divide evenly, some tables seat fewer or"
        " more players. On a ladder, Moonlight suggests tables and"
        " players can change them.",
    )
    rounds = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=50,
        help_text="Leave it empty to draw rounds for the whole season.",
    )
    days = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=100,
        initial=7,
        label="Days per round",
    )
    is_double = forms.BooleanField(
        required=False, label="Everyone meets everyone twice"
    )
    catches_up = forms.BooleanField(
        required=False,
        label="Late entries play the matches they missed",
        help_text="In extra rounds at the end. Otherwise late entries only"
        " replace byes, and you can still let them catch up later.",
    )
    reach = forms.IntegerField(
        required=False,
        min_value=2,
        max_value=64,
        initial=4,
        label="Teams that reach the playoffs",
        help_text="From each group, if there are groups.",
    )
    best_of = forms.TypedChoiceField(
        choices=GAMES, coerce=int, initial=1, required=False, label="Final"
    )
    earlier_best_of = forms.TypedChoiceField(
        choices=GAMES,
        coerce=int,
        initial=1,
        required=False,
        empty_value=None,
        label="Ties before the final",
    )
    places = forms.TypedChoiceField(
        choices=[
            (2, "first place only"),
            (4, "third place too"),
            (8, "all eight places"),
        ],
        coerce=int,
        initial=2,
        required=False,
        label="Places to play for",
    )

    def __init__(
        self, *args: Any, was: PlannedCompetition | None = None, **kwargs: Any
    ) -> None:
        self.was = was
        if was is not None:
            kwargs["initial"] = _initial(was)
        super().__init__(*args, **kwargs)
        self._pause_count = max(PAUSES, len(was.pauses) if was else 0)
        challenges = max(NAMED_ROUNDS, len(was.challenges) if was else 0)
        for name in _SOME_KINDS:
            widget = self.fields[name].widget
            widget.attrs["data-kinds"] = " ".join(_kinds_with(name))
        for number in range(1, self._pause_count + 1):
            self.fields[f"pause_begins_{number}"] = _day(f"Pause {number} from")
            self.fields[f"pause_ends_{number}"] = _day(f"Pause {number} until")
        for number in range(1, challenges + 1):
            self.fields[f"challenge_{number}"] = forms.ChoiceField(
                required=False,
                label=f"Round {number}",
                choices=[("", "players decide"), *challenge_options()],
            )

    @property
    def general(self) -> list[forms.BoundField]:
        optional = {*self._named("pause_"), *self._named("challenge_")}
        return [field for field in self if field.name not in optional]

    @property
    def pauses(self) -> list[forms.BoundField]:
        return [self[name] for name in self._named("pause_")]

    @property
    def challenges(self) -> list[forms.BoundField]:
        return [self[name] for name in self._named("challenge_")]

    @property
    def has_wrong_pauses(self) -> bool:
        return any(field.errors for field in self.pauses)

    @property
    def has_wrong_challenges(self) -> bool:
        return any(field.errors for field in self.challenges)

    def _named(self, beginning: str) -> list[str]:
        return [name for name in self.fields if name.startswith(beginning)]

    def plan(self) -> PlannedCompetition:
        typed = {**self.cleaned_data, **self._not_sent()}
        kind = Kind(typed["kind"])
        given = {name: typed[name] for name in _OWN_FIELDS[kind]}
        named = [typed[name] for name in self._named("challenge_")]
        while named and not named[-1]:
            named.pop()
        return PlannedCompetition(
            kind=kind,
            name=typed["name"],
            # An empty field means the default.
            **{name: value for name, value in given.items() if value not in ("", None)},
            pauses=tuple(self._pauses(typed)),
            challenges=tuple(named),
        )

    def _not_sent(self) -> dict[str, Any]:
        """Return pauses and challenges that the API added after the page was opened, so
        that saving keeps them."""
        if self.was is None:
            return {}
        return {
            name: value
            for name, value in _initial(self.was).items()
            if name.startswith(("pause_", "challenge_")) and name not in self.data
        }

    def _pauses(self, typed: Mapping[str, Any]) -> Iterator[Pause]:
        for number in range(1, self._pause_count + 1):
            begins = typed[f"pause_begins_{number}"]
            ends = typed[f"pause_ends_{number}"] or begins
            if begins:
                yield Pause(begins=str(begins), ends=str(ends))

    def clean(self) -> dict[str, Any] | None:
        typed = super().clean() or {}
        for number in range(1, self._pause_count + 1):
            begins, ends = f"pause_begins_{number}", f"pause_ends_{number}"
            if typed.get(ends) and not typed.get(begins):
                self.add_error(begins, "Enter the first day of the pause.")
            elif typed.get(ends) and typed[ends] < typed[begins]:
                self.add_error(ends, "The end of a pause must not be before its start.")
        return typed


_SOME_KINDS = tuple(dict.fromkeys(name for own in _OWN_FIELDS.values() for name in own))


def _kinds_with(name: str) -> list[str]:
    return [kind.value for kind, own in _OWN_FIELDS.items() if name in own]


def _initial(plan: PlannedCompetition) -> dict[str, Any]:
    """Return the initial values for editing a plan."""
    typed: dict[str, Any] = {
        "kind": plan.kind.value,
        "name": plan.name,
        **{name: getattr(plan, name) for name in _SOME_KINDS},
    }
    for number, pause in enumerate(plan.pauses, start=1):
        typed[f"pause_begins_{number}"] = pause.begins
        typed[f"pause_ends_{number}"] = pause.ends
    for number, challenge in enumerate(plan.challenges, start=1):
        typed[f"challenge_{number}"] = challenge
    return typed


def _day(label: str) -> forms.DateField:
    return forms.DateField(
        required=False,
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}),
    )


def challenge_options() -> list[tuple[str, str]]:
    return [(one.slug, one.name) for one in catalogue().challenges.values()]
