"""Turns: the allowance, compulsory rotation, duties, and the end of a turn."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from kumo.rules.position import allowance
from tests.kumo.boards import at, board, lines, play
from tests.ledger import rule

FAR = {"a9": "stone"}


@rule("KUMO-TURN-01", "KUMO-TURN-02", "KUMO-TURN-11")
def test_players_alternate_after_five_actions_each() -> None:
    game = board({})
    seats = []
    for _ in range(15):
        seats.append(game.position.seat)
        play(game, "turn cw")
    assert seats == [0] * 5 + [1] * 5 + [0] * 5


@rule("KUMO-TURN-03", "KUMO-TURN-05")
@pytest.mark.parametrize("used", range(5))
def test_turn_cannot_be_ended_early(used: int) -> None:
    game = board({}, used=used, turned=True)
    assert "end" not in lines(game)
    with pytest.raises(Refusal):
        play(game, "end")


@rule("KUMO-TURN-04", "KUMO-JAIL-04", "KUMO-JAIL-05")
@pytest.mark.parametrize(("held", "actions"), [(0, 5), (1, 6), (3, 8), (4, 8), (6, 8)])
def test_each_prisoner_adds_an_action_up_to_eight(held: int, actions: int) -> None:
    game = board({}, prison=(held, 0))
    assert allowance(game.setup, game.position) == actions
    play(game, *["turn cw"] * actions)
    assert game.position.seat == 1


@rule("KUMO-TURN-05")
def test_extra_actions_are_compulsory_unless_a_table_chooses_otherwise() -> None:
    assert "end" not in lines(board({}, prison=(2, 0), used=5, turned=True))
    optional = {"prison": (2, 0), "bonus_actions": "optional"}
    assert "end" in lines(board({}, used=5, turned=True, **optional))
    assert "end" not in lines(board({}, used=4, turned=True, **optional))
    assert "end" not in lines(board({}, used=5, turned=False, **optional))
    stuck = board({"d4": "A on run"}, used=5, turned=True, **optional)
    assert "end" not in lines(stuck)
    ended = play(board({}, used=5, turned=True, **optional), "end")
    assert ended.position.seat == 1


@rule("KUMO-TURN-06")
def test_every_kind_of_action_costs_one_action() -> None:
    for line in (
        "turn cw",
        "place a1 run",
        "step c3 c4",
        "run d3 d5",
        "stance d3 kumo",
    ):
        game = board({"c3": "A jump", "d3": "A run", **FAR})
        assert play(game, line).position.used == 1
    assert play(board({}, prison=(0, 1)), "free").position.used == 1


@rule("KUMO-TURN-07", "KUMO-PLACE-05", "KUMO-STANCE-03")
def test_same_die_can_act_several_times_in_a_turn() -> None:
    game = board(FAR)
    play(game, "place e1 run", "run e1 e3", "run e3 e5", "stance e5 jump")
    assert at(game, "e5") == "A jump"
    assert game.position.used == 4


@rule("KUMO-TURN-08")
def test_arena_must_be_turned_once_in_a_turn() -> None:
    game = board({"c3": "A jump", **FAR}, used=4)
    assert lines(game) == {"turn cw", "turn ccw"}
    turned = board({"c3": "A jump", **FAR}, used=4, turned=True)
    assert "step c3 c4" in lines(turned)
    early = play(board({"c3": "A jump", **FAR}), "turn cw")
    assert early.position.has_turned == (True, False)


@rule("KUMO-TURN-09", "KUMO-JAIL-03")
def test_jailing_that_earns_its_own_action_is_legal_as_last_action() -> None:
    game = board({"c1": "A throw", "d1": "B run", **FAR}, used=4)
    assert lines(game) == {"turn cw", "turn ccw", "throw c1 d1 jail"}
    play(game, "throw c1 d1 jail")
    assert (game.position.seat, lines(game)) == (0, {"turn cw", "turn ccw"})
    full = board({"c1": "A throw", "d1": "B run", **FAR}, used=7, prison=(3, 0))
    assert lines(full) == {"turn cw", "turn ccw"}


@rule("KUMO-TURN-09")
def test_winning_push_is_illegal_while_the_rotation_needs_the_last_action() -> None:
    pair = {"e9": "stone", "e8": "A kumo", "e7": "A kumo"}
    assert "push N" not in lines(board(pair, used=4))
    assert "push N" in lines(board(pair, used=3))
    assert "push N" in lines(board(pair, used=4, turned=True))


@rule("KUMO-TURN-10")
def test_last_action_belongs_to_the_rotation_when_duties_exceed_the_actions() -> None:
    pieces = {"c3": "A on run", "g3": "A on run", **FAR}
    game = board(pieces, used=3)
    assert {line.split()[0] for line in lines(game)} == {"turn", "dismount"}
    play(game, "dismount c3 c2")
    assert lines(game) == {"turn cw", "turn ccw"}


@rule("KUMO-TURN-12")
def test_turning_is_always_possible() -> None:
    crowded = {f"{c}{r}": "A run" for c in "abcdefghi" for r in range(1, 10)}
    game = board({**crowded, "e5": "stone"}, reserve=(0, 0))
    assert {"turn cw", "turn ccw"} <= lines(game)


@rule("KUMO-BLOCK-10", "KUMO-BLOCK-11")
def test_blocker_must_come_down_in_its_next_turn() -> None:
    game = board({"d4": "A block", "d5": "B run", **FAR}, used=3)
    play(game, "block d4 d5", "turn cw")
    play(game, *["turn cw"] * 5)
    assert game.position.seat == 0
    assert len(game.position.duties) == 1
    play(game, "turn cw", "turn cw", "turn cw", "turn cw")
    assert {line.split()[0] for line in lines(game)} == {"dismount"}
    square = lines(game).pop().split()[1]
    arena = game.setup.arena
    near = {arena.names[n] for n in arena.neighbours[arena.named[square]]}
    assert {line.split()[2] for line in lines(game)} == near


@rule("KUMO-BLOCK-14")
def test_die_that_came_down_may_block_again_in_the_same_turn() -> None:
    game = board({"d5": "A on run", **FAR}, turned=True)
    play(game, "dismount d5 d4", "block d4 d5")
    assert at(game, "d5") == "A on run"
    assert not game.position.duties


STUCK = {
    "a1": "A on run",
    "a2": "B run",
    "b1": "B run",
    "c3": "A jump",
    "i9": "stone",
}


@rule("KUMO-BLOCK-15")
def test_stuck_dismount_is_waived_and_returns_next_turn() -> None:
    game = board(STUCK, used=4, turned=True)
    assert "step c3 c4" in lines(game)
    play(game, "step c3 c4")
    assert game.position.seat == 1
    play(game, *["turn cw", "turn ccw"] * 2, "turn cw")
    assert len(game.position.duties) == 1


@rule("KUMO-BLOCK-16")
def test_stuck_blocker_counts_while_the_rotation_is_owed() -> None:
    game = board(STUCK, used=3)
    assert lines(game) == {"turn cw", "turn ccw"}


@rule("KUMO-ROT-06")
def test_duties_travel_with_their_square() -> None:
    game = play(board({"b1": "A on run", **FAR}), "turn cw")
    assert at(game, "a8") == "A on run"
    assert game.position.duties == {game.setup.arena.named["a8"]}
