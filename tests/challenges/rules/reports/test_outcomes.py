"""What a match's report comes to for each of its teams."""

from __future__ import annotations

from typing import Any

import pytest

from challenges.rules.reports.match_report import (
    Deed,
    Lineup,
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
    as_plain,
    points_behind,
    read_report,
)
from challenges.rules.reports.outcomes import team_reports, tie_sentence
from kernel.errors import Refusals
from kernel.ids import ChallengeSlug, NinjaId, ProfileSlug
from rulebook.catalogue import catalogue
from teams.rules.journal.entries import Recruited
from teams.rules.reports.team_report import GameKind, Outcome, TeamReport, Victim
from tests.challenges.rules.matches import lineup
from tests.ledger import rule
from tests.teams.rules.story import Story, changed, house_rules, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)
WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def part(score: int = 0, **more: Any) -> TeamPart:
    return TeamPart(score=score, **more)


def told(match: Lineup, *parts: TeamPart, **more: Any) -> tuple[TeamReport, ...]:
    return team_reports(MatchReport(teams=parts, **more), match, catalogue())


def refused(match: Lineup, *parts: TeamPart, **more: Any) -> list[str]:
    with pytest.raises(Refusals) as caught:
        told(match, *parts, **more)
    return [one.code for one in caught.value.parts]


@rule("REC-01", "REC-02")
def test_both_teams_hear_of_score_opponent_and_notes() -> None:
    won, lost = told(lineup(10, 10), part(5), part(3), notes="A fine night.")
    assert (won.outcome, won.score, won.opponents) == (WIN, 5, ("Team 1",))
    assert (lost.outcome, lost.score, lost.opponents) == (LOSS, 3, ("Team 0",))
    assert won.notes == lost.notes == "A fine night."


@rule("REC-03", "REC-04")
def test_what_every_ninja_did_is_kept_with_where_it_stood() -> None:
    deed = Deed(event="injures_enemy", against=1, of=KAIKEN, times=2)
    row = NinjaPart(ninja=KAIKEN, was_fielded=True, deeds=(deed,))
    hurt = NinjaPart(ninja=KAIKEN, was_fielded=True, in_healing_house=True)
    report = MatchReport(
        teams=(part(ninja=(row,)), part(ninja=(hurt,))),
        challenge=ChallengeSlug("brawl"),
        rounds_played=7,
    )
    first, second = team_reports(report, lineup(12, 10), catalogue())
    assert first.was_fielded(KAIKEN)
    assert not first.was_fielded(CHUNIN)
    assert second.in_healing_house == (KAIKEN,)
    assert (first.challenge, first.rounds_played) == ("brawl", 7)
    assert (first.points_behind, second.points_behind) == (0, 2)
    assert read_report(as_plain(report)) == report


@rule("UND-07", "GROUP-01", "GROUP-04")
@pytest.mark.parametrize(
    ("ratings", "behind"),
    [((10, 10), (0, 0)), ((8, 14, 14), (6, 0, 0)), ((9, 12, 15, 10), (6, 3, 0, 5))],
)
def test_every_team_is_compared_with_the_highest_rating_alone(
    ratings: tuple[int, ...], behind: tuple[int, ...]
) -> None:
    match = lineup(*ratings)
    assert points_behind(match.teams) == behind
    reports = told(match, *(part() for _ in ratings))
    assert tuple(one.points_behind for one in reports) == behind


@rule("GROUP-09")
def test_allies_win_together_and_count_half_the_difference_of_their_sides() -> None:
    match = lineup(10, 12, 9, 8, sides=(0, 1, 0, 1))
    reports = told(match, part(1), part(4), part(2), part(0))
    assert [one.outcome for one in reports] == [LOSS, WIN, LOSS, WIN]
    assert [one.points_behind for one in reports] == [0, 0, 0, 0]
    assert (reports[0].allies, reports[0].opponents) == (
        ("Team 2",),
        ("Team 1", "Team 3"),
    )
    uneven = lineup(10, 12, 5, 8, sides=(0, 1, 0, 1))
    assert points_behind(uneven.teams) == (2, 0, 2, 0)  # 15 against 20


