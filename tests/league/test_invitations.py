"""Invitation links: the league is shown first, then people join it."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
import time_machine
from django.core import mail
from django.test import Client

from league.models.leagues import League, Visibility
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.invitations import get_invitation_page
from league.services.competitions.competitions import add_competition
from people.models import Person
from people.services.rate_limits import INVITATION_GUESSES
from tests.cast import PASSWORD, browser_of
from tests.league.stories import entered, founded


@pytest.fixture
def league(dana: Person, bob: Person) -> League:
    league = founded(dana, name="Moon Cup", starting_koban=90)
    plan = PlannedCompetition(kind=Kind.SWISS, name="Season", rounds=5)
    add_competition(uid=league.uid, actor=dana, plan=plan)
    League.objects.filter(pk=league.pk).update(visibility=Visibility.PRIVATE)
    return league


def address_of(league: League) -> str:
    return f"/leagues/join/{league.code}/"


def test_stranger_sees_the_league_before_logging_in(
    league: League, visitor: Client, dana: Person
) -> None:
    answer = visitor.get(address_of(league))
    page = answer.content.decode()
    assert answer.status_code == 200
    for words in ("Moon Cup", str(dana), "Swiss rounds", "5 rounds", "90 koban"):
        assert words in page
    assert "What happens next" in page
    assert "csrfmiddlewaretoken" not in page.split("<main")[1]


def test_invitation_lists_the_teams(league: League, visitor: Client) -> None:
    plain = founded(league.memberships.get(role="master").person, name="Open Cup")
    tale = entered(plain, Person.objects.get(username="bob"))
    assert tale.team.name.replace("'", "&#x27;") in (
        visitor.get(address_of(plain)).content.decode()
    )


def test_log_in_returns_to_the_invitation(
    league: League, visitor: Client, alice: Person
) -> None:
    page = visitor.get(address_of(league)).content.decode()
    (link,) = re.findall(
        r'href="(/people/log-in/[?]next=[^"]+)">Log in</a>\s*</p>', page
    )
    typed = {"username": alice.username, "password": PASSWORD}
    typed["next"] = unquote(link.split("next=")[1])
    assert visitor.post(link, typed).headers["Location"] == address_of(league)


def test_sign_up_returns_to_the_invitation(league: League, visitor: Client) -> None:
    page = visitor.get(address_of(league)).content.decode()
    (link,) = re.findall(r'href="(/people/sign-up/[?]next=[^"]+)"', page)
    visitor.post(link, {"email": "new@example.org"})
    (found,) = re.findall(r"https?://[^/]+(/people/sign-up/\S+)", mail.outbox[0].body)
    typed = {"username": "newcomer", "password": PASSWORD, "time_zone": "UTC"}
    answer = visitor.post(found, {**typed, "language": "en"})
    assert answer.headers["Location"] == address_of(league)


def test_stranger_who_presses_join_logs_in_first(
    league: League, visitor: Client
) -> None:
    answer = visitor.post(address_of(league), {"code": league.code})
    assert answer.status_code == 302
    assert "/people/log-in/" in answer.headers["Location"]


def test_member_goes_on_to_enter_a_team(league: League, alice: Person) -> None:
    client = browser_of(alice)
    client.post(address_of(league), {"code": league.code})
    page = get_invitation_page(league.code, alice)
    assert page.can_play
    assert f"/leagues/{league.uid}/enter/" in (
        client.get(address_of(league)).content.decode()
    )


def test_guessing_codes_is_stopped(league: League, visitor: Client) -> None:
    # Attempts count by the hour, and the hour must not turn in between.
    with time_machine.travel("2026-11-16 12:15:00Z", tick=False):
        for _ in range(INVITATION_GUESSES.times):
            assert visitor.get("/leagues/join/NOSUCH99/").status_code == 404
        assert visitor.get("/leagues/join/NOSUCH99/").status_code == 429
        assert visitor.get(address_of(league)).status_code == 429
