"""The pages beside a table: standing orders and invitations."""

from __future__ import annotations

import pytest
from django.test import Client

from people.models import Person
from tables.selectors import get_table, list_seats
from tables.services import SeatChoice, create_table
from tests.tables.opponents import open_table, viewer_for

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