@rule("GROUP-05")
def test_places_among_several_are_shared_by_who_scored_alike() -> None:
    reports = told(lineup(9, 9, 9, 9), part(3), part(5), part(5), part(1))
    assert [(one.place, one.place_shared_by) for one in reports] == [
        (3, 1),
        (1, 2),
        (1, 2),
        (4, 1),
    ]
    assert [one.outcome for one in reports] == [LOSS, DRAW, DRAW, LOSS]


@rule("LEAGUE-14")
def test_who_concedes_loses_whatever_the_score_and_keeps_what_was_earned() -> None:
    row = NinjaPart(
        ninja=KAIKEN, deeds=(Deed(event="injures_enemy", against=1),), was_fielded=True
    )
    first, second = told(
        lineup(10, 10), part(9, has_conceded=True, ninja=(row,)), part(1)
    )
    assert (first.outcome, first.is_conceder, first.is_conceded) == (LOSS, True, True)
    assert (second.outcome, second.is_conceder, second.is_conceded) == (
        WIN,
        False,
        True,
    )
    assert first.ninja[0].feats[0].event == "injures_enemy"


@rule("GROUP-10")
def test_who_concedes_among_several_is_last_and_the_others_play_on() -> None:
    reports = told(lineup(9, 9, 9), part(9, has_conceded=True), part(1), part(2))
    assert [one.place for one in reports] == [3, 2, 1]
    assert [one.is_conceded for one in reports] == [True, False, False]


def test_a_side_plays_on_while_one_of_its_teams_does() -> None:
    match = lineup(9, 9, 9, 9, sides=(0, 1, 0, 1))
    reports = told(match, part(9, has_conceded=True), part(1), part(0), part(1))
    assert [one.outcome for one in reports] == [WIN, LOSS, WIN, LOSS]
    assert not any(one.is_conceder for one in reports)


@rule("LEAGUE-11", "UND-08")
def test_a_forfeit_is_won_without_underdogs_by_who_came() -> None:
    absent = part(presence=Presence.FORFEIT)
    lost, won = told(lineup(5, 15), absent, part())
    assert (lost.kind, lost.outcome) == (GameKind.FORFEIT_LOST, LOSS)
    assert (won.kind, won.outcome) == (GameKind.FORFEIT_WON, WIN)
    assert (lost.points_behind, won.points_behind) == (0, 0)


@rule("LEAGUE-12")
def test_a_no_show_counts_as_the_house_rules_say() -> None:
    absent = part(presence=Presence.NO_SHOW)
    assert [one.kind for one in told(lineup(9, 9), absent, part())] == [
        GameKind.FORFEIT_LOST,
        GameKind.FORFEIT_WON,
    ]
    rules = house_rules(no_show_policy=changed("no_show_policy", treat_as="void"))
    voided = told(lineup(9, 9, rules=rules), absent, part())
    assert {one.kind for one in voided} == {GameKind.DOUBLE_FORFEIT}


@rule("LEAGUE-13")
def test_if_nobody_comes_it_is_a_double_forfeit() -> None:
    absent = part(presence=Presence.NO_SHOW)
    reports = told(lineup(9, 9), absent, absent)
    assert {one.kind for one in reports} == {GameKind.DOUBLE_FORFEIT}


@rule("RECRUIT-10")
def test_who_has_nobody_fit_is_excused_and_the_other_fares_as_after_a_forfeit() -> None:
    reports = told(lineup(9, 9), part(presence=Presence.EXCUSED), part())
    assert [one.kind for one in reports] == [
        GameKind.EXCUSED_LOSS,
        GameKind.FORFEIT_WON,
    ]


