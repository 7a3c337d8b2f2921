"""Boards and positions as text and back."""

from __future__ import annotations

from random import Random

import pytest

from challenges.catalogue import shelf
from kernel.dice import ScriptedDice, SeededDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.figure import AWAY
from skirmish.rules.frames.round import TURNS, Round
from skirmish.rules.game import Game
from skirmish.rules.text_format.document import Document
from skirmish.rules.text_format.positions import read_position, write_position
from tests.challenges.cast import scenario
from tests.ledger import rule
from tests.skirmish.cast import at, drawn_ground, play, setup_for
from tests.skirmish.random_play import choose, mixed_team, seed_of
from tests.skirmish.rules.text_format.middle import HEAD, TEAMS, fault, read


def test_tokens_of_the_board_and_time_are_set() -> None:
    heads = "round: 3\nmoon: fire\nturn: B\nfirst: A\ndeck: decoy, tumble\n"
    game = read("a1 E5\nb1 K9\nlantern H8\nshrine J9 lucky\n", heads)
    assert (game.round, game.moon, game.initiative) == (3, 5, 0)
    assert game.deck == ("tumble", "decoy")
    assert game.lanterns == 1 << at("H8")
    assert [space for space, _ in game.shrines] == [at("J9")]
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "activation")


def test_a_round_of_a_tie_that_is_played_on_can_be_set() -> None:
    """A brawl has six rounds."""
    board = "a1 E5\nb1 K9\n"
    assert read(board, "round: 8\nextra-rounds: 2\n").round == 8
    assert "from 1 to 6" in fault(board, "round: 7\n").sentence
    assert "from 1 to 8" in fault(board, "round: 9\nextra-rounds: 2\n").sentence


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("round: 77\n", "not a number from 1"),
        ("moon: blue\n", "no moon “blue”"),
        ("turn: D\n", "no turn “D”"),
        ("begin: never\n", "no begin “never”"),
        ("deck: joker\n", "no card “joker”"),
        ("prepare: dinner\n", "“dinner” is not one of"),
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
    with pytest.raises(Unreadable, match=r"Line 4: This needs a \[board\] block"):
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
            text = write_position(game, shelf())
            again = read_position(Document(text), shelf(), game.dice.copy())
            again.advance()
            assert write_position(again, shelf()) == text
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
    with pytest.raises(Refusal, match="Store the whole game"):
        write_position(game, shelf())


# --- who left, and who had a turn ------------------------------------------------
THREE = """challenge: {challenge}
ground: plain
turn: B
{heads}
[team A]
a1 tora-kaiken
[team B]
{left}b1 ika-kaiken
b2 ika-kaiken
[team C]
c1 tora-kaiken
c2 tora-kaiken
[board]
a1 E5
b1 K9
c1 N9
c2 N7
"""


def three(left: str = "", heads: str = "", challenge: str = "brawl") -> Game:
    text = THREE.format(left=left, heads=heads, challenge=challenge)
    game = read_position(Document(text), shelf(), SeededDice(seed_of(1)))
    game.advance()
    return game


@rule("MULTI-12")
def test_a_seat_that_has_conceded_has_no_figures_and_no_turn() -> None:
    assert three().decision.seat == 1  # type: ignore[union-attr]
    game = three("conceded: yes\n")
    assert [f.place for f in game.figures if f.seat == 1] == [AWAY, AWAY]
    assert game.decision is not None
    assert game.decision.seat == game.initiative == 2
    again = read_position(
        Document(write_position(three("conceded: yes\n"), shelf())),
        shelf(),
        SeededDice(seed_of(1)),
    )
    assert again.seats[1].has_conceded


def test_two_sides_must_still_be_playing() -> None:
    text = THREE.format(left="conceded: yes\n", heads="", challenge="brawl")
    with pytest.raises(Unreadable) as caught:
        read_position(
            Document(text.replace("[team C]", "[team C]\nconceded: yes")),
            shelf(),
            SeededDice(seed_of(1)),
        )
    assert "two sides" in caught.value.sentence


PATROL = """challenge: search
ground: plain
turn: B
{heads}
[team A]
a1 tora-kaiken
a2 tora-kaiken
[team B]
b1 ika-kaiken
b2 ika-kaiken
[board]
a1 E5
a2 F5
b1 K9
b2 L9
s1 A20
crate K14 fire
"""


@rule("SENTRY-06")
@pytest.mark.parametrize(
    ("heads", "kind"), [("", "turn"), ("sentry-turns: A\n", "tester")]
)
def test_a_sentry_has_its_turn_when_those_who_had_none_had_theirs(
    heads: str, kind: str
) -> None:
    document = Document(PATROL.format(heads=heads))
    game = read_position(document, shelf(), SeededDice(seed_of(1)))
    game.advance()
    assert ("sentry-turns: A\n" in write_position(game, shelf())) is bool(heads)
    play(game, "activate b1", "end")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0 if not heads else 1, kind)


@rule("UNDERDOG-02", "UNDERDOG-05")
def test_a_position_has_the_tokens_of_an_underdog_that_are_left() -> None:
    tokens = "rerolls: 3\nmoon-powers: 2\n"
    text = THREE.format(left=tokens, heads="", challenge="brawl")
    game = read_position(Document(text), shelf(), SeededDice(seed_of(1)))
    game.seats[1].rerolls, game.seats[1].moon_powers = 1, 0
    again = reread(game)
    assert (again.seats[1].rerolls, again.seats[1].moon_powers) == (1, 0)


@rule("MULTI-12")
def test_a_position_knows_who_left_without_an_edge() -> None:
    game = three("conceded: yes\nedge: none\n")
    assert game.seats[1].edge == -1
    assert reread(game).seats[1].edge == -1
    with pytest.raises(Unreadable, match="A team that still plays needs an edge"):
        three("edge: none\n")


def reread(game: Game) -> Game:
    text = write_position(game, shelf())
    return read_position(Document(text), shelf(), SeededDice(seed_of(1)))
