"""Members find in the log what they look for."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models.leagues import AuditEntry, League
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, founded

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(dana: Person) -> League:
    """Its log has lines about three people, two of whom have similar names."""
    made = founded(dana, "Moon Cup")
    entered(made, cast("bo"), name="Kage")
    entered(made, cast("bob"), name="Kagemusha")
    return made


@pytest.fixture
def dana_client(dana: Person) -> Client:
    return browser_of(dana)


def lines(page: str) -> list[str]:
    """What the log says, latest first."""
    (found,) = re.findall(r'<ol class="log">(.*?)</ol>', page, re.DOTALL) or [""]
    return [
        re.sub(r"<[^>]+>", "", one).strip()
        for one in re.findall(r"</time>\s*<span>(.*?)</span>", found, re.DOTALL)
    ]


def told(client: Client, league: League, query: str = "") -> list[str]:
    answer = client.get(f"/leagues/{league.uid}/log/{query}")
    assert answer.status_code == 200
    return lines(answer.content.decode())


def person(name: str) -> Person:
    return Person.objects.get(username=name)


def test_without_a_wish_everything_is_shown(
    league: League, dana_client: Client
) -> None:
    assert len(told(dana_client, league)) == AuditEntry.objects.count()


def test_lines_are_found_by_what_they_are_about(
    league: League, dana_client: Client
) -> None:
    found = told(dana_client, league, "?topic=league")
    assert found == ["Dana created Moon Cup."]
    assert len(told(dana_client, league, "?topic=teams")) == 2


def test_lines_are_found_by_who_did_it_and_whom_it_was_about(
    league: League, dana: Person, dana_client: Client
) -> None:
    bo = person("bo")
    AuditEntry.objects.create(
        league=league, actor=dana, kind="role", wording=f"Dana made {bo} a spectator."
    )
    found = told(dana_client, league, f"?person={bo.pk}")
    assert found[0] == f"Dana made {bo} a spectator."
    # Bob has a longer name, and is somebody else.
    assert not any(str(person("bob")) in line for line in found)


def test_lines_are_found_by_team_and_not_by_half_its_name(
    league: League, dana_client: Client
) -> None:
    kage = league.seasons.get().entrants.get(team__name="Kage").team_id
    found = told(dana_client, league, f"?team={kage}")
    assert found
    assert all("Kagemusha" not in line for line in found)


def test_wishes_are_kept_from_page_to_page(
    league: League, dana: Person, dana_client: Client
) -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry(league=league, actor=dana, kind="news", wording=f"News {number}.")
        for number in range(60)
    )
    address = f"/leagues/{league.uid}/log/?topic=news"
    page = dana_client.get(address).content.decode()
    assert len(lines(page)) == 50
    assert "?topic=news&amp;page=2" in page
    second = dana_client.get(f"{address}&page=2").content.decode()
    assert len(lines(second)) == 10
    assert '<option value="news" selected>' in second


def test_what_finds_nothing_says_what_to_do(
    league: League, dana_client: Client
) -> None:
    bo = person("bo")
    address = f"/leagues/{league.uid}/log/?topic=news&person={bo.pk}"
    page = dana_client.get(address).content.decode()
    assert f"There are no entries about News and comments and {bo} together." in page
    assert f'href="/leagues/{league.uid}/log/"' in page
    alone = dana_client.get(f"/leagues/{league.uid}/log/?topic=news").content.decode()
    assert (
        "There are no entries about News and comments. Choose something else" in alone
    )


def test_somebody_of_another_league_is_nobody_here(
    league: League, dana_client: Client, charlie: Person
) -> None:
    address = f"/leagues/{league.uid}/log/?person={charlie.pk}"
    page = dana_client.get(address).content.decode()
    assert lines(page) == []
    assert "not part of the league" in page


def test_nonsense_in_the_address_is_passed_over(
    league: League, dana_client: Client
) -> None:
    query = "?topic=soup&person=x&team=-1&page=many"
    assert len(told(dana_client, league, query)) == AuditEntry.objects.count()


def test_programs_ask_the_same(league: League, dana_client: Client) -> None:
    root = f"/api/v1/leagues/{league.uid}/log/"
    bo = person("bo")
    wordings = [
        one["wording"]
        for one in dana_client.get(f"{root}?person={bo.pk}").json()["results"]
    ]
    assert wordings == told(dana_client, league, f"?person={bo.pk}")
    assert dana_client.get(f"{root}?topic=teams").json()["count"] == 2
    refused = dana_client.get(f"{root}?topic=soup")
    assert refused.status_code == 400


def test_a_wish_takes_no_more_queries_in_a_larger_league(
    league: League, dana_client: Client
) -> None:
    address = f"/leagues/{league.uid}/log/?topic=teams&person={person('bo').pk}"
    asked = []
    for size in (1, 4):
        for number in range(size):
            entered(league, cast(f"p{size}{number}"))
        with CaptureQueriesContext(connection) as queries:
            dana_client.get(address)
        asked.append(len(queries))
    assert asked[0] == asked[1]
