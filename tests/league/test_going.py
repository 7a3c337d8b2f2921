"""Members who go between two seasons, and what becomes of their teams."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from league.models.leagues import League, Role
from league.selectors.access import role_of
from league.selectors.seasons.season_end import carried
from league.services import members
from league.services.entrants import enter_team
from league.services.leagues import archive_league, create_league
from league.services.season_end import open_season
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd
from tests.league.test_next_season import closed
from tests.verbs import Tale


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def leaves(league: League, tale: Tale, dana: Person) -> None:
    assert dana != tale.team.owner
    members.leave_league(uid=league.uid, person=tale.team.owner)


def is_removed(league: League, tale: Tale, dana: Person) -> None:
    members.remove_member(
        uid=league.uid, actor=dana, person_id=tale.team.owner_id, reason="So."
    )


def looks_on(league: League, tale: Tale, dana: Person) -> None:
    members.set_member_role(
        uid=league.uid, actor=dana, person_id=tale.team.owner_id, role=Role.SPECTATOR
    )


@pytest.mark.parametrize("go", [leaves, is_removed, looks_on])
def test_between_seasons_a_team_goes_along_with_its_person(
    league: League, dana: Person, go: object
) -> None:
    gone, stays = closed(league, dana)
    assert callable(go)
    go(league, gone, dana)
    assert role_of(league.pk, gone.team.owner) in (None, Role.SPECTATOR)
    assert (gone.state.league, gone.state.games) == ("", 1)
    assert stays.state.league == "Moon Cup"
    assert [one.team_id for one in carried(league.seasons.get())] == [stays.team_id]
    season = open_season(uid=league.uid, actor=dana)
    assert [one.team_id for one in season.entrants.all()] == [stays.team_id]


def test_a_team_that_plays_for_a_namesake_of_the_league_stays_there(
    league: League, dana: Person, alice: Person
) -> None:
    gone, _ = closed(league, dana)
    leaves(league, gone, dana)
    namesake = create_league(founder=alice, name="Moon Cup")
    person = gone.team.owner
    members.join_league(uid=namesake.uid, person=person, code=namesake.code)
    members.allow_veteran_team(
        uid=namesake.uid, actor=alice, person_id=person.pk, reason="Known."
    )
    enter_team(uid=namesake.uid, person=person, team_id=gone.team_id)
    members.join_league(uid=league.uid, person=person)
    leaves(league, gone, dana)
    assert gone.state.league == "Moon Cup"


def test_in_the_season_it_is_withdrawn_first(league: League, dana: Person) -> None:
    tales = crowd(league, 2)
    begun(league, dana)
    for go in (leaves, is_removed, looks_on):
        with pytest.raises(Refusal, match="must be withdrawn first"):
            go(league, tales[0], dana)
    assert tales[0].state.league == "Moon Cup"


def test_nobody_is_kept_in_an_archive(league: League, dana: Person) -> None:
    tales = crowd(league, 2)
    begun(league, dana)
    archive_league(uid=league.uid, actor=dana)
    leaves(league, tales[0], dana)
    assert role_of(league.pk, tales[0].team.owner) is None
    assert tales[0].state.league == "Moon Cup"
