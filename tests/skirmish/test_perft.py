"""How many ways there are to go on, counted some decisions deep, in fixed positions.

A number that changes tells that some option came or went. Say why before writing the
new one down. Chance is the same in every branch: the dice follow from one seed.
"""

from __future__ import annotations

import pytest

from challenges.catalogue import shelf
from kernel.dice import SeededDice
from skirmish.rules.game import Game
from skirmish.rules.text_format.document import Document
from skirmish.rules.text_format.positions import read_position
from tests.skirmish.cast import SEED, play


def perft(game: Game, depth: int) -> int:
    """Rows of that many decisions, one after the other."""
    if game.decision is None:
        return 1
    if depth == 1:
        return game.decision.count(game)
    total = 0
    for choice in list(game.decision.choices(game)):
        twin = game.copy()
        twin.apply(choice)
        total += perft(twin, depth - 1)
    return total


ALONE = """\
challenge: brawl
ground: plain
[team A]
a1 tora-kaiken mv=1
[team B]
b1 ika-kaiken mv=1
[board]
a1 A1 N
b1 T20 S
"""
FACING = """\
challenge: brawl
ground: plain
[ground]
~^^
.."
.#.
[team A]
hand: sidestep
a1 tora-chunin mv=2 abilities=pounce
a2 tora-kaiken mv=1
[team B]
b1 ika-kaiken mv=1 with=nimble
[board]
a1 A2 E
a2 A1 N hidden
b1 B3 W lucky
"""
LARGE = """\
challenge: brawl
ground: castle-town
[team A]
a1 tora-oni mv=2 with=wind-in-the-forest
[team B]
b1 ika-yajiri mv=1
[board]
a1 C3 N haste
b1 G7 S
"""
MEDALS = """\
challenge: capture-the-medal
ground: plain
[team A]
a1 tora-kaiken mv=2
[team B]
b1 ika-kaiken mv=1
[board]
a1 J5 S
b1 T20 S
goal J4 A
medal b1 A
goal K17 B
medal a1 B
"""
SENTRIES = """\
challenge: search
ground: moon-garden
begin: end
[team A]
a1 tora-kaiken
[team B]
b1 ika-kaiken
[board]
a1 C3 N activated hidden
b1 C8 S activated hidden
s1 E5 W
s2 K9 W
crate E4 fire
"""

THREE = """\
challenge: king-of-the-hill
ground: plain
[team A]
a1 tora-kaiken mv=1
[team B]
b1 ika-kaiken mv=1
[team C]
c1 ijin-kaiken mv=1
[board]
a1 E5 N
b1 E6 S
c1 F5 W
"""
CARDS = """\
challenge: brawl
ground: plain
moon: fire
[team A]
hand: banzai, incredible-luck
a1 tora-kaiken mv=1
[team B]
hand: ikas-depths, mamoru
b1 ika-kaiken mv=1
[board]
a1 E5 N
b1 E6 S
"""
UPKEEP = """\
challenge: brawl
ground: plain
begin: end
deck: tumble, adrenaline
[team A]
hand: sidestep, vault, decoy
a1 tora-kaiken
a2 tora-kaiken
a3 tora-kaiken
[team B]
b1 ika-kaiken
[board]
a1 E5 N activated stun
a2 healing-house
a3 healing-house
b1 T20 S activated
"""


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        # Three steps, eight facings, run, search and end; b1 sees it, so no hiding.
        # After each turn on the spot all but the turn are there again.
        pytest.param(ALONE, (14, 111, 891), id="alone"),
        # From A1, facing south-east, b1 is seen past the corner of the space behind.
        pytest.param(FACING, (2, 28, 203), id="facing"),
        pytest.param(LARGE, (2, 40, 535), id="large"),
        pytest.param(MEDALS, (35, 533, 4164), id="medals"),
        # Who tests, and with which affinity, is no question here.
        pytest.param(SENTRIES, (1, 1, 2, 35, 367), id="sentries"),
        # Six free spaces, eight facings, two to attack, run, search and end.
        pytest.param(THREE, (19, 188, 1851), id="three seats"),
        # One recovers; then the other, a Stun or a card, of which one is too many.
        pytest.param(UPKEEP, (2, 6, 60, 672, 2688), id="upkeep"),
    ],
)
def test_the_ways_to_go_on_are_as_many_as_they_were(
    text: str, counts: tuple[int, ...]
) -> None:
    assert ways(begun(text), len(counts)) == counts


def begun(text: str) -> Game:
    game = read_position(Document(text), shelf(), SeededDice(SEED))
    game.advance()
    return game


def ways(game: Game, deepest: int) -> tuple[int, ...]:
    return tuple(perft(game, depth) for depth in range(1, deepest + 1))


def test_a_window_of_cards_is_gone_through_in_as_many_ways_as_it_was() -> None:
    """Both players may answer one another until all pass, or choose after the dice."""
    game = begun(CARDS)
    play(game, "attack b1")
    assert ways(game, 5) == (2, 4, 11, 179, 1327)
