"""Matches for programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from challenges import api as challenges_api
from challenges.rules.reports.match_report import as_plain
from challenges.rules.stages import MatchStage
from people.models import Person
from rulebook import api as rulebook_api
from teams import api as teams_api
from tests.challenges.verbs import Meeting, arranged, fixture, hosted, opened, told
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/matches/"


def post(client: Client, address: str, **body: Any) -> Any:
    headers = body.pop("headers", {})
    return client.post(
        f"{ROOT}{address}", body, content_type="application/json", headers=headers
    )


def act(client: Client, meeting: Meeting, name: str, **body: Any) -> Any:
    return post(client, f"{meeting.uid}/{name}/", **body)


def test_a_whole_match_from_the_invitation_to_the_settlement(
    alice: Person, bob: Person, alice_client: Client, bob_client: Client
) -> None:
    mine, theirs = registered_team(alice), registered_team(bob)
    made = post(alice_client, "", team_id=mine.team_id, invited=["bob"])
    assert made.status_code == 201
    uid = made.json()["uid"]
    answer = post(bob_client, f"{uid}/accept/", team_id=theirs.team_id)
    assert answer.json()["may"]["open"] is False
    asked = post(alice_client, f"{uid}/choose/", challenge="brawl").json()
    assert [one["people"] for one in asked["talk"]["proposals"]] == [["Alice"]]
    agreed = post(bob_client, f"{uid}/choose/", challenge="brawl").json()
    assert agreed["may"]["open"] is True
    begun = post(alice_client, f"{uid}/begin/").json()
    assert (begun["stage"], begun["challenge"]) == ("open", "brawl")
    taps = [{"id": "a", "field": "t0.score", "add": 3}]
    draft = post(bob_client, f"{uid}/draft/", taps=taps).json()
    assert draft["values"]["t0.score"] == 3
    reported = post(alice_client, f"{uid}/report/").json()
    assert reported["stage"] == "reported"
    assert reported["waiting"] == ["Bob"]
    written = bob_client.get(f"{ROOT}{uid}/reports/1/").json()
    assert written["teams"][0]["score"] == 3
    confirmed = post(bob_client, f"{uid}/confirm/").json()
    assert confirmed["stage"] == "confirmed"
    assert confirmed["progress"]["stage"] == "owed"
    listed = alice_client.get(ROOT).json()
    assert [line["uid"] for line in listed["results"]] == [uid]


def test_a_report_of_ones_own_is_checked_like_any_other(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    meeting = opened(alice, bob)
    bad = as_plain(told(meeting, -1, 1))
    refused = act(alice_client, meeting, "report", report=bad)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["code"] == "wrong-score"
    good = as_plain(told(meeting, 2, 1))
    assert act(alice_client, meeting, "report", report=good).status_code == 200
    assert meeting.stage == MatchStage.REPORTED


def test_who_was_slower_gets_a_conflict(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    meeting = arranged(alice, bob).accept()
    seen = alice_client.get(f"{ROOT}{meeting.uid}/")
    assert seen["ETag"] == '"2"'
    late = act(alice_client, meeting, "begin", headers={"If-Match": '"1"'})
    assert late.status_code == 409
    assert act(alice_client, meeting, "begin", version=2).status_code == 200


def test_strangers_and_visitors(
    alice: Person, bob: Person, charlie_client: Client, visitor: Client
) -> None:
    meeting = opened(alice, bob)
    for address in ("", "draft/", "reports/1/"):
        url = f"{ROOT}{meeting.uid}/{address}"
        assert charlie_client.get(url).status_code == 404
        refusals = (401, 403) if address == "draft/" else (404,)
        assert visitor.get(url).status_code in refusals
    assert act(charlie_client, meeting, "report").status_code == 404


def test_disputes_rulings_and_forfeits_go_the_same_way(
    alice: Person,
    bob: Person,
    dana: Person,
    bob_client: Client,
    dana_client: Client,
) -> None:
    with hosted(dana):
        meeting = fixture(alice, bob).open().report(3, 1)
        counter = as_plain(told(meeting, 1, 3))
        sent = {"reason": "The other way round.", "counter": counter}
        answer = act(bob_client, meeting, "dispute", **sent).json()
        assert [one["kind"] for one in answer["reports"]] == ["first", "counter"]
        not_bob = act(bob_client, meeting, "rule", reason="Mine.", number=2)
        assert not_bob.status_code == 403
        ruled = act(dana_client, meeting, "rule", reason="So be it.", number=2)
        assert ruled.json()["stage"] == "confirmed"
        other = fixture(alice, bob)
        assert act(bob_client, other, "forfeit", absent=[0]).status_code == 403
        assert act(bob_client, other, "forfeit", absent=[1]).status_code == 200


def test_unknown_fields_are_told(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    meeting = arranged(alice, bob).accept()
    refused = act(alice_client, meeting, "begin", quickly=True)
    assert refused.status_code == 400


def test_no_shape_bears_the_name_of_another() -> None:
    """All apps share one list of shapes, where the last of a name would win."""
    ours = challenges_api.described_shapes()
    for others in (rulebook_api.described_shapes(), teams_api.described_shapes()):
        assert [
            name for name in ours if others.get(name, ours[name]) != ours[name]
        ] == []
