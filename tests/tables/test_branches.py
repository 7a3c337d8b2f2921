"""Playing on from a moment of a finished game, and showing replays on other sites."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from people.models import Person
from tables.models import Table
from tables.rules.stages import TableStage
from tables.selectors.access import get_table
from tables.selectors.state import restore_game
from tables.services.bots import answer_for_bots
from tables.services.cleanup import check_table
from tests.tables.opponents import next_line, open_table, play_on

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parents[1] / "skirmish" / "golden"


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.tasks.answer_for_bots.delay", lambda _: None)


@pytest.fixture
def address(client: Client) -> str:
    """The replay of an uploaded game."""
    content = (GOLDEN / "brawl-2.txt").read_bytes()
    file = SimpleUploadedFile("game.txt", content)
    return str(client.post("/play/replay/", {"file": file})["Location"])


def branch(client: Client, address: str, at: int, seat: str) -> Table:
    answer = client.post(f"{address}{at}/play/", {"seat": seat})
    assert answer.status_code == 302, answer.content
    return get_table(UUID(answer["Location"].split("/")[2]))


def test_game_goes_on_from_a_moment_against_a_bot(client: Client, address: str) -> None:
    shown = client.get(f"{address}80/").json()
    table = branch(client, address, 80, "A")
    state = client.get(f"/play/{table.uid}/state/").json()
    assert state["view"]["figures"] == shown["view"]["figures"]
    assert state["view"]["scores"] == shown["view"]["scores"]
    assert state["table"]["you"] == ["A"]
    assert [seat.bot for seat in table.seats.all()] == ["", "novice"]
    answer_for_bots(table.uid)
    table = get_table(table.uid)
    assert table.asked_seat == 0
    _, line = next_line(table)
    version = client.get(f"/play/{table.uid}/state/").json()["version"]
    body = {"version": version, "key": "k", "lines": [line]}
    address = f"/play/{table.uid}/moves/"
    assert client.post(address, body, "application/json").status_code == 200
    assert check_table(get_table(table.uid)) is None


def test_dice_of_the_old_game_do_not_come_again(client: Client, address: str) -> None:
    one = restore_game(branch(client, address, 80, "all"))
    other = restore_game(branch(client, address, 80, "all"))
    assert one is not None
    assert other is not None
    assert one.dice_drawn > 200
    assert one.dice_drawn != other.dice_drawn


def test_all_teams_are_played_on_one_device(client: Client, address: str) -> None:
    table = branch(client, address, 40, "all")
    state = client.get(f"/play/{table.uid}/state/").json()
    assert state["table"]["hot_seat"]
    assert state["table"]["you"] == ["A", "B"]


def test_nobody_plays_on_from_the_end_or_from_nowhere(
    client: Client, address: str
) -> None:
    last = client.get(address).context["replay"]["last"]
    for at, seat, code in (
        (last, "A", "moment-over"),
        (last + 1, "A", "moment-unknown"),
        (3, "C", "seat-unknown"),
        (3, "", "seat-unknown"),
    ):
        answer = client.post(f"{address}{at}/play/", {"seat": seat})
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Table.objects.exists()


def test_running_game_is_not_played_on_or_embedded(
    client: Client, alice: Person, bob: Person
) -> None:
    table = play_on(open_table(alice, bob), {0: alice, 1: bob}, 3)
    answer = client.post(f"/play/{table.uid}/replay/1/play/", {"seat": "A"})
    assert answer.json()["code"] == "game-not-over"
    assert client.get(f"/play/{table.uid}/embed/").status_code == 422


def test_finished_replay_may_be_framed_and_nothing_else(
    client: Client, alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob)
    Table.objects.filter(pk=table.pk).update(stage=TableStage.OVER)
    page = client.get(f"/play/{table.uid}/embed/?at=0")
    assert page.status_code == 200
    assert "X-Frame-Options" not in page
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "<form" not in page.content.decode()
    for other in (f"/play/{table.uid}/replay/", f"/play/{table.uid}/"):
        answer = client.get(other)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_game_that_went_on_has_no_rematch(client: Client, address: str) -> None:
    table = branch(client, address, 80, "A")
    answer_for_bots(table.uid)
    conceded = client.post(f"/play/{table.uid}/concede/", "{}", "application/json")
    assert conceded.status_code == 200, conceded.content
    answer_for_bots(table.uid)
    state = client.get(f"/play/{table.uid}/state/").json()
    assert state["table"]["stage"] == "over"
    assert not state["table"]["can"]["rematch"]
    answer = client.post(f"/play/{table.uid}/rematch/", "{}", "application/json")
    assert answer.json()["code"] == "rematch-impossible"
