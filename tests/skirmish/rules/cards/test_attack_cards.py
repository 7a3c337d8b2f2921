"""Cards for attacks and dodges, and how cards are played at all."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.game import Game
from skirmish.rules.log import Rolled
from tests.ledger import rule
from tests.skirmish.cast import at, figure, ninja, play, position, start, verbs


def pools(game: Game) -> list[int]:
    return [len(e.faces) for e in game.log if isinstance(e, Rolled)]


def holding(*cards: str, dice: tuple[str, ...], moon: str = "spirit") -> Game:
    return position(
        {"E5 N": ninja(at=1, ranged=RangedAttack(range=5)), "A1": ninja()},
        {"E6 S": ninja(df=1), "E9 S": ninja(df=1)},
        dice=ScriptedDice(*dice),
        hands=(cards, ()),
        moon=moon,
    )


@rule("CARD-13", "CARD-26", "CARD-28", "CARD-33", "MOON-02", "MOON-03", "TIMING-02")
def test_pressure_point_adds_a_die_before_the_roll_and_is_discarded() -> None:
    game = start(holding("pressure-point", dice=("fire",) * 3))
    play(game, "activate a1", "attack b1")
    assert verbs(game) == {"play pressure-point", "pass"}
    play(game, "play pressure-point")
    assert pools(game) == [2, 1]
    assert game.seats[0].hand == ()
    assert game.discard == ("pressure-point",)


@rule("CARD-13", "MOON-05", "MOON-09")
def test_under_its_moon_a_card_may_be_played_in_either_version() -> None:
    game = start(holding("pressure-point", dice=("fire",) * 4, moon="fire"))
    play(game, "activate a1", "attack b1")
    assert verbs(game) == {"play pressure-point", "play pressure-point moon", "pass"}
    play(game, "play pressure-point moon")
    assert pools(game) == [3, 1]


@rule("CARD-33", "MOON-07")
def test_two_copies_may_be_played_on_one_attack() -> None:
    game = start(holding("pressure-point", "pressure-point", dice=("fire",) * 4))
    play(game, "activate a1", "attack b1")
    play(game, "play pressure-point", "play pressure-point")
    assert pools(game) == [3, 1]


@rule("CARD-13", "CARD-27", "CARD-32", "RANGED-13")
def test_pressure_point_helps_a_shot_and_never_a_shuriken() -> None:
    game = holding("pressure-point", dice=("fire",) * 3)
    game.put(figure(game, "b1"), at("E8"))
    start(game)
    play(game, "activate a1", "shoot b1", "play pressure-point")
    assert pools(game) == [2, 1]
    game = holding("pressure-point", dice=("fire",) * 2)
    game.put(figure(game, "b1"), at("E8"))
    start(game)
    play(game, "activate a1", "throw b1")
    assert pools(game) == [1, 1]
    assert game.seats[0].hand == ("pressure-point",)


@rule("CARD-31")
def test_a_card_for_friends_is_not_offered_to_the_enemy() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
        hands=((), ("pressure-point",)),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [1, 1]


def charging(*dice: str, moon: str = "spirit") -> Game:
    """a1 stands six spaces south of b1 and holds Banzai!."""
    game = position(
        {"E5 N": ninja(at=1, mv=6), "A1": ninja()},
        {"E11 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
        hands=(("banzai",), ()),
        moon=moon,
    )
    return start(game)


@rule("CARD-03")
def test_banzai_is_worth_two_dice_after_four_spaces() -> None:
    game = charging(*["air"] * 4)
    game.put(figure(game, "b1"), at("E10"))
    play(game, "activate a1", "go E9", "stop N", "attack b1")
    assert verbs(game) == {"play banzai", "pass"}
    play(game, "play banzai")
    assert pools(game) == [3, 1]


@rule("CARD-03", "CARD-27")
def test_banzai_is_not_offered_after_three_spaces() -> None:
    game = charging("air", "air")
    game.put(figure(game, "b1"), at("E9"))
    play(game, "activate a1", "go E8", "stop N", "attack b1")
    assert pools(game) == [1, 1]
    assert game.seats[0].hand == ("banzai",)


@rule("CARD-03")
def test_under_the_earth_moon_banzai_needs_no_charge() -> None:
    game = charging(*["air"] * 4, moon="earth")
    game.put(figure(game, "b1"), at("E6"))
    play(game, "activate a1", "attack b1")
    assert verbs(game) == {"play banzai moon", "pass"}
    play(game, "play banzai moon")
    assert pools(game) == [3, 1]


@rule("CARD-03", "CARD-06", "CARD-32")
def test_banzai_and_fire_aura_are_for_normal_attacks_only() -> None:
    game = holding("banzai", "fire-aura", dice=("fire", "fire"), moon="earth")
    game.put(figure(game, "b1"), at("E8"))
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [1, 1]


@rule("CARD-06")
def test_fire_aura_is_worth_two_dice_and_three_under_its_moon() -> None:
    for moon, version, dice in (("air", "", 3), ("fire", " moon", 4)):
        game = holding("fire-aura", dice=("air",) * 5, moon=moon)
        start(game)
        play(game, "activate a1", "attack b1", f"play fire-aura{version}")
        assert pools(game) == [dice, 1]


@rule("CARD-06", "CARD-27")
def test_fire_aura_is_not_for_an_attacker_who_is_assisted() -> None:
    game = holding("fire-aura", dice=("air",) * 3)
    game.put(figure(game, "a2"), at("D6"))
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 1]
    assert game.seats[0].hand == ("fire-aura",)


@rule("CARD-33", "KEY-DAUNTLESS-03")
def test_bonuses_of_cards_add_up_and_count_for_dauntless() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1, keywords=("dauntless",)), "T20": ninja()},
        dice=ScriptedDice(*["air"] * 8),
        hands=(("fire-aura", "pressure-point"), ()),
    )
    start(game)
    play(game, "activate a1", "attack b1", "play fire-aura", "play pressure-point")
    assert pools(game) == [4, 4]
