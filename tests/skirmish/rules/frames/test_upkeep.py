"""Between two rounds."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.elements import Element
from skirmish.rules.figure import (
    BOARD,
    CURSE,
    HEALING_HOUSE,
    POISON,
    STUN,
    TRAINING_GROUND,
)
from skirmish.rules.game import Game
from skirmish.rules.log import Rolled
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)


def to_upkeep(game: Game) -> Game:
    start(game)
    while game.decision is not None and game.decision.kind in ("turn", "activation"):
        if game.decision.kind == "turn":
            game.apply(game.decision.nth(game, 0))
        else:
            play(game, "end")
    return game


def patients(game: Game, *labels: str) -> None:
    for label in labels:
        figure(game, label).place = HEALING_HOUSE


@rule("UPKEEP-02", "UPKEEP-05", "SEQ-18")
def test_each_player_recovers_one_and_picks_one_bonus() -> None:
    game = position(
        {"A1": ninja(), "-1": ninja(), "-2": ninja()},
        {"A20": ninja(), "C20": ninja()},
        dice=ScriptedDice(choices=[0]),
    )
    patients(game, "a2", "a3")
    game.give(figure(game, "b2"), STUN)
    to_upkeep(game)
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "recover")
    play(game, "recover a3")
    assert figure(game, "a3").place == TRAINING_GROUND
    assert verbs(game) == {"recover", "draw"}
    play(game, "recover a2")
    # Both return at once, as reinforcements.
    assert game.decision.kind == "deploy"


@rule("UPKEEP-01", "MULTI-01")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_players_have_their_whole_upkeep_in_turn_from_the_holder(holder: int) -> None:
    game = position(
        *({f"{column}10": ninja(), "-1": ninja()} for column in "ACE"),
        dice=ScriptedDice(choices=[0]),
        turn=holder,
    )
    patients(game, "a2", "b2", "c2")
    to_upkeep(game)
    asked = []
    while game.round == 1:
        assert game.decision is not None
        asked.append((game.decision.seat, game.decision.kind))
        if game.decision.kind == "upkeep":
            play(game, "draw")
        else:
            game.apply(game.decision.nth(game, 0))
    order = [(holder + turn) % 3 for turn in range(3)]
    kinds = ("upkeep", "place", "facing")
    assert asked == [(seat, kind) for seat in order for kind in kinds]


@rule("UPKEEP-03")
def test_whoever_was_injured_this_round_may_recover_in_its_upkeep() -> None:
    game = position(
        {"E5 N": ninja(at=1)},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("void", choices=[0]),
    )
    start(game)
    play(game, "attack b1")
    assert figure(game, "b1").place == HEALING_HOUSE
    play(game, "end", "draw")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "upkeep")
    assert figure(game, "b1").place == TRAINING_GROUND
    play(game, "draw", "go E20", "face S")
    assert figure(game, "b1").place == BOARD
    assert game.round == 2


@rule("UPKEEP-05", "STATUS-47")
def test_one_figure_may_be_cleared_of_all_its_stuns() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, dice=ScriptedDice(choices=[0]))
    to_upkeep(game)
    game.give(figure(game, "a1"), STUN, 2)
    assert options(game, "clear") == {"a1"}
    play(game, "clear a1")
    assert figure(game, "a1").tokens[STUN] == 0


@rule("UPKEEP-06", "MOON-01", "CARD-29")
def test_a_fourth_card_means_discarding_one() -> None:
    hand = ("sidestep", "pressure-point", "sidestep")
    game = position(
        {"A1": ninja()}, {"A20": ninja()}, hands=(hand, ()), dice=ScriptedDice()
    )
    game.deck = ("pressure-point", "sidestep")
    to_upkeep(game)
    play(game, "draw")
    assert game.decision is not None
    assert game.decision.kind == "discard"
    play(game, "discard 2")
    assert game.seats[0].hand == ("sidestep", "sidestep", "sidestep")
    assert game.discard == ("pressure-point",)


@rule("MOON-03", "MOON-04", "CARD-30")
def test_an_emptied_deck_is_made_anew_from_the_discard_pile() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, dice=ScriptedDice(choices=[0]))
    game.deck = ("sidestep",)
    game.discard = ("pressure-point", "pressure-point")
    to_upkeep(game)
    play(game, "draw")
    assert game.seats[0].hand == ("sidestep",)
    assert game.deck == ("pressure-point", "pressure-point")
    assert game.discard == ()


@rule("CARD-30")
def test_the_pile_becomes_the_deck_before_a_fourth_card_is_discarded() -> None:
    hand = ("sidestep", "vault", "sidestep")
    game = position(
        {"A1": ninja()}, {"A20": ninja()}, hands=(hand, ()), dice=ScriptedDice()
    )
    game.deck, game.discard = ("decoy",), ("pressure-point",)
    to_upkeep(game)
    play(game, "draw")
    assert game.decision is not None
    assert game.decision.kind == "discard"
    assert (game.deck, game.discard) == (("pressure-point",), ())
    play(game, "discard 2")
    # What is discarded now waits for the next time.
    assert (game.deck, game.discard) == (("pressure-point",), ("vault",))


@rule("MOON-04", "CARD-30")
def test_with_nothing_to_shuffle_a_draw_is_skipped() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, dice=ScriptedDice(choices=[0]))
    to_upkeep(game)
    play(game, "draw")
    assert game.seats[0].hand == ()


@rule("UPKEEP-07", "UPKEEP-09", "UPKEEP-10", "DODGE-13")
def test_reinforcements_come_unactivated_and_visible_next_to_enemies() -> None:
    game = position(
        {"A10": ninja(), "-1": ninja()},
        {"E2 S": ninja()},
        dice=ScriptedDice(choices=[0]),
    )
    to_upkeep(game)
    play(game, "draw")
    assert "E1" in options(game, "go")
    play(game, "go E1", "face N")
    assert not any(isinstance(entry, Rolled) for entry in game.log)
    fresh = figure(game, "a2")
    assert fresh.place == BOARD
    assert not fresh.is_hidden
    assert not fresh.is_activated


@rule("UPKEEP-03", "UPKEEP-04", "UPKEEP-10")
def test_who_acted_and_fell_comes_back_the_same_round_and_may_act_again() -> None:
    game = position(
        {"A10": ninja(), "C10": ninja()}, {"E20": ninja()}, dice=ScriptedDice("spirit")
    )
    game.give(figure(game, "a1"), POISON)
    start(game)
    play(game, "activate a1", "end")
    to_upkeep(game)
    play(game, "draw", "go E1", "face N")
    assert figure(game, "a1").foot
    assert not figure(game, "a1").is_activated


@rule("UPKEEP-09")
def test_nothing_is_set_off_by_a_reinforcement() -> None:
    """Neither a lantern, a bad shrine nor a watchful enemy has a say in it."""
    game = position(
        {"A10": ninja(), "-1": ninja()},
        {"F1 W": ninja(abilities=("amazing-awareness",), keywords=("ikas-tentacles",))},
        dice=ScriptedDice(choices=[0]),
    )
    game.add_lantern(at("D3"))
    game.add_shrine(at("F3"), CURSE)
    game.hide(figure(game, "a2"))
    to_upkeep(game)
    play(game, "draw")
    assert {"E1", "E2", "F2"} <= options(game, "go")
    play(game, "go E2", "face N")
    fresh = figure(game, "a2")
    assert (fresh.place, fresh.tokens[CURSE], fresh.tokens[STUN]) == (BOARD, 0, 0)
    # Nobody comes on in Stealth; if one did, the light would not find it.
    assert fresh.is_hidden
    assert not any(isinstance(entry, Rolled) for entry in game.log)


@rule("UPKEEP-08")
def test_a_full_deployment_zone_keeps_reinforcements_waiting() -> None:
    game = position(
        {"A10": ninja(), "-1": ninja()},
        {"A20": ninja()},
        dice=ScriptedDice(choices=[0]),
    )
    game.set_barred(game.compiled.ground.deployment[2])
    to_upkeep(game)
    play(game, "draw")
    assert figure(game, "a2").place == TRAINING_GROUND
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("UPKEEP-04", "UPKEEP-12", "UPKEEP-13", "OCR-10", "MOON-08", "SEQ-19")
def test_after_upkeep_all_may_activate_again_under_the_next_moon() -> None:
    game = position(
        {"A1": ninja(), "C1": ninja()},
        {"A20": ninja()},
        moon="air",
        dice=ScriptedDice(choices=[1]),
    )
    to_upkeep(game)
    play(game, "draw", "draw")
    assert game.round == 2
    assert game.moon == Element.SPIRIT.face
    assert game.initiative == 1
    assert game.decision is not None
    assert game.decision.seat == 1
    assert not figure(game, "a1").is_activated


@rule("TIMING-11")
def test_what_was_used_up_comes_back_with_a_new_round() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, dice=ScriptedDice(choices=[0]))
    game.mark_used(figure(game, "a1"), "fire-mastery")
    to_upkeep(game)
    play(game, "draw", "draw")
    assert figure(game, "a1").used == ()


@rule("UPKEEP-02")
def test_the_only_one_in_the_healing_house_recovers_without_being_asked_for() -> None:
    game = position(
        {"A1": ninja(), "-1": ninja()}, {"A20": ninja()}, dice=ScriptedDice(choices=[0])
    )
    patients(game, "a2")
    to_upkeep(game)
    assert figure(game, "a2").place == TRAINING_GROUND
    assert game.decision is not None
    assert game.decision.kind == "upkeep"


@rule("UPKEEP-07")
@pytest.mark.parametrize(("on_board", "kind"), [(6, "place"), (7, "upkeep")])
def test_reinforcements_come_up_to_the_limit_of_the_challenge(
    on_board: int, kind: str
) -> None:
    game = position(
        {**{f"A{row}": ninja() for row in range(1, on_board + 1)}, "-1": ninja()},
        {"A20": ninja()},
    )
    assert game.compiled.challenge.figures_allowed == 7
    to_upkeep(game)
    play(game, "draw")
    # With room A places the figure that waits; else it is B's upkeep.
    assert game.decision is not None
    assert game.decision.kind == kind
    assert game.decision.seat == (0 if kind == "place" else 1)


@rule("SEQ-20")
def test_a_player_without_figures_has_an_upkeep_and_reinforcements() -> None:
    game = position({"A1": ninja()}, {"-1": ninja()}, dice=ScriptedDice(choices=[0]))
    patients(game, "b1")
    to_upkeep(game)
    play(game, "draw")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "upkeep")
    play(game, "draw", "go E20", "face S")
    assert figure(game, "b1").foot
    assert game.round == 2
