"""The pages and JSON addresses of online play."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from challenges.catalogue import shelf
from people.models import Person
from skirmish.rules.text_format.game_file import read_game
from tables.games.base import SPECTATORS
from tables.models import Move, Seat, Table
from tables.selectors.access import get_table
from tables.selectors.state import get_state
from tables.services.bots import answer_for_bots
from tables.services.creation import SeatChoice, create_table, join_seat
from tables.services.play import concede_game
from tests.tables.opponents import bot_table, next_line, open_table, play_on, viewer_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.tasks.answer_for_bots.delay", lambda _: None)


def post(client: Client, address: str, body: dict[str, Any] | None = None) -> Any:
    return client.post(address, json.dumps(body or {}), content_type="application/json")


def start_now(client: Client) -> Table:
    answer = client.post("/play/now/")
    assert answer.status_code == 302
    return get_table(answer["Location"].split("/")[2])  # type: ignore[arg-type]


def test_visitor_plays_now_without_an_account(visitor: Client) -> None:
    table = start_now(visitor)
    page = visitor.get(f"/play/{table.uid}/")
    assert page.status_code == 200
    state = page.context["state"]
    assert state["table"]["you"] == ["A"]
    assert state["terrain"]["deployment"]["north"]
    while get_table(table.uid).asked_seat != 0:
        answer_for_bots(table.uid)
    state = visitor.get(f"/play/{table.uid}/state/").json()
    _, line = next_line(get_table(table.uid))
    body = {"version": state["version"], "key": "a", "lines": [line]}
    answer = post(visitor, f"/play/{table.uid}/moves/", body)
    assert answer.status_code == 200
    assert answer.json()["played"] == 1
    assert answer.json()["version"] == state["version"] + 1


def test_game_of_a_visitor_belongs_to_the_account_they_log_in_to(
    visitor: Client, alice: Person
) -> None:
    table = start_now(visitor)
    visitor.force_login(alice)
    assert Seat.objects.get(table=table, index=0).person == alice
    state = visitor.get(f"/play/{table.uid}/state/").json()
    assert state["table"]["you"] == ["A"]


def test_other_visitor_only_watches(visitor: Client) -> None:
    table = start_now(visitor)
    other = Client()
    state = other.get(f"/play/{table.uid}/state/").json()
    assert state["table"]["you"] == []
    assert state["view"]["hand"] == []
    answer = post(other, f"/play/{table.uid}/concede/")
    assert answer.status_code == 422
    assert answer.json()["code"] == "seat-missing"


def test_refusal_comes_with_the_current_state(
    alice_client: Client, alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob)
    body = {"version": 0, "key": "x", "lines": ["A fly"]}
    answer = post(alice_client, f"/play/{table.uid}/moves/", body)
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["state"]["version"] == 0
    assert not Move.objects.exists()


def test_stale_move_is_answered_with_409_and_the_state(
    alice_client: Client, alice: Person, bob: Person
) -> None:
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 3)
    body = {"version": 0, "key": "x", "lines": ["A end"]}
    answer = post(alice_client, f"/play/{table.uid}/moves/", body)
    assert answer.status_code == 409
    assert answer.json()["code"] == "table-stale"
    assert answer.json()["state"]["version"] == table.version


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'{"version": "x"}', b"\xff\xfe", b'{"a": "' + b"x" * 9000]
)
def test_unreadable_body_is_refused(
    alice_client: Client, alice: Person, bob: Person, body: bytes
) -> None:
    table = open_table(alice, bob)
    answer = alice_client.post(
        f"/play/{table.uid}/moves/", body, content_type="application/json"
    )
    assert answer.status_code == 422
    assert answer.json()["code"] in ("body-unreadable", "body-too-long")


def test_undo_takes_back_through_its_address(
    alice: Person, bob: Person, alice_client: Client, bob_client: Client
) -> None:
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 1)
    seat = table.moves.get().seat
    client = (alice_client, bob_client)[seat]
    answer = post(client, f"/play/{table.uid}/undo/", {"version": 1})
    assert answer.status_code == 200
    assert answer.json()["version"] == 2
    again = post(client, f"/play/{table.uid}/undo/", {"version": 1})
    assert again.status_code == 409


def test_new_table_form_opens_a_table_that_a_friend_joins(
    alice_client: Client, bob_client: Client
) -> None:
    assert alice_client.get("/play/new/").status_code == 200
    answer = alice_client.post(
        "/play/new/",
        {
            "challenge": "random",
            "ground": "random",
            "initiative": "janken",
            "seats": "2",
            "clock": "days",
            "days": "3",
            "visibility": "open",
            "team_A": "sample:two-ogres",
            "player_B": "open",
        },
    )
    assert answer.status_code == 302, answer.context["form"].errors
    table = Table.objects.get()
    assert table.stage == "waiting"
    assert b"Two Ogres" in bob_client.get("/play/").content
    joined = post(
        bob_client,
        f"/play/{table.uid}/join/",
        {"kind": "shrine", "slug": "air-shrine", "seat": "B"},
    )
    assert joined.status_code == 200
    assert joined.json()["table"]["you"] == ["B"]
    assert get_table(table.uid).stage == "playing"


def test_incomplete_form_names_what_is_missing(alice_client: Client) -> None:
    answer = alice_client.post("/play/new/", {"seats": "2"})
    assert answer.status_code == 200
    assert "challenge" in answer.context["form"].errors


def test_seat_cannot_be_taken_twice(
    alice: Person, bob: Person, charlie: Person, alice_client: Client
) -> None:
    table = create_table(
        viewer_for(bob),
        seats=(
            SeatChoice(kind="shrine", slug="fire-shrine", is_mine=True),
            SeatChoice(),
            SeatChoice(),
        ),
    )
    join_seat(table.uid, viewer_for(charlie), index=1)
    wish = {"seat": "B", "kind": "shrine", "slug": "air-shrine"}
    answer = post(alice_client, f"/play/{table.uid}/join/", wish)
    assert answer.json()["code"] == "seat-taken"
    left = post(alice_client, f"/play/{table.uid}/leave/")
    assert left.json()["code"] == "seat-missing"


def test_place_them_for_me_deploys_the_next_figure(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    table = open_table(alice, bob)
    people = {0: alice, 1: bob}
    for _ in range(60):
        state = alice_client.get(f"/play/{table.uid}/state/").json()
        question = state["question"]
        if question["mine"] and question["kind"] == "deploy":
            break
        play_on(table, people)
    answer = post(alice_client, f"/play/{table.uid}/place/")
    assert answer.status_code == 200
    placed = [f for f in answer.json()["view"]["figures"] if f["seat"] == "A"]
    assert sum(f["place"] == "board" for f in placed) >= 1


def test_finished_game_is_downloaded_and_replays_to_its_hash(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 40)
    assert alice_client.get(f"/play/{table.uid}/game.txt").status_code == 422
    concede_game(table.uid, viewer_for(alice))
    text = alice_client.get(f"/play/{table.uid}/game.txt").content.decode()
    assert read_game(text, shelf()).replay().result is not None


def test_lobby_lists_own_games_with_the_ones_to_move_first(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    open_table(alice, bob)
    bot_table(alice)
    page = alice_client.get("/play/").context["page"]
    assert len(page.own) == 2
    turns = [row.is_your_turn for row in page.own]
    assert turns == sorted(turns, reverse=True)


def test_export_of_personal_data_has_the_tables(alice: Person, bob: Person) -> None:
    from people.services.personal_data import export_person

    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 5)
    section = export_person(person=alice)["tables"]
    assert section[0]["table"] == str(table.uid)
    assert all(move["line"].startswith("A ") for move in section[0]["moves"])


def test_pages_in_words_and_the_log_are_there(
    alice: Person, bob: Person, alice_client: Client
) -> None:
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 8)
    assert alice_client.get(f"/play/{table.uid}/text/").status_code == 200
    log = alice_client.get(f"/play/{table.uid}/log/").json()["log"]
    assert log[-1]["n"] == 8
    older = alice_client.get(f"/play/{table.uid}/log/?before=4").json()["log"]
    assert max(item["n"] for item in older) == 3


def test_unknown_table_or_action_is_not_found(alice_client: Client) -> None:
    uid = "00000000-0000-4000-8000-000000000000"
    assert alice_client.get(f"/play/{uid}/").status_code == 404
    assert post(alice_client, f"/play/{uid}/concede/").status_code == 404


def test_outlook_of_a_figure_is_a_request_of_its_own(
    client: Client, alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob)
    table = play_on(table, {0: alice, 1: bob}, 30)
    view = get_state(table.uid, SPECTATORS)["view"]
    label = next(f["label"] for f in view["figures"] if f["space"])
    first = client.get(f"/play/{table.uid}/figures/{label}/")
    assert first.status_code == 200
    assert first.json()["figure"] == label
    assert first.json()["reach"]
    assert client.get(f"/play/{table.uid}/figures/{label}/").json() == first.json()
    assert client.get(f"/play/{table.uid}/figures/z9/").status_code == 404
