"""What people wrote travels with their league, and the schema tells of all of it."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command
from django.test import Client

from kernel.errors import Refusal
from league.models.communication import Comment, Post
from league.models.leagues import League
from league.rules.exchange.document import json_schema
from league.selectors.league_file import league_file
from league.services.exchange.league_import import import_league
from people.models import Person
from tests.league.rules.documents import THEN
from tests.league.test_exchange import _vanish, other_site, storied
from tests.services.product import ROOT

pytestmark = pytest.mark.django_db

PUBLISHED = ROOT / "docs" / "league-schema.json"


@pytest.fixture
def league(dana: Person) -> League:
    return storied(dana)


def test_news_and_comments_come_along(league: League, dana: Person) -> None:
    content = other_site(league_file(league.uid, dana))
    issues = [(one.title, one.text, one.stage) for one in league.posts.all()]
    _vanish(league)
    copy = import_league(content=content)
    assert issues == [(one.title, one.text, one.stage) for one in copy.posts.all()]
    assert sorted(stage for _, _, stage in issues) == ["draft", "published"]
    of_league = Comment.objects.filter(fixture__competition__season__league=copy)
    kind, rude = of_league.order_by("pk")
    assert (kind.text, kind.removed) == ("See you\nthere.", None)
    assert (rude.text, rude.removal_reason) == ("", "Rude.")
    assert (str(rude.author), str(rude.removed_by)) == (str(kind.author), "Dana")
    assert kind.fixture.match is not None
    choices = kind.fixture.match.places.values_list("choice", flat=True)
    assert "search" in choices


def test_a_file_from_before_they_did_is_still_read(
    league: League, dana: Person
) -> None:
    plain = json.loads(other_site(league_file(league.uid, dana)))
    del plain["news"]
    for season in plain["seasons"]:
        for fixture in season["fixtures"]:
            fixture.pop("comments", None)
    _vanish(league)
    copy = import_league(content=json.dumps(plain).encode())
    assert not Post.objects.filter(league=copy).exists()


@pytest.mark.parametrize(
    ("issue", "field"),
    [
        ({"author": "nobody"}, "news[1].author"),
        ({"number": 1}, "news"),
        ({"published": None}, "news"),
        ({"text": "a\u0000b"}, "news[1].text"),
    ],
)
def test_news_that_cannot_be_are_refused(
    league: League, dana: Person, issue: dict[str, Any], field: str
) -> None:
    plain = json.loads(other_site(league_file(league.uid, dana)))
    plain["news"][0].pop("published")
    plain["news"][1] = {**plain["news"][1], "published": THEN, **issue}
    _vanish(league)
    with pytest.raises(Refusal) as caught:
        import_league(content=json.dumps(plain).encode())
    assert [part.field for part in caught.value.parts] == [field]


def test_the_published_schema_is_that_of_the_code(visitor: Client) -> None:
    published = json.loads(PUBLISHED.read_text())
    written = StringIO()
    call_command("league", "schema", stdout=written)
    assert published == json.loads(written.getvalue()), (
        "Write it again: manage.py league schema > docs/league-schema.json"
    )
    assert visitor.get("/api/v1/leagues/exchange-schema/").json() == published


def test_a_real_league_is_what_the_schema_says(league: League, dana: Person) -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    told = json.loads(league_file(league.uid, dana))
    assert [one.message for one in validator.iter_errors(told)] == []
    told["news"][0]["until"] = "yesterday"
    told["seasons"][0]["fixtures"][0]["comments"] = [{"text": "by nobody"}]
    places = {one.json_path for one in validator.iter_errors(told)}
    assert places == {"$.news[0].until", "$.seasons[0].fixtures[0].comments[0]"}


def test_operators_find_the_way_to_bring_a_league_in(
    alice: Person, alice_client: Client
) -> None:
    assert "/leagues/import/" not in alice_client.get("/leagues/").content.decode()
    alice.is_staff = True
    alice.save()
    assert 'href="/leagues/import/"' in alice_client.get("/leagues/").content.decode()
