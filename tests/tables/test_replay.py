"""Replays: what each audience sees of a game at each of its moments."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from kernel.dice import SeededDice
from kernel.errors import Refusal
from people.models import Person
from tables.games.base import JSON, SPECTATORS, Audience
from tables.models import Table
from tables.selectors.access import Viewer, get_table, list_seats, version_for
from tables.selectors.recordings import get_recording
from tables.selectors.replay import (
    get_file_replay,
    get_replay,
    get_replay_state,
    list_moments,
    list_replay_frames,
)
from tables.selectors.state import get_state, restore_game
from tables.services.bots import answer_for_bots
from tables.services.creation import SeatChoice, create_table
from tables.services.play import concede_game, play_moves, undo_moves
from tables.services.uploads import store_game_file
from tests.tables.opponents import bot_table, next_line, open_table, play_on, viewer_for

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parents[1] / "skirmish" / "golden"
# A seek has to fit into one picture of a screen.
SEEK_SECONDS = 0.016
AUDIENCES = (SPECTATORS, Audience((0,)), Audience((1,)))
PARTS = ("view", "question", "hints")


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.tasks.answer_for_bots.delay", lambda _: None)


@pytest.fixture
def people(alice: Person, bob: Person) -> dict[int, Person]:
    return {0: alice, 1: bob}


@pytest.fixture
def table(alice: Person, bob: Person) -> Table:
    return open_table(alice, bob)


def viewer_of(audience: Audience, people: dict[int, Person]) -> Viewer:
    return viewer_for(people[audience.seats[0]]) if audience.seats else Viewer()


def live_states(
    table: Table, people: dict[int, Person], count: int
) -> Iterator[tuple[Table, dict[Audience, JSON]]]:
    """What everyone is sent, move by move."""
    for _ in range(count):
        table = get_table(table.uid)
        yield table, {a: get_state(table.uid, a) for a in AUDIENCES}
        if table.asked_seat is None:
            return
        play_on(table, people)
    table = get_table(table.uid)
    yield table, {a: get_state(table.uid, a) for a in AUDIENCES}


def same(one: object, other: object) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


# --- the same as live ------------------------------------------------------------
def test_every_moment_of_a_running_game_equals_the_state_that_was_sent(
    table: Table, people: dict[int, Person]
) -> None:
    sent: dict[Audience, dict[int, JSON]] = {audience: {} for audience in AUDIENCES}
    for _, states in live_states(table, people, 120):
        for audience, state in states.items():
            # Of several states with the same version, the last one counts.
            sent[audience][state["version"]] = state
    for audience in AUDIENCES:
        replay = get_replay(table.uid, viewer_of(audience, people))
        assert replay.audience == audience
        assert replay.last == max(sent[audience])
        for position, live in sent[audience].items():
            state = get_replay_state(replay, position)
            for part in PARTS:
                assert same(state[part], live[part]), (audience, position, part)
            # Live logs count hidden moves, too, so they can be shorter.
            shown = len(live["log"])
            assert same(state["log"][len(state["log"]) - shown :], live["log"])


def test_frames_add_up_to_the_states(table: Table, people: dict[int, Person]) -> None:
    play_on(table, people, 60)
    replay = get_replay(table.uid, viewer_for(people[0]))
    view: JSON = {}
    for frame in list_replay_frames(replay, 30, 25):
        figures = {f["label"]: f for f in view.get("figures", [])}
        figures |= {f["label"]: f for f in frame["view"].get("figures", [])}
        view = {**view, **frame["view"], "figures": list(figures.values())}
        state = get_replay_state(replay, frame["n"])
        assert same(view, state["view"])
        assert all(item in state["log"] for item in frame["log"])


def test_undone_moves_are_skipped(alice: Person) -> None:
    table = bot_table(alice)
    while get_table(table.uid).asked_seat != 0:
        answer_for_bots(table.uid)
    viewer = viewer_for(alice)
    _, line = next_line(get_table(table.uid))
    before = get_replay(table.uid, viewer).last
    version = version_for(get_table(table.uid), Audience((0,)))
    play_moves(table.uid, viewer, version=version, key="a", lines=[line])
    assert get_replay(table.uid, viewer).last == before + 1
    undo_moves(table.uid, viewer, version=version + 1)
    replay = get_replay(table.uid, viewer)
    assert replay.last == before
    live = get_state(table.uid, Audience((0,)))
    state = get_replay_state(replay, before)
    assert same(state["view"], live["view"])


def test_recording_grows_with_the_game(table: Table, people: dict[int, Person]) -> None:
    play_on(table, people, 20)
    first = get_recording(get_table(table.uid))
    assert get_recording(get_table(table.uid)) is first
    play_on(table, people, 13)
    grown = get_recording(get_table(table.uid))
    assert grown.moves[:20] == first.moves
    assert len(first.moves) == 20
    now = restore_game(get_table(table.uid))
    assert now is not None
    assert grown.game_after(33).state_hash() == now.state_hash()


# --- who may see what ------------------------------------------------------------
def test_looking_back_shows_no_hand_but_ones_own(
    table: Table, people: dict[int, Person], client: Client
) -> None:
    play_on(table, people, 100)
    recording = get_recording(get_table(table.uid))
    held = 0
    for audience in AUDIENCES:
        replay = get_replay(table.uid, viewer_of(audience, people))
        for position in range(replay.last + 1):
            game = recording.game_after(replay.counts[position])
            view = get_replay_state(replay, position)["view"]
            hands = [list(seat.hand) for seat in game.game.seats]  # type: ignore[attr-defined]
            own = hands[audience.seats[0]] if audience.seats else []
            assert [card["slug"] for card in view["hand"]] == own
            held += any(hands)
    assert held
    for address in ("", "0/", "0/?count=40"):
        answer = client.get(f"/play/{table.uid}/replay/{address}")
        assert answer.status_code == 200
        assert table.seed not in answer.content.decode()


def test_passes_of_others_make_no_moment_while_the_game_is_played(
    table: Table, people: dict[int, Person]
) -> None:
    """Two games that differ only in a pass that others cannot see look the same."""
    for current, _ in live_states(table, people, 160):
        if any(count for count in current.hidden_counts.values()):
            break
    current = get_table(table.uid)
    counts = [
        get_replay(table.uid, viewer_of(audience, people)).last
        for audience in AUDIENCES
    ]
    assert counts == [version_for(current, audience) for audience in AUDIENCES]


def test_eyes_of_a_player_open_when_the_game_is_over(
    table: Table, people: dict[int, Person], client: Client
) -> None:
    play_on(table, people, 40)
    address = f"/play/{table.uid}/replay/"
    with pytest.raises(Refusal, match="when the game is over"):
        get_replay(table.uid, viewer_for(people[0]), "B")
    refused = client.get(f"{address}3/?eyes=B")
    assert refused.status_code == 422
    assert refused.json()["code"] == "game-not-over"
    assert client.get(f"{address}?eyes=B").status_code == 422
    concede_game(table.uid, viewer_for(people[0]))
    state = client.get(f"{address}41/?eyes=B").json()
    assert state["view"]["hand_of"] == "B"
    assert client.get(f"{address}41/").json()["view"]["hand"] == []
    assert client.get(f"{address}41/?eyes=D").status_code == 404
    page = client.get(f"{address}?at=12&eyes=B")
    assert page.context["replay"]["at"] == 12
    assert page.context["replay"]["moments"][-1]["text"]


def test_hot_seat_shows_no_hand_until_the_game_is_over(alice: Person) -> None:
    table = create_table(
        viewer_for(alice),
        seats=(
            SeatChoice(kind="shrine", slug="fire-shrine", is_mine=True),
            SeatChoice(kind="shrine", slug="water-shrine", is_mine=True),
        ),
        is_hot_seat=True,
    )
    play_on(table, {0: alice, 1: alice}, 60)
    replay = get_replay(table.uid, viewer_for(alice))
    assert replay.audience == SPECTATORS
    assert get_replay_state(replay, replay.last)["view"]["hand"] == []


def test_moments_outside_the_game_are_refused(
    table: Table, people: dict[int, Person], client: Client
) -> None:
    play_on(table, people, 5)
    answer = client.get(f"/play/{table.uid}/replay/6/")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "The replay has the moments 0 to 5."
    assert client.get(f"/play/{table.uid}/replay/?at=999").status_code == 200


def test_table_that_waits_for_players_has_no_replay(
    alice: Person, client: Client
) -> None:
    table = create_table(
        viewer_for(alice),
        seats=(
            SeatChoice(kind="shrine", slug="fire-shrine", is_mine=True),
            SeatChoice(),
        ),
    )
    assert client.get(f"/play/{table.uid}/replay/").status_code == 422


# --- files -----------------------------------------------------------------------
def upload(client: Client, content: bytes) -> object:
    file = SimpleUploadedFile("game.txt", content, content_type="text/plain")
    return client.post("/play/replay/", {"file": file})


def test_finished_game_can_be_downloaded_and_watched_from_its_file(
    table: Table, people: dict[int, Person], client: Client
) -> None:
    play_on(table, people, 30)
    concede_game(table.uid, viewer_for(people[1]))
    text = client.get(f"/play/{table.uid}/game.txt").content
    answer = upload(client, text)
    assert answer.status_code == 302  # type: ignore[attr-defined]
    address = answer["Location"]  # type: ignore[index]
    page = client.get(address)
    own = get_replay(table.uid, Viewer())
    assert page.context["replay"]["last"] == own.last
    for position in (0, 7, own.last):
        state = client.get(f"{address}{position}/?eyes=A").json()
        replay = get_replay(table.uid, Viewer(), "A")
        expected = get_replay_state(replay, position)
        assert same(state["view"], json.loads(json.dumps(expected["view"])))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"x" * 100_001, "larger than 100 kilobytes"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"hello", "cannot be played"),
        (
            (GOLDEN / "brawl-2.txt").read_bytes().replace(b"A show 1", b"A show 3"),
            "cannot be played",
        ),
        (b"", "This file is empty."),
    ],
)
def test_file_that_is_no_game_is_refused_with_a_sentence(
    client: Client, content: bytes, sentence: str
) -> None:
    answer = upload(client, content)
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert sentence in answer.content.decode()  # type: ignore[attr-defined]


def test_uploaded_file_is_gone_after_its_day(client: Client) -> None:
    address = upload(client, (GOLDEN / "brawl-2.txt").read_bytes())["Location"]  # type: ignore[index]
    assert client.get(address).status_code == 200
    cache.clear()
    assert client.get(address).status_code == 404


def test_seek_takes_less_than_a_picture_of_a_screen(client: Client) -> None:
    key = store_game_file((GOLDEN / "search-4.txt").read_bytes(), who="a")
    replay = get_file_replay(key)
    get_replay_state(replay, replay.last)
    times = []
    dice = SeededDice("11" * 32)
    for _ in range(25):
        position = dice.below(replay.last + 1)
        began = process_time()
        get_replay_state(get_file_replay(key), position)
        times.append(process_time() - began)
    assert sorted(times)[len(times) // 2] < SEEK_SECONDS


def test_finished_passes_that_something_came_of_are_moments(client: Client) -> None:
    key = store_game_file((GOLDEN / "search-4.txt").read_bytes(), who="a")
    replay = get_file_replay(key)
    hidden = [move for move in replay.recording.moves if move.is_hidden]
    assert len(replay.recording.moves) - len(hidden) < replay.last
    assert replay.last < len(replay.recording.moves)
    texts = [moment["text"] for moment in list_moments(replay)]
    assert len(texts) == replay.last
    assert all(texts)


def test_lobby_and_end_of_a_game_lead_to_the_replay(
    alice: Person, client: Client
) -> None:
    table = bot_table(alice)
    client.force_login(alice)
    concede_game(table.uid, viewer_for(alice))
    address = f"/play/{table.uid}/replay/"
    assert f'href="{address}"' in client.get("/play/").content.decode()
    urls = json.loads(client.get(f"/play/{table.uid}/").context["urls"])
    assert urls["replay"] == address
    assert list_seats(table)
