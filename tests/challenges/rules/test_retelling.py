"""A report in words."""

from __future__ import annotations

from challenges.rules.match_report import (
    Deed,
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
)
from challenges.rules.retelling import differing, told
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.catalogue import catalogue
from teams.rules.report import Outcome, Victim
from tests.challenges.rules.matches import lineup
from tests.ledger import rule

KAIKEN = NinjaId(2)


def report(*parts: TeamPart, **more: object) -> MatchReport:
    return MatchReport(
        teams=parts, challenge=ChallengeSlug("brawl"), rounds_played=7, **more
    )


def injuring(times: int, **more: object) -> TeamPart:
    deed = Deed(event="injures_enemy", times=times, against=1, **more)
    row = NinjaPart(ninja=KAIKEN, was_fielded=True, deeds=(deed,))
    return TeamPart(score=4, ninja=(row,), all_stars=(KAIKEN,))


@rule("REC-01", "REC-03")
def test_it_tells_scores_deeds_and_what_they_are_worth() -> None:
    hurt = NinjaPart(ninja=KAIKEN, was_fielded=True, in_healing_house=True)
    whole = told(
        report(injuring(2), TeamPart(score=1, ninja=(hurt,))),
        lineup(9, 9),
        catalogue(),
    )
    won, lost = whole.teams
    assert (won.outcome, lost.outcome) == (Outcome.WIN, Outcome.LOSS)
    assert won.ninja[0].xp == 4, "two injuries of a brawl"
    name = won.ninja[0].name
    assert whole.lines == (
        "Played after 7 rounds.",
        "Team 0: 4 points.",
        f"{name}: injured ninja, 2 times; All-Star.",
        "Team 1: 1 point.",
        f"{name}: ended in the Healing House.",
    )


def test_it_names_the_victim_where_that_is_known() -> None:
    whole = told(
        report(injuring(1, of=NinjaId(1), victim=Victim.CHUNIN), TeamPart()),
        lineup(9, 9),
        catalogue(),
    )
    assert "injured chunin (" in whole.lines[2]


def test_it_says_who_did_not_play_and_why() -> None:
    whole = told(
        report(TeamPart(presence=Presence.NO_SHOW), TeamPart()),
        lineup(9, 9),
        catalogue(),
    )
    assert whole.lines[1] == "Team 0: did not come."


def test_only_what_differs_between_two_versions_is_marked() -> None:
    first = told(report(injuring(2), TeamPart()), lineup(9, 9), catalogue())
    other = told(report(injuring(1), TeamPart()), lineup(9, 9), catalogue())
    assert differing([first, first]) == frozenset()
    name = first.teams[0].ninja[0].name
    assert differing([first, other]) == {
        f"{name}: injured ninja, 2 times; All-Star.",
        f"{name}: injured ninja; All-Star.",
    }


def test_a_ninja_that_has_left_since_is_told_by_its_number() -> None:
    row = NinjaPart(ninja=NinjaId(77), was_fielded=True, in_healing_house=True)
    whole = told(report(TeamPart(ninja=(row,)), TeamPart()), lineup(9, 9), catalogue())
    assert whole.teams[0].ninja[0].name == "ninja 77"
