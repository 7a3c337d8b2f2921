"""What a game starts from, as text: challenge, ground, teams.

challenge: search
ground: moon-garden
initiative: janken
league: yes

[team A]
name: Tigers
rerolls: 1
a1 tora-chunin "Kenji" with=pounce
a2 tora-kaiken
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from kernel.errors import Refusal, Unreadable
from rulebook.rules.book import Catalogue
from skirmish.rules.board.ground import Ground
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.setup import (
    DRAW,
    JANKEN,
    TEST,
    Book,
    FigureSetup,
    GameSetup,
    SeatSetup,
)
from skirmish.rules.storage.notation import SEAT_LETTERS
from skirmish.rules.text_format.document import (
    DRAWINGS,
    Block,
    Document,
    Line,
    head_of,
    is_head,
    quote,
    unquote,
)
from skirmish.rules.text_format.figures import read_figure, write_figure
from skirmish.rules.text_format.ground_maps import (
    is_same,
    read_ground,
    write_ground_maps,
)

T = TypeVar("T")
HEADS = {
    "challenge",
    "ground",
    "initiative",
    "league",
    "extra-rounds",
    "last-upkeep",
}
BLOCKS = {"team", *DRAWINGS}
TEAM_HEADS = {"name", "side", "rerolls", "moon-powers", "all-stars"}
INITIATIVES = {how: how for how in (DRAW, JANKEN, TEST)}
ANSWERS = {"yes": True, "no": False}
# Open ground all over, or what is drawn in the text.
PLAIN = "plain"
# Rosters have no limit of their own; this one keeps nonsense out.
_MOST_FIGURES = 40


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a text refers to by name: the rulebook, and the rules of challenges."""

    catalogue: Catalogue
    challenge_of: Callable[[str], ChallengeRules]


class Team(NamedTuple):
    """A parsed block of a team: its heads and its figures."""

    opening: Line
    heads: dict[str, Line]
    figures: tuple[FigureSetup, ...]

    def number(self, key: str, usual: int, most: int = 99) -> int:
        line = self.heads.get(key)
        return usual if line is None else line.number_from(line.text, most=most)


# --- reading ---------------------------------------------------------------------
def read_setup(
    document: Document, shelf: Shelf, teams: tuple[Team, ...] | None = None
) -> GameSetup:
    teams = read_teams(document, shelf) if teams is None else teams
    line = document.needed("challenge")
    known = {str(slug): str(slug) for slug in shelf.catalogue.challenges}
    challenge = shelf.challenge_of(line.one_of("challenge", known, line.text))
    setup = GameSetup(
        book=Book.of(shelf.catalogue),
        ground=ground_of(document, shelf),
        challenge=challenge,
        seats=tuple(_seat(team, number) for number, team in enumerate(teams)),
        initiative=_choice(document, "initiative", INITIATIVES, DRAW),
        is_league=_choice(document, "league", ANSWERS, True),
        extra_rounds=_number(document, "extra-rounds"),
        has_last_upkeep=_choice(document, "last-upkeep", ANSWERS, True),
    )
    try:
        challenge.check(setup)
    except Refusal as refusal:
        raise Unreadable(
            refusal.sentence, line=line.number, code=refusal.code
        ) from None
    return setup


def _choice(document: Document, key: str, known: dict[str, T], usual: T) -> T:
    line = document.head(key)
    return usual if line is None else line.one_of(key, known, line.text)


def _number(document: Document, key: str) -> int | None:
    line = document.head(key)
    return None if line is None else line.number_from(line.text, most=99)


def ground_of(document: Document, shelf: Shelf) -> Ground:
    line = document.needed("ground")
    if document.has("ground") or line.text == PLAIN:
        return read_ground(document, line.text)
    known = {str(slug): ground for slug, ground in shelf.catalogue.grounds.items()}
    return Ground.of(line.one_of("ground", known, line.text))


