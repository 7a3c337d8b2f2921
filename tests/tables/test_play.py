"""Playing at a table: plans, keys, versions, undo and the end of a game."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from challenges.catalogue import shelf
from kernel.errors import Refusal
from people.models import Person
from people.services.rate_limits import Limit, TooMany
from skirmish.rules.text_format.game_file import read_game
from tables.games.base import Audience
from tables.models import Move, Table
from tables.selectors.access import get_table, list_seats, version_for
from tables.selectors.state import build_state, get_state
from tables.services.bots import answer_for_bots
from tables.services.cleanup import check_table, write_game_file
from tables.services.creation import create_rematch, join_seat
from tables.services.play import (
    PlayResult,
    StaleTable,
    answer_undo,
    claim_on_time,
    concede_game,
    decline_offers,
    offer_draw,
    pause_game,
    play_moves,
    resume_game,
    undo_moves,
)
from tests.tables.opponents import (
    bot_table,
    live_clock,
    next_line,
    open_table,
    play_on,
    viewer_for,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: Person, bob: Person) -> Table:
    return open_table(alice, bob)


@pytest.fixture
def people(alice: Person, bob: Person) -> dict[int, Person]:
    return {0: alice, 1: bob}


def asked(table: Table, people: dict[int, Person]) -> tuple[Person, str]:
    seat, line = next_line(get_table(table.uid))
    return people[seat], line


def send(table: Table, person: Person, *lines: str, key: str = "k") -> PlayResult:
    viewer = viewer_for(person)
    fresh = get_table(table.uid)
    version = version_for(fresh, Audience(viewer.seats(list_seats(fresh))))
    return play_moves(table.uid, viewer, version=version, key=key, lines=list(lines))


def test_move_is_stored_with_its_snapshot(
    table: Table, people: dict[int, Person]
) -> None:
    person, line = asked(table, people)
    result = send(table, person, line)
    stored = get_table(table.uid)
    assert result.played == 1
    assert stored.version == 1
    assert Move.objects.get().line == line
    assert check_table(stored) is None


def test_repeated_key_plays_nothing_twice(
    table: Table, people: dict[int, Person]
) -> None:
    person, line = asked(table, people)
    send(table, person, line, key="once")
    again = play_moves(
        table.uid, viewer_for(person), version=0, key="once", lines=[line]
    )
    assert again.played == 1
    assert get_table(table.uid).version == 1


def test_stale_version_is_refused(table: Table, people: dict[int, Person]) -> None:
    person, line = asked(table, people)
    send(table, person, line, key="first")
    with pytest.raises(StaleTable):
        play_moves(table.uid, viewer_for(person), version=0, key="second", lines=[line])
    assert get_table(table.uid).version == 1


def test_plan_stops_where_a_move_no_longer_fits(
    table: Table, people: dict[int, Person]
) -> None:
    person, line = asked(table, people)
    result = send(table, person, line, f"{line[0]} go A1")
    assert result.played == 1
    assert result.stopped
    assert get_table(table.uid).version == 1


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([], "too-many-moves"),
        (["A end"] * 41, "too-many-moves"),
        (["A fly"], "unreadable"),
    ],
)
def test_bad_plan_is_refused_and_changes_nothing(
    table: Table, people: dict[int, Person], lines: list[str], code: str
) -> None:
    before = get_table(table.uid).snapshot
    with pytest.raises(Refusal) as refusal:
        send(table, people[0], *lines)
    assert refusal.value.code == code
    assert get_table(table.uid).snapshot == before
    assert not Move.objects.exists()


def test_stranger_cannot_move(table: Table, charlie: Person) -> None:
    with pytest.raises(Refusal) as refusal:
        send(table, charlie, "A concede")
    assert refusal.value.code == "seat-missing"


def test_free_undo_restores_the_position_and_keeps_the_moves(
    table: Table, people: dict[int, Person]
) -> None:
    table = play_on(table, people, 1)
    seat = table.moves.get().seat
    start = get_table(table.uid)
    viewer = viewer_for(people[seat])
    offered = get_state(table.uid, Audience((seat,)))["undo"]["text"]
    assert offered.startswith("Take back: place a ")
    locked = undo_moves(table.uid, viewer, version=1)
    assert locked.table.version == 2
    assert [m.is_undone for m in start.moves.all()] == [True, False]
    assert check_table(get_table(table.uid)) is None
    state = get_state(table.uid, Audience((seat,)))
    assert [item["kind"] for item in state["log"]][-1] == "undo"


def test_undo_after_dice_needs_the_opponent_and_rolls_new_dice(
    table: Table, people: dict[int, Person]
) -> None:
    for _ in range(400):
        table = play_on(table, people, 1)
        last = table.moves.last()
        assert last is not None
        if "Rolled" in last.entries and last.line.split()[1] in ("attack", "search"):
            break
    else:
        pytest.fail("Nobody rolled.")
    asker, other = people[last.seat], people[1 - last.seat]
    viewer = viewer_for(asker)
    version = version_for(table, Audience((last.seat,)))
    undo_moves(table.uid, viewer, version=version)
    assert get_table(table.uid).offers["undo"]["agreed"] == [last.seat]
    with pytest.raises(Refusal):
        answer_undo(table.uid, viewer, is_accepted=True)
    answer_undo(table.uid, viewer_for(other), is_accepted=True)
    table = get_table(table.uid)
    assert table.offers == {}
    assert check_table(table) is None
    table = play_on(table, people, 3)
    assert check_table(table) is None
    concede_game(table.uid, viewer_for(asker))
    text = write_game_file(get_table(table.uid))
    assert text is not None
    assert "\ndice " in text
    assert read_game(text, shelf()).replay().result is not None


def test_opponent_can_decline_an_undo(table: Table, people: dict[int, Person]) -> None:
    table = play_on(table, people, 6)
    first = table.moves.order_by("number").first()
    assert first is not None
    viewer = viewer_for(people[first.seat])
    state = get_state(table.uid, Audience((first.seat,)))
    if state["undo"]["kind"] == "consent":
        undo_moves(table.uid, viewer, version=state["version"])
        other = viewer_for(people[1 - first.seat])
        answer_undo(table.uid, other, is_accepted=False)
    assert get_table(table.uid).offers == {}
    assert not table.moves.filter(is_undone=True).exists()


def test_bot_agrees_to_every_undo(alice: Person) -> None:
    table = bot_table(alice)
    answer_for_bots(table.uid)
    _, line = next_line(get_table(table.uid))
    send(table, alice, line)
    answer_for_bots(table.uid)
    state = get_state(table.uid, Audience((0,)))
    assert state["undo"]["kind"] == "free"
    undo_moves(table.uid, viewer_for(alice), version=state["version"])
    assert check_table(get_table(table.uid)) is None


def test_concession_ends_a_game_of_two(table: Table, people: dict[int, Person]) -> None:
    concede_game(table.uid, viewer_for(people[0]))
    table = get_table(table.uid)
    assert (table.stage, table.winners, table.ended) == ("over", [1], "conceded")
    assert get_state(table.uid, Audience())["table"]["seed"] == table.seed


def test_seed_is_not_sent_before_the_end(table: Table) -> None:
    state = build_state(table, list_seats(table), Audience((0,)))
    assert table.seed not in str(state)
    assert state["table"]["commitment"] == table.commitment


def test_draw_needs_both_players(table: Table, people: dict[int, Person]) -> None:
    offer_draw(table.uid, viewer_for(people[0]))
    assert get_table(table.uid).stage == "playing"
    offer_draw(table.uid, viewer_for(people[1]))
    assert get_table(table.uid).stage == "over"
    assert get_table(table.uid).winners == [0, 1]


def test_declined_draw_is_gone(table: Table, people: dict[int, Person]) -> None:
    offer_draw(table.uid, viewer_for(people[0]))
    decline_offers(table.uid, viewer_for(people[1]))
    offer_draw(table.uid, viewer_for(people[1]))
    assert get_table(table.uid).stage == "playing"


def test_pause_needs_both_and_either_resumes(
    table: Table, people: dict[int, Person]
) -> None:
    pause_game(table.uid, viewer_for(people[0]))
    pause_game(table.uid, viewer_for(people[1]))
    assert get_table(table.uid).stage == "paused"
    person, line = asked(table, people)
    with pytest.raises(Refusal) as refusal:
        send(table, person, line)
    assert refusal.value.code == "table-paused"
    resume_game(table.uid, viewer_for(people[1]))
    assert send(table, person, line, key="after").played == 1


def test_time_is_claimed_only_when_it_is_up(alice: Person, bob: Person) -> None:
    table = open_table(alice, bob, clock=live_clock())
    seat = table.asked_seat
    assert seat is not None
    other = viewer_for((alice, bob)[1 - seat])
    with pytest.raises(Refusal):
        claim_on_time(table.uid, other)
    with time_machine.travel(timezone.now() + timedelta(seconds=601), tick=False):
        claim_on_time(table.uid, other)
    table = get_table(table.uid)
    assert table.winners == [1 - seat]
    last = table.moves.last()
    assert last is not None
    assert last.source == "clock"


def test_rematch_waits_for_the_opponent(
    table: Table, people: dict[int, Person]
) -> None:
    concede_game(table.uid, viewer_for(people[0]))
    new = create_rematch(table.uid, viewer_for(people[0]))
    assert new.stage == "waiting"
    assert create_rematch(table.uid, viewer_for(people[1])) == new
    join_seat(new.uid, viewer_for(people[1]))
    assert get_table(new.uid).stage == "playing"


def test_whole_game_between_two_people_reconciles(
    table: Table, people: dict[int, Person]
) -> None:
    table = play_on(table, people, 60)
    assert check_table(table) is None
    table.moves.filter(number=5).update(line="A end")
    assert check_table(table) is not None


def test_passes_in_windows_do_not_count_in_the_versions_of_others(
    table: Table, people: dict[int, Person]
) -> None:
    for _ in range(300):
        table = play_on(table, people, 1)
        if table.hidden_counts:
            break
    seat = int(next(iter(table.hidden_counts)))
    assert version_for(table, Audience((seat,))) == table.version
    assert version_for(table, Audience((1 - seat,))) == table.version - 1
    assert version_for(table, Audience()) == table.version - 1


def test_moves_are_limited_to_what_people_can_play(
    table: Table, people: dict[int, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.services.play.MOVES", Limit("moves", 1, 60, "Slow."))
    person, line = asked(table, people)
    send(table, person, line, key="first")
    with pytest.raises(TooMany):
        send(table, person, line, key="second")
    assert get_table(table.uid).version == 1
