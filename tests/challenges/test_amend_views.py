"""Correcting a result on its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from challenges.rules.stages import MatchStage
from people.models import Person
from teams.services.roster import rename_ninja
from tests.cast import browser_of
from tests.challenges.test_amending import amend, met
from tests.challenges.verbs import Meeting, arranged, fixture, hosted, opened
from tests.ledger import rule

pytestmark = pytest.mark.django_db


def fields_of(page: str) -> dict[str, str]:
    """What a browser would send back if nobody changed anything."""
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]*>", page):
        given = dict(re.findall(r'([a-z_-]+)="([^"]*)"', tag))
        name = given.get("name")
        is_box = given.get("type") == "checkbox"
        if name and not (is_box and " checked" not in tag):
            sent[name] = given.get("value", "")
    for name, inside in re.findall(
        r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL
    ):
        chosen = re.search(r'value="(\d+)" selected', inside)
        sent[name] = chosen[1] if chosen else "0"
    return sent


@pytest.fixture
def settled(alice: Person, bob: Person, dana: Person) -> Iterator[Meeting]:
    with hosted(dana, rollback_policy="any_with_replay"):
        meeting = fixture(alice, bob).open()
        yield meeting.report(3, 1, injuries={2: 2}).confirm().settle()


def address(meeting: Meeting, name: str = "amend") -> str:
    return reverse(f"challenges:{name}", args=[meeting.uid])


@rule("LEAGUE-18")
def test_the_master_sees_what_follows_and_then_says_yes(
    settled: Meeting, dana: Person
) -> None:
    client: Client = browser_of(dana)
    assert address(settled) in client.get(address(settled, "match")).content.decode()
    sent = fields_of(client.get(address(settled)).content.decode())
    assert (sent["t0.score"], sent["t1.score"]) == ("3", "1")
    sent |= {"t0.score": "1", "t1.score": "3", "reason": "The slip was upside down."}
    before = settled.tales[0].state.koban
    preview = client.post(address(settled), sent)
    page = preview.content.decode()
    assert f"from {before} to {before - 4} koban" in page
    assert settled.tales[0].state.koban == before
    done = client.post(address(settled), fields_of(page), follow=True)
    assert settled.tales[0].state.koban == before - 4
    assert "The slip was upside down." in done.content.decode()
    assert f"from {before} to {before - 4} koban" in done.content.decode()


def test_a_form_that_nobody_changed_changes_nothing(
    settled: Meeting, dana: Person
) -> None:
    client = browser_of(dana)
    sent = fields_of(client.get(address(settled)).content.decode())
    answer = client.post(address(settled), sent | {"reason": "Nothing."})
    assert answer.status_code == 422
    assert 'value="Nothing."' in answer.content.decode()
    assert "same as the current result" in answer.content.decode()


def test_a_match_is_declared_void(settled: Meeting, dana: Person) -> None:
    client = browser_of(dana)
    sent = fields_of(client.get(address(settled)).content.decode())
    sent |= {"reason": "Never played.", "is_void": "on"}
    page = client.post(address(settled), sent).content.decode()
    client.post(address(settled), fields_of(page))
    assert settled.stage == MatchStage.VOID
    shown = client.get(address(settled, "match")).content.decode()
    assert "declared void" in shown


def test_who_plays_in_a_league_does_not_correct(
    settled: Meeting, alice_client: Client
) -> None:
    page = alice_client.get(address(settled, "match")).content.decode()
    assert "Correct this result" not in page
    assert alice_client.get(address(settled)).status_code == 422


def test_at_a_table_without_a_league_the_other_is_asked(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    meeting = opened(alice, bob).report(3, 1).confirm().settle()
    sent = fields_of(alice_client.get(address(meeting)).content.decode())
    sent |= {"t0.score": "1", "t1.score": "3", "reason": "Bob won."}
    page = alice_client.post(address(meeting), sent).content.decode()
    alice_client.post(address(meeting), fields_of(page))
    other = browser_of(bob)
    shown = other.get(address(meeting, "match")).content.decode()
    assert "A correction is proposed" in shown
    before = meeting.tales[1].state.koban
    answer = {"version": meeting.match.version, "number": 1, "is_yes": "yes"}
    other.post(address(meeting, "amend-answer"), answer)
    assert meeting.tales[1].state.koban == before + 4


def test_a_ninja_has_the_letters_it_has_on_its_scroll(
    alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob).accept()
    first = meeting.tales[0]
    rename_ninja(first.edit, ninja=first.state.ninja[0].id, name="Akira")
    meeting.open()
    for page in (f"/teams/{first.team_id}/", address(meeting, "report")):
        assert "<span>Ak</span>" in browser_of(alice).get(page).content.decode()


@rule("LEAGUE-18")
def test_where_only_the_latest_is_corrected_an_older_one_says_so_and_offers_nothing(
    alice: Person, bob: Person, dana: Person
) -> None:
    client = browser_of(dana)
    with hosted(dana):
        first = fixture(alice, bob).open().report(3, 1).confirm().settle()
        second = met(*first.tales)
        older = client.get(address(first, "match")).content.decode()
        assert f'href="{address(first)}"' not in older
        assert "has played since" in older
        newer = client.get(address(second, "match")).content.decode()
        assert f'href="{address(second)}"' in newer
        assert "has played since" not in newer
        # What never happened stands in nobody's way.
        amend(second, dana, None)
        again = client.get(address(first, "match")).content.decode()
        assert f'href="{address(first)}"' in again
