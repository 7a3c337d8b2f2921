"""The pages of leagues: found, invite, join, run."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.forms.house_rules import HouseRulesForm
from league.models.leagues import League, Role
from league.selectors.access import role_of
from league.selectors.house_rules import rules_in_force
from league.services import members
from people.models import Person
from rulebook.catalogue import catalogue
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.verbs import registered_team

QUERIES_MAX = 20
LEAGUE = {
    "name": "Lantern Street",
    "blurb": "Thursdays in the back room.",
    "visibility": "public",
    "admission": "request",
}


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def as_shown(form: HouseRulesForm) -> dict[str, Any]:
    """What a browser sends back if nobody touches a field."""
    values = {name: form[name].value() for name in form.fields}
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not False
    }


class TestFounding:
    def test_it_takes_three_steps(
        self, dana_client: Client, alice_client: Client, alice: Person
    ) -> None:
        first = dana_client.get("/leagues/new/").content.decode()
        assert "Evening cup" in first
        answer = dana_client.post("/leagues/new/evening-cup/", LEAGUE)
        league = League.objects.get(name="Lantern Street")
        assert answer["Location"] == f"/leagues/{league.uid}/invite/"
        assert rules_in_force(league).winner_method == "swiss"
        invite = dana_client.get(answer["Location"]).content.decode()
        assert f"/leagues/join/{league.code}/" in invite
        qr = dana_client.get(f"/leagues/{league.uid}/invite/qr.svg")
        assert qr["Content-Type"] == "image/svg+xml"
        alice_client.post(f"/leagues/join/{league.code}/", {"code": league.code})
        assert role_of(league.pk, alice) is Role.PLAYER

    def test_what_is_missing_is_said_and_nothing_lost(
        self, dana_client: Client
    ) -> None:
        answer = dana_client.post("/leagues/new/blank/", {**LEAGUE, "name": ""})
        assert answer.status_code == 422
        assert "Thursdays in the back room." in answer.content.decode()
        assert not League.objects.exists()

    def test_strangers_are_asked_to_log_in(self, visitor: Client) -> None:
        assert "/people/log-in/" in visitor.get("/leagues/new/")["Location"]

    def test_an_unknown_kind_is_not_found(self, dana_client: Client) -> None:
        assert dana_client.get("/leagues/new/nonsense/").status_code == 404


class TestComingIn:
    def test_a_code_that_was_typed_leads_to_the_door(
        self, league: League, alice_client: Client
    ) -> None:
        wrong = alice_client.post("/leagues/code/", {"code": "AAAA-2222"})
        assert wrong.status_code == 422
        assert "No league has this code." in wrong.content.decode()
        right = alice_client.post("/leagues/code/", {"code": league.code.lower()})
        assert right["Location"] == f"/leagues/join/{league.code}/"

    def test_who_asks_is_let_in_by_the_master(
        self, dana_client: Client, alice_client: Client, alice: Person
    ) -> None:
        dana_client.post("/leagues/new/blank/", LEAGUE)
        league = League.objects.get()
        alice_client.post(f"/leagues/{league.uid}/join/", {"words": "Please!"})
        for address in ("", "join/"):
            seen = alice_client.get(f"/leagues/{league.uid}/{address}")
            assert "tell you when" in seen.content.decode()
        page = dana_client.get(f"/leagues/{league.uid}/members/").content.decode()
        assert "“Please!”" in page
        asked = league.join_requests.get()
        dana_client.post(f"/leagues/{league.uid}/requests/{asked.pk}/", {"yes": ""})
        assert role_of(league.pk, alice) is Role.PLAYER

    def test_a_team_is_entered_and_withdrawn(
        self, league: League, alice: Person, alice_client: Client
    ) -> None:
        members.join_league(uid=league.uid, person=alice)
        tale = registered_team(alice)
        page = alice_client.get(f"/leagues/{league.uid}/enter/").content.decode()
        assert tale.state.name in page
        alice_client.post(f"/leagues/{league.uid}/enter/", {"team": tale.team_id})
        assert tale.state.league == league.name
        home = alice_client.get(f"/leagues/{league.uid}/").content.decode()
        assert tale.state.name in home
        out = f"/leagues/{league.uid}/teams/{tale.team_id}/out/"
        assert "leaves unchanged" in alice_client.get(out).content.decode()
        alice_client.post(out, {"reason": ""})
        assert tale.state.league == ""

    def test_a_refused_team_hears_why(
        self, league: League, alice: Person, alice_client: Client
    ) -> None:
        entered(league, alice)
        tale = registered_team(alice)
        answer = alice_client.post(
            f"/leagues/{league.uid}/enter/", {"team": tale.team_id}
        )
        assert answer.status_code == 422
        assert "1 team for each player" in answer.content.decode()


class TestRunning:
    def test_the_rules_are_read_by_all_and_changed_by_the_master(
        self, league: League, dana_client: Client, alice_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/rules/"
        assert "Starting koban" in alice_client.get(address).content.decode()
        assert alice_client.get(f"{address}change/").status_code == 403
        form = dana_client.get(f"{address}change/").context["form"]
        typed = as_shown(form)
        typed |= {"max_ronin": "1", "moment": "now", "reason": ""}
        looked = dana_client.post(f"{address}change/", {**typed, "look": ""})
        assert "1 instead of no number" in looked.content.decode()
        assert rules_in_force(league).max_ronin is None
        dana_client.post(f"{address}change/", {**typed, "do": ""})
        rules = rules_in_force(league)
        assert rules.max_ronin == 1
        # Everything that was not touched is as it was.
        assert rules == catalogue().house_rules.build({"max_ronin": 1})

    def test_cells_of_a_table_are_changed_and_refused_in_their_place(
        self, league: League, dana_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/rules/change/"
        typed = as_shown(dana_client.get(address).context["form"])
        typed["prices.benkei.upkeep"] = "999"
        wrong = dana_client.post(address, {**typed, "look": ""})
        assert wrong.status_code == 422
        assert "“Upkeep” is at most 50." in wrong.content.decode()
        typed["prices.benkei.upkeep"] = "2"
        typed["underdog_help.bonus-koban.maximum"] = ""
        told = dana_client.post(address, {**typed, "look": ""}).content.decode()
        assert "Prices, Benkei, upkeep: 2 instead of 5" in told
        assert "Bonus koban, at most: no number instead of 6" in told
        assert dana_client.post(address, {**typed, "do": ""}).status_code == 302
        rules = rules_in_force(league)
        assert rules.prices == {"benkei": {"upkeep": 2}}
        assert rules.underdog_help == {"bonus-koban": {"maximum": None}}
        page = dana_client.get(f"/leagues/{league.uid}/rules/").content.decode()
        assert "Benkei, upkeep: 2" in page
        form = dana_client.get(address).content.decode()
        assert 'id="k-koban" open' in form
        assert "book: 5" in form

    def test_values_that_do_not_fit_are_refused_beside_their_field(
        self, league: League, dana_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/rules/change/"
        form = dana_client.get(address).context["form"]
        typed = as_shown(form)
        typed["experience_levels"] = "0, eight"
        answer = dana_client.post(address, {**typed, "look": ""})
        assert answer.status_code == 422
        told = " ".join(answer.content.decode().split())
        assert "Experience levels is a list" in told
        # Neither the page nor the group hides it.
        assert 'Check what is marked in <a href="#k-experience">' in told
        assert 'id="k-experience" open>' in told
        assert 'id="k-founding" open>' not in told

    def test_the_log_is_for_members(
        self, league: League, dana_client: Client, alice_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/log/"
        assert "Dana created Moon Cup." in dana_client.get(address).content.decode()
        assert alice_client.get(address).status_code == 403

    def test_one_tap_settings(self, league: League, dana_client: Client) -> None:
        address = f"/leagues/{league.uid}/settings/"
        old = league.code
        dana_client.post(f"{address}code/")
        league.refresh_from_db()
        assert league.code != old
        dana_client.post(f"{address}archive/")
        league.refresh_from_db()
        assert league.stage == "archived"
        assert dana_client.post(f"{address}nonsense/").status_code == 404

    def test_a_member_is_managed(
        self, league: League, dana_client: Client, alice: Person
    ) -> None:
        members.join_league(uid=league.uid, person=alice)
        base = f"/leagues/{league.uid}/members/{alice.pk}/"
        dana_client.post(f"{base}role/", {"role": "co-master"})
        assert role_of(league.pk, alice) is Role.CO_MASTER
        dana_client.post(f"{base}remove/", {"reason": "Enough."})
        assert role_of(league.pk, alice) is None


class TestQueries:
    """Pages ask as much of a large league as of a small one."""

    @pytest.mark.parametrize("path", ["", "members/", "rules/", "log/"])
    def test_pages_ask_a_fixed_number_of_questions(
        self, league: League, dana_client: Client, path: str
    ) -> None:
        address = f"/leagues/{league.uid}/{path}"
        asked = []
        for size in (2, 10):
            for number in range(size):
                entered(league, cast(f"p{size}{number}"))
            with CaptureQueriesContext(connection) as queries:
                assert dana_client.get(address).status_code == 200
            asked.append(len(queries))
        assert asked[0] == asked[1] <= QUERIES_MAX

    def test_the_list_of_leagues_does_too(
        self, dana: Person, dana_client: Client
    ) -> None:
        asked = []
        for size in (1, 6):
            for number in range(size):
                founded(dana, f"League {size} {number}")
            with CaptureQueriesContext(connection) as queries:
                assert dana_client.get("/leagues/").status_code == 200
            asked.append(len(queries))
        assert asked[0] == asked[1] <= QUERIES_MAX
