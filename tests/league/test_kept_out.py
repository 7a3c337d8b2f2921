"""Whom a master removed stays out, until a master lets them come again."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from kernel.errors import Refusal
from league.models.leagues import Admission, League, Role
from league.selectors.access import role_of
from league.selectors.league_file import league_file
from league.selectors.leagues import get_members_page
from league.services import members
from league.services.exchange.league_import import import_league
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import founded

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(dana: Person, alice: Person) -> League:
    """From which Alice was removed."""
    made = founded(dana)
    members.join_league(uid=made.uid, person=alice)
    members.remove_member(
        uid=made.uid, actor=dana, person_id=alice.pk, reason="Threw the board."
    )
    return made


def let_come(league: League, actor: Person, person: Person) -> None:
    members.unban_member(uid=league.uid, actor=actor, person_id=person.pk)


def test_they_neither_join_nor_ask_even_with_the_code(
    league: League, alice: Person
) -> None:
    for code in ("", league.code):
        for as_spectator in (False, True):
            with pytest.raises(Refusal, match="removed you from this league") as no:
                members.join_league(
                    uid=league.uid, person=alice, code=code, as_spectator=as_spectator
                )
            assert no.value.parts[0].code == "kept-out"
    league.admission = Admission.REQUEST
    league.save()
    with pytest.raises(Refusal, match="removed you from this league"):
        members.request_to_join(uid=league.uid, person=alice)
    assert role_of(league.pk, alice) is None


def test_a_master_lets_them_come_again(
    league: League, dana: Person, alice: Person, bob: Person
) -> None:
    members.join_league(uid=league.uid, person=bob)
    with pytest.raises(PermissionDenied):
        let_come(league, bob, alice)
    with pytest.raises(Refusal, match="not banned from the league"):
        let_come(league, dana, bob)
    let_come(league, dana, alice)
    line = league.audit_lines.first()
    assert line is not None
    assert (line.wording, line.is_override) == (
        "Dana allowed Alice to join again.",
        True,
    )
    told = alice.notices.latest("pk")
    assert told.words == "Dana allowed you to join the league again."
    assert role_of(league.pk, alice) is None, "that is up to them"
    members.join_league(uid=league.uid, person=alice)
    assert role_of(league.pk, alice) is Role.PLAYER


def test_the_page_shows_masters_whom_they_keep_out(
    league: League, dana: Person, alice: Person, bob: Person
) -> None:
    members.join_league(uid=league.uid, person=bob)
    (line,) = get_members_page(league.uid, dana).kept_out
    assert (line.person_id, line.name) == (alice.pk, "Alice")
    assert get_members_page(league.uid, bob).kept_out == ()
    page = f"/leagues/{league.uid}/members/"
    assert "Banned" in browser_of(dana).get(page).content.decode()
    assert "Banned" not in browser_of(bob).get(page).content.decode()
    browser_of(dana).post(f"{page}{alice.pk}/let-come/")
    assert "Banned" not in browser_of(dana).get(page).content.decode()


def test_programs_do_it_too(league: League, dana: Person, alice: Person) -> None:
    address = f"/api/v1/leagues/{league.uid}/members/"
    client = browser_of(dana)
    (line,) = client.get(address).json()["kept_out"]
    assert line["name"] == "Alice"
    answer = client.post(f"{address}{alice.pk}/let-come/", {}, "application/json")
    assert answer.status_code == 200
    assert answer.json()["kept_out"] == []


def test_who_went_by_themselves_is_not_kept_out(league: League, bob: Person) -> None:
    members.join_league(uid=league.uid, person=bob)
    members.leave_league(uid=league.uid, person=bob)
    members.join_league(uid=league.uid, person=bob)
    assert role_of(league.pk, bob) is Role.PLAYER


def renamed_apart(league: League, dana: Person) -> bytes:
    """Its file, which can be brought in beside it."""
    content = league_file(league.uid, dana)
    league.name = "The Old Cup"
    league.save()
    return content


def test_it_travels_in_the_file_of_the_league(
    league: League, dana: Person, alice: Person
) -> None:
    copy = import_league(content=renamed_apart(league, dana))
    with pytest.raises(Refusal, match="removed you from this league"):
        members.join_league(uid=copy.uid, person=alice)


def test_an_operator_may_still_make_them_the_master_of_a_copy(
    league: League, dana: Person, alice: Person
) -> None:
    content = renamed_apart(league, dana)
    copy = import_league(content=content, master=alice.username)
    assert role_of(copy.pk, alice) is Role.MASTER


@pytest.mark.parametrize("admission", list(Admission))
def test_they_read_whom_to_ask_instead_of_a_form(
    league: League, alice: Person, admission: Admission
) -> None:
    league.admission = admission
    league.save()
    client = browser_of(alice)
    for page in (f"/leagues/{league.uid}/", f"/leagues/{league.uid}/join/"):
        text = client.get(page).content.decode()
        assert "Ask Dana to let you join again." in text
        assert "Join the league</a>" not in text
        assert "Ask to join" not in text
    door = client.get(reverse("league:door", args=[league.code])).content.decode()
    assert "Ask Dana to let you join again." in door
    assert f"Join {league.name}</button>" not in door


def test_nobody_else_reads_that(league: League, dana: Person, bob: Person) -> None:
    for person in (dana, bob):
        page = browser_of(person).get(f"/leagues/{league.uid}/join/")
        assert "let you join again" not in page.content.decode()
