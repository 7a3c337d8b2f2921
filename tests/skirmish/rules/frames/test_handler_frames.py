"""Windows: whose turn it is to use something."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import CURSE, LUCKY, PROTECT
from skirmish.rules.frames.round import OPENING
from skirmish.rules.game import Game
from skirmish.rules.log import Outcome
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs


@rule("TIMING-02", "TIMING-03", "MULTI-08")
def test_in_combat_the_attackers_player_comes_first_and_then_clockwise() -> None:
    game = position(
        {"A1": ninja(), "C1": ninja()},
        {"E5 N": ninja(at=1), "T1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
        turn=1,
    )
    game.give(figure(game, "b1"), CURSE)
    game.give(figure(game, "b1"), LUCKY)
    game.give(figure(game, "c1"), LUCKY)
    start(game)
    play(game, "activate b1", "attack c1")
    asked = []
    while game.decision is not None and game.decision.kind == "offer.reroll":
        asked.append((game.decision.seat, sorted(verbs(game) - {"pass"})))
        play(game, "pass")
    assert asked == [
        (1, ["spend lucky"]),
        (2, ["spend curse", "spend lucky"]),
        (0, ["spend curse"]),
    ]


@rule("TIMING-01")
def test_outside_combat_the_holder_of_initiative_comes_first() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire"),
        turn=1,
    )
    game.give(figure(game, "a1"), CURSE)
    game.give(figure(game, "a1"), LUCKY)
    start(game)
    play(game, "activate b2", "end", "activate a1", "go E4")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert verbs(game) == {"spend curse", "pass"}
    play(game, "pass")
    assert game.decision.seat == 0


@rule("TIMING-03")
def test_a_window_closes_only_when_all_pass_in_succession() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "earth", "air"),
        rerolls=(1, 2, 0, 0),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    asked = []
    for line in ("pass", "spend reroll-token 1", "pass", "pass"):
        assert game.decision is not None
        assert game.decision.kind == "offer.reroll"
        asked.append(game.decision.seat)
        play(game, line)
    # What B used made A's pass void, and A's next pass is only the first of two.
    assert asked == [0, 1, 0, 1]
    assert game.decision is None or game.decision.kind != "offer.reroll"


@rule("TIMING-03")
def test_using_something_gives_everybody_another_chance() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "earth"),
        rerolls=(1, 1, 0, 0),
    )
    start(game)
    play(game, "activate a1", "attack b1", "pass", "spend reroll-token 1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "offer.reroll")


@rule("TIMING-04")
def test_dice_are_rerolled_before_any_remove_one_another() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1, keywords=("close-combat-master",)), "T20": ninja()},
        dice=ScriptedDice("fire", "water", "air"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    # The two would remove one another, but the water lies there to be rerolled.
    play(game, "use close-combat-master b1 2")
    outcome = next(entry for entry in game.log if isinstance(entry, Outcome))
    assert (outcome.left, outcome.right) == ((5,), (3,))
    assert game.decision is not None
    assert game.decision.kind != "offer.reroll"


@rule("TIMING-10")
@pytest.mark.parametrize(
    ("order", "tokens"),
    [
        (("use tough a1", "use fortune a1"), (1, 0)),
        (("use fortune a1", "use tough a1"), (0, 1)),
    ],
)
def test_a_player_orders_what_is_due_at_the_same_moment(
    order: tuple[str, str], tokens: tuple[int, int]
) -> None:
    game = position(
        {"E5 N": ninja(keywords=("tough", "fortune")), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("fire", "air", "air", "air", "air", "air"),
    )
    start(game)
    play(game, "activate a1")
    for line in order:
        play(game, line)
        while game.decision is not None and game.decision.kind == "fortune":
            play(game, "pick a1")
    bearer = figure(game, "a1")
    assert (bearer.tokens[PROTECT], bearer.tokens[LUCKY]) == tokens


@rule("TIMING-02", "MULTI-08")
def test_before_the_dice_too_who_attacks_comes_first_and_then_clockwise() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        {"T1": ninja(), "T3": ninja()},
        sides=(0, 1, 0),
        dice=ScriptedDice("fire", "fire"),
        hands=(("pressure-point",), ("ikas-depths",), ("pressure-point",)),
        turn=1,
    )
    start(game)
    play(game, "activate b2", "end", "activate c1", "end", "activate a1", "attack b1")
    asked = []
    while game.decision is not None and game.decision.kind == "offer.attack":
        asked.append(game.decision.seat)
        play(game, "pass")
    assert asked == [0, 1, 2]


@rule("TIMING-01", "MULTI-01")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_as_a_round_begins_its_holder_of_initiative_comes_first(holder: int) -> None:
    wise = ninja(abilities=("9-tails",))
    game = position(
        {"A1": wise}, {"A20": wise}, {"T1": wise}, turn=holder, dice=ScriptedDice()
    )
    game.stack[-1].pc = OPENING
    start(game)
    asked = []
    while game.decision is not None and game.decision.kind == "offer.round":
        asked.append(game.decision.seat)
        play(game, "pass")
    assert asked == [(holder + turn) % 3 for turn in range(3)]


@rule("TIMING-15")
def test_players_use_one_effect_each_in_turn_until_all_pass() -> None:
    """Who has passed may answer what another player does after that."""
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        hands=(("fire-aura", "pressure-point"), ("ikas-depths",)),
    )
    start(game)
    play(game, "activate a1", "attack b1", "play fire-aura")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "pass")
    assert game.decision.seat == 0
    play(game, "play pressure-point")
    assert game.decision.seat == 1
    assert "play ikas-depths" in verbs(game)


def assert_asked_first_as_attacker(game: Game) -> None:
    start(game)
    play(game, "activate b2", "end", "activate a1", "attack b1")
    assert game.initiative == 1
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "offer.reroll")


@rule("TIMING-02")
def test_who_attacks_comes_first_whoever_has_initiative() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
        turn=1,
    )
    game.give(figure(game, "a1"), LUCKY)
    game.give(figure(game, "b1"), LUCKY)
    assert_asked_first_as_attacker(game)


@rule("TIMING-02", "KEY-RESILIENT-01")
def test_who_attacks_comes_first_in_rolls_that_its_attack_brings_about_too() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=0, keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("earth", "fire"),
        turn=1,
    )
    game.give(figure(game, "b1"), CURSE)
    game.give(figure(game, "b1"), LUCKY)
    assert_asked_first_as_attacker(game)
