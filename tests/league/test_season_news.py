"""Whoever belongs to a league hears when a season opens, begins and ends."""

from __future__ import annotations

import pytest
from django.urls import reverse

from league.models.communication import Notification, NotificationKind, WebhookDelivery
from league.models.leagues import League
from league.selectors.communication.notifications import Wish
from league.services import members
from league.services.communication import notifications
from league.services.communication.webhooks import add_webhook
from league.services.season_end import open_season
from people.models import Person
from teams.models import Team
from teams.rules.state import Stage
from tests.league.stories import founded
from tests.league.test_next_season import closed

pytestmark = pytest.mark.django_db


def heard(person: Person) -> list[tuple[str, str]]:
    found = Notification.objects.filter(person=person, kind=NotificationKind.SEASON)
    return list(found.order_by("pk").values_list("words", "address"))


def home(league: League) -> str:
    return reverse("league:home", args=[league.uid])


def test_its_beginning_and_its_end_with_the_champion(
    dana: Person, alice: Person
) -> None:
    league = founded(dana)
    members.join_league(uid=league.uid, person=alice, as_spectator=True)
    first, _ = closed(league, dana)
    champion = league.seasons.get().final_table[0]["name"]
    told = [
        ("Season 1 has started.", home(league)),
        (f"Season 1 is over. {champion} won it.", home(league)),
    ]
    assert heard(alice) == heard(first.owner) == told
    assert heard(dana) == [], "who does it knows it"


def test_where_teams_go_on_there_is_nothing_to_do(dana: Person) -> None:
    league = founded(dana)
    first, _ = closed(league, dana)
    open_season(uid=league.uid, actor=dana, name="Winter")
    words = "Dana opened Winter. Teams keep their rosters, XP and treasuries."
    assert heard(first.owner)[-1] == (words, home(league))


def test_whose_team_is_drafted_anew_hears_with_how_much_and_where(
    dana: Person, alice: Person
) -> None:
    league = founded(dana, season_carry_over=False)
    members.join_league(uid=league.uid, person=alice)
    tales = closed(league, dana)
    open_season(uid=league.uid, actor=dana, name="Winter", redrafts=True)
    for tale in tales:
        draft = Team.objects.get(owner=tale.owner, stage=Stage.DRAFT)
        words, address = heard(tale.owner)[-1]
        assert words == (
            f"Dana opened Winter. You can redraft {draft.name} with {draft.koban}"
            " koban. Choose its ninja and register it."
        )
        assert address == reverse("teams:build", args=[draft.pk])
    opened = "Dana opened Winter. Every team is redrafted with"
    assert heard(alice)[-1][0].startswith(opened)
    assert heard(alice)[-1][1] == home(league)


def test_where_everybody_begins_afresh_players_are_led_to_the_gate(
    dana: Person, alice: Person
) -> None:
    league = founded(dana, season_carry_over=False)
    members.join_league(uid=league.uid, person=alice, as_spectator=True)
    first, _ = closed(league, dana)
    open_season(uid=league.uid, actor=dana, name="Winter")
    words, address = heard(first.owner)[-1]
    assert words.startswith("Dana opened Winter. Everyone starts with a new team.")
    assert words.endswith("Build one and enter it.")
    assert address == reverse("league:enter", args=[league.uid])
    assert heard(alice)[-1][1] == home(league)


def test_it_can_be_switched_off(dana: Person, alice: Person) -> None:
    league = founded(dana)
    members.join_league(uid=league.uid, person=alice)
    silent = {NotificationKind.SEASON: Wish(on_site=False, by_mail=False)}
    notifications.set_preferences(person=alice, wanted=silent)
    closed(league, dana)
    assert heard(alice) == []


def test_programs_hear_of_the_next_one_too(dana: Person) -> None:
    league = founded(dana)
    closed(league, dana)
    add_webhook(
        uid=league.uid,
        actor=dana,
        name="Discord",
        address="https://example.org/x",
        events=["season"],
    )
    open_season(uid=league.uid, actor=dana, name="Winter")
    (call,) = WebhookDelivery.objects.filter(event="season")
    assert "Winter is open" in str(call.payload)
