"""Forms between games: dice, choices, recruiting, reports, adjustments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from msgspec.structs import replace

from kernel.elements import ELEMENTS
from kernel.ids import ChallengeSlug, NinjaId
from people.forms import RefusableForm, SiteForm
from rulebook.catalogue import catalogue
from teams.forms.builder import EditForm, SlugsField
from teams.forms.team_settings import VersionedForm
from teams.rules.reports.feat_columns import FeatColumn
from teams.rules.reports.team_report import MatchType, NinjaReport, Outcome, TeamReport
from teams.rules.roster.adjustments import ATTRIBUTE_MAX
from teams.rules.roster.names import NAME_LENGTH
from teams.rules.text_input import NOTE_LENGTH, REASON_LENGTH
from teams.selectors.ninja_rows import NinjaRow

TIMES_MAX = 30
KEY_LENGTH = 80


class RollForm(EditForm):
    """The ninja to roll for; without one, the first that waits."""

    ninja = forms.IntegerField(min_value=1, required=False)


class DiceForm(RollForm):
    """Dice rolled by hand. Dice that were not needed stay empty."""

    dice = SlugsField()

    def clean_dice(self) -> tuple[str, ...]:
        return tuple(filter(None, self.cleaned_data["dice"]))


class ChoiceForm(EditForm):
    choice = forms.CharField(
        max_length=KEY_LENGTH, error_messages={"required": "Choose an option."}
    )


class RecruitForm(EditForm):
    profile = forms.CharField(max_length=KEY_LENGTH)
    name = forms.CharField(max_length=NAME_LENGTH, required=False)
    abilities = SlugsField(required=False)


class ReplaceForm(RecruitForm):
    """A new ninja that replaces another."""

    ninja = forms.IntegerField()


class OpenForm(EditForm):
    """A game that starts now."""

    opponent = forms.CharField(max_length=NAME_LENGTH, required=False)
    standing = forms.ChoiceField(
        choices=[(MatchType.FREE, "Free match"), (MatchType.FRIENDLY, "Friendly")]
    )

    def sent(self) -> dict[str, Any]:
        sent = super().sent()
        opponent = sent.pop("opponent")
        return {
            "standing": MatchType(sent["standing"]),
            "opponents": (opponent,) if opponent else (),
        }


class VoidForm(VersionedForm):
    reason = forms.CharField(
        max_length=REASON_LENGTH,
        help_text="Shown in the team's history.",
        error_messages={"required": "Give a reason. The team's history will show it."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    with_consequences = forms.BooleanField(
        required=False, label="Also undo everything that depends on it."
    )


class CorrectionForm(VersionedForm):
    """A manual adjustment of a team."""

    reason = forms.CharField(
        max_length=REASON_LENGTH,
        help_text="Shown in the team's history.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    koban = forms.IntegerField(
        required=False, help_text="Koban to add. Use a minus sign to take koban away."
    )
    ninja = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    xp = forms.IntegerField(
        label="XP",
        required=False,
        help_text="XP to add to this ninja. Use a minus sign to take XP away.",
    )
    games_to_miss = forms.IntegerField(
        min_value=0,
        max_value=20,
        required=False,
        help_text="Starting with the next game.",
    )
    starts_in_healing_house = forms.NullBooleanField(
        required=False,
        label="Starts in the Healing House",
        widget=forms.Select(
            choices=[("", "No change"), ("true", "Yes"), ("false", "No")]
        ),
    )
    last_growth_undone = forms.BooleanField(
        required=False, label="Undo this ninja's last advancement."
    )
    mv = forms.IntegerField(
        label="MV",
        min_value=0,
        max_value=ATTRIBUTE_MAX,
        required=False,
        help_text="The new value. Leave it empty to keep the old one.",
    )
    at = forms.IntegerField(
        label="AT", min_value=0, max_value=ATTRIBUTE_MAX, required=False
    )
    df = forms.IntegerField(
        label="DF", min_value=0, max_value=ATTRIBUTE_MAX, required=False
    )
    affinities = forms.MultipleChoiceField(
        required=False,
        choices=[(one.value, one.value.capitalize()) for one in ELEMENTS],
        widget=forms.CheckboxSelectMultiple,
        help_text="Tick all affinities that this ninja should have. Leave all empty for"
        " no change.",
    )
    abilities = forms.MultipleChoiceField(
        required=False,
        label="Chosen special abilities",
        widget=forms.CheckboxSelectMultiple,
        help_text="Tick the abilities chosen for this ninja. Leave all empty for no"
        " change.",
    )

    def __init__(self, *args: Any, ninja: Sequence[NinjaRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["ninja"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [
            ("", "No ninja"),
            *((one.row.ninja, one.name) for one in ninja),
        ]
        options = self.fields["abilities"]
        assert isinstance(options, forms.MultipleChoiceField)
        options.choices = _ability_choices(ninja)
        if not options.choices:
            del self.fields["abilities"]

    def sent(self) -> dict[str, Any]:
        sent = super().sent()
        return sent | {
            "koban": sent["koban"] or 0,
            "xp": sent["xp"] or 0,
            "affinities": sent["affinities"] or None,
            "abilities": sent.get("abilities") or None,
        }


def _ability_choices(ninja: Sequence[NinjaRow]) -> list[tuple[str, str]]:
    """Return every ability that a ninja on the team can choose."""
    profiles = dict.fromkeys(one.row.profile for one in ninja)
    return [
        (ability.slug, f"{profile.name}: {ability.name}")
        for slug in profiles
        for profile in [catalogue().profiles[slug]]
        for ability in profile.ability_options
    ]


class ChallengeForm(SiteForm):
    """The challenge that was played. It decides the fields of the report."""

    challenge = forms.ChoiceField(
        required=False,
        widget=forms.Select(
            attrs={"autocomplete": "off", "data-module": "scroll-choose"}
        ),
        help_text="The challenge decides what earns experience.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["challenge"]
        assert isinstance(field, forms.ChoiceField)
        played = catalogue().challenges.values()
        field.choices = [
            ("", "Not from the rulebook"),
            *((one.slug, one.name) for one in played),
        ]

    def chosen(self) -> str:
        """Return the challenge's slug, or "" for invalid input."""
        return str(self.cleaned_data["challenge"]) if self.is_valid() else ""


