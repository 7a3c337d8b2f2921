"""Boards and positions as text and back."""

from __future__ import annotations

from random import Random

import pytest

from challenges.catalogue import shelf
from kernel.dice import ScriptedDice, SeededDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.figure import HEALING_HOUSE, STUN
from skirmish.rules.frames.round import TURNS, Round
from skirmish.rules.game import Game
from skirmish.rules.texts.document import Document
from skirmish.rules.texts.positions import read_position, written_position
from tests.challenges.cast import scenario
from tests.skirmish.cast import at, drawn_ground, figure, setup_for
from tests.skirmish.random_play import choose, mixed_team, seed_of

HEAD = "challenge: {challenge}\nground: plain\n"
TEAMS = "[team A]\na1 tora-kaiken\na2 tora-oni\n[team B]\nb1 ika-kaiken\n[board]\n"


def read(board: str, heads: str = "", challenge: str = "brawl") -> Game:
    text = HEAD.format(challenge=challenge) + heads + TEAMS + board
    game = read_position(Document(text), shelf(), ScriptedDice())
    game.advance()
    return game


def fault(board: str, heads: str = "", challenge: str = "brawl") -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(board, heads, challenge)
    return caught.value


FIRST = 9  # the first line of the board, without more heads


def test_figures_stand_where_they_are_put_with_all_that_is_on_them() -> None:
    board = "a1 E5 NE stun=2 poison=b1+- hidden\na2 healing-house delay=2\nb1 K9\n"
    game = read(board, "turn: B\n")
    one, two = figure(game, "a1"), figure(game, "a2")
    assert (one.space, one.facing, one.is_hidden) == (at("E5"), 1, True)
    assert one.tokens[STUN] == 2
    assert one.poisoners == (figure(game, "b1").key, -1)
    assert two.place == HEALING_HOUSE


def test_tokens_of_the_board_and_time_are_set() -> None:
    heads = "round: 3\nmoon: fire\nturn: B\nfirst: A\ndeck: decoy, tumble\n"
    game = read("a1 E5\nb1 K9\nlantern H8\nshrine J9 lucky\n", heads)
    assert (game.round, game.moon, game.initiative) == (3, 5, 0)
    assert game.deck == ("tumble", "decoy")
    assert game.lanterns == 1 << at("H8")
    assert [space for space, _ in game.shrines] == [at("J9")]
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "activation")


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
        ("c1 E5\n", FIRST, "no figure “c1”"),
        ("a1 Z5\n", FIRST, "“Z5” is no space"),
        ("a1\n", FIRST, "is no space"),
        ("a1 E5\nb1 E5\n", FIRST + 1, "stands on E5 already"),
        ("a1 E5\na1 E6\n", FIRST + 1, "there twice"),
        ("a2 T20\n", FIRST, "does not fit"),
        ("a1 E5 sleepy\n", FIRST, "“sleepy” says nothing"),
        ("a1 E5 stun=0\n", FIRST, "no number"),
        ("a1 E5 poison=x\n", FIRST, "no figure “x”"),
        ("a1 E5 effect=joy\n", FIRST, "no effect “joy”"),
        ("a1 healing-house hidden\n", FIRST, "says nothing"),
        ("lantern E5\na1 E5\n", FIRST + 1, "stands on a token"),
        ("shrine E5\n", FIRST, "Say “shrine SPACE STATUS”"),
        ("shrine E5 joy\n", FIRST, "no status “joy”"),
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
        ("champion", "role E5\n"),
        ("intercept-the-messenger", "crate E5 fire\n"),
    ],
)
def test_pieces_that_a_challenge_does_not_have_are_refused(
    challenge: str, board: str
) -> None:
    fault(board, "", challenge)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("round: 77\n", "no number from 1"),
        ("moon: blue\n", "no moon “blue”"),
        ("turn: D\n", "no turn “D”"),
        ("begin: never\n", "no begin “never”"),
        ("deck: joker\n", "no card “joker”"),
        ("prepare: dinner\n", "“dinner” is none of"),
    ],
)
def test_impossible_times_are_refused_with_their_line(head: str, words: str) -> None:
    problem = fault("a1 E5\nb1 K9\n", head)
    assert problem.line == 3
    assert words in problem.sentence


def test_without_a_board_a_game_begins_at_its_beginning() -> None:
    text = HEAD.format(challenge="brawl") + TEAMS.replace("[board]\n", "")
    game = read_position(Document(text), shelf(), SeededDice(seed_of(1)))
    game.advance()
    assert game.decision is not None
    assert game.decision.kind == "tokens"
    late = text.replace("[team A]\n", "[team A]\nscore: 3\n")
    with pytest.raises(Unreadable, match="Line 4: This needs a block"):
        read_position(Document(late), shelf(), ScriptedDice())


def test_parts_of_the_set_up_can_be_prepared() -> None:
    heads = "prepare: people, guards\n"
    game = read("a1 E5\na2 K3\nb1 K9\n", heads, "champion")
    assert game.decision is not None
    assert game.decision.kind == "champion"


@pytest.mark.parametrize("slug", ["search", "infiltration", "champion", "brawl"])
def test_positions_of_a_game_survive_being_written_and_read(slug: str) -> None:
    """Whatever is offered and comes of it is the same in the copy."""
    setup = setup_for(
        mixed_team(),
        mixed_team(),
        challenge=scenario(slug),
        ground=drawn_ground(),
        rerolls=(2, 0, 0, 0),
    )
    game = Game.new(setup, SeededDice(seed_of(3)))
    random = Random(3)
    checked = 0
    while game.result is None and checked < 12:
        frame = game.stack[-1]
        if len(game.stack) == 2 and isinstance(frame, Round) and frame.pc == TURNS:
            checked += 1
            text = written_position(game, shelf())
            again = read_position(Document(text), shelf(), game.dice.copy())
            again.advance()
            assert written_position(again, shelf()) == text
            assert options_of(again) == options_of(game)
        choose(game, random, fight=True)
    assert checked == 12


def options_of(game: Game) -> list[tuple[object, ...]]:
    assert game.decision is not None
    return [(g.verb, g.mode, g.bits, g.owner) for g in game.decision.groups_in(game)]


def test_a_game_in_the_middle_of_a_turn_is_no_position() -> None:
    game = read("a1 E5\na2 A1\nb1 K9\n")
    assert game.decision is not None
    game.apply(game.decision.nth(game, 0))
    with pytest.raises(Refusal, match="store the whole game"):
        written_position(game, shelf())
