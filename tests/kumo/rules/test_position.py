"""The set-up: pieces, seats, boards and who starts."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from kumo.catalogue import kumo_book
from kumo.rules.game import Game
from kumo.rules.position import STANCES, STONE
from kumo.rules.sentences import side_label
from tests.kumo.boards import at, board, lines, play
from tests.ledger import rule


def new(seats: int = 2, first: int = 0) -> Game:
    return Game.new(kumo_book(), seats=seats, first=first)


@rule("KUMO-SETUP-01", "KUMO-SETUP-05", "KUMO-SETUP-10")
def test_two_players_start_with_six_dice_each_on_their_boards() -> None:
    game = new()
    assert game.position.reserve == (6, 6)
    assert game.position.prison == (0, 0)
    assert sorted(set(game.position.cells)) == [0, STONE]
    assert game.position.cells.count(STONE) == 1


@rule("KUMO-SETUP-02")
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_only_two_or_four_players_can_play(seats: int) -> None:
    with pytest.raises(Refusal, match="two or four players"):
        new(seats)
    assert [new(2).setup.seats, new(4).setup.seats] == [2, 4]


@rule("KUMO-SETUP-03", "KUMO-SETUP-04")
def test_arena_has_nine_by_nine_squares_with_the_stone_in_the_middle() -> None:
    game = new()
    arena = game.setup.arena
    assert (arena.size, arena.count) == (9, 81)
    assert game.position.stone == 4 * 9 + 4
    assert at(game, "e5") == "stone"
    assert (arena.named["a9"], arena.named["i9"], arena.named["a1"]) == (0, 8, 72)


@rule("KUMO-SETUP-06", "KUMO-PLACE-02")
def test_placed_die_can_show_any_of_six_stances() -> None:
    assert STANCES == ("run", "jump", "throw", "grab", "block", "kumo")
    on_a1 = {line for line in lines(new(), "place") if line.startswith("place a1 ")}
    assert on_a1 == {f"place a1 {stance}" for stance in STANCES}


@rule("KUMO-SETUP-07", "KUMO-ROT-06")
@pytest.mark.parametrize("stance", STANCES)
def test_turning_the_arena_changes_no_stance(stance: str) -> None:
    game = play(board({"b1": f"A {stance}"}), "turn cw")
    assert at(game, "a8") == f"A {stance}"


@rule("KUMO-SETUP-08", "KUMO-SETUP-09", "KUMO-PLACE-01")
def test_two_players_sit_south_and_north_and_nobody_west_or_east() -> None:
    game = new()
    assert [side_label(game.setup, seat) for seat in (0, 1)] == ["south", "north"]
    squares = {line.split()[1] for line in lines(game, "place")}
    assert squares == {f"{column}1" for column in "abcdefghi"}
    squares = {line.split()[1] for line in lines(new(first=1), "place")}
    assert squares == {f"{column}9" for column in "abcdefghi"}
    pair = {"a6": "A kumo", "a7": "A kumo", "a5": "stone"}
    assert "push W" not in lines(board(pair, turned=True))


@rule("KUMO-SETUP-11", "KUMO-ROT-07")
def test_camps_boards_and_prisons_stay_when_the_arena_turns() -> None:
    game = play(board({}, prison=(1, 2), reserve=(3, 4)), "turn cw")
    assert (game.position.prison, game.position.reserve) == ((1, 2), (3, 4))
    assert "place e1 run" in lines(game)
    assert not any(line.startswith("place a5") for line in lines(game))


@rule("KUMO-SETUP-12")
def test_first_seat_is_drawn_or_given() -> None:
    assert Game.new(kumo_book(), first=1).seat == 1
    dice = SeededDice("00" * 32)
    drawn = {Game.new(kumo_book(), dice=dice).seat for _ in range(30)}
    assert drawn == {0, 1}
    assert kumo_book().options["first_seat"].default == "random"
    with pytest.raises(Refusal, match="Say who starts"):
        Game.new(kumo_book())


@rule("KUMO-SETUP-13")
def test_both_sides_play_the_same_clan() -> None:
    south, north = new(), new(first=1)
    mirrored = {line.replace("1", "9") for line in lines(south, "place")}
    assert mirrored == lines(north, "place")
    assert kumo_book().clan == "sumo"


@rule("KUMO-SETUP-14")
def test_actions_used_and_available_are_counted() -> None:
    game = new()
    assert game.view()["actions"] == {"used": 0, "available": 5}
    play(game, "turn cw")
    assert game.view()["actions"] == {"used": 1, "available": 5}


@rule("KUMO-FOUR-01", "KUMO-FOUR-02", "KUMO-FOUR-03")
def test_four_players_form_two_teams_of_partners_face_to_face() -> None:
    game = new(4)
    labels = [side_label(game.setup, seat) for seat in range(4)]
    assert labels == ["south", "west", "north", "east"]
    assert [game.setup.team(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert game.position.reserve == (3, 3, 3, 3)
    order = []
    for _ in range(4):
        order.append(game.position.seat)
        play(game, *["turn cw"] * 3)
        while game.position.seat == order[-1]:
            play(game, "turn ccw")
    assert order == [0, 1, 2, 3]
