"""Who won a match, and whether it was one."""

from __future__ import annotations

from kernel.ids import MatchId, TeamId
from league.rules.history.match_facts import MatchFacts
from tests.league.rules.matches import line, match


def winners(found: MatchFacts) -> list[int]:
    return [int(one.team) for one in found.winners]


def test_who_stands_first_alone_has_won() -> None:
    assert winners(match(1, line(1, 3), line(2, 5), line(3, 1))) == [2]
    assert winners(match(1, line(1, 5), line(2, 5), line(3, 1))) == []


def test_partners_have_won_together() -> None:
    lines = (line(1, 5, side=1), line(2, 5, side=1), line(3, 2, side=2))
    assert winners(match(1, *lines)) == [1, 2]
    level = (line(1, 5, side=1), line(2, 5, side=2))
    assert winners(match(1, *level)) == []


def test_it_takes_two_to_play() -> None:
    assert match(1, line(1), line(2)).was_played
    absent = match(1, line(1), line(2, is_forfeit=True))
    assert not absent.was_played
    assert winners(absent) == [1]
    nobody = match(1, line(1, is_forfeit=True), line(2, is_forfeit=True))
    assert winners(nobody) == []


def test_a_team_finds_its_line() -> None:
    found = match(7, line(1, 3), line(2, 5))
    assert found.match == MatchId(7)
    mine = found.line_of(TeamId(2))
    assert mine is not None
    assert mine.score == 5
    assert found.line_of(TeamId(3)) is None


def test_an_ending_is_counted_against_the_best_of_the_others() -> None:
    three = match(1, line(1, 5), line(2, 5), line(3, 1))
    assert [three.ending_of(one) for one in three.teams] == ["d", "d", "l"]
    alone = match(2, line(1), line(2, is_forfeit=True), line(3, is_forfeit=True))
    assert [alone.ending_of(one) for one in alone.teams] == ["w", "l", "l"]
    sides = match(3, line(1, 4, side=1), line(2, 4, side=1), line(3, 2, side=2))
    assert [sides.ending_of(one) for one in sides.teams] == ["w", "w", "l"]
