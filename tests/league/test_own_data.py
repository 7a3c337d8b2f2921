"""What becomes of leagues when one of their people deletes their account."""

from __future__ import annotations

import pytest

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import MatchStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from league.models.leagues import League, Role
from league.models.seasons import EntrantStage
from league.rules.league_templates import Kind
from league.selectors.access import role_of
from league.services import mastership, members
from league.services.competitions import arrangements, competitions
from people.models import Person
from people.services.personal_data import delete_person, export_person
from teams.rules.state import Stage
from teams.services.reconciliation import reconcile_teams
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_competitions import begun, crowd, fixtures


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def test_teams_are_out_and_others_play_on(league: League, dana: Person) -> None:
    gone, *others = crowd(league, 3)
    season = begun(league, dana)
    made = arrangements.arrange_fixture(
        uid=league.uid,
        actor=dana,
        team_ids=tuple(tale.team_id for tale in (gone, *others)),
    )
    delete_person(person=gone.owner)
    assert entrant_of(gone).stage == EntrantStage.WITHDRAWN
    assert gone.state.stage is Stage.RETIRED
    assert role_of(league.pk, gone.owner) is None
    assert made.match is not None
    assert made.match.places.count() == 2
    waiting = [one for one in fixtures(season) if one.match]
    assert all(
        one.sides.filter(entrant__team=gone.team_id).count() == 0 for one in waiting
    )
    told = list(league.audit_lines.values_list("wording", flat=True))
    assert f"A player has left Moonlight. {gone.team} is out of the season." in told
    assert not gone.owner.notices.exists()
    assert list(reconcile_teams()) == []


def test_a_match_that_is_being_played_is_played_to_its_end(
    league: League, dana: Person
) -> None:
    gone, stays = crowd(league, 2)
    (fixture,) = fixtures(begun(league, dana))
    assert fixture.match is not None
    edit = Edit(uid=fixture.match.uid, actor=stays.owner)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    delete_person(person=gone.owner)
    assert entrant_of(gone).stage == EntrantStage.WITHDRAWN
    assert gone.state.stage is Stage.REGISTERED
    told = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))
    submit_report(edit, report=told)
    confirm_report(Edit(uid=fixture.match.uid, actor=None))
    owed = Settlement.objects.get(match=fixture.match).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)
    assert Match.objects.get().stage == MatchStage.SETTLED
    assert gone.state.stage is Stage.RETIRED
    assert gone.state.games == 1
    assert list(reconcile_teams()) == []


def test_before_the_season_a_draft_leaves_no_trace(
    league: League, alice: Person, bob: Person
) -> None:
    entered(league, alice)
    entered(league, bob)
    delete_person(person=alice)
    assert [one.person for one in league.seasons.get().entrants.all()] == [bob]


def test_a_league_whose_master_is_gone_gets_another_one(
    league: League, dana: Person, alice: Person, bob: Person
) -> None:
    members.join_league(uid=league.uid, person=alice)
    members.join_league(uid=league.uid, person=bob)
    delete_person(person=dana)
    words = "The ninja master has left Moonlight. The players choose another one."
    assert alice.notices.get().words == words
    for voter in (alice, bob):
        mastership.vote_for_master(uid=league.uid, voter=voter, person_id=bob.pk)
    assert role_of(league.pk, bob) is Role.MASTER


def test_a_round_is_drawn_without_them(league: League, dana: Person) -> None:
    gone, *others = crowd(league, 3)
    season = begun(league, dana, kind=Kind.SWISS, rounds=3)
    delete_person(person=gone.owner)
    competitions.draw_competition(
        uid=league.uid, actor=dana, number=1, even_unfinished=True
    )
    last = season.competitions.get().rounds.get(number=2)
    drawn = {
        side.entrant.team_id
        for one in last.fixtures.all()
        for side in one.sides.all()
        if side.entrant
    }
    assert drawn == {tale.team_id for tale in others}


def test_people_take_along_what_leagues_keep_of_them(
    league: League, dana: Person
) -> None:
    mine, other = crowd(league, 2)
    begun(league, dana)
    kept = export_person(person=mine.owner)["leagues"]
    assert [one["league"] for one in kept["memberships"]] == [league.name]
    assert [one["team"] for one in kept["entrants"]] == [str(mine.team)]
    assert "Season 1 has started." in [one["words"] for one in kept["notices"]]
    assert kept["comments"] == []
    assert str(other.team) not in str(kept["entrants"])
