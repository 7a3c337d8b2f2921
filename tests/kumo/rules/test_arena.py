"""The arena: names, edges and quarter turns."""

from __future__ import annotations

from kumo.rules.arena import CLOCKWISE, COUNTERCLOCKWISE, arena_of
from tests.kumo.boards import at, board, lines, play
from tests.ledger import rule

ARENA = arena_of(9)
PIECES = {"b2": "A run", "h2": "B on kumo", "c7": "B throw", "d5": "stone"}


@rule("KUMO-ROT-01", "KUMO-ROT-02")
def test_arena_turns_a_quarter_either_way_as_often_as_wished() -> None:
    game = board({"a1": "A run"})
    assert {"turn cw", "turn ccw"} == lines(game, "turn")
    assert at(play(game, "turn cw"), "a9") == "A run"
    assert at(play(game, "turn ccw"), "a1") == "A run"
    assert at(play(game, "turn ccw"), "i1") == "A run"


@rule("KUMO-ROT-03")
def test_stone_dice_and_stacks_turn_rigidly() -> None:
    game = play(board(PIECES, duties=False), "turn cw")
    assert [at(game, name) for name in ("b8", "b2", "g7", "e6")] == [
        "A run",
        "B on kumo",
        "B throw",
        "stone",
    ]
    assert game.position.stone == ARENA.named["e6"]


@rule("KUMO-ROT-04")
def test_quarter_turns_map_rows_and_columns() -> None:
    for row in range(9):
        for column in range(9):
            square = row * 9 + column
            assert ARENA.turned[CLOCKWISE][square] == column * 9 + 8 - row
            assert ARENA.turned[COUNTERCLOCKWISE][square] == (8 - column) * 9 + row


@rule("KUMO-ROT-05")
def test_four_quarter_turns_or_one_each_way_restore_every_square() -> None:
    begun = board(PIECES, duties=False).position
    around = play(board(PIECES, duties=False), *["turn cw"] * 4).position
    back = play(board(PIECES, duties=False), "turn cw", "turn ccw").position
    assert (around.cells, around.stone) == (begun.cells, begun.stone)
    assert (back.cells, back.stone) == (begun.cells, begun.stone)


@rule("KUMO-ROT-07")
def test_nearest_row_is_read_from_the_table_after_a_rotation() -> None:
    row = {f"{column}1": "B run" for column in "abcdefghi"}
    game = board(row)
    assert lines(game, "place") == set()
    play(game, "turn cw")
    assert {line.split()[1] for line in lines(game, "place")} == {
        f"{column}1" for column in "bcdefghi"
    }
