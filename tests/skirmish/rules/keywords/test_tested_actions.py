"""Healing, Sicken and Drown."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.sight import sees
from skirmish.rules.figure import (
    CURSE,
    HASTE,
    NO_TOKENS,
    POISON,
    SLOW,
    STUN,
)
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)

PASSED = ("fire", "air", "air")
FAILED = ("air", "air", "air")


def clinic(*dice: str) -> Game:
    game = position(
        {"E5 N": ninja(keywords=("healing",)), "E6": ninja(), "E9": ninja()},
        {"D5": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    for label in ("a1", "a2", "a3", "b1"):
        for status in (CURSE, HASTE, STUN):
            game.give(figure(game, label), status)
    game.take(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "pass")
    return game


@rule("KEY-HEALING-01", "KEY-HEALING-02", "STATUS-47")
def test_healing_takes_all_tokens_of_one_friend_in_the_zone() -> None:
    game = clinic(*PASSED)
    friend = figure(game, "a2")
    game.hide(friend)
    play(game, "use healing a1", "pass")
    assert options(game, "pick") == {"a2"}
    play(game, "pick a2")
    assert friend.tokens == NO_TOKENS
    assert friend.is_hidden
    assert figure(game, "a1").tokens[CURSE] == 1


@rule("KEY-HEALING-01")
def test_healing_is_all_or_none() -> None:
    game = clinic(*PASSED)
    before = figure(game, "a2").tokens
    play(game, "use healing a1", "pass")
    assert verbs(game) == {"pick", "pass"}
    play(game, "pass")
    assert figure(game, "a2").tokens == before


@rule("KEY-HEALING-01")
def test_a_failed_healing_costs_the_action_and_heals_nobody() -> None:
    game = clinic(*FAILED)
    before = figure(game, "a2").tokens
    play(game, "use healing a1", "pass")
    assert figure(game, "a2").tokens == before
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-HEALING-02")
def test_nobody_heals_itself_or_without_tokens_to_take() -> None:
    game = position(
        {"E5 N": ninja(keywords=("healing",)), "E6": ninja()}, {"T20": ninja()}
    )
    game.give(figure(game, "a1"), CURSE)
    start(game)
    play(game, "activate a1")
    assert "use healing" not in verbs(game)


def cursed_ground(keyword: str, *dice: str) -> Game:
    game = position(
        {"E5 N": ninja(keywords=(keyword,)), "E4": ninja()},
        {"E6 S": ninja(), "D5": ninja(), "E8": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", f"use {keyword} a1")
    return game


def holders(game: Game, status: int) -> set[str]:
    return {f.card.label for f in game.figures if f.tokens[status]}


@rule("KEY-SICKEN-01")
def test_sicken_poisons_every_enemy_in_the_zone_in_stealth_or_not() -> None:
    game = cursed_ground("sicken", *PASSED)
    assert holders(game, POISON) == {"b1", "b2"}
    assert figure(game, "b2").is_hidden
    assert figure(game, "b1").poisoners == (0,)


@rule("KEY-DROWN-01")
def test_drown_slows_every_enemy_in_the_zone() -> None:
    assert holders(cursed_ground("drown", *PASSED), SLOW) == {"b1", "b2"}


@rule("KEY-SICKEN-01", "KEY-DROWN-01")
def test_a_failed_test_afflicts_nobody() -> None:
    assert holders(cursed_ground("sicken", *FAILED), POISON) == set()
    assert holders(cursed_ground("drown", *FAILED), SLOW) == set()


@rule("KEY-SICKEN-01")
def test_sicken_is_an_action_and_costs_stealth() -> None:
    game = position(
        {"E5 N": ninja(keywords=("sicken",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*FAILED),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "use sicken a1")
    assert not figure(game, "a1").is_hidden
    assert figure(game, "a1").is_activated
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-ENTANGLE-05")
def test_an_entangling_figure_sickens_two_spaces_out() -> None:
    game = position(
        {"E5 N": ninja(keywords=("sicken", "entangle")), "A1": ninja()},
        {"E7 S": ninja(), "E9": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    start(game)
    play(game, "activate a1", "use sicken a1")
    assert holders(game, POISON) == {"b1"}


@rule("LOS-02")
def test_what_is_done_for_a_friend_needs_no_sight_of_it() -> None:
    game = position(
        {"E5 N": ninja(keywords=("healing",)), "E4": ninja(), "E12": ninja()},
        {"T20": ninja(), "T18": ninja()},
        ground=plain_ground(obscuring="E8 D8 F8"),
        dice=ScriptedDice("fire", "air", "air"),
        hands=(("darkest-night",), ()),
        moon="void",
    )
    for label in ("a2", "a3"):
        game.give(figure(game, label), SLOW)
    healer, behind, beyond = (figure(game, label) for label in ("a1", "a2", "a3"))
    assert not sees(game, healer, behind)
    assert not sees(game, healer, beyond)
    start(game)
    play(game, "activate a1")
    assert "a3" in options(game, "play darkest-night moon")
    play(game, "pass", "use healing a1", "pick a2")
    assert behind.tokens[SLOW] == 0
