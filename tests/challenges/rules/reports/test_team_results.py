"""How a match ended for each team."""

from __future__ import annotations

import pytest

from challenges.rules.reports.match_report import MatchReport, Presence, TeamPart
from challenges.rules.reports.team_results import TeamResult, team_results
from teams.rules.reports.team_report import GameKind, MatchType, Outcome
from tests.challenges.rules.matches import lineup
from tests.ledger import rule
from tests.teams.rules.story import changed, house_rules

GONE = TeamPart(presence=Presence.FORFEIT)
MISSING = TeamPart(presence=Presence.NO_SHOW)


def scored(points: int) -> TeamPart:
    return TeamPart(score=points)


def results(
    *parts: TeamPart, sides: tuple[int, ...] = (), **more: object
) -> tuple[TeamResult, ...]:
    off = bool(more.pop("is_called_off", False))
    meeting = lineup(*(100,) * len(parts), sides=sides, **more)
    return team_results(MatchReport(teams=parts, is_called_off=off), meeting)


def outcomes(*parts: TeamPart, sides: tuple[int, ...] = ()) -> list[str]:
    return [one.outcome.value for one in results(*parts, sides=sides)]


@rule("GROUP-05")
def test_absent_team_of_three_loses_and_the_others_play_for_the_win() -> None:
    assert outcomes(GONE, scored(1), scored(3)) == ["loss", "loss", "win"]
    assert outcomes(scored(2), MISSING, scored(2)) == ["draw", "loss", "draw"]


@rule("GROUP-09")
@pytest.mark.parametrize("absent", [0, 1])
def test_result_of_a_side_does_not_depend_on_which_partner_is_absent(
    absent: int,
) -> None:
    """The one who came plays on for the side; only the absent partner loses anyway."""
    parts = [scored(3), scored(3), scored(2), scored(1)]
    parts[absent] = GONE
    found = outcomes(*parts, sides=(0, 0, 1, 1))
    assert found[absent] == "loss"
    assert (found[1 - absent], *found[2:]) == ("draw", "draw", "draw")


@rule("GROUP-09")
def test_side_of_which_nobody_came_loses_to_the_other() -> None:
    found = results(GONE, GONE, scored(0), scored(0), sides=(0, 0, 1, 1))
    kinds = [one.kind for one in found]
    assert kinds == [GameKind.FORFEIT_LOST] * 2 + [GameKind.FORFEIT_WON] * 2


@rule("LEAGUE-11")
def test_called_off_match_counts_only_for_the_absent_team() -> None:
    found = results(scored(0), GONE, scored(0), is_called_off=True)
    assert [one.is_unplayed for one in found] == [True, False, True]
    assert found[1].outcome is Outcome.LOSS


@rule("LEAGUE-12")
def test_called_off_match_never_was_where_the_league_voids_no_shows() -> None:
    rules = house_rules(no_show_policy=changed("no_show_policy", treat_as="void"))
    found = results(scored(0), MISSING, scored(0), is_called_off=True, rules=rules)
    assert {one.kind for one in found} == {GameKind.DOUBLE_FORFEIT}


def test_absent_team_outside_leagues_loses_nothing() -> None:
    found = results(scored(1), scored(0), MISSING, standing=MatchType.FREE)
    assert found[2].kind is GameKind.CALLED_OFF


@rule("GROUP-10")
def test_side_concedes_with_the_last_partner_who_came() -> None:
    conceding = TeamPart(score=9, has_conceded=True)
    assert outcomes(conceding, GONE, scored(0), scored(0), sides=(0, 0, 1, 1)) == [
        *("loss", "loss"),
        *("win", "win"),
    ]