class ReportRow(NamedTuple):
    """The fields of one ninja in a report."""

    ninja: NinjaRow
    fielded: BoundField
    healing: BoundField
    counts: list[BoundField]


class ReportForm(VersionedForm):
    """One team's report of a game outside leagues."""

    standing = forms.ChoiceField(
        label="Match type",
        choices=[
            (MatchType.FREE, "Free match: with koban, experience and downtime"),
            (MatchType.FRIENDLY, "Friendly: no effect on the team"),
        ],
        widget=forms.RadioSelect,
    )
    outcome = forms.ChoiceField(
        label="Result",
        choices=[
            (Outcome.WIN, "Win"),
            (Outcome.DRAW, "Draw"),
            (Outcome.LOSS, "Loss"),
        ],
        widget=forms.RadioSelect,
    )
    opponent = forms.CharField(
        label="Opponent",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    score = forms.IntegerField(
        label="Your score", min_value=0, max_value=999, initial=0
    )
    their_rating = forms.IntegerField(
        min_value=0,
        max_value=999,
        required=False,
        help_text="If it is higher than yours, you are the underdog and earn more.",
    )
    notes = forms.CharField(
        required=False,
        max_length=NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        *args: Any,
        ninja: Sequence[NinjaRow],
        columns: Sequence[FeatColumn],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ninja = [one for one in ninja if not one.row.games_to_miss]
        self.columns = columns
        for one in self.ninja:
            for name, label in (("fielded", "On the board"), ("healing", "In it")):
                self.fields[f"{one.row.ninja}-{name}"] = forms.BooleanField(
                    label=label, required=False
                )
            for column in columns:
                self.fields[f"{one.row.ninja}-{column.key}"] = _counter(one, column)

    @property
    def head_fields(self) -> Iterator[BoundField]:
        """The fields about the whole game, in order."""
        return (self[name] for name in self.base_fields if name != "version")

    @property
    def rows(self) -> Iterator[ReportRow]:
        for one in self.ninja:
            number = one.row.ninja
            yield ReportRow(
                ninja=one,
                fielded=self[f"{number}-fielded"],
                healing=self[f"{number}-healing"],
                counts=[self[f"{number}-{column.key}"] for column in self.columns],
            )

    def report(self, *, challenge: str, rating: int) -> TeamReport:
        given = self.cleaned_data
        outcome = Outcome(given["outcome"])
        behind = max(0, (given["their_rating"] or rating) - rating)
        return TeamReport(
            match="",
            standing=MatchType(given["standing"]),
            outcome=outcome,
            place=2 if outcome is Outcome.LOSS else 1,
            place_shared_by=2 if outcome is Outcome.DRAW else 1,
            challenge=ChallengeSlug(challenge) if challenge else None,
            opponents=(given["opponent"],),
            score=given["score"],
            points_behind=behind,
            ninja=tuple(filter(None, map(self._row, self.ninja))),
            notes=given["notes"],
        )

    def _row(self, one: NinjaRow) -> NinjaReport | None:
        number, given = one.row.ninja, self.cleaned_data
        feats = tuple(
            replace(column.feat, times=times)
            for column in self.columns
            if (times := given[f"{number}-{column.key}"] or 0)
        )
        is_fielded, is_healing = given[f"{number}-fielded"], given[f"{number}-healing"]
        if not (feats or is_fielded or is_healing):
            return None
        return NinjaReport(
            ninja=NinjaId(number),
            was_fielded=True,
            in_healing_house=is_healing,
            feats=feats,
        )


def _counter(one: NinjaRow, column: FeatColumn) -> forms.IntegerField:
    return forms.IntegerField(
        label=column.label,
        min_value=0,
        max_value=TIMES_MAX,
        required=False,
        widget=forms.NumberInput(
            attrs={
                "aria-label": f"{one.name}: {column.label}",
                "inputmode": "numeric",
                "placeholder": "0",
                "data-module": "scroll-counter",
            }
        ),
    )


class DiceCheckForm(RefusableForm):
    """A seed, its published hash, and the rolls to check."""

    seed = forms.CharField(
        max_length=80,
        help_text="64 hexadecimal digits, shown after the roll.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    promised = forms.CharField(
        label="Hash",
        max_length=80,
        help_text="64 hexadecimal digits, shown before the roll.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    stream = forms.CharField(
        max_length=60,
        initial="dice",
        label="Dice sequence",
        help_text="Its name, such as “line 27” for entry 27 of a journal.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    record = forms.CharField(
        label="Rolls",
        required=False,
        max_length=4000,
        help_text="One roll per line, such as “fire, water”. Write a draw from a list"
        " as “3 of 7”.",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
