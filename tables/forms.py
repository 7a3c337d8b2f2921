"""Forms for online play: new tables, teams, orders and game files."""

from __future__ import annotations

from typing import Any

from django import forms

from people.forms import RefusableForm
from rulebook.catalogue import catalogue
from tables.games.registry import GAMES
from tables.rules.clock import ClockRules, clock_rules
from tables.rules.stages import Visibility
from tables.services.creation import SeatChoice
from teams.catalogue import sample_teams

Options = list[Any]
FIRST_TEAM, SECOND_TEAM = "shrine:fire-shrine", "shrine:water-shrine"


def team_options(own: Options) -> Options:
    """Return the teams to choose from: your own, then shrine teams, then samples."""
    groups: Options = []
    if own:
        groups.append(("Your teams", own))
    shrines = catalogue().shrine_teams.values()
    groups.append(("Shrine teams", [(f"shrine:{t.slug}", t.name) for t in shrines]))
    samples = sample_teams().values()
    groups.append(("Sample teams", [(f"sample:{t.slug}", t.name) for t in samples]))
    return groups


def ground_options() -> Options:
    grounds = catalogue().grounds.items()
    return [
        ("random", "Random ground"),
        *((str(slug), entry.name) for slug, entry in grounds),
    ]


def bot_options() -> Options:
    return [
        (f"bot:{slug}", f"Bot: {name}") for slug, name in GAMES["skirmish"].bots.items()
    ]


class JoinForm(forms.Form):
    """The team with which a player takes an open seat."""

    team = forms.ChoiceField(label="Team")

    def __init__(self, *args: Any, own: Options, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"] = forms.ChoiceField(
            label="Team", choices=team_options(own), initial=FIRST_TEAM
        )


class ClockForm(forms.Form):
    """The time control of a table."""

    clock = forms.ChoiceField(
        label="Clock",
        choices=[
            ("none", "No clock"),
            ("live", "Live: minutes per player"),
            ("days", "Over days"),
        ],
    )
    minutes = forms.IntegerField(label="Minutes per player", required=False, initial=45)
    increment = forms.IntegerField(
        label="Seconds added per decision", required=False, initial=15
    )
    days = forms.IntegerField(label="Days per decision", required=False, initial=2)

    def clock_rules(self) -> ClockRules:
        cleaned = self.cleaned_data
        return clock_rules(
            cleaned["clock"],
            minutes=cleaned.get("minutes") or 0,
            increment=cleaned.get("increment") or 0,
            days=cleaned.get("days") or 0,
        )


class MatchTableForm(ClockForm):
    """An offer to play a match online."""

    ground = forms.ChoiceField(label="Ground")

    field_order = ("ground", "clock", "minutes", "increment", "days")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ground"] = forms.ChoiceField(
            label="Ground", initial="random", choices=ground_options()
        )
        self.fields["clock"].initial = "live"

    def wishes(self) -> dict[str, Any]:
        """Return the arguments of `offer_online_play`."""
        return {"ground": self.cleaned_data["ground"], "clock": self.clock_rules()}


class TableForm(ClockForm):
    """A new table. Seat A is the creator's."""

    challenge = forms.ChoiceField(label="Challenge")
    ground = forms.ChoiceField(label="Ground")
    initiative = forms.ChoiceField(
        label="Initiative",
        choices=[("draw", "Draw"), ("janken", "Janken"), ("test", "Opposed test")],
    )
    seats = forms.TypedChoiceField(
        label="Seats", choices=[(2, "2"), (3, "3"), (4, "4")], coerce=int
    )
    visibility = forms.ChoiceField(
        label="Who can join",
        choices=[
            (Visibility.LINK.value, "People with the link"),
            (Visibility.OPEN.value, "Anyone: list it in the lobby"),
        ],
    )

    def __init__(self, *args: Any, own: Options, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        book = catalogue()
        self.fields["challenge"] = forms.ChoiceField(
            label="Challenge",
            initial="brawl",
            choices=[
                ("random", "Random challenge"),
                *((str(slug), entry.name) for slug, entry in book.challenges.items()),
            ],
        )
        self.fields["ground"] = forms.ChoiceField(
            label="Ground",
            initial="moon-garden",
            choices=ground_options(),
        )
        teams = team_options(own)
        for number, letter in enumerate("ABCD"):
            self.fields[f"team_{letter}"] = forms.ChoiceField(
                label=f"Team of seat {letter}",
                choices=teams,
                initial=SECOND_TEAM if number % 2 else FIRST_TEAM,
                required=False,
            )
            if number:
                self.fields[f"player_{letter}"] = forms.ChoiceField(
                    label=f"Who plays seat {letter}",
                    choices=[
                        *bot_options(),
                        ("open", "Open seat"),
                        ("me", "Me, on this device"),
                    ],
                    required=False,
                )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seats = "ABCD"[: cleaned.get("seats") or 2]
        for letter in seats:
            player = cleaned.get(f"player_{letter}") or "bot:novice"
            if letter != "A" and player == "open":
                continue
            if not cleaned.get(f"team_{letter}"):
                self.add_error(f"team_{letter}", "Choose a team for this seat.")
        return cleaned

    def wishes(self) -> dict[str, Any]:
        """Return the arguments of `create_table`."""
        cleaned = self.cleaned_data
        seats = [self._seat(letter) for letter in "ABCD"[: cleaned["seats"]]]
        return {
            "challenge": cleaned["challenge"],
            "ground": cleaned["ground"],
            "initiative": cleaned["initiative"],
            "seats": seats,
            "clock": self.clock_rules(),
            "visibility": Visibility(cleaned["visibility"]),
            "is_hot_seat": sum(seat.is_mine for seat in seats) > 1,
        }

    def _seat(self, letter: str) -> SeatChoice:
        cleaned = self.cleaned_data
        player = "me"
        if letter != "A":
            player = cleaned.get(f"player_{letter}") or "bot:novice"
        if player == "open":
            return SeatChoice()
        kind, _, slug = cleaned[f"team_{letter}"].partition(":")
        bot = player.removeprefix("bot:") if player.startswith("bot:") else ""
        return SeatChoice(kind=kind, slug=slug, bot=bot, is_mine=player == "me")


class OrdersForm(forms.Form):
    """How to answer for a player during an opponent's activation."""

    lieutenant = forms.BooleanField(
        label="My lieutenant decides everything that I am asked then",
        required=False,
        help_text="A bot answers for you. Your own activations stay yours.",
    )
    pass_windows = forms.BooleanField(
        label="Never play a card or use an ability then",
        required=False,
        help_text="You are not asked, and your cards stay in your hand.",
    )
    reroll = forms.ChoiceField(
        label="When I could reroll a die",
        choices=[
            ("ask", "Ask me"),
            ("lieutenant", "My lieutenant decides"),
            ("never", "Never reroll"),
        ],
    )


class GameFileForm(RefusableForm):
    """A game file to replay."""

    file = forms.FileField(
        label="Game file",
        help_text="A game.txt that you downloaded when a game was over.",
        error_messages={
            "required": "Choose a game file.",
            "empty": "This file is empty.",
        },
        widget=forms.FileInput(attrs={"accept": ".txt,text/plain"}),
    )
