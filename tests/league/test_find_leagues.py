"""Place and dates of a league, and how visitors find leagues by them."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest
from django.test import Client

from kernel.errors import Refusal
from league.models.leagues import AuditEntry, League, Visibility
from league.models.seasons import Season
from league.rules.league_dates import LeagueDates
from league.selectors.league_file import league_document
from league.selectors.public_pages import LeagueSearch, leagues_queryset
from league.services.exchange.league_import import import_league
from league.services.leagues import create_league, edit_league
from people.models import Person

pytestmark = pytest.mark.django_db

WINTER = LeagueDates(starts_on=date(2026, 12, 1), ends_on=date(2027, 2, 28))
SPRING = LeagueDates(starts_on=date(2027, 3, 1))


@pytest.fixture
def leagues(dana: Person) -> dict[str, League]:
    """One for each way in which a league can be found or not."""
    made = [
        ("Harbour", "Kiel", WINTER, "public", "open"),
        ("Castle", "Edinburgh, Old Town", SPRING, "public", "request"),
        ("Closed Door", "Kiel", WINTER, "public", "invited"),
        ("Undated", "", None, "public", "open"),
        ("Secret", "Kiel", WINTER, "private", "open"),
        ("Unlisted", "Kiel", WINTER, "unlisted", "open"),
    ]
    return {
        name: create_league(
            founder=dana,
            name=name,
            place=place,
            dates=dates,
            visibility=visibility,
            admission=admission,
        )
        for name, place, dates, visibility, admission in made
    }


def find(**search: object) -> set[str]:
    asked = LeagueSearch(**search)  # type: ignore[arg-type]
    return {one.name for one in leagues_queryset(asked)}


@pytest.mark.usefixtures("leagues")
def test_leagues_are_found_by_place_dates_and_whether_they_are_open() -> None:
    everything = {"Harbour", "Castle", "Closed Door", "Undated"}
    assert find() == everything
    assert find(place=" kiel ") == {"Harbour", "Closed Door"}
    assert find(words="old town") == {"Castle"}
    assert find(is_open=True) == everything - {"Closed Door"}
    assert find(place="Kiel", is_open=True) == {"Harbour"}
    assert find(since=date(2027, 3, 1)) == {"Castle"}
    assert find(since=date(2027, 2, 28)) == {"Harbour", "Closed Door", "Castle"}
    assert find(until=date(2027, 2, 1)) == {"Harbour", "Closed Door"}
    assert find(until=date(2026, 11, 30)) == set()


def test_a_league_whose_season_takes_no_teams_is_not_open(
    leagues: dict[str, League],
) -> None:
    Season.objects.filter(league=leagues["Harbour"]).update(is_entry_closed=True)
    assert "Harbour" not in find(is_open=True)
    assert "Harbour" in find()


@pytest.mark.usefixtures("leagues")
def test_a_stranger_finds_public_leagues_on_the_page(visitor: Client) -> None:
    address = "/leagues/?place=kiel&since=2026-12-24&until=2027-01-06&open=on"
    page = visitor.get(address).content.decode()
    assert "Harbour" in page
    assert "Kiel, 1 December 2026 to 28 February 2027" in page
    assert "open to join" in page
    for hidden in ("Castle", "Closed Door", "Undated", "Secret", "Unlisted"):
        assert hidden not in page
    nothing = visitor.get("/leagues/?place=Atlantis").content.decode()
    assert "No league found" in nothing


@pytest.mark.usefixtures("leagues")
@pytest.mark.parametrize("asked", ["since=soon", "until=2027-13-01", "q=" + "x" * 300])
def test_a_search_that_makes_no_sense_is_explained(visitor: Client, asked: str) -> None:
    answer = visitor.get(f"/leagues/?{asked}")
    assert answer.status_code == 200
    assert "aria-invalid" in answer.content.decode()


@pytest.mark.usefixtures("leagues")
def test_programs_find_leagues_the_same_way(visitor: Client) -> None:
    address = "/api/v1/leagues/?place=kiel&since=2026-12-24&open=true"
    (found,) = visitor.get(address).json()["results"]
    assert found["name"] == "Harbour"
    assert found["dates"] == {"starts_on": "2026-12-01", "ends_on": "2027-02-28"}
    for wrong in ("since=soon", "until=soon", "open=yes"):
        assert visitor.get(f"/api/v1/leagues/?{wrong}").status_code == 400


def test_a_master_sets_place_and_dates_and_the_log_says_so(
    dana: Person, leagues: dict[str, League], client: Client
) -> None:
    league = leagues["Undated"]
    client.force_login(dana)
    address = f"/leagues/{league.uid}/settings/"
    typed = {
        "name": league.name,
        "blurb": "",
        "place": "Paper Crane",
        "starts_on": "2026-12-01",
        "ends_on": "2026-11-01",
        "visibility": "public",
        "admission": "open",
        "confirmation_days": 3,
        "decision_days": 3,
        "version": league.version,
    }
    refused = client.post(address, typed)
    assert refused.status_code == 422
    assert "Choose a last day on or after" in refused.content.decode()
    client.post(address, typed | {"ends_on": ""})
    league.refresh_from_db()
    assert (league.place, league.dates.text) == ("Paper Crane", "from 1 December 2026")
    log = AuditEntry.objects.filter(league=league, kind="described").first()
    assert log is not None
    assert "set its place to Paper Crane and set its dates" in log.wording
    shown = client.get(address).content.decode()
    assert 'value="2026-12-01"' in shown
    home = client.get(f"/leagues/{league.uid}/").content.decode()
    assert "Paper Crane" in home
    assert "From 1 December 2026" in home


def test_place_and_dates_stay_unless_they_are_named(
    dana: Person, leagues: dict[str, League]
) -> None:
    league = leagues["Harbour"]

    def describe(**more: object) -> League:
        return edit_league(
            uid=league.uid,
            actor=dana,
            name=league.name,
            blurb="",
            visibility=Visibility.PUBLIC,
            admission="open",
            **more,  # type: ignore[arg-type]
        )

    assert (describe().place, describe().dates) == ("Kiel", WINTER)
    emptied = describe(place="", dates=LeagueDates())
    assert (emptied.place, emptied.dates) == ("", LeagueDates())


def test_a_league_cannot_end_before_it_starts(dana: Person) -> None:
    backwards = LeagueDates(starts_on=date(2027, 1, 2), ends_on=date(2027, 1, 1))
    with pytest.raises(Refusal, match="on or after that date"):
        create_league(founder=dana, name="Backwards", dates=backwards)


def test_a_league_file_keeps_place_and_dates(
    dana: Person, leagues: dict[str, League]
) -> None:
    document = league_document(leagues["Secret"])
    renamed = msgspec.structs.replace(document.league, name="Copy")
    document = msgspec.structs.replace(document, league=renamed)
    copy = import_league(content=msgspec.json.encode(document), actor=dana)
    assert (copy.place, copy.dates) == ("Kiel", WINTER)