def test_among_several_the_others_play_without_who_forfeits() -> None:
    absent = part(presence=Presence.FORFEIT)
    reports = told(lineup(9, 9, 9), part(1), absent, part(2))
    assert [one.kind for one in reports] == [
        GameKind.PLAYED,
        GameKind.FORFEIT_LOST,
        GameKind.PLAYED,
    ]
    assert [one.place for one in reports] == [2, 3, 1]


@rule("REV-05")
def test_a_tie_is_played_out_where_a_winner_is_needed() -> None:
    match = lineup(9, 9, needs_winner=True)
    assert refused(match, part(2), part(2)) == ["needs-winner"]
    assert told(match, part(2), part(3))[1].outcome is WIN
    decided = part(2, has_won_tie=True)
    assert [one.outcome for one in told(match, part(2), decided)] == [LOSS, WIN]
    assert refused(match, decided, decided) == ["needs-winner"]
    assert refused(lineup(9, 9), part(2), decided) == ["tie-stands"]


@rule("REV-05")
@pytest.mark.parametrize(
    ("rounds", "words"),
    [(3, "for 3 rounds at most; then an affinity"), (0, "After a tie an affinity")],
)
def test_it_says_how_a_tie_is_played_out(rounds: int, words: str) -> None:
    ties = {"league": "draw", "playoff": "sudden_death", "max_extra_rounds": rounds}
    assert words in tie_sentence(house_rules(tie_resolution=ties))


def _recruited(story: Story, profile: str) -> Recruited:
    slug = ProfileSlug(profile)
    return Recruited(ninja=story.state.next_id, profile=slug, price=1)


def test_robberies_are_worked_out_with_both_treasuries_of_before() -> None:
    book = catalogue()
    robber = next(
        profile.slug
        for profile in book.profiles.values()
        if any(ability.slug == "redistribution" for ability in profile.abilities)
    )
    thieves, victims = registered(), registered()
    thieves.write(_recruited(thieves, robber))
    victims.correct(koban=1 - victims.koban)
    deed = Deed(event="injures_enemy", times=3, against=1)
    row = NinjaPart(ninja=thieves.state.ninja[-1].id, deeds=(deed,))
    match = lineup(9, 9, stories=(thieves, victims))
    first, second = told(match, part(ninja=(row,)), part())
    assert (first.koban_taken, second.koban_lost) == (1, 1), "never below zero"


@pytest.mark.parametrize(
    ("parts", "more", "codes"),
    [
        ((part(),), {}, ["wrong-teams"]),
        ((part(-1), part()), {}, ["wrong-score"]),
        ((part(), part()), {"rounds_played": 100}, ["wrong-rounds"]),
        ((part(), part()), {"notes": "x" * 1001}, ["odd-text"]),
        (
            (part(has_conceded=True), part(has_conceded=True)),
            {},
            ["all-conceded"],
        ),
        (
            (part(has_conceded=True, presence=Presence.FORFEIT), part()),
            {},
            ["conceded-unplayed"],
        ),
    ],
)
def test_what_cannot_be_is_refused(
    parts: tuple[TeamPart, ...], more: dict[str, Any], codes: list[str]
) -> None:
    assert refused(lineup(9, 9), *parts, **more) == codes


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (Deed(event="injures_enemy", against=0), "wrong-victim"),
        (Deed(event="injures_enemy", against=2), "wrong-victim"),
        (Deed(event="injures_enemy", against=1, of=NinjaId(77)), "wrong-victim"),
        (Deed(event="injures_enemy", of=KAIKEN), "victim-of-nobody"),
        (Deed(event="injures_enemy", times=0), "empty-feat"),
    ],
)
def test_a_deed_is_done_to_somebody_of_another_team(deed: Deed, code: str) -> None:
    row = NinjaPart(ninja=KAIKEN, deeds=(deed,))
    assert refused(lineup(9, 9), part(ninja=(row,)), part()) == [code]


