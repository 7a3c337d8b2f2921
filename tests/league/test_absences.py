"""Matches of three or four from which a team is absent."""

from __future__ import annotations

import pytest
from django.test import Client

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import MatchReport, Presence, TeamPart
from challenges.rules.stages import MatchStage
from challenges.services.absences import agree_to_call_off, forfeit_match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, dispute_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal
from league.models.competitions import Fixture
from league.models.leagues import League
from league.selectors.competitions.results import get_season_results
from league.selectors.statistics import league_matches
from league.services.competitions import arrangements, competitions
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import entrant_of, founded
from tests.league.test_competitions import crowd
from tests.ledger import rule
from tests.verbs import Tale

GONE = TeamPart(presence=Presence.FORFEIT)


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, "Crowds", team_play=True)


@pytest.fixture
def three(league: League, dana: Person) -> list[Tale]:
    found = crowd(league, 3)
    competitions.start_season(uid=league.uid, actor=dana)
    return found


def arranged(league: League, tales: list[Tale], partner: int | None = None) -> Match:
    fixture = arrangements.arrange_fixture(
        uid=league.uid,
        actor=tales[0].owner,
        team_ids=tuple(tale.team_id for tale in tales),
        partner_id=None if partner is None else tales[partner].team_id,
    )
    assert fixture.match is not None
    return fixture.match


def edit(match: Match, person: Person) -> Edit:
    return Edit(uid=match.uid, actor=person)


def begin(match: Match, person: Person) -> None:
    choose_challenge(edit(match, person), challenge="brawl", together=True)
    start_match(edit(match, person))


def settle(match: Match) -> None:
    owed = Settlement.objects.get(match=match).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)
    match.refresh_from_db()


def earned(tales: list[Tale], before: list[int]) -> list[int]:
    return [tale.state.koban - koban for tale, koban in zip(tales, before, strict=True)]


def points(league: League, tales: list[Tale]) -> list[int]:
    rows = {row.entry: row for row in get_season_results(league.seasons.get()).table()}
    return [rows[entrant_of(tale).pk].points for tale in tales]  # type: ignore[index]


def played(league: League, tales: list[Tale]) -> list[int]:
    rows = {row.entry: row for row in get_season_results(league.seasons.get()).table()}
    return [rows[entrant_of(tale).pk].played for tale in tales]  # type: ignore[index]


@rule("LEAGUE-11", "GROUP-05")
def test_others_play_on_after_one_of_three_forfeits(
    league: League, three: list[Tale]
) -> None:
    before = [tale.state.koban for tale in three]
    match = arranged(league, three)
    forfeit_match(edit(match, three[1].owner), absent=[1])
    match.refresh_from_db()
    assert match.stage == MatchStage.ARRANGED
    assert not Settlement.objects.exists()
    begin(match, three[0].owner)
    assert three[1].state.open_game == ""
    report = MatchReport(teams=(TeamPart(score=1), GONE, TeamPart(score=3)))
    submit_report(edit(match, three[0].owner), report=report)
    confirm_report(edit(match, three[2].owner))
    match.refresh_from_db()
    assert match.stage == MatchStage.CONFIRMED  # the absent player is not waited for
    settle(match)
    assert earned(three, before) == [6, 0, 10]
    assert points(league, three) == [1, 0, 3]
    (facts,) = league_matches(league)
    assert [facts.ending_of(line) for line in facts.teams] == ["l", "l", "w"]


@rule("LEAGUE-11", "GROUP-05")
def test_match_is_called_off_once_everyone_present_agrees(
    league: League, three: list[Tale]
) -> None:
    before = [tale.state.koban for tale in three]
    match = arranged(league, three)
    with pytest.raises(Refusal, match="No team is absent"):
        agree_to_call_off(edit(match, three[0].owner))
    forfeit_match(edit(match, three[2].owner), absent=[2])
    with pytest.raises(Refusal, match="Your team is absent"):
        agree_to_call_off(edit(match, three[2].owner))
    agree_to_call_off(edit(match, three[0].owner))
    match.refresh_from_db()
    assert match.stage == MatchStage.ARRANGED
    agree_to_call_off(edit(match, three[1].owner))
    settle(match)
    assert match.stage == MatchStage.SETTLED
    assert earned(three, before) == [0, 0, 0]
    assert [tale.state.games for tale in three] == [0, 0, 1]
    assert points(league, three) == [0, 0, 0]
    assert played(league, three) == [0, 0, 1]
    assert Fixture.objects.get().outcome["parts"][2]["is_forfeit"]
    page = browser_of(three[0].owner).get(f"/leagues/{league.uid}/")
    assert page.status_code == 200


