"""Stuns, Injuries and the nine statuses."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    BOARD,
    CURSE,
    DELAY,
    HASTE,
    HEALING_HOUSE,
    LUCKY,
    MOON_POWER,
    POISON,
    PROTECT,
    SLOW,
    STUN,
    TRAINING_GROUND,
)
from skirmish.rules.frames.harm import COMBAT, COST, INJURED, SHRINE, STUNNED, Harm
from skirmish.rules.frames.upkeep import recoverable
from skirmish.rules.game import Game
from skirmish.rules.log import Rolled
from tests.ledger import rule
from tests.skirmish.cast import (
    chunin,
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)


def struck(
    level: int, *dice: str, cause: str = COMBAT, by: str = "a1", **tokens: int
) -> Game:
    """b1 is in for harm by a1, with tokens given by name."""
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": chunin(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    names = {"protect": PROTECT, "stun": STUN, "moon_power": MOON_POWER}
    for name, count in tokens.items():
        game.give(figure(game, "b1"), names[name], count)
    game.push(
        Harm(
            victims=(figure(game, "b1").key,),
            level=level,
            cause=cause,
            source=figure(game, by).key if by else -1,
        )
    )
    return start(game)


@rule("STATUS-01", "STATUS-38", "STATUS-43", "XP-03", "XP-11", "CHAL-RULES-05")
def test_the_third_stun_injures_and_both_count() -> None:
    game = struck(STUNNED, stun=2)
    assert figure(game, "b1").place == HEALING_HOUSE
    assert [why for _, _, why in game.xp] == [
        "stuns_chunin",
        "injures_enemy",
        "injures_enemy_in_brawl",
    ]
    assert game.seats[0].score == 2


@rule("STATUS-29", "STATUS-31", "XP-12")
def test_protect_lowers_an_injury_and_a_second_token_the_stun_left() -> None:
    game = struck(INJURED, protect=2)
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "spend protect b1")
    play(game, "spend protect b1")
    saved = figure(game, "b1")
    assert saved.place == BOARD
    assert saved.tokens[STUN] == 0
    assert saved.tokens[PROTECT] == 0
    assert game.xp == ()


@rule("STATUS-30")
def test_protect_may_be_kept_or_spent_on_a_stun() -> None:
    game = struck(STUNNED, protect=1)
    play(game, "pass")
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b1").tokens[PROTECT] == 1
    game = struck(STUNNED, protect=1)
    play(game, "spend protect b1")
    assert figure(game, "b1").tokens[STUN] == 0


@rule("STATUS-44", "STATUS-45")
def test_the_injury_of_a_third_stun_cannot_be_turned_back() -> None:
    game = struck(INJURED, protect=2, stun=2)
    play(game, "spend protect b1", "pass")
    # The Injury became a Stun, which is the third: no token helps now.
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("STATUS-16", "STATUS-22", "COMBAT-38")
@pytest.mark.parametrize("level", [STUNNED, INJURED])
def test_moon_power_prevents_stun_and_injury_alike(level: int) -> None:
    game = struck(level, moon_power=1)
    assert figure(game, "b1").place == BOARD
    assert figure(game, "b1").tokens[STUN] == 0
    assert game.xp == ()


@rule("STATUS-17", "STATUS-20")
def test_moon_power_sheds_stuns_and_lets_other_tokens_stay() -> None:
    game = position({"E5": ninja()}, {"T20": ninja()})
    bearer = figure(game, "a1")
    game.give(bearer, STUN, 2)
    game.give(bearer, SLOW)
    game.give(bearer, MOON_POWER)
    assert bearer.tokens[STUN] == 0
    game.give(bearer, POISON)
    assert (bearer.tokens[SLOW], bearer.tokens[POISON]) == (1, 1)


@rule("STATUS-19")
def test_one_moon_power_token_fades_with_each_activation() -> None:
    game = position({"E5": ninja(), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), MOON_POWER, 2)
    start(game)
    play(game, "activate a1", "end")
    assert figure(game, "a1").tokens[MOON_POWER] == 1


@rule("STATUS-32")
def test_a_stun_that_is_a_cost_cannot_be_prevented() -> None:
    game = struck(STUNNED, cause=COST, by="b1", protect=1)
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b1").tokens[PROTECT] == 1


@rule("KEY-RESILIENT-01", "KEY-RESILIENT-04", "STATUS-46", "TEST-11", "STEALTH-16")
def test_resilient_rolls_first_and_protect_may_take_what_is_left() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    victim = figure(game, "b1")
    game.give(victim, PROTECT)
    game.hide(victim)
    game.push(Harm(victims=(victim.key,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    assert victim.is_hidden
    play(game, "spend protect b1")
    assert victim.place == BOARD
    assert victim.tokens[STUN] == 0


@rule("KEY-RESILIENT-02")
def test_resilient_rolls_once_and_not_again_for_the_stun_left() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    game.push(Harm(victims=(2,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 1


@rule("KEY-RESILIENT-03", "TERRAIN-24")
def test_resilient_does_not_roll_against_what_no_enemy_caused() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
    )
    game.push(Harm(victims=(2,), level=STUNNED, cause=SHRINE))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 1


@rule("STATUS-39", "STATUS-41", "STATUS-42")
def test_whoever_begins_stunned_moves_or_acts_and_may_turn() -> None:
    def begin() -> Game:
        game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()})
        game.give(figure(game, "a1"), STUN, 2)
        start(game)
        play(game, "activate a1")
        return game

    game = begin()
    assert figure(game, "a1").tokens[STUN] == 0
    assert {"go", "run", "face"} <= verbs(game)
    play(game, "go E7", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1
    game = begin()
    play(game, "face S", "run", "go E7", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-40")
def test_a_stun_gained_in_the_own_activation_waits_for_the_next() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()})
    start(game)
    play(game, "activate a1", "go E6")
    game.give(figure(game, "a1"), STUN)
    play(game, "stop N")
    assert "run" in verbs(game)
    assert figure(game, "a1").tokens[STUN] == 1


@rule("STATUS-33", "STATUS-34", "STATUS-35", "STATUS-36")
def test_slow_halves_every_movement_of_one_activation_rounded_up() -> None:
    game = position({"E5 N": ninja(mv=5), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), SLOW, 2)
    start(game)
    play(game, "activate a1")
    assert figure(game, "a1").tokens[SLOW] == 1
    assert "E8" in options(game, "go")
    assert "E9" not in options(game, "go")
    play(game, "go E8", "stop N", "run")
    assert "E11" in options(game, "go")
    assert "E12" not in options(game, "go")
    play(game, "stop N")
    assert not figure(game, "a1").has_effect("slowed")


@rule("STATUS-09", "STATUS-10", "STATUS-11", "STATUS-14", "TIMING-08")
def test_haste_buys_one_more_move_or_action_in_any_order() -> None:
    game = position({"E5 N": ninja(mv=1), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), HASTE, 2)
    start(game)
    play(game, "activate a1", "spend haste a1")
    assert figure(game, "a1").tokens[HASTE] == 1
    play(game, "run", "go E6", "stop N", "go E7", "stop N", "run", "go E8", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-13")
def test_haste_for_a_stunned_figure_is_two_moves_or_two_actions() -> None:
    game = position({"E5 N": ninja(mv=1), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), HASTE)
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "spend haste a1", "go E6", "stop N")
    assert "go" in verbs(game)
    assert not {"run", "search"} & verbs(game)


@rule("STATUS-24", "STATUS-26", "XP-05", "CHAL-BRAWL-07")
@pytest.mark.parametrize(
    ("face", "place", "stuns"),
    [("water", BOARD, 1), ("spirit", HEALING_HOUSE, 0), ("fire", BOARD, 0)],
)
def test_poison_rolls_one_die_and_earns_nobody_anything(
    face: str, place: int, stuns: int
) -> None:
    game = position(
        {"E5 N": chunin(), "A1": ninja()}, {"T20": ninja()}, dice=ScriptedDice(face)
    )
    game.give(figure(game, "a1"), POISON, by=figure(game, "b1").key)
    start(game)
    play(game, "activate a1", "end")
    victim = figure(game, "a1")
    assert (victim.place, victim.tokens[STUN]) == (place, stuns)
    assert victim.tokens[POISON] == 0
    assert game.xp == ()
    assert game.seats[1].score == 0


@rule("STATUS-27")
@pytest.mark.parametrize(("by", "rolls"), [("b1", 2), ("a2", 1), (None, 1)])
def test_resilient_helps_against_the_poison_of_an_enemy_only(
    by: str | None, rolls: int
) -> None:
    game = position(
        {"E5 N": ninja(keywords=("resilient",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("water", "air"),
    )
    source = -1 if by is None else figure(game, by).key
    game.give(figure(game, "a1"), POISON, by=source)
    start(game)
    play(game, "activate a1", "end")
    assert sum(isinstance(entry, Rolled) for entry in game.log) == rolls


@rule("TIMING-09")
def test_moon_power_still_protects_against_the_poison_of_the_same_end() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()}, dice=ScriptedDice("spirit")
    )
    game.give(figure(game, "a1"), POISON)
    game.give(figure(game, "a1"), MOON_POWER)
    start(game)
    play(game, "activate a1", "end")
    assert figure(game, "a1").place == BOARD
    assert figure(game, "a1").tokens[MOON_POWER] == 0


@rule("STATUS-15", "TEST-07", "TEST-12")
def test_lucky_rerolls_the_whole_roll_once() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja()},
        dice=ScriptedDice("air", "air", "air", "fire", "air", "air"),
    )
    game.give(figure(game, "a1"), LUCKY, 2)
    start(game)
    play(game, "activate a1", "go E4", "spend lucky a1")
    # The second token finds no die that was not rerolled.
    assert figure(game, "a1").tokens[LUCKY] == 1
    assert figure(game, "a1").tokens[STUN] == 0


@rule("STATUS-04", "STATUS-05", "TEST-08", "MULTI-07")
def test_an_enemy_may_spend_a_curse_to_spoil_a_roll() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire", "air", "air", "air"),
    )
    game.give(figure(game, "a1"), CURSE, 2)
    start(game)
    play(game, "activate a1", "go E4")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "spend curse a1")
    assert figure(game, "a1").tokens[CURSE] == 1
    assert figure(game, "a1").tokens[STUN] == 1


@rule("STATUS-06")
def test_in_combat_the_attackers_player_rerolls_before_the_curse() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "earth"),
    )
    game.give(figure(game, "a1"), CURSE)
    game.give(figure(game, "a1"), LUCKY)
    start(game)
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.seat == 0
    assert verbs(game) == {"spend lucky", "pass"}
    # Its dice once rerolled, the Curse has nothing left to spoil.
    play(game, "spend lucky a1")
    assert figure(game, "a1").tokens[CURSE] == 1


@rule("STATUS-07", "STATUS-08", "UPKEEP-11")
def test_delay_keeps_a_figure_in_the_healing_house() -> None:
    game = position({"E5": ninja(), "-1": ninja()}, {"T20": ninja()})
    patient = figure(game, "a2")
    patient.place = HEALING_HOUSE
    assert recoverable(game, 0) == 1 << patient.key
    game.give(patient, DELAY, 2)
    assert recoverable(game, 0) == 0
    from skirmish.rules.events import ROUND_START

    game.moment_for_all(ROUND_START)
    while game.stack[-1].__class__.__name__ == "Moment":
        game.stack[-1].step(game)
    assert patient.tokens[DELAY] == 1
    assert patient.place != TRAINING_GROUND
