"""Set-ups, with their teams, figures and grounds, as text and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from challenges.catalogue import shelf
from kernel.errors import Refusal, Unreadable
from rulebook.rules.entries import RangedAttack
from skirmish.rules.board.ground import Ground
from skirmish.rules.setup import GameSetup
from skirmish.rules.text_format.document import Document
from skirmish.rules.text_format.ground_maps import is_same
from skirmish.rules.text_format.setups import read_setup, write_setup_lines
from tests.skirmish.cast import (
    chunin,
    drawn_ground,
    ninja,
    plain_ground,
    setup_for,
)

HEAD = "challenge: brawl\nground: plain\n"
TEAMS = "[team A]\na1 tora-kaiken\n[team B]\nb1 ika-kaiken\n"


def read(text: str) -> GameSetup:
    return read_setup(Document(text), shelf())


def again(setup: GameSetup) -> GameSetup:
    return read("\n".join(write_setup_lines(setup, shelf())))


def fault(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(text)
    return caught.value


def test_a_set_up_survives_being_written_and_read() -> None:
    setup = setup_for(
        (chunin("Ken “the Claw”", at=4, abilities=("pounce",)), ninja(healing=True)),
        (ninja(large=True, ranged=RangedAttack(range=5, at_bonus=2)),),
        (ninja(affinities=("air", "void"), keywords=("nimble", "leap")),),
        ground=drawn_ground("castle-town"),
        is_league=False,
        initiative="janken",
        sides=(0, 1, 0),
        rerolls=(0, 2, 0, 0),
        moon_powers=(1, 0, 0, 0),
        all_stars=(2, 1, 1, 1),
        extra_rounds=3,
        has_last_upkeep=False,
    )
    copy = again(setup)
    assert copy.seats == setup.seats
    assert copy.challenge.slug == "brawl"
    assert (copy.initiative, copy.is_league) == ("janken", False)
    assert (copy.extra_rounds, copy.has_last_upkeep) == (3, False)
    assert is_same(copy.ground, setup.ground)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"ground: plain\n{TEAMS}", 1, "“challenge:” is missing"),
        (f"challenge: chess\nground: plain\n{TEAMS}", 1, "no challenge “chess”"),
        (f"challenge: brawl\nground: sea\n{TEAMS}", 2, "no ground “sea”"),
        (f"{HEAD}initiative: dice\n{TEAMS}", 3, "no initiative “dice”"),
        (f"{HEAD}league: maybe\n{TEAMS}", 3, "no league “maybe”"),
        (f"{HEAD}[team A]\na1 tora-kaiken\n", 1, "[team A] and [team B]"),
        (f"{HEAD}{TEAMS}[team D]\nd1 ika-kaiken\n", 7, "then C and D"),
        (f"{HEAD}[team A]\n[team B]\nb1 ika-kaiken\n", 3, "no figures"),
        (f"{HEAD}{TEAMS}rerolls: 2\nrerolls: 1\n", 8, "twice"),
    ],
)
def test_a_text_that_describes_no_set_up_is_refused_with_its_line(
    text: str, line: int, words: str
) -> None:
    problem = fault(text)
    assert problem.line == line
    assert words in problem.sentence


def test_large_roster_survives_being_written_and_read() -> None:
    setup = setup_for(tuple(ninja() for _ in range(12)), (ninja(),))
    assert len(again(setup).seats[0].figures) == 12


def test_more_than_forty_figures_are_refused() -> None:
    many = "".join(f"a{n} tora-kaiken\n" for n in range(1, 42))
    problem = fault(f"{HEAD}[team A]\n{many}[team B]\nb1 ika-kaiken\n")
    assert problem.line == 44


def test_a_challenge_may_refuse_its_set_up() -> None:
    third = "[team C]\nc1 ika-kaiken\n"
    text = f"challenge: intercept-the-messenger\nground: plain\n{TEAMS}{third}"
    assert "two sides" in fault(text).sentence


def test_a_game_in_which_nobody_has_an_enemy_is_refused() -> None:
    teams = TEAMS.replace("[team B]", "side: 1\n[team B]\nside: 1")
    assert "two sides" in fault(HEAD + teams).sentence


def test_what_no_text_can_say_is_not_written() -> None:
    strange = plain_ground(rough="E5", elevated="E5")
    with pytest.raises(Refusal, match="terrain without a letter"):
        write_setup_lines(setup_for((ninja(),), (ninja(),), ground=strange), shelf())
    nobody = replace(ninja(), profile="nobody")
    with pytest.raises(Refusal, match="not in the rulebook"):
        write_setup_lines(setup_for((nobody,), (ninja(),)), shelf())
    setup = setup_for((ninja(),), (ninja(),))
    other = replace(setup, book=replace(setup.book, hand_limit=9))
    with pytest.raises(Refusal, match="another rulebook"):
        write_setup_lines(other, shelf())


def test_a_ground_of_the_rulebook_is_told_from_one_that_borrows_its_name() -> None:
    ground = drawn_ground("moon-garden")
    forged = Ground(
        slug="moon-garden", name="Moon Garden", deployment=ground.deployment
    )
    setup = setup_for((ninja(),), (ninja(),), ground=forged)
    assert is_same(again(setup).ground, forged)
