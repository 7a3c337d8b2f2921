"""One's teams, and every way to begin another."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.state import Stage
from teams.selectors.builder import get_builder_state
from teams.selectors.new_team_page import preview_random_team
from teams.selectors.team_file import get_team_file
from teams.selectors.team_list import TeamLine, list_teams
from teams.services.adjustments import retire_team
from teams.services.journal import Edit
from teams.services.new_teams import create_sample_team, create_team
from teams.services.roster import register_team
from tests.teams.rules.rosters import TORA, packed

SEED = "5a" * 32


def only_team(person: Person) -> TeamLine:
    (line,) = list_teams(person)
    return line


def bring(client: Client, content: bytes, name: str = "team.json") -> HttpResponse:
    file = SimpleUploadedFile(name, content)
    return client.post("/teams/new/import/", {"file": file})


# ---- the list


def test_without_a_team_the_list_offers_the_first_step(alice_client: Client) -> None:
    page = alice_client.get("/teams/").content.decode()
    assert "No team yet" in page
    assert 'href="/teams/new/"' in page


def test_the_list_tells_drafts_teams_and_old_teams_apart(
    alice: Person, alice_client: Client
) -> None:
    create_team(owner=alice, clan="ika", name="Half a plan")
    ready = create_sample_team(owner=alice, sample="deep-water")
    played = create_sample_team(owner=alice, sample="two-ogres")
    register_team(Edit(team_id=played.team_id, actor=alice))
    old = create_team(owner=alice, clan="tora", name="Burnt out")
    retire_team(Edit(team_id=old.team_id, actor=alice))
    page = alice_client.get("/teams/")
    assert [line.name for line in page.context["drafts"]] == [
        "Deep Water",
        "Half a plan",
    ]
    assert [line.name for line in page.context["registered"]] == ["Two Ogres"]
    assert [line.name for line in page.context["retired"]] == ["Burnt out"]
    text = page.content.decode()
    assert "Ready to register" in text
    assert "2 to fix" in text
    assert f'href="/teams/{ready.team_id}/build/"' in text
    assert f'href="/teams/{played.team_id}/"' in text


def test_the_list_shows_nobody_elses_teams(bob: Person, alice_client: Client) -> None:
    create_team(owner=bob, clan="ika", name="Bobs")
    assert "Bobs" not in alice_client.get("/teams/").content.decode()


def test_the_list_asks_as_often_for_one_team_as_for_many(
    alice: Person, alice_client: Client
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            alice_client.get("/teams/")
        return len(queries)

    create_team(owner=alice, clan="ika")
    few = asked()
    for _ in range(9):
        create_team(owner=alice, clan="tora")
    assert asked() == few


@pytest.mark.parametrize(
    "path", ["", "new/", "new/ika/", "new/ika/random/", "new/import/"]
)
def test_strangers_log_in_first(visitor: Client, path: str) -> None:
    answer = visitor.get(f"/teams/{path}")
    assert answer.status_code == 302
    assert answer.url == f"/people/log-in/?next=/teams/{path}"


# ---- beginnings


def test_every_clan_is_offered_with_how_it_plays(alice_client: Client) -> None:
    page = alice_client.get("/teams/new/").content.decode()
    for slug, clan in catalogue().clans.items():
        assert f'href="/teams/new/{slug}/"' in page
        assert clan.motto.replace("'", "&#x27;") in page


@pytest.mark.parametrize("clan", list(catalogue().clans))
def test_a_clan_shows_its_ninja_and_the_teams_to_begin_from(
    alice_client: Client, clan: str
) -> None:
    page = alice_client.get(f"/teams/new/{clan}/").content.decode()
    for profile in catalogue().clans[clan].heroes:
        assert profile.name in page
    samples = alice_client.get(f"/teams/new/{clan}/").context["start"].samples
    assert len(samples) == 2
    for sample in samples:
        assert f"Take {sample.name}" in page
        assert sample.koban <= 100


def test_there_is_no_seventh_clan(alice_client: Client) -> None:
    assert alice_client.get("/teams/new/herons/").status_code == 404
    assert alice_client.get(f"/teams/new/herons/random/?seed={SEED}").status_code == 404


@pytest.mark.parametrize(("sent", "named"), [("Tidewatch", "Tidewatch"), ("", "")])
def test_an_empty_team_is_founded(
    alice: Person, alice_client: Client, sent: str, named: str
) -> None:
    answer = alice_client.post("/teams/new/ika/", {"name": sent})
    line = only_team(alice)
    assert answer.url == f"/teams/{line.id}/build/"
    assert line.koban == 100
    assert line.name == named or (not named and line.name)


def test_a_name_that_is_too_long_is_said_at_its_field(
    alice: Person, alice_client: Client
) -> None:
    page = alice_client.post("/teams/new/ika/", {"name": "x" * 61})
    assert "err" in page.content.decode()
    assert not list_teams(alice)


@pytest.mark.parametrize(
    ("path", "name", "count"),
    [
        ("samples/deep-water", "Deep Water", 6),
        ("shrines/water-shrine", "Water Shrine", 9),
    ],
)
def test_a_ready_made_team_is_taken(
    alice: Person, alice_client: Client, path: str, name: str, count: int
) -> None:
    alice_client.post(f"/teams/new/{path}/")
    line = only_team(alice)
    assert (line.name, line.ninja_count, line.is_legal) == (name, count, True)


@pytest.mark.parametrize("path", ["samples/no-such", "shrines/no-such"])
def test_a_team_that_is_not_there_is_refused(alice_client: Client, path: str) -> None:
    assert alice_client.post(f"/teams/new/{path}/").status_code == 422


def test_the_dice_are_rolled_again_and_what_was_shown_is_taken(
    alice: Person, alice_client: Client
) -> None:
    first = alice_client.get("/teams/new/ika/random/")
    assert first.status_code == 302
    page = alice_client.get(f"/teams/new/ika/random/?seed={SEED}")
    shown = preview_random_team("ika", SEED)
    for row in shown.rows:
        assert row.display_name in page.content.decode()
    assert page.context["next"] != SEED
    alice_client.post("/teams/new/ika/random/", {"seed": SEED})
    line = only_team(alice)
    assert line.name == shown.team
    team = get_builder_state(line.id, alice)
    assert [one.row.name for one in team.rows] == [row.name for row in shown.rows]
    assert team.is_legal


def test_a_made_up_seed_is_rolled_anew(alice_client: Client) -> None:
    answer = alice_client.get("/teams/new/ika/random/?seed=7")
    assert answer.status_code == 302
    assert answer.url != "/teams/new/ika/random/?seed=7"


def test_an_old_team_is_copied(alice: Person, alice_client: Client) -> None:
    old = create_sample_team(owner=alice, sample="deep-water")
    retire_team(Edit(team_id=old.team_id, actor=alice))
    answer = alice_client.post(f"/teams/{old.team_id}/copy/")
    line = only_team(alice)
    assert answer.url == f"/teams/{line.id}/build/"
    assert (line.stage, line.ninja_count) == (Stage.DRAFT, 6)


def test_somebody_elses_team_is_not_copied(bob: Person, alice_client: Client) -> None:
    other = create_team(owner=bob, clan="ika")
    assert alice_client.post(f"/teams/{other.team_id}/copy/").status_code == 404


# ---- files


def test_a_file_of_our_own_brings_its_team(alice: Person, alice_client: Client) -> None:
    written = create_sample_team(owner=alice, sample="deep-water")
    content = get_team_file(written.team_id, alice)
    answer = bring(alice_client, content)
    copy = list_teams(alice)[0]
    assert copy.id != written.team_id
    assert answer.url == f"/teams/{copy.id}/build/"
    assert (copy.name, copy.ninja_count) == ("Deep Water", 6)


@pytest.mark.parametrize("content", [TORA, packed(TORA)], ids=["ros", "rosz"])
def test_a_roster_brings_a_draft_and_what_did_not_come_along(
    alice: Person, alice_client: Client, content: bytes
) -> None:
    answer = bring(alice_client, content, "club.rosz")
    line = only_team(alice)
    assert answer.url == f"/teams/{line.id}/imported/"
    for _ in range(2):  # a reload shows it again
        page = alice_client.get(answer.url)
        assert page.context["notes"]
        assert "What was changed or left out" in page.content.decode()
    other = create_team(owner=alice, clan="ika")
    elsewhere = alice_client.get(f"/teams/{other.team_id}/imported/")
    assert elsewhere.url == f"/teams/{other.team_id}/build/"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"\x89PNG", "JSON"),
        (b'{"format": "something-else"}', "This is not a valid team file"),
        (b'{"format": "something-else", "schema": 1}', "has the format"),
        (b"PK nothing", "not a BattleScribe roster"),
        (b"\xef\xbb\xbf  <html></html>", "not a BattleScribe roster"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><roster/>", "entities"),
        (b" " * 4_000_001, "The limit is 4 MB"),
    ],
)
def test_a_bad_file_is_refused_at_its_field(
    alice: Person, alice_client: Client, content: bytes, sentence: str
) -> None:
    answer = bring(alice_client, content)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page
    assert not list_teams(alice)
