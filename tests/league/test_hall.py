"""The hall of fame, statistics by season, and a player's rivals."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models.leagues import League, Visibility
from league.models.seasons import Season
from league.rules.house_rule_versions import EffectiveFrom, Health
from league.selectors.members import get_player_page
from league.selectors.seasons.season_pages import get_season_page
from league.selectors.statistics import get_hall_page
from league.services.house_rules import change_rules
from league.services.season_end import close_season, open_season
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def season(league: League, dana: Person, alice: Person, bob: Person) -> Season:
    """Alice wins it, two matches to none."""
    entered(league, alice, name="Foxes")
    entered(league, bob, name="Cranes")
    season = begun(league, dana, is_double=True)
    for fixture in fixtures(season):
        assert fixture.match is not None
        first = fixture.match.places.get(number=0)
        play(fixture.match, *((5, 2) if first.name == "Foxes" else (1, 4)))
    return season


def test_it_is_empty_until_something_happened(league: League, visitor: Client) -> None:
    page = visitor.get(f"/leagues/{league.uid}/hall/").content.decode()
    assert "The hall is still empty" in page
    assert "Champions" not in page


def test_champions_honours_and_records_stand_there_with_their_links(
    league: League, season: Season, dana: Person, alice: Person, visitor: Client
) -> None:
    address = f"/leagues/{league.uid}/hall/"
    before = visitor.get(address).content.decode()
    assert "There is no champion yet" in before
    close_season(uid=league.uid, actor=dana)
    open_season(uid=league.uid, actor=dana, name="Winter")
    shown = visitor.get(address).content.decode()
    assert "Foxes won Season 1." in shown
    assert "Foxes scored 5 points against Cranes." in shown
    assert "Season 1, " in shown, "A record says when it was set."
    for fixture in fixtures(season)[:1]:
        assert fixture.match is not None
        assert f"/matches/{fixture.match.uid}/" in shown
    assert f"/leagues/{league.uid}/members/{alice.pk}/" in shown

    told = visitor.get(f"/api/v1{address}").json()
    assert [one["name"] for one in told["champions"]] == ["Foxes"]
    assert [(one["name"], one["firsts"]) for one in told["persons"]] == [
        ("Alice", 1),
        ("Bob", 0),
    ]
    best = told["all_time"]["teams"][0]
    assert (best["name"], best["won"], best["scored"]) == ("Foxes", 2, 9)
    assert {one["kind"] for one in told["records"]} >= {
        "winning_streak",
        "widest_margin",
    }


def test_a_private_hall_is_for_members(
    league: League, alice_client: Client, dana_client: Client
) -> None:
    league.visibility = Visibility.PRIVATE
    league.save()
    address = f"/leagues/{league.uid}/hall/"
    assert alice_client.get(address).status_code == 404
    assert alice_client.get(f"/api/v1{address}").status_code == 404
    assert dana_client.get(address).status_code == 200


def test_statistics_are_those_of_the_season_that_is_asked_for(
    league: League,
    season: Season,
    dana: Person,
    dana_client: Client,
    visitor: Client,
) -> None:
    close_season(uid=league.uid, actor=dana)
    open_season(uid=league.uid, actor=dana, name="Winter")
    address = f"/leagues/{league.uid}/statistics/"
    assert "Nothing to count yet" in visitor.get(address).content.decode()
    old = visitor.get(f"{address}?season={season.number}").content.decode()
    assert "Records of Season 1" in old
    assert "By team: matches won" in old
    assert dana_client.get(f"{address}?season=9").status_code == 404
    told = visitor.get(f"/api/v1{address}?season=1").json()
    assert (told["season"], told["records"][0]["season"]) == ("Season 1", "Season 1")


def test_the_page_of_a_season_that_is_over_names_its_champion(
    league: League, season: Season, dana: Person, visitor: Client
) -> None:
    address = f"/leagues/{league.uid}/"
    words = "<b>Foxes</b> won Season 1."
    assert words not in visitor.get(address).content.decode()
    close_season(uid=league.uid, actor=dana)
    assert words in visitor.get(address).content.decode()


def test_friendlies_count_nowhere(league: League, season: Season) -> None:
    competition = season.competitions.get()
    competition.kind = "friendlies"
    competition.save()
    page = get_hall_page(league.uid, None)  # type: ignore[arg-type]
    assert (page.records, page.all_time.teams) == ((), ())


def test_a_player_has_rivals_and_their_matches_are_linked(
    league: League, season: Season, alice: Person, alice_client: Client
) -> None:
    rows = {
        row.row.name: row.form
        for row in get_season_page(league.uid, alice).tables[0].rows
    }
    assert rows == {"Foxes": ("w", "w"), "Cranes": ("l", "l")}
    page = get_player_page(league.uid, alice, alice.pk)
    (team,) = page.teams
    assert [one.name for one in team.rivals] == ["Cranes"]
    assert team.health is not None
    assert (page.won, page.drawn, page.lost) == (2, 0, 0)
    shown = alice_client.get(f"/leagues/{league.uid}/members/{alice.pk}/")
    text = shown.content.decode()
    assert "They have met twice: Foxes won 2, Cranes won 0." in text
    assert f"/matches/{page.matches[0].match}/" in text
    assert season


def test_rosters_that_the_coming_rules_forbid_wear_a_badge_everywhere(
    league: League, dana: Person, alice: Person, visitor: Client
) -> None:
    entered(league, alice, name="Foxes")
    (fit,) = get_season_page(league.uid, dana).entrants
    assert fit.health.health is Health.GREEN
    later = {"changes": {"max_roster_size": 5}, "moment": EffectiveFrom.NEXT_SEASON}
    change_rules(uid=league.uid, actor=dana, reason="Smaller is finer.", **later)
    (line,) = get_season_page(league.uid, dana).entrants
    assert line.health.health is Health.AMBER
    assert "Under the coming house rules" in line.health.sentences[0]
    base = f"/leagues/{league.uid}/"
    for page in ("", "members/", f"members/{alice.pk}/"):
        assert "needs attention" in visitor.get(base + page).content.decode(), page
    told = visitor.get(f"/api/v1{base}teams/").json()["results"]
    assert told[0]["health"]["health"] == "amber"
