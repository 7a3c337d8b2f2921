"""Nothing hidden leaves the server: every answer is compared, byte by byte, with the
answer to the same request in a game that has other secrets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from people.models import Person
from tables.games.base import Audience
from tables.games.skirmish import SkirmishGame
from tables.models import Move, Table
from tables.selectors.access import get_table
from tables.selectors.access import version_for as version_seen
from tables.selectors.state import list_last_moves, log_move, restore_game
from tests.cast import browser_of
from tests.tables.games.test_skirmish_secrets import (
    with_other_past,
    with_other_secrets,
)
from tests.tables.opponents import open_table, play_on

pytestmark = pytest.mark.django_db
CHALLENGES = ("brawl", "capture-the-medal", "search")
Request = Callable[[Client, Table, int], Any]


def get(name: str) -> Request:
    return lambda client, table, _: client.get(f"/play/{table.uid}/{name}/")


def post(name: str, **body: Any) -> Request:
    """Bodies with a `shift` name a version that is so much too high or too low."""

    def send(client: Client, table: Table, version: int) -> Any:
        told = {**body}
        if "shift" in told:
            told["version"] = version + told.pop("shift")
        return client.post(
            f"/play/{table.uid}/{name}/",
            json.dumps(told),
            content_type="application/json",
        )

    return send


def moves(line: str, shift: int = 0) -> Request:
    return post("moves", shift=shift, key="secret-test", lines=[line])


# What an opponent may ask while it is not their turn; all of it is answered.
REQUESTS: dict[str, Request] = {
    "state": get("state"),
    "log": get("log"),
    "out of turn": moves("B end"),
    "with the seat of another": moves("A end"),
    "stale": moves("B end", shift=-1),
    "from the future": moves("B end", shift=3),
    "unreadable": moves("B juggle"),
    "a card one may not have": moves("B play sidestep"),
    "too long": moves("B " + "x" * 80),
    "undo": post("undo", shift=0),
    "stale undo": post("undo", shift=-1),
    "undo of the activation": post("undo", shift=0, whole_activation=True),
    "claim": post("claim"),
    "draw": post("draw-offer"),
    "pause": post("pause"),
    "place": post("place"),
    "orders": post("orders", lieutenant=True),
}


@contextmanager
def undone() -> Iterator[None]:
    """Whatever a request changes is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def give_other_secrets(table: Table, mine: tuple[int, ...]) -> None:
    """Store the same game with other hands, another deck and another covered past."""
    hosted = restore_game(table)
    assert isinstance(hosted, SkirmishGame)
    other = with_other_secrets(hosted, mine)
    Table.objects.filter(pk=table.pk).update(snapshot=other.snapshot())
    past = [log_move(move) for move in list_last_moves(table, 200)]
    for move in with_other_past(hosted, past, mine):
        row = Move.objects.filter(table=table, number=move.number)
        row.update(line=move.line, entries=move.entries)


def answers(client: Client, table: Table, version: int) -> dict[str, tuple[int, bytes]]:
    found = {}
    for name, request in REQUESTS.items():
        with undone():
            answer = request(client, table, version)
            found[name] = (answer.status_code, answer.content)
    return found


@pytest.mark.parametrize("challenge", CHALLENGES)
def test_no_answer_depends_on_what_others_hide(
    challenge: str, alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob, challenge=challenge, initiative="janken")
    people = {0: alice, 1: bob}
    compared = 0
    while compared < 8:
        table = play_on(table, people, 3)
        if table.asked_seat is None:
            break
        if table.asked_seat != 0:
            continue
        for client, mine in ((browser_of(bob), (1,)), (Client(), ())):
            version = version_seen(table, Audience(mine))
            true = answers(client, table, version)
            with undone():
                give_other_secrets(table, mine)
                false = answers(client, table, version)
            for name, answer in true.items():
                assert answer == false[name], (name, client)
        compared += 1
        table = get_table(table.uid)
    assert compared >= 5


def test_comparison_notices_what_is_told_to_the_wrong_seat(
    alice: Person, bob: Person
) -> None:
    """The test above would see a leak: to Alice, her own cards are no secret."""
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 40)
    version = version_seen(table, Audience((0,)))
    true = answers(browser_of(alice), table, version)
    with undone():
        give_other_secrets(table, (1,))
        false = answers(browser_of(alice), table, version)
    assert true["state"] != false["state"]
