"""League matches of three and four teams in two sides, from the page to the scrolls."""

from __future__ import annotations

import pytest
from django.test import Client

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, NinjaPart, TeamPart
from challenges.services.absences import forfeit_match
from challenges.services.locks import Edit
from challenges.services.settlements import apply_defaults, run_settlement
from challenges.services.side_proposals import propose_sides
from kernel.ids import NinjaId
from league.models.communication import Notification
from league.models.leagues import League
from league.services.competitions import arrangements, competitions
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import founded
from tests.league.test_competitions import crowd, play
from tests.ledger import rule
from tests.verbs import Tale

STAR = NinjaId(2)


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, "Sides")


@pytest.fixture
def three(league: League, dana: Person) -> list[Tale]:
    found = crowd(league, 3)
    competitions.start_season(uid=league.uid, actor=dana)
    return found


def arranged(league: League, three: list[Tale], *, is_alone: bool = False) -> Match:
    fixture = arrangements.arrange_fixture(
        uid=league.uid,
        actor=three[0].owner,
        team_ids=tuple(tale.team_id for tale in three),
        is_alone=is_alone,
    )
    assert fixture.match is not None
    return fixture.match


def edit(match: Match, person: Person) -> Edit:
    return Edit(uid=match.uid, actor=person)


def experience(three: list[Tale]) -> list[int]:
    return [one.xp for tale in three for one in tale.state.ninja if one.id == STAR]


def fixture_sides(match: Match) -> list[int | None]:
    sides = match.fixture.sides.order_by("number")
    return list(sides.values_list("side", flat=True))


@rule("GROUP-07", "GROUP-09")
def test_every_team_of_one_against_two_names_its_own_all_star(
    league: League, three: list[Tale]
) -> None:
    match = arranged(league, three, is_alone=True)
    before = experience(three)
    parts = [
        TeamPart(
            score=score,
            ninja=tuple(
                NinjaPart(ninja=one.id, was_fielded=True) for one in tale.state.ninja
            ),
            all_stars=(STAR,),
        )
        for tale, score in zip(three, (1, 3, 2), strict=True)
    ]
    play(match, told=MatchReport(teams=tuple(parts), rounds_played=8))
    gained = [now - old for now, old in zip(experience(three), before, strict=True)]
    assert gained == [3, 3, 3]


@rule("GROUP-09", "LEAGUE-11")
def test_both_winners_name_an_all_star_if_the_one_alone_forfeits(
    league: League, three: list[Tale]
) -> None:
    match = arranged(league, three, is_alone=True)
    before = [sum(one.xp for one in tale.state.ninja) for tale in three]
    forfeit_match(edit(match, three[0].owner), absent=[0])
    owed = match.settlements.get().pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)
    now = [sum(one.xp for one in tale.state.ninja) for tale in three]
    gained = [one - other for one, other in zip(now, before, strict=True)]
    assert gained == [0, 3, 3]


def test_programs_arrange_one_against_two(
    league: League, three: list[Tale], dana_client: Client
) -> None:
    sent = dana_client.post(
        f"/api/v1/leagues/{league.uid}/fixtures/arrange/",
        {"team_ids": [tale.team_id for tale in three], "is_alone": True},
        content_type="application/json",
    )
    assert sent.status_code == 200
    match = Match.objects.get()
    sides = match.places.order_by("number").values_list("side", flat=True)
    assert list(sides) == [0, 1, 1]


class TestProposals:
    @rule("GROUP-09")
    def test_league_stores_agreed_sides_and_tells_everyone(
        self, league: League, three: list[Tale]
    ) -> None:
        match = arranged(league, three)
        assert fixture_sides(match) == [None, None, None]
        for tale in three:
            propose_sides(edit(match, tale.owner), sides=(0, 1, 1))
        assert fixture_sides(match) == [0, 1, 1]
        names = [str(tale.team) for tale in three]
        sides = f"{names[0]} against {names[1]} and {names[2]}"
        log = league.audit_lines.values_list("wording", flat=True)
        assert f"Everyone agreed on the sides: {sides}." in log
        told = Notification.objects.filter(person=three[1].owner)
        words = [one.words for one in told]
        assert any("proposes sides" in one and sides in one for one in words)
        play(match, 1, 2, 2)
        koban = [tale.state.koban for tale in three]
        assert koban[1] == koban[2]

    def test_dashboard_asks_for_an_answer(
        self, league: League, three: list[Tale]
    ) -> None:
        match = arranged(league, three)
        propose_sides(edit(match, three[0].owner), sides=(0, 1, 1))
        page = browser_of(three[1].owner).get("/").content.decode()
        assert "Agree on the sides" in page
        mine = browser_of(three[0].owner).get("/").content.decode()
        assert "Agree on the sides" not in mine

    def test_programs_propose_agree_and_decline(
        self, league: League, three: list[Tale]
    ) -> None:
        match = arranged(league, three)
        address = f"/api/v1/matches/{match.uid}/"
        first, second, third = (browser_of(tale.owner) for tale in three)

        def post(client: Client, name: str, **body: object) -> dict[str, object]:
            sent = client.post(
                f"{address}{name}/", body, content_type="application/json"
            )
            assert sent.status_code == 200, sent.content
            found: dict[str, object] = sent.json()["sides"]
            return found

        proposed = post(first, "sides", sides=[0, 1, 1])
        assert proposed["waiting"] == [str(tale.owner) for tale in three[1:]]
        assert post(second, "decline-sides")["proposal"] is None
        for client in (first, second, third):
            post(client, "sides", sides=[0, 0, 1])
        assert fixture_sides(match) == [0, 0, 1]


def test_calling_off_and_agreeing_not_to_play_read_differently(
    league: League, dana_client: Client, three: list[Tale]
) -> None:
    match = arranged(league, three)
    forfeit_match(edit(match, three[2].owner), absent=[2])
    address = f"/matches/{match.uid}/"
    players = browser_of(three[0].owner).get(address).content.decode()
    assert "Agree not to play" in players
    assert "Call the match off for everyone" not in players
    masters = dana_client.get(address).content.decode()
    assert "Record as not played" in masters
    assert "Call the match off for everyone" in masters
    assert "The absent team does not lose either." in masters
