"""The pages beside a table: standing orders and invitations."""

from __future__ import annotations

import pytest
from django.test import Client

from people.models import Person
from tables.models import Table
from tables.selectors.access import get_table, list_seats
from tables.services.creation import SeatChoice, create_table
from tables.services.play import concede_game
from tests.tables.opponents import open_table, play_on, viewer_for

pytestmark = pytest.mark.django_db


def test_standing_orders_are_set_with_a_form(
    alice: Person, bob: Person, alice_client: Client, charlie_client: Client
) -> None:
    table = open_table(alice, bob)
    address = f"/play/{table.uid}/standing-orders/"
    assert charlie_client.get(address).status_code == 404
    assert b"Ask me" in alice_client.get(address).content
    answer = alice_client.post(address, {"lieutenant": "on", "reroll": "never"})
    assert answer.status_code == 302
    orders = list_seats(get_table(table.uid))[0].orders
    assert orders == {"lieutenant": True, "pass_windows": False, "reroll": "never"}
    assert alice_client.post(address, {"reroll": "x"}).status_code == 200


def test_invitation_shows_the_address_and_its_qr_code(
    alice: Person, visitor: Client
) -> None:
    seats = (SeatChoice(kind="shrine", slug="fire-shrine", is_mine=True), SeatChoice())
    table = create_table(viewer_for(alice), seats=seats)
    page = visitor.get(f"/play/{table.uid}/invitation/").content.decode()
    assert f"/play/{table.uid}/</code>" in page
    code = visitor.get(f"/play/{table.uid}/invitation.svg")
    assert code["Content-Type"] == "image/svg+xml"
    assert b"<svg" in code.content


def test_dice_of_a_finished_game_are_checked_on_a_page(
    alice: Person, bob: Person, visitor: Client
) -> None:
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 30)
    address = f"/play/{table.uid}/dice/"
    page = visitor.get(address).content.decode()
    assert table.commitment in page
    assert table.seed not in page
    early = visitor.post(address, {"commitment": table.commitment})
    assert early.status_code == 422
    assert table.seed not in early.content.decode()
    concede_game(table.uid, viewer_for(bob))
    assert table.seed in visitor.get(address).content.decode()
    sound = visitor.post(address, {"commitment": table.commitment})
    assert "The dice are sound" in sound.content.decode()
    other = visitor.post(address, {"commitment": "0" * 64})
    assert "does not have the hash" in other.content.decode()


def test_check_notices_dice_that_do_not_follow_from_the_seed(
    alice: Person, bob: Person, visitor: Client
) -> None:
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 60)
    concede_game(table.uid, viewer_for(bob))
    Table.objects.filter(pk=table.pk).update(seed="ab" * 32)
    hash_shown = get_table(table.uid).commitment
    page = visitor.post(f"/play/{table.uid}/dice/", {"commitment": hash_shown})
    assert "Something is wrong" in page.content.decode()
