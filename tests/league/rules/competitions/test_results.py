"""Games as the table sees them."""

from __future__ import annotations

from league.rules.competitions.results import (
    EntryId,
    Result,
    TeamResult,
    ending_of,
    meetings,
)
from tests.league.rules.games import bye, game
from tests.ledger import rule


def test_everybody_meets_everybody_in_a_game_of_three() -> None:
    three = game((1, 5), (2, 4), (3, 3))
    pairs = [(a.entry, b.entry) for a, b in meetings(three.sides)]
    assert pairs == [(1, 2), (1, 3), (2, 3)]


def test_partners_do_not_meet() -> None:
    parts = tuple(
        TeamResult(entry=EntryId(number), side=side)
        for number, side in ((1, 2), (2, 1), (3, 2), (4, 1))
    )
    result = Result(number=1, parts=parts)
    assert [[one.entry for one in side] for side in result.sides] == [[1, 3], [2, 4]]
    pairs = [(a.entry, b.entry) for a, b in meetings(result.sides)]
    assert pairs == [(1, 2), (1, 4), (3, 2), (3, 4)]


def test_a_side_is_not_mistaken_for_a_team_of_that_number() -> None:
    parts = (TeamResult(entry=EntryId(1)), TeamResult(entry=EntryId(2), side=1))
    assert len(Result(number=1, parts=parts).sides) == 2


def test_a_bye_has_one_team() -> None:
    assert bye(1).is_bye
    assert not game((1, 0), (2, 0)).is_bye


@rule("GROUP-06", "GROUP-09")
def test_an_ending_is_held_against_the_best_of_the_others() -> None:
    def endings(*stood: tuple[int, int | None]) -> list[str]:
        parts = [
            TeamResult(entry=EntryId(number), place=place, side=side)
            for number, (place, side) in enumerate(stood, 1)
        ]
        return [ending_of(one, parts) for one in parts]

    assert endings((1, None), (2, None)) == ["w", "l"]
    assert endings((1, None), (1, None), (3, None)) == ["d", "d", "l"]
    assert endings((1, 0), (1, 0), (2, 1), (2, 1)) == ["w", "w", "l", "l"]
    assert endings((1, 0), (1, 0), (1, 1), (1, 1)) == ["d", "d", "d", "d"]


@rule("LEAGUE-11")
def test_whoever_turned_up_alone_has_won() -> None:
    absent = TeamResult(entry=EntryId(2), is_forfeit=True)
    there = TeamResult(entry=EntryId(1), place=1)
    assert (ending_of(there, [there, absent]), ending_of(absent, [there])) == ("w", "l")
