"""What visitors without an account can browse, and what they never see."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models.leagues import League, LeagueStage, Visibility
from league.selectors.public_pages import public_matches_queryset, public_teams_queryset
from people.models import Person
from teams.models import Team
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play

pytestmark = pytest.mark.django_db

TEAMS, MATCHES = "/leagues/teams/", "/leagues/matches/"


@pytest.fixture
def league(dana: Person, alice: Person, bob: Person) -> League:
    """Two teams that have met once and meet once more."""
    league = founded(dana)
    entered(league, alice, name="Foxes")
    entered(league, bob, name="Cranes")
    first = fixtures(begun(league, dana, is_double=True))[0]
    assert first.match is not None
    play(first.match, 5, 2)
    return league


def show(league: League, visibility: Visibility) -> None:
    League.objects.filter(pk=league.pk).update(visibility=visibility)


def test_a_stranger_browses_teams_and_matches_of_public_leagues(
    league: League, visitor: Client
) -> None:
    show(league, Visibility.PUBLIC)
    teams = visitor.get(TEAMS).content.decode()
    assert "Foxes" in teams
    assert "Cranes" in teams
    assert league.name in teams
    for address in (f"/teams/{one.pk}/" for one in public_teams_queryset()):
        assert address in teams
        assert visitor.get(address).status_code == 200
    matches = visitor.get(MATCHES).content.decode()
    for fixture in fixtures(league.seasons.get()):
        assert fixture.match is not None
        address = f"/matches/{fixture.match.uid}/"
        assert address in matches
        assert visitor.get(address).status_code == 200


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_a_stranger_finds_nothing_of_other_leagues(
    league: League, visitor: Client, visibility: Visibility
) -> None:
    show(league, visibility)
    for address, empty in (
        (TEAMS, "No public team yet"),
        (MATCHES, "No public match yet"),
    ):
        page = visitor.get(address).content.decode()
        assert empty in page
        for hidden in ("Foxes", "Cranes", league.name, league.uid):
            assert hidden not in page


def test_an_archived_league_is_not_browsed(league: League) -> None:
    show(league, Visibility.PUBLIC)
    League.objects.filter(pk=league.pk).update(stage=LeagueStage.ARCHIVED)
    assert not public_teams_queryset().exists()
    assert not public_matches_queryset().exists()


def test_a_team_of_two_leagues_names_only_the_public_one(
    league: League, dana: Person, alice: Person, visitor: Client
) -> None:
    show(league, Visibility.PUBLIC)
    secret = founded(dana, name="Secret Society")
    show(secret, Visibility.PRIVATE)
    foxes = Team.objects.get(name="Foxes")
    season = secret.seasons.get()
    version = secret.rules_versions.get()
    season.entrants.create(team=foxes, person=alice, rules=version)
    Team.objects.filter(pk=foxes.pk).update(league=secret.name)
    page = visitor.get(TEAMS).content.decode()
    assert "Foxes" in page
    assert "Secret Society" not in page


def test_drafts_and_teams_without_a_league_are_not_listed(
    league: League, visitor: Client
) -> None:
    show(league, Visibility.PUBLIC)
    Team.objects.filter(name="Foxes").update(stage="draft")
    league.seasons.get().entrants.filter(team__name="Cranes").update(stage="withdrawn")
    assert "No public team yet" in visitor.get(TEAMS).content.decode()


def test_teams_are_found_by_name_and_clan(league: League, visitor: Client) -> None:
    show(league, Visibility.PUBLIC)
    foxes = Team.objects.get(name="Foxes")
    found = visitor.get(f"{TEAMS}?q=fox&clan={foxes.clan}").content.decode()
    assert "Foxes" in found
    assert "Cranes" not in found
    assert "No team found" in visitor.get(f"{TEAMS}?q=wolves").content.decode()
    for wrong in ("clan=nobody", "q=%00", "page=99", "page=x"):
        assert visitor.get(f"{TEAMS}?{wrong}").status_code in (200, 400)


def test_results_and_coming_matches_are_told_apart(
    league: League, visitor: Client
) -> None:
    show(league, Visibility.PUBLIC)
    played, coming = (one.match for one in fixtures(league.seasons.get()))
    assert played is not None
    assert coming is not None
    results = visitor.get(f"{MATCHES}?show=results").content.decode()
    assert f"/matches/{played.uid}/" in results
    assert f"/matches/{coming.uid}/" not in results
    later = visitor.get(f"{MATCHES}?show=coming").content.decode()
    assert f"/matches/{coming.uid}/" in later
    assert f"/matches/{played.uid}/" not in later
    assert visitor.get(f"{MATCHES}?show=nonsense").status_code == 200


def test_long_lists_have_pages(
    league: League, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(league, Visibility.PUBLIC)
    monkeypatch.setattr("league.views.public_pages.PAGE_SIZE", 1)
    for address in (TEAMS, MATCHES):
        page = visitor.get(address).content.decode()
        assert 'aria-label="Page 2"' in page
        second = visitor.get(f"{address}?page=2").content.decode()
        assert 'aria-label="Page 1"' in second


def test_visitors_find_the_public_lists_in_the_navigation(
    visitor: Client, client: Client, alice: Person
) -> None:
    page = visitor.get("/rules/").content.decode()
    assert f'href="{TEAMS}"' in page
    assert f'href="{MATCHES}"' in page
    client.force_login(alice)
    own = client.get("/rules/").content.decode()
    assert 'href="/teams/"' in own
    assert f'href="{TEAMS}"' not in own
