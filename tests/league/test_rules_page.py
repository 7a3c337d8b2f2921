"""The house rules of a league can be searched, and changes are told apart."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from people.models import Person
from tests.league.stories import founded

pytestmark = pytest.mark.django_db


def shown(client: Client, uid: str, query: str = "") -> str:
    page = client.get(f"/leagues/{uid}/rules/{query}").content.decode()
    return " ".join(page.split())


def test_search_shows_rules_with_all_words(dana: Person, client: Client) -> None:
    league = founded(dana)
    text = shown(client, league.uid, "?q=league+points")
    assert "League points" in text
    assert (
        0
        < text.count("data-rule data-text")
        < shown(client, league.uid).count("data-rule data-text")
    )
    assert "No rule matches" in shown(client, league.uid, "?q=xyzzyx")


def test_changed_rules_alone_with_what_differs(dana: Person, client: Client) -> None:
    points = {"win": 2, "draw": 1, "loss": 0, "bye": 3, "forfeit_loss": 0}
    league = founded(dana, standings_points=points)
    text = shown(client, league.uid, "?changed=on")
    assert text.count("data-rule data-text") == 1
    assert "Win: 3 → 2 points" in text


def test_player_pages_come_first_and_tools_are_under_manage(
    dana: Person, alice: Person, client: Client
) -> None:
    league = founded(dana)
    client.force_login(dana)
    text = client.get(f"/leagues/{league.uid}/").content.decode()
    tools = text.split('aria-label="Manage this league"')[1].split("</nav>")[0]
    pages = text.split('aria-label="Pages of this league"')[1].split("</nav>")[0]
    assert re.findall(r">(\w+)</a>", tools) == ["Plan", "Invite", "Log", "Settings"]
    assert "Settings" not in pages
    client.force_login(alice)
    text = client.get(f"/leagues/{league.uid}/").content.decode()
    assert "Manage this league" not in text
