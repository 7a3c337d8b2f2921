"""Leagues for programs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from challenges import api as challenges_api
from league import api as league_api
from league.models.competitions import Fixture
from league.models.leagues import League, Visibility
from league.rules.league_templates import Kind
from people.models import Person
from rulebook import api as rulebook_api
from teams import api as teams_api
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/leagues/"


def post(client: Client, address: str, **body: Any) -> Any:
    return client.post(f"{ROOT}{address}", body, content_type="application/json")


def read(client: Client, address: str, **asked: Any) -> Any:
    answer = client.get(f"{ROOT}{address}", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


class TestFounding:
    def test_found_describe_find_and_archive(
        self, dana_client: Client, visitor: Client
    ) -> None:
        made = post(
            dana_client,
            "",
            name="Owl Cup",
            template="round-robin",
            visibility="public",
            changes={"teams_per_player": 2},
        )
        assert made.status_code == 201
        uid = made.json()["uid"]
        rules = read(visitor, f"{uid}/rules/")["changes"]
        assert (rules["teams_per_player"], rules["games_per_week"]) == (2, 1)
        assert read(visitor, f"{uid}/plan/")["competitions"][0]["name"]
        told = post(
            dana_client,
            f"{uid}/describe/",
            name="Owl Cup",
            blurb="Every Tuesday.",
            visibility="public",
            admission="open",
        )
        assert told.json()["blurb"] == "Every Tuesday."
        found = read(visitor, "", q="tuesday")["results"]
        assert [one["uid"] for one in found] == [uid]
        assert read(dana_client, "", mine="true")["count"] == 1
        assert visitor.get(ROOT, {"mine": "true"}).status_code in (401, 403)
        assert dana_client.get(ROOT, {"mine": "no"}).status_code == 400
        assert post(dana_client, f"{uid}/archive/").json()["is_archived"] is True
        assert read(visitor, "", q="tuesday")["count"] == 0
        late = post(dana_client, f"{uid}/renew-code/")
        assert (late.status_code, late.json()["code"]) == (422, "archived")

    def test_kinds_and_rules_that_nobody_knows_are_refused(
        self, dana_client: Client
    ) -> None:
        bad = post(dana_client, "", name="Owl Cup", template="no-such-kind")
        assert bad.json()["code"] == "unknown-template"
        bad = post(dana_client, "", name="Owl Cup", changes={"no_such_knob": 1})
        assert bad.status_code == 422
        assert not League.objects.exists()

    def test_visitors_read_public_leagues_and_do_nothing(
        self, league: League, visitor: Client
    ) -> None:
        assert read(visitor, f"{league.uid}/")["code"] == ""
        assert post(visitor, f"{league.uid}/join/").status_code in (401, 403)
        assert visitor.get(f"{ROOT}{league.uid}/log/").status_code in (401, 403)

    def test_a_private_league_is_not_there_for_strangers(
        self, league: League, alice_client: Client
    ) -> None:
        League.objects.update(visibility=Visibility.PRIVATE)
        for address in ("", *(f"{name}/" for name in league_api.read_views.PAGES)):
            url = f"{ROOT}{league.uid}/{address}"
            assert alice_client.get(url).status_code == 404, address
        for address in ("describe/", "join/", "seasons/start/", "leave/"):
            body = {"name": "X", "blurb": "", "visibility": "public"}
            sent = {**body, "admission": "open"} if address == "describe/" else {}
            answer = post(alice_client, f"{league.uid}/{address}", **sent)
            assert answer.status_code == 404, address
        opened = post(alice_client, f"{league.uid}/join/", code=league.code)
        assert opened.json()["role"] == "player"


class TestMembers:
    def test_joining_asking_roles_and_leaving(
        self,
        league: League,
        bob: Person,
        dana_client: Client,
        alice_client: Client,
        bob_client: Client,
    ) -> None:
        uid = league.uid
        assert post(alice_client, f"{uid}/join/").json()["role"] == "player"
        again = post(alice_client, f"{uid}/join/")
        assert again.json()["code"] == "is-member"
        League.objects.update(admission="request")
        assert post(bob_client, f"{uid}/ask/", words="Me too.").status_code == 200
        (asked,) = read(dana_client, f"{uid}/members/")["requests"]
        assert read(alice_client, f"{uid}/members/")["requests"] == []
        address = f"{uid}/requests/{asked['id']}/"
        assert post(alice_client, address, is_accepted=True).status_code == 403
        members = post(dana_client, address, is_accepted=True).json()["members"]
        assert [one["name"] for one in members] == ["Dana", "Alice", "Bob"]
        role = post(dana_client, f"{uid}/members/{bob.pk}/role/", role="spectator")
        assert role.json()["members"][-1]["role"] == "spectator"
        assert post(bob_client, f"{uid}/leave/").status_code == 204
        denied = alice_client.get(f"{ROOT}{uid}/log/")
        assert denied.status_code == 200
        assert bob_client.get(f"{ROOT}{uid}/log/").status_code == 403
        assert denied.json()["results"][0]["wording"] == "Bob left the league."

    def test_masters_are_handed_over_and_voted(
        self, league: League, alice: Person, alice_client: Client, dana_client: Client
    ) -> None:
        post(alice_client, f"{league.uid}/join/")
        address = f"{league.uid}/members/{alice.pk}"
        early = post(alice_client, f"{address}/vote/")
        assert early.json()["code"] == "master-is-here"
        asked = post(dana_client, f"{address}/master/").json()["members"]
        assert [one["is_successor"] for one in asked] == [False, True]
        post(dana_client, f"{league.uid}/mastership/keep/")
        answer = f"{league.uid}/mastership/answer/"
        late = post(alice_client, answer, is_accepted=True)
        assert late.json()["code"] == "no-offer"
        post(dana_client, f"{address}/master/")
        members = post(alice_client, answer, is_accepted=True).json()["members"]
        assert (members[0]["name"], members[0]["role"]) == ("Alice", "master")
        gone = post(dana_client, f"{address}/remove/", reason="Mine again.")
        assert gone.json()["code"] == "one-master"


class TestRules:
    def test_rules_are_previewed_and_changed_with_their_provenance(
        self, league: League, dana_client: Client, alice_client: Client
    ) -> None:
        uid = league.uid
        before = read(alice_client, f"{uid}/rules/")
        knob = next(one for one in before["values"] if one["key"] == "teams_per_player")
        assert knob["value"] == knob["default"]
        assert knob["source"]
        changes = {"teams_per_player": 2}
        seen = post(dana_client, f"{uid}/rules/preview/", changes=changes).json()
        assert len(seen["differences"]) == 1
        assert post(alice_client, f"{uid}/rules/change/", changes={}).status_code == 403
        after = post(dana_client, f"{uid}/rules/change/", changes=changes).json()
        assert after["changes"] == changes
        assert [one["number"] for one in after["versions"]] == [2, 1]


class TestSeason:
    def test_a_season_from_entering_to_the_next(
        self,
        league: League,
        alice: Person,
        bob: Person,
        dana_client: Client,
        alice_client: Client,
    ) -> None:
        uid = league.uid
        entered(league, bob)
        post(alice_client, f"{uid}/join/")
        team = registered_team(alice).team_id
        into = {"team_id": team, "club": "Lantern Street"}
        assert post(alice_client, f"{uid}/teams/enter/", **into).status_code == 200
        listed = read(alice_client, f"{uid}/teams/")["results"]
        clubs = {one["person"]: one["club"] for one in listed}
        assert clubs == {"Alice": "Lantern Street", "Bob": ""}
        moved = f"{uid}/teams/{team}/club/"
        assert post(alice_client, moved, club="Bonn").status_code == 200
        listed = read(alice_client, f"{uid}/teams/")["results"]
        assert {one["club"] for one in listed} == {"Bonn", ""}
        plan = {"kind": "round-robin", "name": "Autumn", "days": 3}
        assert post(alice_client, f"{uid}/competitions/", **plan).status_code == 403
        made = post(dana_client, f"{uid}/competitions/", **plan).json()
        assert made["competitions"][0]["stage"] == "planned"
        begun = post(dana_client, f"{uid}/seasons/start/").json()
        assert begun["head"]["season_stage"] == "running"
        (fixture,) = read(alice_client, f"{uid}/fixtures/")["results"]
        play(Fixture.objects.get(pk=fixture["id"]).match, 5, 2)  # type: ignore[arg-type]
        adjust = f"{uid}/teams/{team}/adjust/"
        seen = post(dana_client, f"{adjust}preview/", points=-1).json()["sentences"]
        assert "With an adjustment of -1" in seen[1]
        points = post(dana_client, adjust, points=-1, reason="Late.")
        assert points.status_code == 200
        (table,) = read(alice_client, f"{uid}/tables/")["results"]
        assert [row["place"] for row in table["rows"]] == [1, 2]
        assert any("Late." in why for row in table["rows"] for why in row["why"])
        numbers = read(alice_client, f"{uid}/statistics/")
        assert {one["kind"] for one in numbers["records"]} >= {"highest_score"}
        assert [one["games"] for one in numbers["strengths"]] == [1, 1]
        closed = post(dana_client, f"{uid}/seasons/close/").json()
        assert closed["head"]["season_stage"] == "closed"
        following = post(dana_client, f"{uid}/seasons/next/", name="Spring").json()
        assert following["head"]["season"] == "Spring"
        seasons = read(alice_client, f"{uid}/seasons/")["results"]
        assert [len(one["final"]) for one in seasons] == [0, 2]
        old = read(alice_client, f"{uid}/tables/", season=1)["results"]
        assert old == [table]
        gone = alice_client.get(f"{ROOT}{uid}/tables/", {"season": 9})
        assert gone.status_code == 404

    def test_dates_are_proposed_and_accepted(
        self,
        league: League,
        dana: Person,
        alice: Person,
        bob: Person,
        alice_client: Client,
        bob_client: Client,
        dana_client: Client,
    ) -> None:
        for person in (alice, bob):
            entered(league, person)
        (fixture,) = fixtures(begun(league, dana, days=20))
        address = f"{league.uid}/fixtures/{fixture.pk}"
        date = (timezone.now() + timedelta(days=3)).replace(microsecond=0).isoformat()
        bad = post(alice_client, f"{address}/propose/", dates=["2020-01-01T00:00:00Z"])
        assert bad.status_code == 422
        proposed = post(alice_client, f"{address}/propose/", dates=[date]).json()
        assert [one["is_mine"] for one in proposed["open_dates"]] == [True]
        declined = post(bob_client, f"{address}/decline/").json()
        assert [one["kind"] for one in declined["talk"]] == ["propose", "decline"]
        post(alice_client, f"{address}/propose/", dates=[date])
        agreed = post(bob_client, f"{address}/accept/", date=date).json()
        assert agreed["fixture"]["agreed_for"] is not None
        assert post(dana_client, f"{address}/propose/", dates=[date]).status_code == 404
        ruled = post(dana_client, f"{address}/rule/")
        assert ruled.json()["code"] == "no-ruling"

    def test_pairs_are_kept_apart_and_rounds_paired_otherwise(
        self, league: League, dana: Person, dana_client: Client, alice_client: Client
    ) -> None:
        uid = league.uid
        one, other, *_ = (tale.team_id for tale in crowd(league, 4))
        pair = post(
            dana_client, f"{uid}/pairs/", team_ids=[one, other], reason="Siblings."
        ).json()["pairs"][0]
        assert pair["reason"] == "Siblings."
        freed = post(dana_client, f"{uid}/pairs/{pair['id']}/remove/").json()
        assert freed["pairs"] == []
        season = begun(league, dana, kind=Kind.SWISS, rounds=2, name="Swiss")
        first = fixtures(season)[0]
        met = list(first.sides.values_list("entrant__team_id", flat=True))
        apart = next(team for team in (one, other) if team not in met[:1])
        swap = {"teams": [met[0], apart]}
        round_id = first.round_id
        address = f"{uid}/rounds/{round_id}/swap"
        if apart not in met:
            seen = post(dana_client, f"{address}/preview/", **swap)
            assert seen.json()["price"] is not None
            done = post(dana_client, f"{address}/", **swap, reason="They asked.")
            assert done.status_code == 200
            after = read(alice_client, f"{uid}/fixtures/")["results"]
            assert any(line["override_reason"] == "They asked." for line in after)
        assert post(alice_client, f"{address}/", **swap, reason="x").status_code == 403

    def test_members_arrange_withdraw_and_begin_again(
        self,
        league: League,
        dana: Person,
        alice: Person,
        bob: Person,
        alice_client: Client,
        dana_client: Client,
    ) -> None:
        uid = league.uid
        mine, theirs = entered(league, alice), entered(league, bob)
        begun(league, dana, kind=Kind.LADDER, name="Ladder")
        arranged = post(
            alice_client,
            f"{uid}/fixtures/arrange/",
            team_ids=[mine.team_id, theirs.team_id],
        )
        assert arranged.status_code == 200
        (line,) = read(alice_client, f"{uid}/fixtures/")["results"]
        assert line["stage"] == "arranged"
        others = post(
            alice_client,
            f"{uid}/teams/{mine.team_id}/restart/",
            new_team_id=registered_team(alice).team_id,
            reason="Please.",
        )
        assert others.status_code == 403
        quiet = post(dana_client, f"{uid}/teams/{mine.team_id}/withdraw/")
        assert quiet.json()["code"] == "no-reason"
        out = post(alice_client, f"{uid}/teams/{mine.team_id}/withdraw/")
        assert out.status_code == 200
        stages = {
            one["stage"] for one in read(alice_client, f"{uid}/teams/")["results"]
        }
        assert stages == {"active", "withdrawn"}


def test_no_shape_bears_the_name_of_another() -> None:
    """All apps share one list of shapes, where the last of a name would win."""
    ours = league_api.described_shapes()
    for others in (rulebook_api, teams_api, challenges_api):
        theirs = others.described_shapes()
        assert [
            name for name in ours if theirs.get(name, ours[name]) != ours[name]
        ] == []
