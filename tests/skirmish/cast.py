"""Teams, grounds and games for the engine's tests.

`position` puts figures where a test wants them and starts in the middle of round
one, so that a test says only what matters to it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from msgspec import structs

from challenges.rules.challenges.brawl import Brawl
from kernel.dice import Dice, ScriptedDice
from kernel.elements import Element
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Ability, Base, NinjaType, RangedAttack
from skirmish.rules.behaviours import CARD, REGISTRY
from skirmish.rules.board.grid import DIRECTION_NAMES, space_named
from skirmish.rules.board.ground import Ground, middle_of_edges
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.decision import Choice
from skirmish.rules.figure import Figure
from skirmish.rules.frames.game_flow import GameFlow
from skirmish.rules.frames.round import TURNS, Round
from skirmish.rules.game import Game
from skirmish.rules.setup import Book, FigureSetup, GameSetup, SeatSetup
from skirmish.rules.storage.notation import read_choice, write_choice

SEED = "5e" * 32


@cache
def playable_book() -> Book:
    """The rulebook, with those cards that have a behaviour, and enough of them."""
    book = Book.of(catalogue())
    cards = {slug: c for slug, c in book.cards.items() if (CARD, slug) in REGISTRY}
    if len(cards) < len(book.cards):
        copies = 52 // len(cards)
        cards = {slug: structs.replace(c, copies=copies) for slug, c in cards.items()}
    return replace(book, cards=cards)


def ability(slug: str) -> Ability:
    return catalogue().abilities[slug]


def ninja(
    name: str = "Ninja",
    *,
    mv: int = 5,
    at: int = 3,
    df: int = 2,
    kind: NinjaType = NinjaType.KAIKEN,
    affinities: tuple[str, ...] = ("fire",),
    keywords: tuple[str, ...] = (),
    abilities: tuple[str, ...] = (),
    ranged: RangedAttack | None = None,
    large: bool = False,
    healing: bool = False,
) -> FigureSetup:
    return FigureSetup(
        name=name,
        profile="tora-kaiken",
        type=kind,
        mv=mv,
        at=at,
        df=df,
        affinities=tuple(Element(a) for a in affinities),
        base=Base.LARGE if large else Base.SMALL,
        keywords=keywords,
        abilities=tuple(ability(slug) for slug in abilities),
        ranged=ranged,
        starts_in_healing_house=healing,
    )


def chunin(name: str = "Chunin", **numbers: object) -> FigureSetup:
    return ninja(name, kind=NinjaType.CHUNIN, **numbers)  # type: ignore[arg-type]


def brawl() -> Brawl:
    return Brawl(catalogue().challenges["brawl"])


def plain_ground(**terrain: object) -> Ground:
    """Open ground all over, but for the sets of spaces named."""
    masks = {
        kind: spaces(value) if isinstance(value, str) else value
        for kind, value in terrain.items()
    }
    return Ground(slug="plain", name="Plain", deployment=middle_of_edges(2), **masks)


def spaces(names: str) -> int:
    mask = 0
    for name in names.split():
        mask |= 1 << at(name)
    return mask


def at(name: str) -> int:
    space = space_named(name)
    assert space is not None, name
    return space


def drawn_ground(slug: str = "moon-garden") -> Ground:
    return Ground.of(catalogue().grounds[slug])


def setup_for(
    *teams: tuple[FigureSetup, ...],
    challenge: ChallengeRules | None = None,
    ground: Ground | None = None,
    is_league: bool = True,
    initiative: str = "draw",
    sides: tuple[int, ...] | None = None,
    rerolls: tuple[int, ...] = (0, 0, 0, 0),
    moon_powers: tuple[int, ...] = (0, 0, 0, 0),
    all_stars: tuple[int, ...] = (1, 1, 1, 1),
    extra_rounds: int | None = None,
    has_last_upkeep: bool = True,
) -> GameSetup:
    return GameSetup(
        book=playable_book(),
        ground=ground or plain_ground(),
        challenge=challenge or brawl(),
        seats=tuple(
            SeatSetup(
                name="ABCD"[index],
                figures=team,
                side=None if sides is None else sides[index],
                rerolls=rerolls[index],
                moon_powers=moon_powers[index],
                all_stars=all_stars[index],
            )
            for index, team in enumerate(teams)
        ),
        initiative=initiative,
        is_league=is_league,
        extra_rounds=extra_rounds,
        has_last_upkeep=has_last_upkeep,
    )


def position(
    *teams: dict[str, FigureSetup],
    dice: Dice | None = None,
    turn: int = 0,
    moon: str = "spirit",
    hands: tuple[tuple[str, ...], ...] = (),
    **options: object,
) -> Game:
    """A game in round one. Teams are given as {"E5 N": ninja(), ...}.

    `"-"` in place of a space leaves the figure in the Training Ground.
    """
    setup = setup_for(*(tuple(team.values()) for team in teams), **options)
    game = Game(CompiledSetup.of(setup), dice or ScriptedDice())
    opening = GameFlow()
    opening.go_to_end()
    game.push(opening)
    round_frame = Round(turn=turn)
    round_frame.pc = TURNS
    game.push(round_frame)
    game.initiative = game.setup_initiative = turn
    game.moon = Element(moon).face
    for seat, edge in zip(game.seats, (2, 0, 1, 3), strict=False):
        seat.edge = edge
    for seat, hand in zip(game.seats, hands, strict=False):
        game.hold(seat, hand)
    figures = iter(game.figures)
    for team in teams:
        for place in team:
            figure = next(figures)
            if not place.startswith("-"):
                name, _, facing = place.partition(" ")
                game.put(figure, at(name), DIRECTION_NAMES.index(facing or "N"))
    return game


def start(game: Game) -> Game:
    """Let a position ask its first question, after a test put tokens on it."""
    game.advance()
    return game


def play(game: Game, *lines: str) -> None:
    """Make choices given in words, without the seat: "go E7", "attack b1"."""
    for line in lines:
        assert game.decision is not None, f"The game is over before “{line}”."
        _, choice = read_choice(game.compiled, f"A {line}")
        game.apply(choice)


def choice(game: Game, line: str) -> Choice:
    return read_choice(game.compiled, f"A {line}")[1]


def allowed(game: Game, line: str) -> bool:
    return game.is_legal(choice(game, line))


def options(game: Game, verb: str) -> set[str]:
    """The arguments that a verb may take now, in words."""
    assert game.decision is not None
    found = set()
    for option in game.decision.choices(game):
        if option.verb == verb:
            found.add(write_choice(game.compiled, 0, option).split(" ")[-1])
    return found


def verbs(game: Game) -> set[str]:
    assert game.decision is not None
    return {group.verb for group in game.decision.groups_in(game)}


def figure(game: Game, label: str) -> Figure:
    return game.figures[game.compiled.labels[label]]
