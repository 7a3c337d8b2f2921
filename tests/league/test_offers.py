"""Pages of a league offer nobody what would be refused whatever they did."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from challenges.models import Match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from league.models.leagues import League, Role
from league.rules.league_templates import Kind, PlannedCompetition
from league.services import members, season_end
from league.services.communication import news
from league.services.competitions import competitions
from league.services.leagues import archive_league
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.offered import Refused, refusals
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play

pytestmark = pytest.mark.django_db

# What no other word in a form would change.
HOPELESS = (
    "is archived and read-only",
    "has a team in the season. It must be withdrawn",
    "is still a draft. Publish or discard it",
    "Wait until the ninja master opens",
    "is in the middle of a match. Finish it first",
)


def gathering(league: League, dana: Person) -> None:
    plan = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Autumn")
    competitions.add_competition(uid=league.uid, actor=dana, plan=plan)


def running(league: League, dana: Person) -> None:
    season = begun(league, dana)
    match = fixtures(season)[0].match
    assert match is not None
    play(match, 3, 1)
    news.draft_post(uid=league.uid, actor=dana)


def playing(league: League, dana: Person) -> None:
    """The team of whoever entered first is in the middle of a match."""
    season = begun(league, dana)
    first = season.entrants.select_related("person").order_by("pk")[0]
    match = Match.objects.filter(places__team=first.team_id).order_by("pk")[0]
    edit = Edit(uid=match.uid, actor=first.person)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)


def over(league: League, dana: Person) -> None:
    running(league, dana)
    season_end.close_season(uid=league.uid, actor=dana)


def archived(league: League, dana: Person) -> None:
    running(league, dana)
    archive_league(uid=league.uid, actor=dana)


def is_hopeless(one: Refused) -> bool:
    is_closed = one.status in (403, 404)
    return is_closed or any(words in one.answer for words in HOPELESS)


@pytest.mark.parametrize("tell", [gathering, running, playing, over, archived])
def test_nobody_is_offered_what_is_always_refused(
    dana: Person, tell: Callable[[League, Person], None]
) -> None:
    league = founded(dana)
    tale, *_ = crowd(league, 3)
    looker = cast("looker")
    members.join_league(uid=league.uid, person=looker)
    members.set_member_role(
        uid=league.uid, actor=dana, person_id=looker.pk, role=Role.SPECTATOR
    )
    tell(league, dana)
    stranger = browser_of(cast("stranger"))
    everybody = [*map(browser_of, (dana, tale.owner, looker)), stranger, Client()]
    found = {
        (one.address, one.page, one.status)
        for client in everybody
        for one in refusals(client, f"/leagues/{league.uid}/")
        if is_hopeless(one)
    }
    assert found == set()
