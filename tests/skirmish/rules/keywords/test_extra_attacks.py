"""Gale of Blows and Frenzy."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HASTE, HEALING_HOUSE, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    plain_ground,
    play,
    playable_book,
    position,
    start,
    verbs,
)
from tests.skirmish.rules.keywords.duels import pools


def gale(*dice: str, at: int = 5, keywords: tuple[str, ...] = ()) -> Game:
    mine = ninja(at=at, keywords=("gale-of-blows", *keywords))
    game = position(
        {"E5 N": mine, "A1": ninja()},
        {"E6 S": ninja(df=1), "D6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


def lone_gale(*dice: str, at: int, keywords: tuple[str, ...] = ()) -> Game:
    mine = ninja(at=at, keywords=("gale-of-blows", *keywords))
    game = position(
        {"E5 N": mine, "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-GALE-01")
def test_a_gale_goes_on_at_two_dice_less_while_its_attack_is_at_least_one() -> None:
    game = lone_gale(*["earth"] * 3, "air", "earth", "air", at=3)
    play(game, "attack b1")
    assert verbs(game) == {"attack", "pass"}
    play(game, "attack b1")
    assert pools(game) == [3, 1, 1, 1]
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-GALE-01")
def test_a_gale_of_attack_two_is_a_single_blow_even_with_a_bonus() -> None:
    dice = (*["earth"] * 3, "air")
    game = lone_gale(*dice, at=2, keywords=("focus",))
    play(game, "attack b1")
    assert pools(game) == [3, 1]
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-GALE-01", "KEY-FOCUS-03")
def test_bonuses_are_added_to_every_blow() -> None:
    dice = (*["earth"] * 4, "air", *["earth"] * 2, "air")
    game = lone_gale(*dice, at=3, keywords=("focus",))
    play(game, "attack b1", "attack b1")
    assert pools(game) == [4, 1, 2, 1]


@rule("KEY-GALE-01")
def test_a_gale_may_cease() -> None:
    game = lone_gale(*["earth"] * 3, "air", at=3)
    play(game, "attack b1", "pass")
    assert pools(game) == [3, 1]


@rule("KEY-GALE-02")
def test_each_blow_may_fall_on_somebody_else() -> None:
    # Each of the two enemies assists the other, unless it is Stunned.
    dice = (*["earth"] * 5, "air", "air", *["earth"] * 3, "air", "earth", "air")
    game = gale(*dice)
    play(game, "attack b1")
    assert options(game, "attack") == {"b1", "b2"}
    play(game, "attack b2")
    play(game, "attack b1")
    assert pools(game) == [5, 2, 3, 1, 1, 1]


@rule("KEY-GALE-03")
def test_a_gale_ends_with_an_injury_of_the_attacker() -> None:
    game = lone_gale(*["spirit"] * 3, "earth", at=3)
    play(game, "attack b1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert "attack" not in verbs(game)


@rule("KEY-GALE-03")
def test_a_gale_does_not_end_with_a_stun_of_the_attacker() -> None:
    game = lone_gale(*["fire"] * 3, "fire", at=3)
    play(game, "attack b1")
    assert figure(game, "a1").tokens[STUN] == 1
    assert options(game, "attack") == {"b1"}


def berserk(
    *dice: str,
    facing: str = "N",
    enemy: str = "E6 S",
    token: int | None = None,
    df: int = 3,
) -> Game:
    game = position(
        {f"E5 {facing}": ninja(at=2, df=df, keywords=("frenzy",)), "A1": ninja()},
        {enemy: ninja(at=2, df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


STUNS = ("earth", "earth", "air")


@rule("KEY-FRENZY-01")
def test_frenzy_with_a_target_leaves_only_the_attack_and_the_way() -> None:
    assert verbs(berserk()) == {"go", "face", "attack"}


@rule("KEY-FRENZY-01")
def test_frenzy_without_a_target_leaves_everything() -> None:
    game = berserk(enemy="E12 S")
    assert {"go", "face", "run", "search", "end"} <= verbs(game)


@rule("KEY-FRENZY-01")
def test_frenzy_may_not_turn_away_from_an_enemy_it_could_face() -> None:
    game = berserk(facing="S")
    assert verbs(game) == {"go", "face"}
    assert options(game, "face") == {"N", "NE", "NW", "E", "W"}
    play(game, "face NE")
    assert verbs(game) == {"go", "attack"}


@rule("KEY-FRENZY-01", "FACE-05")
def test_frenzy_may_not_end_a_move_with_its_back_to_the_enemy() -> None:
    game = berserk(enemy="E8 S")
    play(game, "go E7")
    assert options(game, "stop") == {"N", "NE", "NW", "E", "W"}
    play(game, "stop N")
    assert verbs(game) == {"attack"}


@rule("KEY-FRENZY-01")
def test_frenzy_need_not_go_where_the_enemy_is() -> None:
    game = berserk(enemy="E8 S")
    assert "end" in verbs(game)


@rule("KEY-FRENZY-02")
def test_frenzy_attacks_twice() -> None:
    game = berserk(*STUNS, *STUNS)
    play(game, "attack b1")
    assert pools(game) == [2, 1, 2, 1]
    assert figure(game, "b1").tokens[STUN] == 2


@rule("KEY-FRENZY-03")
def test_the_second_attack_needs_the_target_to_be_there_still() -> None:
    game = berserk("void", "void", "earth")
    play(game, "attack b1")
    assert pools(game) == [2, 1]
    game = berserk("air", "air", "air")
    play(game, "attack b1", "go E9", "face S")
    assert pools(game) == [2, 1]


@rule("KEY-FRENZY-03")
def test_the_second_attack_needs_the_attacker_as_well() -> None:
    game = berserk("spirit", "spirit", "earth")
    play(game, "attack b1")
    assert pools(game) == [2, 1]
    assert figure(game, "a1").place == HEALING_HOUSE


@rule("KEY-FRENZY-04")
def test_afterwards_its_defense_is_halved_until_the_round_is_over() -> None:
    game = berserk(*STUNS, *STUNS, *STUNS)
    attacker = figure(game, "a1")
    play(game, "attack b1")
    assert [e.value for e in attacker.effects] == [2]
    # The enemy was Stunned twice and hits back instead of moving.
    play(game, "activate b1", "attack a1")
    assert pools(game) == [2, 1, 2, 1, 2, 1]
    game.expire(1)
    assert not attacker.effects


@rule("KEY-FRENZY-04")
def test_bonuses_are_added_to_the_halved_defense() -> None:
    game = position(
        {"E5 N": ninja(at=2, df=3, keywords=("frenzy", "tidal-wave")), "A1": ninja()},
        {"E6 S": ninja(at=2, df=1), "T20": ninja()},
        dice=ScriptedDice(*STUNS, *STUNS, "earth", "earth", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    play(game, "activate b1", "attack a1", "use tidal-wave a1")
    assert pools(game)[-2:] == [2, 2]


@rule("KEY-FRENZY-04", "KEY-FRENZY-06")
def test_with_haste_both_attacks_are_double_and_the_halving_comes_once() -> None:
    game = position(
        {"E5 N": ninja(at=1, df=4, keywords=("frenzy",)), "A1": ninja()},
        {"E6 S": ninja(at=2, df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth", "air"] * 4),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1")
    assert verbs(game) == {"go", "face", "attack"}
    play(game, "attack b1")
    assert pools(game) == [1, 1] * 4
    assert len(figure(game, "a1").effects) == 1


@rule("KEY-FRENZY-05")
def test_frenzy_that_began_stunned_must_attack_a_target_it_has() -> None:
    game = berserk(*STUNS, *STUNS, token=STUN)
    assert verbs(game) == {"attack", "face"}
    play(game, "attack b1")
    assert pools(game) == [2, 1, 2, 1]


@rule("KEY-FRENZY-05")
def test_frenzy_that_began_stunned_is_free_without_a_target() -> None:
    game = berserk(enemy="E12 S", token=STUN)
    assert {"go", "run", "search", "end"} <= verbs(game)


@rule("KEY-FRENZY-02", "KEY-GALE-01")
def test_every_blow_of_a_frenzied_gale_is_double() -> None:
    dice = [*["earth"] * 3, "air"] * 2 + ["earth", "air"] * 2
    game = lone_gale(*dice, at=3, keywords=("frenzy",))
    # Four Stuns would be too many, so the last ones are taken away in between.
    play(game, "attack b1")
    game.take(figure(game, "b1"), STUN, 2)
    play(game, "attack b1")
    assert pools(game) == [3, 1, 3, 1, 1, 1, 1, 1]
    assert game.decision is not None
    assert game.decision.kind == "turn"


def frenzied_with(card: str, *, moon: str, token: int | None = None) -> Game:
    """A frenzied figure beside a height, an enemy in front of it, one card in hand."""
    game = position(
        {"E5 N": ninja(at=2, keywords=("frenzy",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        ground=plain_ground(elevated="D5"),
        hands=((card,),),
        moon=moon,
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-FRENZY-01")
def test_frenzy_with_a_target_plays_no_card_that_takes_its_action() -> None:
    moon = playable_book().cards["rushing-river"].element.value
    # Points for the move are no action; the run of the moon's version is one.
    cards = {v for v in verbs(frenzied_with("rushing-river", moon=moon)) if "play" in v}
    assert cards == {"play rushing-river"}


@rule("KEY-FRENZY-05")
def test_frenzy_that_began_stunned_plays_no_card_that_begins_its_move() -> None:
    assert "play vault" in verbs(frenzied_with("vault", moon="void"))
    stunned = frenzied_with("vault", moon="void", token=STUN)
    assert verbs(stunned) == {"attack", "face"}


@rule("COMBAT-36")
def test_every_further_attack_checks_its_targets_anew() -> None:
    game = position(
        {"E5 N": ninja(at=3, keywords=("gale-of-blows",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "D6": ninja(), "E4": ninja(), "E8": ninja()},
        # Two of them assist the defender.
        dice=ScriptedDice(*["air"] * 3, *["fire"] * 3),
    )
    start(game)
    play(game, "activate a1", "attack b1", "go E9", "face S")
    # b1 was moved away, b3 is behind it and b4 never was near.
    assert options(game, "attack") == {"b2"}
