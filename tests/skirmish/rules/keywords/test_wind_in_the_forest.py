"""Wind in the Forest."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import name_of
from skirmish.rules.figure import HASTE, HEALING_HOUSE, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools

WIND = "use wind-in-the-forest"
HIT = ("void", "void", "earth")


def gust(
    *dice: str, token: int | None = None, more: tuple[str, ...] = (), enemy: str = "G6"
) -> Game:
    keywords = ("wind-in-the-forest", *more)
    game = position(
        {"E4 N": ninja(mv=6, at=2, keywords=keywords), "A1": ninja()},
        {f"{enemy} W": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-WINDFOREST-01", "KEY-WINDFOREST-02", "FACE-14")
def test_it_stops_to_attack_turned_to_its_target_and_goes_on_after_a_hit() -> None:
    game = gust(*HIT)
    assert WIND not in verbs(game)
    play(game, "go F6")
    assert options(game, WIND) == {"b1"}
    play(game, f"{WIND} a1 b1")
    # Facing away would leave the target in its back.
    assert options(game, "face") == {"N", "NE", "E", "SE", "S"}
    play(game, "face E")
    assert figure(game, "b1").place == HEALING_HOUSE
    play(game, "go F10", "stop N")
    assert name_of(figure(game, "a1").space) == "F10"


@rule("KEY-WINDFOREST-02")
def test_a_stun_is_enough_to_go_on() -> None:
    game = gust("earth", "earth", "air")
    play(game, "go F6", f"{WIND} a1 b1", "face E")
    assert figure(game, "b1").tokens[STUN] == 1
    assert "go" in verbs(game)


@rule("KEY-WINDFOREST-02", "KEY-FRENZY-02")
def test_a_hit_of_the_second_blow_is_enough_to_go_on() -> None:
    game = gust("air", "air", "spirit", "earth", "earth", "air", more=("frenzy",))
    play(game, "go F6", f"{WIND} a1 b1", "face E", "stay")
    assert figure(game, "b1").tokens[STUN] == 1
    assert "go" in verbs(game)


@rule("KEY-WINDFOREST-02", "KEY-GALE-02")
def test_a_hit_on_somebody_else_is_not_enough_to_go_on() -> None:
    game = position(
        {
            "E4 N": ninja(mv=6, at=3, keywords=("wind-in-the-forest", "gale-of-blows")),
            "A1": ninja(),
        },
        {"G6 W": ninja(df=1), "G7 W": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(*["air"] * 3, *["spirit"] * 2, "earth", "spirit"),
    )
    start(game)
    play(game, "activate a1", "go F6", f"{WIND} a1 b1", "face E", "stay")
    play(game, "attack b2")
    assert figure(game, "b2").tokens[STUN] == 1
    assert "go" not in verbs(game)


@rule("KEY-WINDFOREST-02")
def test_its_movement_is_over_after_a_miss() -> None:
    game = gust("water", "fire", "water")
    play(game, "go F6", f"{WIND} a1 b1", "face E", "stay", "face E", "go G6", "face W")
    assert "go" not in verbs(game)
    assert "stop" in verbs(game)


@rule("KEY-WINDFOREST-03")
def test_no_action_is_left_afterwards() -> None:
    game = gust(*HIT)
    play(game, "go F6", f"{WIND} a1 b1", "face E", "go F7", "stop N")
    assert game.active != 0
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("KEY-WINDFOREST-03")
def test_haste_still_has_its_extra_afterwards() -> None:
    game = gust(*HIT, "air", "air", "air", token=HASTE)
    play(game, "spend haste a1", "go F6", f"{WIND} a1 b1", "face E", "go F7", "stop N")
    assert {"go", "run", "search"} <= verbs(game)
    play(game, "search")
    assert game.active != 0


@rule("KEY-WINDFOREST-04")
def test_a_figure_that_began_stunned_cannot() -> None:
    game = gust(token=STUN)
    play(game, "go F6")
    assert WIND not in verbs(game)


@rule("KEY-WINDFOREST-01")
def test_a_run_is_not_interrupted() -> None:
    game = gust()
    play(game, "run", "go F6")
    assert WIND not in verbs(game)


@rule("KEY-WINDFOREST-01", "KEY-HORNS-01", "KEY-FOCUS-01")
def test_the_way_so_far_counts_for_horns_and_against_focus() -> None:
    dice = ("void", "void", "void", "earth")
    game = gust(*dice, more=("ijins-horns", "focus"), enemy="G8")
    play(game, "go F7", f"{WIND} a1 b1", "face NE")
    assert pools(game) == [3, 1]


@rule("KEY-WINDFOREST-02")
def test_an_attacker_injured_on_its_way_is_gone() -> None:
    game = gust("spirit", "spirit", "earth")
    play(game, "go F6", f"{WIND} a1 b1", "face E")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("KEY-WINDFOREST-01")
def test_it_interrupts_a_move_and_no_run() -> None:
    game = gust(token=HASTE)
    play(game, "spend haste a1", "run", "go F6")
    assert WIND not in verbs(game)
