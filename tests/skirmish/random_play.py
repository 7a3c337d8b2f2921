"""Random games, and what must hold at every step of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from kernel.dice import SeededDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.board.grid import FOOT, SMALL, SPACES, gap
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from skirmish.rules.log_sentences import log_sentence
from skirmish.rules.setup import FigureSetup, GameSetup
from skirmish.rules.storage.notation import mode_of, read_choice, write_choice
from tests.skirmish.cast import chunin, ninja

LONGEST = 5_000
NOUNS = "card|point|token"
ONE_OF_MANY = re.compile(rf"\b1 ([\w-]+ )*({NOUNS})s\b")
MANY_OF_ONE = re.compile(rf"\b(?!1 )\d+ ([\w-]+ )*({NOUNS})\b")
SLIPS = re.compile(r"None|nobody|[{}_#]|  |\(\)|\.\.$")


def mixed_team() -> tuple[FigureSetup, ...]:
    """Nine figures with whatever the engine can play."""
    bow = RangedAttack(range=5, at_bonus=2)
    return (
        chunin(
            "Chunin",
            at=4,
            df=3,
            keywords=("close-combat-master", "fire-mastery"),
            abilities=("pounce",),
        ),
        ninja("Kaiken 1"),
        ninja("Kaiken 2", keywords=("focus",)),
        ninja("Kaiken 3", affinities=("fire", "earth")),
        ninja("Yajiri", at=2, df=1, ranged=bow),
        ninja("Kunoichi", mv=8, at=2, df=1, keywords=("nimble",)),
        ninja("Madoushi", keywords=("fire-mastery",), abilities=("volcano-pots",)),
        ninja("Oni", mv=4, at=2, df=5, large=True, keywords=("resilient",)),
        ninja("Ika", keywords=("entangle",)),
    )


def seed_of(number: int) -> str:
    return f"{number:064x}"


def played(
    setup: GameSetup,
    number: int,
    each_step: Callable[[Game], None] | None = None,
    *,
    fight: bool = True,
) -> Game:
    """A whole game of random choices.

    With `fight` an attack, or what the challenge offers, is preferred whenever there
    is one, so that games have more in them than strolling about.
    """
    game = Game.new(setup, SeededDice(seed_of(number)))
    random = Random(number)
    for _ in range(LONGEST):
        if game.result is not None:
            return game
        if each_step is not None:
            each_step(game)
        choose(game, random, fight=fight)
    raise AssertionError(f"Game {number} does not end.")


def choose(game: Game, random: Random, *, fight: bool) -> None:
    decision = game.decision
    assert decision is not None
    groups = decision.groups_in(game)
    fights = [
        g
        for g in groups
        if g.verb in ("attack", "shoot", "use pounce") or g.verb.startswith("do ")
    ]
    if fight and fights:
        group = random.choice(fights)
        choice = group.nth(random.randrange(group.size()))
    else:
        choice = decision.nth(game, random.randrange(decision.count(game)))
    game.apply(choice)


# --- invariants -----------------------------------------------------------------
def check_boards(game: Game) -> None:
    """Sets of spaces agree with where the figures stand, one figure a space."""
    occupied = concealed = 0
    # Only a figure that is moving may be over somebody's head.
    over = 0
    for frame in game.stack:
        if isinstance(frame, Movement):
            over |= game.figures[frame.figure].foot
    for figure in game.figures:
        assert (figure.place == BOARD) == (figure.space >= 0) == bool(figure.foot)
        if not figure.foot:
            assert not figure.is_hidden
            continue
        assert figure.foot == FOOT[figure.card.size][figure.space]
        assert not figure.foot & game.impassable
        assert not occupied & figure.foot & ~over
        occupied |= figure.foot
        if figure.is_hidden:
            concealed |= figure.foot
    assert game.occupied == occupied
    assert game.concealed == concealed


def check_zones(game: Game) -> None:
    """Zones agree with distances counted space by space."""
    for figure in game.figures[:: max(1, len(game.figures) // 4)]:
        assert game.enemy_zones(figure) == slow_enemy_zones(game, figure)


def slow_enemy_zones(game: Game, figure: Figure) -> int:
    zones = 0
    for other in game.figures:
        has_zone = not other.is_hidden or other.key == game.active
        if other.place == BOARD and other.side != figure.side and has_zone:
            for space in range(SPACES):
                distance = gap(other.space, other.card.size, space, SMALL)
                if 1 <= distance <= other.card.reach:
                    zones |= 1 << space
    return zones


def check_cards(game: Game) -> None:
    """No card is lost and none appears, once they are there."""
    everywhere = list(game.deck) + list(game.discard) + list(game.resolving)
    for seat in game.seats:
        everywhere += seat.hand
    if everywhere:
        assert sorted(everywhere) == sorted(game.compiled.full_deck())


def check_options(game: Game) -> None:
    """Everything offered is legal, can be written down and read again."""
    decision = game.decision
    assert decision is not None
    groups = decision.groups_in(game)
    assert groups, f"{decision.kind} leaves nothing to choose."
    assert len({(g.verb, g.owner) for g in groups}) == len(groups)
    for group in groups:
        assert group.mode == mode_of(game.compiled, group.verb), group
        for index in {0, group.size() - 1}:
            choice = group.nth(index)
            assert game.is_legal(choice)
            line = write_choice(game.compiled, decision.seat, choice)
            assert read_choice(game.compiled, line) == (decision.seat, choice), line


def check_copy(game: Game) -> None:
    """A copy stands like its original and lives its own life."""
    before = game.state_hash()
    twin = game.copy()
    assert twin.state_hash() == before
    assert twin.decision is not None
    twin.apply(twin.decision.nth(twin, 0))
    assert game.state_hash() == before


def check_told(game: Game) -> None:
    """The whole log reads like sentences."""
    for entry in game.log:
        check_sentence(log_sentence(game.compiled, entry))


def check_sentence(told: str) -> None:
    assert told.endswith("."), told
    assert told[0] == told[0].upper(), told
    assert not SLIPS.search(told), told
    assert not ONE_OF_MANY.search(told), told
    assert not MANY_OF_ONE.search(told), told
