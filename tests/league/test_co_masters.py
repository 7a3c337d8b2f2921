"""What co-masters may do, and what only the ninja master may."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from kernel.errors import Refusal
from league.models.leagues import League, LeagueStage, Role
from league.selectors.access import role_of
from league.services import leagues, members
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import founded
from tests.ledger import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(dana: Person, alice: Person, bob: Person, charlie: Person) -> League:
    """Dana's league with the co-masters Alice and Bob, and the player Charlie."""
    league = founded(dana)
    for person in (alice, bob, charlie):
        members.join_league(uid=league.uid, person=person)
    for person in (alice, bob):
        set_role(league, dana, person, Role.CO_MASTER)
    return league


def set_role(league: League, actor: Person, member: Person, role: Role) -> None:
    members.set_member_role(uid=league.uid, actor=actor, person_id=member.pk, role=role)


def refused(message: str) -> Any:
    return pytest.raises(Refusal, match=f"Only the ninja master can {message}")


@rule("NM-01")
def test_co_master_cannot_appoint_a_co_master(
    league: League, alice: Person, charlie: Person
) -> None:
    with refused("appoint a co-master"):
        set_role(league, alice, charlie, Role.CO_MASTER)
    assert role_of(league.pk, charlie) is Role.PLAYER


@rule("NM-01")
@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
def test_co_master_cannot_dismiss_a_co_master(
    league: League, alice: Person, bob: Person, role: Role
) -> None:
    with refused("dismiss a co-master"):
        set_role(league, alice, bob, role)
    with refused("remove a co-master"):
        members.remove_member(
            uid=league.uid, actor=alice, person_id=bob.pk, reason="Just so."
        )
    assert role_of(league.pk, bob) is Role.CO_MASTER


@rule("NM-01")
def test_co_master_can_step_down_but_not_return(league: League, alice: Person) -> None:
    set_role(league, alice, alice, Role.PLAYER)
    assert role_of(league.pk, alice) is Role.PLAYER
    with pytest.raises(PermissionDenied):
        set_role(league, alice, alice, Role.CO_MASTER)


def test_co_master_still_manages_players(
    league: League, alice: Person, charlie: Person
) -> None:
    set_role(league, alice, charlie, Role.SPECTATOR)
    assert role_of(league.pk, charlie) is Role.SPECTATOR
    members.remove_member(
        uid=league.uid, actor=alice, person_id=charlie.pk, reason="Asked to go."
    )
    assert role_of(league.pk, charlie) is None


@rule("NM-01")
def test_ninja_master_dismisses_and_removes_co_masters(
    league: League, dana: Person, alice: Person, bob: Person
) -> None:
    set_role(league, dana, alice, Role.PLAYER)
    members.remove_member(
        uid=league.uid, actor=dana, person_id=bob.pk, reason="Moved away."
    )
    assert role_of(league.pk, alice) is Role.PLAYER
    assert role_of(league.pk, bob) is None


@rule("NM-01")
def test_co_master_can_neither_archive_nor_reopen_the_league(
    league: League, dana: Person, alice: Person
) -> None:
    with refused("archive the league"):
        leagues.archive_league(uid=league.uid, actor=alice)
    leagues.archive_league(uid=league.uid, actor=dana)
    with refused("reopen the league"):
        leagues.unarchive_league(uid=league.uid, actor=alice)
    league.refresh_from_db()
    assert league.stage == LeagueStage.ARCHIVED


def test_pages_offer_co_masters_nothing_that_is_refused(
    league: League, dana: Person, alice: Person, bob: Person, charlie: Person
) -> None:
    base = f"/leagues/{league.uid}/"
    co_master, master = browser_of(alice), browser_of(dana)
    shown = co_master.get(f"{base}members/").content.decode()
    assert f"members/{charlie.pk}/role/" in shown
    assert f"members/{alice.pk}/role/" in shown
    assert f"members/{bob.pk}/role/" not in shown
    assert f"members/{bob.pk}/remove/" not in shown
    assert shown.count('<option value="co-master"') == 1  # what Alice is
    complete = master.get(f"{base}members/").content.decode()
    assert f"members/{bob.pk}/role/" in complete
    assert complete.count('<option value="co-master"') == 3
    archive = f"{base}settings/archive/"
    assert archive not in co_master.get(f"{base}settings/").content.decode()
    assert archive in master.get(f"{base}settings/").content.decode()
    assert co_master.get(archive).status_code == 403
    assert co_master.post(archive).status_code in {403, 422}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("archive/", {}),
        ("unarchive/", {}),
        ("members/{bob}/role/", {"role": "player"}),
        ("members/{charlie}/role/", {"role": "co-master"}),
        ("members/{bob}/remove/", {"reason": "Just so."}),
        ("members/{charlie}/master/", {}),
    ],
)
def test_api_refuses_co_masters_with_a_code(
    league: League,
    alice_client: Client,
    bob: Person,
    charlie: Person,
    path: str,
    body: dict[str, str],
) -> None:
    place = path.format(bob=bob.pk, charlie=charlie.pk)
    address = f"/api/v1/leagues/{league.uid}/{place}"
    answer = alice_client.post(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "not-the-master")
