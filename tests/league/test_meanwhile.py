"""Two masters edit the same thing at once: nobody writes over the other unknowingly."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from league.forms.house_rules import HouseRulesForm
from league.models.communication import Post
from league.models.leagues import League
from league.selectors.house_rules import rules_in_force
from league.services import house_rules, leagues
from league.services.communication import news
from people.models import Person
from tests.league.stories import founded

ROOT = "/api/v1/leagues/"


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def draft(league: League, dana: Person) -> Post:
    return news.draft_post(uid=league.uid, actor=dana)


def hidden_version(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found is not None
    return found[1]


def described(league: League, **more: Any) -> dict[str, Any]:
    told = {"name": league.name, "blurb": "Tuesdays.", "visibility": "public"}
    days = {"confirmation_days": 3, "decision_days": 7}
    return {**told, **days, "admission": "open", **more}


class TestSettings:
    def test_a_form_that_is_out_of_date_keeps_its_words_and_shows_the_others(
        self, league: League, dana: Person, dana_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/settings/"
        seen = hidden_version(dana_client.get(address).content.decode())
        typed = described(league, blurb="Mine.", version=seen)
        theirs = described(league, blurb="Theirs.")
        leagues.edit_league(uid=league.uid, actor=dana, **theirs)
        answer = dana_client.post(address, typed)
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "Someone else has changed the settings" in page
        assert "Mine." in page
        assert "Theirs." in page
        league.refresh_from_db()
        assert league.blurb == "Theirs."
        knowingly = {**typed, "version": hidden_version(page)}
        assert dana_client.post(address, knowingly).status_code == 302
        league.refresh_from_db()
        assert league.blurb == "Mine."

    def test_programs_say_what_they_saw(
        self, league: League, dana_client: Client
    ) -> None:
        head = dana_client.get(f"{ROOT}{league.uid}/")
        tag = head["ETag"]
        address = f"{ROOT}{league.uid}/describe/"
        send: dict[str, Any] = {"content_type": "application/json"}
        first = dana_client.post(
            address, described(league), headers={"If-Match": tag}, **send
        )
        assert first.status_code == 200
        assert first["ETag"] != tag
        late = dana_client.post(
            address, described(league), headers={"If-Match": tag}, **send
        )
        assert late.status_code == 409
        assert late.json()["code"] == "changed-meanwhile"
        again = described(league, version=first.json()["version"])
        assert dana_client.post(address, again, **send).status_code == 200


class TestHouseRules:
    def test_a_change_is_held_against_what_holds_now(
        self, league: League, dana: Person, dana_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/rules/change/"
        seen = hidden_version(dana_client.get(address).content.decode())
        form = HouseRulesForm(rules=rules_in_force(league), now=int(seen))
        typed = {name: form[name].value() for name in form.fields}
        sent = {
            name: value
            for name, value in typed.items()
            if value is not None and value is not False
        }
        house_rules.change_rules(uid=league.uid, actor=dana, changes={"max_ronin": 1})
        answer = dana_client.post(address, {**sent, "max_roster_size": 9, "do": ""})
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "Someone else has changed the house rules" in page
        assert "Effects of this change" in page, "It is told what would be undone."
        assert rules_in_force(league).max_ronin == 1
        knowingly = {**sent, "max_roster_size": 9, "version": hidden_version(page)}
        assert dana_client.post(address, {**knowingly, "do": ""}).status_code == 302
        assert rules_in_force(league).max_roster_size == 9

    def test_one_that_waits_is_not_lost_either(
        self, league: League, dana: Person, dana_client: Client
    ) -> None:
        told = dana_client.get(f"{ROOT}{league.uid}/rules/")
        later = house_rules.EffectiveFrom.NEXT_SEASON
        change = {"changes": {"max_ronin": 1}, "reason": "Few is fine."}
        house_rules.change_rules(uid=league.uid, actor=dana, moment=later, **change)
        answer = dana_client.post(
            f"{ROOT}{league.uid}/rules/change/",
            {"changes": {"max_ronin": 2}},
            content_type="application/json",
            headers={"If-Match": told["ETag"]},
        )
        assert answer.status_code == 409
        assert league.rules_versions.filter(in_force=None).exists()


class TestNewsletters:
    def test_both_texts_are_there_to_be_compared(
        self, league: League, draft: Post, dana: Person, dana_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/news/{draft.number}/edit/"
        seen = hidden_version(dana_client.get(address).content.decode())
        where: dict[str, Any] = {"uid": league.uid, "actor": dana, "number": 1}
        news.edit_post(**where, title="Theirs", text="Their *words*.")
        typed = {"title": "Mine", "text": "My *words*.", "version": seen, "save": ""}
        answer = dana_client.post(address, typed)
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "Their <em>words</em>." in page
        assert "My <em>words</em>." in page
        assert Post.objects.get().title == "Theirs"
        knowingly = {**typed, "version": hidden_version(page)}
        assert dana_client.post(address, knowingly).status_code == 302
        assert Post.objects.get().title == "Mine"

    def test_programs_say_what_they_saw(
        self, league: League, draft: Post, dana: Person, dana_client: Client
    ) -> None:
        address = f"{ROOT}{league.uid}/news/{draft.number}/"
        tag = dana_client.get(address)["ETag"]
        where: dict[str, Any] = {"uid": league.uid, "actor": dana, "number": 1}
        news.edit_post(**where, title="Theirs", text="Their words.")
        answer = dana_client.post(
            f"{address}edit/",
            {"title": "Mine", "text": "My words."},
            content_type="application/json",
            headers={"If-Match": tag},
        )
        assert answer.status_code == 409
        assert Post.objects.get().title == "Theirs"


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/leagues/{uid}/tables/",
        "/api/v1/leagues/{uid}/hall/",
        "/api/v1/leagues/{uid}/news/",
        "/leagues/{uid}/news.atom",
        "/leagues/{uid}/fixtures.ics",
    ],
)
def test_what_has_not_changed_is_not_sent_again(
    league: League, draft: Post, dana: Person, dana_client: Client, path: str
) -> None:
    news.publish_post(uid=league.uid, actor=dana, number=draft.number)
    address = path.format(uid=league.uid)
    first = dana_client.get(address)
    assert first.status_code == 200
    same = dana_client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")


def test_what_has_changed_is(
    league: League, draft: Post, dana: Person, dana_client: Client
) -> None:
    address = f"/leagues/{league.uid}/news.atom"
    first = dana_client.get(address)
    news.publish_post(uid=league.uid, actor=dana, number=draft.number)
    other = dana_client.get(address, headers={"If-None-Match": first["ETag"]})
    assert other.status_code == 200
