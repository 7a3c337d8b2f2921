"""Cards on dice that were rolled: Adrenaline and the six gods."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HEALING_HOUSE, STUN
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import at, figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools


def fight(
    *dice: str,
    mine: tuple[str, ...] = (),
    theirs: tuple[str, ...] = (),
    moon: str = "spirit",
    df: int = 1,
    keywords: tuple[str, ...] = (),
) -> Game:
    """a1 with two dice against b1, and the dice rolled already."""
    bow = RangedAttack(range=5)
    game = position(
        {"E5 N": ninja(at=2, ranged=bow, keywords=keywords), "A1": ninja()},
        {"E6 S": ninja(df=df), "T20": ninja()},
        dice=ScriptedDice(*dice),
        hands=(mine, theirs),
        moon=moon,
    )
    start(game)
    play(game, "activate a1", "attack b1")
    return game


def faces(game: Game) -> list[list[str]]:
    roll = game.stack[-1]
    assert isinstance(roll, Roll)
    return [[list(Element)[f].value for f in pool.faces] for pool in roll.pools]


@rule("CARD-01", "CARD-34")
def test_adrenaline_rerolls_one_die_of_the_attack() -> None:
    game = fight("spirit", "air", "earth", "void", mine=("adrenaline",))
    assert options(game, "play adrenaline") == {"1", "2"}
    play(game, "play adrenaline 1")
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("CARD-01")
def test_under_the_earth_moon_adrenaline_rerolls_what_was_not_rerolled() -> None:
    game = fight(
        "spirit",
        "air",
        "water",
        "fire",
        "void",
        mine=("adrenaline",),
        moon="earth",
        keywords=("close-combat-master",),
    )
    play(game, "use close-combat-master a1 1")
    play(game, "play adrenaline moon")
    # The first die became Fire before and stays; only the second is rolled again,
    # and Water takes the Fire away.
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("CARD-01", "CARD-27")
def test_adrenaline_is_neither_for_the_enemy_nor_for_a_defence() -> None:
    game = fight("air", "air", "earth", theirs=("adrenaline",))
    assert game.seats[1].hand == ("adrenaline",)
    assert not isinstance(game.stack[-1], Roll)


@rule("CARD-01", "CARD-32")
def test_adrenaline_serves_a_shot() -> None:
    game = position(
        {"E5 N": ninja(at=1, ranged=RangedAttack(range=5)), "A1": ninja()},
        {"E8 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("spirit", "air", "earth"),
        hands=(("adrenaline",), ()),
    )
    start(game)
    play(game, "activate a1", "shoot b1", "play adrenaline 1")
    assert figure(game, "b1").tokens[STUN] == 0
    assert game.discard == ("adrenaline",)


@rule("CARD-01", "RANGED-13")
def test_adrenaline_serves_a_shuriken_which_gets_no_die_more() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E8 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("spirit", "air", "earth"),
        hands=(("adrenaline",), ()),
        moon="earth",
    )
    start(game)
    play(game, "activate a1", "throw b1", "play adrenaline moon")
    assert pools(game) == [1, 1]
    assert game.discard == ("adrenaline",)


GODS = (
    ("CARD-02", "ameratsus-gaze", "void", "spirit"),
    ("CARD-07", "fuzins-breath", "earth", "air"),
    ("CARD-08", "igazanis-bounty", "air", "earth"),
    ("CARD-10", "inazamis-embrace", "spirit", "void"),
    ("CARD-14", "raizins-spark", "water", "fire"),
    ("CARD-19", "suinijs-depths", "fire", "water"),
)
each_god = pytest.mark.parametrize(("slug", "rerolls", "adds"), [g[1:] for g in GODS])


@rule("CARD-02", "CARD-07", "CARD-08", "CARD-10", "CARD-14", "CARD-19", "CARD-34")
@each_god
def test_a_god_rolls_one_die_of_the_opposite_element_again_on_either_side(
    slug: str, rerolls: str, adds: str
) -> None:
    for mine, theirs in (((slug, slug), ()), ((), (slug, slug))):
        game = fight(rerolls, adds, rerolls, adds, mine=mine, theirs=theirs)
        assert options(game, f"play {slug}") == {"1", "3"}
        play(game, f"play {slug} 3")
        assert faces(game) == [[rerolls, adds], [adds]]
        # The die that was rerolled stays as it is, and there is one left.
        assert options(game, f"play {slug}") == {"1"}


@rule("CARD-02", "CARD-07", "CARD-08", "CARD-10", "CARD-14", "CARD-19", "CARD-27")
@each_god
def test_a_god_is_not_asked_if_no_die_shows_the_opposite(
    slug: str, rerolls: str, adds: str
) -> None:
    game = fight(adds, adds, adds, mine=(slug,), moon=rerolls)
    assert game.seats[0].hand == (slug,)
    assert not isinstance(game.stack[-1], Roll)


@rule("CARD-02", "CARD-07", "CARD-08", "CARD-10", "CARD-14", "CARD-19", "COMBAT-41")
@each_god
def test_under_its_moon_a_god_adds_a_die_to_the_own_roll(
    slug: str, rerolls: str, adds: str
) -> None:
    del rerolls
    game = fight(adds, adds, adds, theirs=(slug, slug), moon=adds)
    assert verbs(game) == {f"play {slug} moon", "pass"}
    play(game, f"play {slug} moon")
    assert faces(game) == [[adds, adds], [adds, adds]]
    roll = game.stack[-1]
    assert isinstance(roll, Roll)
    assert [pool.open_dice() for pool in roll.pools] == [0b11, 0b01]


@rule("COMBAT-41", "CARD-02")
def test_an_added_die_may_turn_who_chooses() -> None:
    game = fight("air", "fire", "air", "fire", df=2, theirs=("ameratsus-gaze",))
    play(game, "play ameratsus-gaze moon")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat) == ("result", 1)
    play(game, "choose spirit")
    assert figure(game, "a1").place == HEALING_HOUSE


@rule("CARD-02")
def test_no_die_is_added_where_none_is_rolled() -> None:
    game = fight("air", "air", df=0, theirs=("ameratsus-gaze",))
    assert game.seats[1].hand == ("ameratsus-gaze",)
    assert not isinstance(game.stack[-1], Roll)


@rule("CARD-32", "CARD-02")
def test_no_die_is_added_to_a_shot_but_its_dice_are_rolled_again() -> None:
    game = position(
        {"E5 N": ninja(at=1, ranged=RangedAttack(range=5)), "A1": ninja()},
        {"E8 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("void", "air", "earth"),
        hands=((), ("ameratsus-gaze",)),
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert verbs(game) == {"play ameratsus-gaze", "pass"}
    play(game, "play ameratsus-gaze 1")
    assert figure(game, "b1").space == at("E8")


@rule("CARD-32", "CARD-34", "CARD-19")
def test_a_god_answers_to_the_dice_of_a_dodge_before_it_fails() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air", "air"),
        hands=((), ("suinijs-depths",)),
    )
    start(game)
    play(game, "activate a1", "go E4", "play suinijs-depths 1")
    assert figure(game, "a1").space == at("E5")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("CARD-01", "CARD-27")
def test_adrenaline_does_nothing_for_a_test() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
        hands=(("adrenaline",), ()),
    )
    start(game)
    play(game, "activate a1", "search")
    assert game.seats[0].hand == ("adrenaline",)
    assert game.decision is not None
    assert game.decision.seat == 1
