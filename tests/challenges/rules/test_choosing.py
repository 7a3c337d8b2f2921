"""Who is player 1, and which challenge the dice come to."""

from __future__ import annotations

import pytest

from challenges.rules.challenge_choice import MESSENGER, roll_challenge, two_players
from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from tests.ledger import rule


@rule("CHAL-06")
@pytest.mark.parametrize(
    ("ratings", "lots", "players"),
    [
        ((9, 11), [], (0, 1)),
        ((11, 9), [], (1, 0)),
        ((10, 10), [0], (0, 1)),
        ((10, 10), [1], (1, 0)),
    ],
)
def test_the_lower_rated_team_is_player_1_and_equals_draw_lots(
    ratings: tuple[int, int], lots: list[int], players: tuple[int, int]
) -> None:
    dice = ScriptedDice(choices=lots)
    assert two_players(ratings, dice) == players
    dice.assert_spent()


@rule("GROUP-11")
@pytest.mark.parametrize(
    ("lots", "players"), [([0, 0], (0, 1)), ([1, 0], (1, 0)), ([1, 1], (1, 2))]
)
def test_among_more_than_two_the_lot_draws_two_different_players(
    lots: list[int], players: tuple[int, int]
) -> None:
    assert two_players((5, 9, 7), ScriptedDice(choices=lots)) == players


@rule("CHAL-03")
def test_the_second_die_reads_the_column_of_the_first() -> None:
    dice = ScriptedDice("water", "earth")
    rolled = roll_challenge((9, 11), has_sides=False, dice=dice, book=catalogue())
    assert (rolled.challenge, rolled.chooser) == ("brawl", None)
    assert rolled.dice == (("water", "earth"),)


@rule("CHAL-03", "CHAL-06")
def test_a_row_may_leave_the_choice_to_one_of_the_players() -> None:
    dice = ScriptedDice("water", "spirit", "void", "fire")
    lower = roll_challenge((11, 9), has_sides=False, dice=dice, book=catalogue())
    assert (lower.challenge, lower.chooser) == (None, 1)
    higher = roll_challenge((11, 9), has_sides=False, dice=dice, book=catalogue())
    assert (higher.challenge, higher.chooser) == (None, 0)


@rule("GROUP-11")
def test_three_players_without_sides_roll_the_messenger_again() -> None:
    faces = ("spirit", "earth", "spirit", "air")
    dice = ScriptedDice(*faces, choices=[0, 0])
    rolled = roll_challenge((9, 9, 9), has_sides=False, dice=dice, book=catalogue())
    assert rolled.challenge == "champion"
    assert len(rolled.dice) == 2, "both rolls are shown"
    dice = ScriptedDice("spirit", "earth", choices=[0, 0])
    sided = roll_challenge((9, 9, 9, 9), has_sides=True, dice=dice, book=catalogue())
    assert sided.challenge == MESSENGER