def read_teams(
    document: Document, shelf: Shelf, more_heads: frozenset[str] = frozenset()
) -> tuple[Team, ...]:
    found = {
        about: block
        for (name, about), block in document.blocks.items()
        if name == "team"
    }
    letters = SEAT_LETTERS[: len(found)]
    for about, block in found.items():
        if about not in letters or not about:
            raise block.opening.fault("Name the teams A and B, then C and D.")
    if len(found) < 2:
        raise Unreadable("A game needs the blocks [team A] and [team B].", line=1)
    return tuple(
        _read_team(found[letter], letter, shelf, TEAM_HEADS | more_heads)
        for letter in letters
    )


def _read_team(block: Block, letter: str, shelf: Shelf, known: set[str]) -> Team:
    heads: dict[str, Line] = {}
    figures: list[FigureSetup] = []
    for line in block.lines:
        if is_head(line):
            key, value = head_of(line)
            if key not in known:
                raise line.fault(f"“{key}:” is not a setting of a team.")
            if key in heads:
                raise line.fault(f"“{key}:” appears twice.")
            heads[key] = Line(line.number, value)
        elif len(figures) == _MOST_FIGURES:
            raise line.fault(f"A team can have at most {_MOST_FIGURES} figures.")
        else:
            label = f"{letter.lower()}{len(figures) + 1}"
            figures.append(read_figure(line, label, shelf.catalogue))
    if not figures:
        raise block.opening.fault("This team has no figures.")
    return Team(block.opening, heads, tuple(figures))


def _seat(team: Team, number: int) -> SeatSetup:
    line = team.heads.get("name")
    name = SEAT_LETTERS[number]
    if line is not None:
        name = unquote(line, line.text) if line.text.startswith('"') else line.text
    return SeatSetup(
        name=name,
        figures=team.figures,
        side=team.number("side", 0, most=3) if "side" in team.heads else None,
        rerolls=team.number("rerolls", 0),
        moon_powers=team.number("moon-powers", 0),
        all_stars=team.number("all-stars", 1),
    )


# --- writing ---------------------------------------------------------------------
def write_setup_lines(setup: GameSetup, shelf: Shelf) -> list[str]:
    """Write the heads and the blocks of a set-up."""
    if setup.book != Book.of(shelf.catalogue):
        raise Refusal(
            "This game uses another rulebook, so it cannot be written as text.",
            code="not-writable",
        )
    ground = setup.ground
    entry = next(
        (g for s, g in shelf.catalogue.grounds.items() if s == ground.slug), None
    )
    is_known = entry is not None and is_same(ground, Ground.of(entry))
    lines = [
        f"challenge: {setup.challenge.slug}",
        f"ground: {ground.slug}",
        f"initiative: {setup.initiative}",
        f"league: {'yes' if setup.is_league else 'no'}",
    ]
    if setup.extra_rounds is not None:
        lines.append(f"extra-rounds: {setup.extra_rounds}")
    if not setup.has_last_upkeep:
        lines.append("last-upkeep: no")
    if not is_known:
        lines += ["", *write_ground_maps(ground)]
    for number, seat in enumerate(setup.seats):
        lines += ["", *_written_team(seat, number, shelf)]
    return lines


def _written_team(seat: SeatSetup, number: int, shelf: Shelf) -> list[str]:
    letter = SEAT_LETTERS[number]
    lines = [f"[team {letter}]", f"name: {quote(seat.name)}"]
    if seat.side is not None:
        lines.append(f"side: {seat.side}")
    if seat.rerolls:
        lines.append(f"rerolls: {seat.rerolls}")
    if seat.moon_powers:
        lines.append(f"moon-powers: {seat.moon_powers}")
    if seat.all_stars != 1:
        lines.append(f"all-stars: {seat.all_stars}")
    return lines + [
        write_figure(figure, f"{letter.lower()}{place}", shelf.catalogue)
        for place, figure in enumerate(seat.figures, start=1)
    ]
