"""Files of whole games."""

from __future__ import annotations

from random import Random

import pytest

from challenges.catalogue import shelf
from kernel.dice import SeededDice
from kernel.errors import Unreadable
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.text_format.game_file import StoredGame, read_game, write_game
from tests.challenges.cast import scenario
from tests.skirmish.cast import drawn_ground, setup_for
from tests.skirmish.random_play import choose, mixed_team, played, seed_of

NUMBER = 11


@pytest.fixture(scope="module")
def game() -> Game:
    setup = setup_for(mixed_team(), mixed_team(), ground=drawn_ground())
    return played(setup, NUMBER)


@pytest.fixture(scope="module")
def text(game: Game) -> str:
    return write_game(StoredGame.of(game, seed_of(NUMBER)), shelf())


def refusal(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read_game(text, shelf()).replay()
    return caught.value


def test_a_stored_game_is_played_again_to_its_hash(game: Game, text: str) -> None:
    stored = read_game(text, shelf())
    again = stored.replay()
    assert again.state_hash() == game.state_hash()
    assert again.report == game.report
    assert write_game(stored, shelf()) == text


def test_a_random_search_of_four_is_played_again_to_its_hash() -> None:
    setup = setup_for(
        *(mixed_team() for _ in range(4)),
        challenge=scenario("search"),
        ground=drawn_ground("castle-town"),
    )
    game = played(setup, 4)
    text = write_game(StoredGame.of(game, seed_of(4)), shelf())
    assert read_game(text, shelf()).replay().state_hash() == game.state_hash()


def test_a_game_under_way_can_be_stored_with_a_concession() -> None:
    setup = setup_for(mixed_team(), mixed_team(), mixed_team())
    game = Game.new(setup, SeededDice(seed_of(5)))
    random = Random(5)
    for _ in range(150):
        choose(game, random, fight=True)
    game.apply(Choice("concede", arg=1))
    stored = StoredGame.of(game, seed_of(5))
    assert game.result is None
    again = read_game(write_game(stored, shelf()), shelf()).replay()
    assert again.state_hash() == game.state_hash()


def test_a_file_cut_short_anywhere_is_refused_with_a_line(text: str) -> None:
    lines = text.splitlines()
    for kept in [*range(0, len(lines), 61), len(lines) - 3, len(lines) - 1]:
        problem = refusal("\n".join(lines[:kept]))
        assert problem.line is not None
        assert problem.line <= len(lines)


def test_an_end_with_two_hashes_is_none(text: str) -> None:
    hash_line = text.splitlines()[-1]
    assert hash_line.startswith("hash: ")
    doubled = text.replace(hash_line, f"hash: {'0' * 32}\n{hash_line}")
    assert refusal(doubled).code == "cut-short"


def test_a_line_cut_in_the_middle_is_refused(text: str) -> None:
    assert refusal(text[:-5]).code == "wrong-hash"


def test_a_missing_decision_is_told_by_the_count(text: str) -> None:
    lines = text.splitlines()
    del lines[lines.index("[decisions]") + 40]
    assert refusal("\n".join(lines)).code == "wrong-count"


def test_an_altered_decision_is_refused_with_its_line_in_the_file(text: str) -> None:
    lines = text.splitlines()
    number = lines.index("[decisions]") + 8
    for changed in ("A dance", "A go Z99", "A attack a1", "D pass"):
        altered = [*lines[: number - 1], changed, *lines[number:]]
        assert refusal("\n".join(altered)).line == number


def test_an_alteration_that_makes_no_difference_in_the_end_is_found(text: str) -> None:
    """A figure's facing when it is deployed is soon forgotten."""
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("A face "))
    lines[number] = "A face N" if lines[number] != "A face N" else "A face S"
    problem = refusal("\n".join(lines))
    assert problem.code in ("wrong-lines", "wrong-hash", "illegal-choice")


def test_a_remark_or_a_blank_line_does_not_shift_the_numbers(text: str) -> None:
    lines = text.splitlines()
    at = lines.index("[decisions]") + 1
    lines[at:at] = ["# From the table by the door.", ""]
    assert read_game("\n".join(lines), shelf()).numbers[0] == at + 3


def test_other_dice_or_another_team_do_not_come_to_the_hash(text: str) -> None:
    other = text.replace(f"seed: {seed_of(NUMBER)}", f"seed: {seed_of(NUMBER + 1)}")
    assert other != text
    assert refusal(other).code == "wrong-start"
    stronger = text.replace("mv=8", "mv=9")
    assert stronger != text
    assert refusal(stronger).code == "wrong-start"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("moonlight: game 1", "moonlight: game 9", "can be read"),
        ("moonlight: game 1", "", "“moonlight:” is missing"),
        ("seed: 00", "seed: zz", "hexadecimal"),
        ("seed: ", "sead: ", "is not used here"),
        ("[decisions]", "[moves]", "is not used here"),
        ("hash: ", "hush: ", "The end of the file"),
    ],
)
def test_what_is_no_stored_game_is_refused(
    text: str, old: str, new: str, words: str
) -> None:
    assert words in refusal(text.replace(old, new, 1)).sentence
