"""The rulebook's lists, entries and tables over the API."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from rulebook.api import COLLECTIONS, TABLES
from rulebook.catalogue import catalogue

PROFILES = "/api/v1/rulebook/profiles/"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("collection", COLLECTIONS, ids=lambda c: c.slug)
def test_every_entry_of_every_kind_is_listed_and_found_by_its_slug(
    client: Client, collection
) -> None:
    entries = collection.entries(catalogue())
    url = reverse(f"api:rulebook-{collection.slug}")
    listed = client.get(url, {"page_size": 200}).json()
    assert listed["count"] == len(entries)
    slugs = [entry.get("slug") or entry["id"] for entry in listed["results"]]
    assert slugs == list(entries)[:200]
    slug = next(iter(entries))
    assert client.get(f"{url}{slug}/").json() == listed["results"][0]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_read(client: Client, table: str) -> None:
    answer = client.get(f"/api/v1/rulebook/tables/{table}/")
    assert answer.status_code == 200
    assert answer.json()


def test_a_profile_carries_its_numbers_and_where_they_come_from(
    client: Client,
) -> None:
    entry = client.get(f"{PROFILES}tora-chunin/").json()
    assert (entry["mv"], entry["at"], entry["df"], entry["koban"]) == (5, 4, 3, 20)
    assert entry["provenance"]["affinities"]["source"] == "external"


def test_lists_come_in_pages_that_lead_on(client: Client) -> None:
    first = client.get(PROFILES, {"page_size": 30}).json()
    second = client.get(first["next"]).json()
    slugs = {e["slug"] for e in first["results"]} | {
        e["slug"] for e in second["results"]
    }
    assert len(slugs) == 60
    assert second["previous"]


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ({"clan": "ika"}, lambda e: e["clan"] == "ika"),
        ({"type": "ronin"}, lambda e: e["type"] == "ronin"),
        ({"element": "void"}, lambda e: "void" in e["affinities"]),
        (
            {"provenance": "external"},
            lambda e: e["provenance"].get("*", {}).get("source") == "external",
        ),
        ({"keyword": "nimble"}, lambda e: "nimble" in e["keywords"]),
        ({"clan": "ika", "type": "oni"}, lambda e: e["slug"] == "ika-oni"),
    ],
)
def test_profiles_are_filtered(client: Client, query, holds) -> None:
    everything = client.get(PROFILES, {"page_size": 200}).json()["results"]
    found = client.get(PROFILES, {**query, "page_size": 200}).json()["results"]
    assert found == [entry for entry in everything if holds(entry)]
    assert 0 < len(found) < len(everything)


def test_rules_are_filtered_by_area_and_by_whether_we_had_to_rule(
    client: Client,
) -> None:
    url = "/api/v1/rulebook/rulings/"
    fights = client.get(url, {"area": "COMBAT"}).json()
    assert all(rule["id"].startswith("COMBAT-") for rule in fights["results"])
    ruled = client.get(url, {"area": "COMBAT", "has_ruling": "true"}).json()
    open_ones = client.get(url, {"area": "COMBAT", "has_ruling": "false"}).json()
    assert 0 < ruled["count"] < fights["count"]
    assert ruled["count"] + open_ones["count"] == fights["count"]


def test_a_ground_has_all_its_spaces(client: Client) -> None:
    ground = client.get("/api/v1/rulebook/grounds/moon-garden/").json()
    assert len(ground["spaces"]) == ground["columns"] * ground["rows"] == 400
    assert ground["source"] == "house"


def test_abilities_are_filtered_by_whose_they_are(client: Client) -> None:
    found = client.get("/api/v1/rulebook/abilities/", {"profile": "tora-chunin"}).json()
    assert {entry["slug"] for entry in found["results"]} == {"pounce", "tiger-strike"}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"clan": "mice"}, "clan"),
        ({"page": "0"}, "page"),
        ({"page_size": "lots"}, "page_size"),
        ({"colour": "red"}, None),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused_in_a_sentence(
    client: Client, query, field
) -> None:
    answer = client.get(PROFILES, query)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    (fault,) = answer.json()["errors"]
    assert fault["field"] == field
    assert fault["detail"].endswith(".")


def test_an_unknown_slug_is_a_404_problem(client: Client) -> None:
    answer = client.get(f"{PROFILES}nobody/")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


def test_an_unchanged_catalogue_is_not_sent_twice(client: Client) -> None:
    first = client.get(PROFILES)
    again = client.get(PROFILES, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert first["Cache-Control"] == "public, max-age=0, must-revalidate"


def test_another_question_has_another_etag(client: Client) -> None:
    first = client.get(PROFILES)
    other = client.get(PROFILES, {"clan": "ika"})
    assert first["ETag"] != other["ETag"]


def test_nothing_can_be_written_to_the_rulebook(alice_client: Client) -> None:
    answer = alice_client.post(PROFILES, {}, content_type="application/json")
    assert answer.status_code == 405
