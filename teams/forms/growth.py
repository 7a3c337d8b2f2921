"""What a player sends between games: dice, choices, newcomers, results."""

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
from teams.rules.reports.team_report import NinjaReport, Outcome, Standing, TeamReport
from teams.rules.roster.adjustments import ATTRIBUTE_MAX
from teams.rules.roster.names import NAME_LENGTH
from teams.rules.text_input import NOTE_LENGTH, REASON_LENGTH
from teams.selectors.ninja_rows import ShownNinja

TIMES_MAX = 30
KEY_LENGTH = 80


class RollForm(EditForm):
    """Whose dice are rolled; without a name, those of the first who waits."""

    ninja = forms.IntegerField(min_value=1, required=False)


class DiceForm(RollForm):
    """Dice that fell at a table. A die that was not needed stays empty."""

    dice = SlugsField()

    def clean_dice(self) -> tuple[str, ...]:
        return tuple(filter(None, self.cleaned_data["dice"]))


class ChoiceForm(EditForm):
    choice = forms.CharField(
        max_length=KEY_LENGTH, error_messages={"required": "Choose one of them."}
    )


class RecruitForm(EditForm):
    profile = forms.CharField(max_length=KEY_LENGTH)
    name = forms.CharField(max_length=NAME_LENGTH, required=False)
    abilities = SlugsField(required=False)


class ReplaceForm(RecruitForm):
    """Somebody new in the place of a ninja."""

    ninja = forms.IntegerField()


class OpenForm(EditForm):
    """A game that begins now."""

    opponent = forms.CharField(max_length=NAME_LENGTH, required=False)
    standing = forms.ChoiceField(
        choices=[(Standing.FREE, "Free game"), (Standing.FRIENDLY, "Friendly")]
    )

    def sent(self) -> dict[str, Any]:
        sent = super().sent()
        opponent = sent.pop("opponent")
        return {
            "standing": Standing(sent["standing"]),
            "opponents": (opponent,) if opponent else (),
        }


class VoidForm(VersionedForm):
    reason = forms.CharField(
        max_length=REASON_LENGTH,
        help_text="Told in the history, for everybody to read.",
        error_messages={"required": "Say why, so that everybody can read it."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    with_consequences = forms.BooleanField(
        required=False, label="Take back what falls with it, too."
    )


class CorrectionForm(VersionedForm):
    """An adjustment beside the rules."""

    reason = forms.CharField(
        max_length=REASON_LENGTH,
        help_text="Told in the history, for everybody to read.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    koban = forms.IntegerField(
        required=False, help_text="To add; with a minus, to take away."
    )
    ninja = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    xp = forms.IntegerField(
        label="XP", required=False, help_text="To add to this ninja, or take from it."
    )
    games_to_miss = forms.IntegerField(
        min_value=0, max_value=20, required=False, help_text="From the next game on."
    )
    starts_in_healing_house = forms.NullBooleanField(
        required=False,
        label="Starts in the Healing House",
        widget=forms.Select(
            choices=[("", "As it is"), ("true", "Yes"), ("false", "No")]
        ),
    )
    last_growth_undone = forms.BooleanField(
        required=False, label="Undo the ninja's last advance."
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
        help_text="All that the ninja has from now on. Tick none to keep them.",
    )
    abilities = forms.MultipleChoiceField(
        required=False,
        label="Chosen special abilities",
        widget=forms.CheckboxSelectMultiple,
        help_text="What was chosen when the ninja was recruited. Tick none to keep it.",
    )

    def __init__(self, *args: Any, ninja: Sequence[ShownNinja], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["ninja"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", "Nobody"), *((one.row.ninja, one.name) for one in ninja)]
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


def _ability_choices(ninja: Sequence[ShownNinja]) -> list[tuple[str, str]]:
    """Return every ability that somebody on the team may have chosen."""
    profiles = dict.fromkeys(one.row.profile for one in ninja)
    return [
        (ability.slug, f"{profile.name}: {ability.name}")
        for slug in profiles
        for profile in [catalogue().profiles[slug]]
        for ability in profile.ability_options
    ]


class ChallengeForm(SiteForm):
    """Which challenge was played; it decides what the report asks for."""

    challenge = forms.ChoiceField(
        required=False,
        widget=forms.Select(
            attrs={"autocomplete": "off", "data-module": "scroll-choose"}
        ),
        help_text="It decides what earns experience.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["challenge"]
        assert isinstance(field, forms.ChoiceField)
        played = catalogue().challenges.values()
        field.choices = [
            ("", "None of the book's"),
            *((one.slug, one.name) for one in played),
        ]

    def chosen(self) -> str:
        """The challenge's slug; whatever makes no sense is none."""
        return str(self.cleaned_data["challenge"]) if self.is_valid() else ""


class ReportRow(NamedTuple):
    """A ninja's line of a report, as fields."""

    ninja: ShownNinja
    fielded: BoundField
    healing: BoundField
    counts: list[BoundField]


class ReportForm(VersionedForm):
    """What a game outside every league did to one team."""

    standing = forms.ChoiceField(
        label="What it counts for",
        choices=[
            (Standing.FREE, "Free game: the team earns, heals and grows"),
            (Standing.FRIENDLY, "Friendly: only remembered"),
        ],
        widget=forms.RadioSelect,
    )
    outcome = forms.ChoiceField(
        label="How it went",
        choices=[
            (Outcome.WIN, "Won"),
            (Outcome.DRAW, "Drawn"),
            (Outcome.LOSS, "Lost"),
        ],
        widget=forms.RadioSelect,
    )
    opponent = forms.CharField(
        label="Other team",
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
        ninja: Sequence[ShownNinja],
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
        """The fields of the game as a whole, in order."""
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
            standing=Standing(given["standing"]),
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

    def _row(self, one: ShownNinja) -> NinjaReport | None:
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


def _counter(one: ShownNinja, column: FeatColumn) -> forms.IntegerField:
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
    """A seed, the hash that promised it, and the rolls that are to be checked."""

    seed = forms.CharField(
        max_length=80,
        help_text="64 hexadecimal digits, shown once the dice have fallen.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    promised = forms.CharField(
        label="Hash",
        max_length=80,
        help_text="64 hexadecimal digits, shown before.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    stream = forms.CharField(
        max_length=60,
        initial="dice",
        help_text="The name of the row of dice: “line 27” for entry 27 of a journal.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    record = forms.CharField(
        label="Rolls",
        required=False,
        max_length=4000,
        help_text="One roll a line, such as “fire, water”; a draw as “3 of 7”.",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
