"""What stands on a board, line by line."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.figure import HEALING_HOUSE, STUN
from skirmish.rules.game import Game
from skirmish.rules.text_format.boards import set_board, write_board
from skirmish.rules.text_format.document import Line
from tests.skirmish.cast import at, figure, ninja, setup_for
from tests.skirmish.rules.text_format.middle import FIRST, fault, read


def test_figures_stand_where_they_are_put_with_all_that_is_on_them() -> None:
    board = "a1 E5 NE stun=2 poison=b1+- hidden\na2 healing-house delay=2\nb1 K9\n"
    game = read(board, "turn: B\n")
    one, two = figure(game, "a1"), figure(game, "a2")
    assert (one.space, one.facing, one.is_hidden) == (at("E5"), 1, True)
    assert one.tokens[STUN] == 2
    assert one.poisoners == (figure(game, "b1").key, -1)
    assert two.place == HEALING_HOUSE


def test_the_pieces_of_a_challenge_are_arranged() -> None:
    game = read("a1 E5\nb1 K9\ncrate H8 fire\ncrate M8 air open\n", "", "search")
    assert game.crates == 1 << at("H8") | 1 << at("M8")
    assert [piece.face for piece in game.view(0).pieces] == [-1, 3]
    board = "a1 E5\nb1 K9\ngoal D4 A\nmedal b1 A\ngoal Q17 B\nmedal K8 B\n"
    game = read(board, "", "capture-the-medal")
    assert game.barred == 1 << at("D4") | 1 << at("Q17") | 1 << at("K8")
    game = read("a1 E5\nb1 K9\nrole a1\nrole b1\n", "", "champion")
    assert len(game.view(0).pieces) == 2
    game = read("a1 E5\nb1 K9\nrole b1\n", "", "intercept-the-messenger")
    assert [piece.figure for piece in game.view(0).pieces] == [2]


@pytest.mark.parametrize(
    ("board", "line", "words"),
    [
        ("c1 E5\n", FIRST, "no figure and no piece called “c1”"),
        ("a1 Z5\n", FIRST, "“Z5” is not a space"),
        ("a1\n", FIRST, "is not a space"),
        ("a1 E5\nb1 E5\n", FIRST + 1, "already stands on E5"),
        ("a1 E5\na1 E6\n", FIRST + 1, "appears twice"),
        ("a2 away\na2 away\n", FIRST + 1, "appears twice"),
        ("a1 training-ground\na1 E6\n", FIRST + 1, "appears twice"),
        ("a2 T20\n", FIRST, "does not fit"),
        ("a1 E5 sleepy\n", FIRST, "“sleepy” does not describe"),
        ("a1 E5 stun=0\n", FIRST, "not a number"),
        ("a1 E5 poison=x\n", FIRST, "no figure “x”"),
        ("a1 E5 effect=joy\n", FIRST, "no effect “joy”"),
        ("a1 E5 effect=hexed\n", FIRST, "no figure has skull-hex"),
        ("a1 healing-house hidden\n", FIRST, "does not describe"),
        ("lantern E5\na1 E5\n", FIRST + 1, "stands on a token"),
        ("shrine E5\n", FIRST, "Say “shrine SPACE STATUS”"),
        ("shrine E5 joy\n", FIRST, "no status “joy”"),
        ("shrine E5 stun\n", FIRST, "no status “stun”"),
        ("lantern E5\nlantern E5\n", FIRST + 1, "already a token on E5"),
        ("lantern E5\nshrine E5 lucky\n", FIRST + 1, "already a token on E5"),
        ("crate E5 fire\n", FIRST, "no pieces"),
    ],
)
def test_an_impossible_board_is_refused_with_its_line(
    board: str, line: int, words: str
) -> None:
    problem = fault(board)
    assert problem.line == line
    assert words in problem.sentence


@pytest.mark.parametrize(
    ("challenge", "board"),
    [
        ("search", "crate E5\n"),
        ("search", "medal E5\n"),
        ("capture-the-medal", "goal E5 A\n"),
        ("capture-the-medal", "goal E5 A\nmedal E5 A\n"),
        ("capture-the-medal", "goal E5 D\nmedal E5\n"),
        ("infiltration", "goal a1\nmedal E5\n"),
        ("champion", "role s1\n"),
        ("champion", "role E5\n"),
        ("intercept-the-messenger", "crate E5 fire\n"),
        ("search", "crate E5 fire\ncrate E5 air\n"),
        ("search", "lantern E5\ncrate E5 fire\n"),
        ("infiltration", "goal E5\nmedal E5\ngoal E5\nmedal K9\n"),
        ("infiltration", "goal E5\nmedal H5\ngoal K9\nmedal H5\n"),
        ("infiltration", "goal E5\nmedal K9\ngoal K9\nmedal E5\n"),
        ("infiltration", "lantern E5\ngoal E5\nmedal E5\n"),
        ("infiltration", "a1 away\ngoal E5\nmedal a1\n"),
        ("infiltration", "s1 H5\ngoal E5\nmedal s1\n"),
        ("champion", "a1 away\nrole a1\n"),
        ("champion", "a1 A1\na2 C1\nrole a1\nrole a2\n"),
        ("intercept-the-messenger", "b1 away\nrole b1\n"),
        ("intercept-the-messenger", "a1 A1\nb1 K9\nrole a1\n"),
    ],
)
def test_pieces_that_a_challenge_does_not_have_are_refused(
    challenge: str, board: str
) -> None:
    fault(board, "", challenge)


def test_a_board_is_written_as_it_was_read() -> None:
    board = [
        "a1 E5 NE poison=b1+- slow=2 hidden activated used=pounce",
        "a2 healing-house fielded delay=2",
        'b1 K9 S used="allure 2" effect=slowed:1:a1:turn',
        "lantern H8",
        "shrine J9 lucky",
    ]
    setup = setup_for((ninja(), ninja(large=True)), (ninja(),))
    game = Game(CompiledSetup(setup), ScriptedDice())
    lines = tuple(Line(n, text) for n, text in enumerate(board, start=1))
    set_board(game, lines)
    assert write_board(game) == board