def test_master_calls_it_off_alone_and_says_why(
    league: League, three: list[Tale], dana: Person
) -> None:
    match = arranged(league, three)
    forfeit_match(
        edit(match, dana), absent=[0], presence=Presence.NO_SHOW, reason="Nobody came."
    )
    with pytest.raises(Refusal, match="Say why"):
        agree_to_call_off(edit(match, dana))
    agree_to_call_off(edit(match, dana), reason="The hall is closed.")
    settle(match)
    assert played(league, three) == [1, 0, 0]


@rule("LEAGUE-11")
def test_last_one_left_wins_when_the_second_forfeits_too(
    league: League, three: list[Tale]
) -> None:
    match = arranged(league, three)
    for number in (0, 1):
        forfeit_match(edit(match, three[number].owner), absent=[number])
    settle(match)
    assert points(league, three) == [0, 0, 3]


def test_report_form_marks_a_team_as_absent(league: League, three: list[Tale]) -> None:
    match = arranged(league, three)
    begin(match, three[0].owner)
    browser = browser_of(three[0].owner)
    address = f"/matches/{match.uid}/report/"
    page = browser.get(address).content.decode()
    assert "Did a team not turn up?" in page
    sent = {"seen": 0, "rounds": 5, "t0.score": 2, "t1.score": 1, "t2.absent": "on"}
    fielded = {
        f"t{number}.n{one.id}.fielded": "on"
        for number, tale in enumerate(three)
        for one in tale.state.ninja
    }
    assert browser.post(address, {**sent, **fielded, "send": 1}).status_code == 302
    content = match.reports.get().content
    assert content["teams"][2] == {"presence": "no-show"}
    match.refresh_from_db()
    assert match.stage == MatchStage.REPORTED
    # Whoever is said to have been absent may say no.
    dispute_report(edit(match, three[2].owner), reason="I was there.")


def test_match_page_offers_to_play_on_or_call_it_off(
    league: League, three: list[Tale], visitor: Client
) -> None:
    match = arranged(league, three)
    browser = browser_of(three[0].owner)
    address = f"/matches/{match.uid}/"
    forfeit = {"version": match.version, "absent": [1], "presence": "forfeit"}
    theirs = browser_of(three[1].owner)
    assert "The others can play on" in theirs.get(address).content.decode()
    theirs.post(f"{address}forfeit/", forfeit)
    page = browser.get(address).content.decode()
    assert "Playing without" in page
    assert "Agree not to play" in page
    match.refresh_from_db()
    browser.post(f"{address}agree-to-call-off/", {"version": match.version})
    assert match.places.get(number=0).agrees_to_call_off
    assert "Agree not to play" not in browser.get(address).content.decode()
    assert "Agree not to play" not in visitor.get(address).content.decode()


@rule("GROUP-09")
@pytest.mark.parametrize("absent", [0, 1])
def test_treasury_and_standings_agree_whichever_partner_is_absent(
    league: League, dana: Person, absent: int
) -> None:
    four = crowd(league, 4)
    competitions.start_season(uid=league.uid, actor=dana)
    before = [tale.state.koban for tale in four]
    match = arranged(league, four, partner=1)
    forfeit_match(edit(match, four[absent].owner), absent=[absent])
    begin(match, four[2].owner)
    parts = [TeamPart(score=3), TeamPart(score=3), TeamPart(score=2), TeamPart(score=1)]
    parts[absent] = GONE
    report = MatchReport(teams=tuple(parts))
    submit_report(edit(match, four[2].owner), report=report)
    for number in {1 - absent, 3}:
        confirm_report(edit(match, four[number].owner))
    settle(match)
    came = 1 - absent
    koban, table = earned(four, before), points(league, four)
    assert (koban[absent], table[absent]) == (0, 0)
    # One against two and three points each: everybody who came drew.
    assert [koban[2], koban[3]] == [8, 8]
    assert [table[came], table[2], table[3]] == [1, 1, 1]
    (facts,) = league_matches(league)
    assert [facts.ending_of(facts.teams[n]) for n in (came, 2, 3)] == ["d"] * 3
