"""A report in words."""

from __future__ import annotations

from msgspec.structs import replace

from challenges.rules.reports.match_report import (
    Deed,
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
)
from challenges.rules.reports.summary import (
    ReportSummary,
    find_differences,
    summarise_report,
)
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.catalogue import catalogue
from teams.rules.phrases import ninja_labels
from teams.rules.reports.team_report import Outcome, Victim
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


def texts(whole: ReportSummary) -> tuple[str, ...]:
    return tuple(line.text for line in whole.lines)


@rule("REC-01", "REC-03")
def test_it_tells_scores_deeds_and_what_they_are_worth() -> None:
    hurt = NinjaPart(ninja=KAIKEN, was_fielded=True, in_healing_house=True)
    whole = summarise_report(
        report(injuring(2), TeamPart(score=1, ninja=(hurt,))),
        lineup(9, 9),
        catalogue(),
    )
    won, lost = whole.teams
    assert (won.outcome, lost.outcome) == (Outcome.WIN, Outcome.LOSS)
    assert won.ninja[0].xp == 4, "two injuries of a brawl"
    name = won.ninja[0].name
    assert texts(whole) == (
        "The game lasted 7 rounds.",
        "Team 0: 4 points.",
        f"{name}: injured a ninja, 2 times; All-Star.",
        "Team 1: 1 point.",
        f"{name}: ended in the Healing House.",
    )


def test_the_same_done_to_two_teams_is_told_once() -> None:
    deeds = tuple(
        Deed(event="injures_enemy", times=times, against=against)
        for against, times in ((1, 2), (2, 1))
    )
    row = NinjaPart(ninja=KAIKEN, was_fielded=True, deeds=deeds)
    parts = (TeamPart(ninja=(row,)), TeamPart(), TeamPart())
    whole = summarise_report(report(*parts), lineup(9, 9, 9), catalogue())
    assert whole.teams[0].ninja[0].deeds == ("injured a ninja, 3 times",)


def test_it_names_the_victim_where_that_is_known() -> None:
    whole = summarise_report(
        report(injuring(1, of=NinjaId(1), victim=Victim.CHUNIN), TeamPart()),
        lineup(9, 9),
        catalogue(),
    )
    assert "injured a chunin (" in texts(whole)[2]


def test_several_victims_of_one_are_told_together() -> None:
    named = {NinjaId(2): 2, NinjaId(3): 1}
    deeds = [Deed(event="injures_enemy", against=1)]
    deeds += [
        Deed(event="injures_enemy", against=1, of=one, times=times)
        for one, times in named.items()
    ]
    row = NinjaPart(ninja=KAIKEN, was_fielded=True, deeds=tuple(deeds))
    match = lineup(9, 9)
    whole = summarise_report(
        report(TeamPart(ninja=(row,)), TeamPart()), match, catalogue()
    )
    second, third = (
        ninja_labels(match.teams[1].state, catalogue())[one] for one in named
    )
    assert whole.teams[0].ninja[0].deeds == (
        f"injured a ninja, 4 times ({second} 2 times, {third})",
    )


def test_it_says_who_did_not_play_and_why() -> None:
    whole = summarise_report(
        report(TeamPart(presence=Presence.NO_SHOW), TeamPart()),
        lineup(9, 9),
        catalogue(),
    )
    assert texts(whole)[1] == "Team 0: did not turn up."


def test_nobody_plays_where_somebody_stays_away() -> None:
    away = TeamPart(presence=Presence.NO_SHOW)
    for parts, was_played in (
        ((TeamPart(), TeamPart()), True),
        ((away, TeamPart()), False),
        ((away, TeamPart(score=2), TeamPart(score=1)), True),
    ):
        ratings = [9] * len(parts)
        whole = summarise_report(report(*parts), lineup(*ratings), catalogue())
        assert whole.was_played is was_played


def test_only_what_differs_between_two_versions_is_marked() -> None:
    first = summarise_report(report(injuring(2), TeamPart()), lineup(9, 9), catalogue())
    other = summarise_report(report(injuring(1), TeamPart()), lineup(9, 9), catalogue())
    assert find_differences([first, first]) == frozenset()
    name = first.teams[0].ninja[0].name
    assert {line.text for line in find_differences([first, other])} == {
        f"{name}: injured a ninja, 2 times; All-Star.",
        f"{name}: injured a ninja; All-Star.",
    }


def test_a_ninja_that_has_left_since_is_told_by_its_number() -> None:
    row = NinjaPart(ninja=NinjaId(77), was_fielded=True, in_healing_house=True)
    whole = summarise_report(
        report(TeamPart(ninja=(row,)), TeamPart()), lineup(9, 9), catalogue()
    )
    assert whole.teams[0].ninja[0].name == "ninja 77"


def test_two_teams_of_one_name_are_not_mixed_up() -> None:
    match = lineup(9, 9)
    twins = replace(
        match, teams=(match.teams[0], replace(match.teams[1], name="Team 0"))
    )
    versions = [
        summarise_report(
            report(TeamPart(score=one), TeamPart(score=other)), twins, catalogue()
        )
        for one, other in ((3, 1), (1, 3))
    ]
    assert len(find_differences(versions)) == 4