@rule("CHAL-04")
def test_only_awards_of_the_challenge_that_was_played_are_known() -> None:
    deed = Deed(event="chosen_as_champion", victim=Victim.NINJA)
    row = NinjaPart(ninja=KAIKEN, deeds=(deed,))
    champion, brawl = ChallengeSlug("champion"), ChallengeSlug("brawl")
    told(lineup(9, 9), part(ninja=(row,)), part(), challenge=champion)
    codes = refused(lineup(9, 9), part(ninja=(row,)), part(), challenge=brawl)
    assert codes == ["unknown-feat"]


def test_everything_wrong_is_said_at_once_with_the_team_it_concerns() -> None:
    stranger = NinjaPart(ninja=NinjaId(50), was_fielded=True)
    with pytest.raises(Refusals) as caught:
        told(
            lineup(9, 9),
            part(all_stars=(KAIKEN,)),
            part(ninja=(stranger,)),
        )
    found = {(one.code, one.field) for one in caught.value.parts}
    assert found == {
        ("not-an-all-star", "teams.0.all_stars"),
        ("unknown-ninja", "teams.1.ninja"),
    }
    assert caught.value.parts[0].sentence.startswith("Team 0: ")


@rule("GROUP-07")
def test_each_team_names_its_own_all_stars() -> None:
    row = NinjaPart(ninja=KAIKEN, was_fielded=True)
    parts = [part(ninja=(row,), all_stars=(KAIKEN,)) for _ in range(3)]
    reports = told(lineup(9, 9, 9), *parts)
    assert [one.all_stars for one in reports] == [(KAIKEN,)] * 3


@rule("UND-04")
def test_ten_points_behind_bring_two_more_all_stars_in_the_report() -> None:
    rows = tuple(
        NinjaPart(ninja=one, was_fielded=True) for one in (CHUNIN, KAIKEN, OTHER)
    )
    stars = (CHUNIN, KAIKEN, OTHER)
    low = part(ninja=rows, all_stars=stars)
    reports = told(lineup(5, 15), low, part())
    assert reports[0].points_behind == 10
    assert reports[0].all_stars == stars
    assert refused(lineup(6, 15), low, part()) == ["too-many-all-stars"]


@rule("GROUP-05")
def test_report_of_a_match_that_nobody_played_is_refused() -> None:
    """A team was absent, and the others neither played nor called it off."""
    absent = TeamPart(presence=Presence.FORFEIT)
    told = MatchReport(teams=(absent, TeamPart(), TeamPart()))
    with pytest.raises(Refusals) as refused:
        team_reports(told, lineup(100, 100, 100), catalogue())
    assert [one.code for one in refused.value.parts] == ["nothing-played"]


def test_match_is_called_off_only_because_of_an_absent_team() -> None:
    told = MatchReport(teams=(TeamPart(),) * 3, is_called_off=True)
    with pytest.raises(Refusals) as refused:
        team_reports(told, lineup(100, 100, 100), catalogue())
    assert [one.code for one in refused.value.parts] == ["nobody-absent"]


@rule("GROUP-01", "GROUP-09")
def test_absent_team_is_nobodys_stronger_opponent() -> None:
    absent = TeamPart(presence=Presence.FORFEIT)
    told = MatchReport(teams=(absent, TeamPart(score=1), TeamPart()))
    found = team_reports(told, lineup(300, 150, 120), catalogue())
    assert [one.points_behind for one in found] == [0, 0, 30]


@rule("GROUP-09")
def test_member_of_the_lower_side_gets_its_share_of_the_difference() -> None:
    """Two share the difference of the sums; one has it alone."""
    teams = lineup(100, 150, 130, sides=(0, 1, 1)).teams
    assert points_behind(teams) == (180, 0, 0)
    teams = lineup(300, 110, 130, sides=(0, 1, 1)).teams
    assert points_behind(teams) == (0, 30, 30)
