"""Tables and viewers for the tests of online play."""

from __future__ import annotations

from uuid import uuid4

from kernel.dice import SeededDice
from people.models import Person
from tables.games.base import Audience
from tables.models import Table
from tables.rules.clock import ClockRules
from tables.selectors.access import Viewer, get_table, list_seats, version_for
from tables.selectors.state import restore_game
from tables.services.creation import SeatChoice, create_table, join_seat
from tables.services.play import play_moves

FIRE, WATER = "fire-shrine", "water-shrine"


def viewer_for(person: Person) -> Viewer:
    return Viewer(person.pk)


def open_table(first: Person, second: Person, **more: object) -> Table:
    """A game between two people that has begun."""
    table = create_table(
        viewer_for(first),
        seats=(SeatChoice(kind="shrine", slug=FIRE, is_mine=True), SeatChoice()),
        **more,  # type: ignore[arg-type]
    )
    return join_seat(table.uid, viewer_for(second), index=1, kind="shrine", slug=WATER)


def bot_table(person: Person, **more: object) -> Table:
    return create_table(
        viewer_for(person),
        seats=(
            SeatChoice(kind="shrine", slug=FIRE, is_mine=True),
            SeatChoice(kind="shrine", slug=WATER, bot="novice"),
        ),
        **more,  # type: ignore[arg-type]
    )


def live_clock() -> ClockRules:
    return ClockRules(mode="live", bank_s=600, increment_s=10)


def next_line(table: Table, bot: str = "novice") -> tuple[int, str]:
    """The seat that decides, and a line for it."""
    game = restore_game(get_table(table.uid))
    assert game is not None
    assert game.asked is not None
    dice = SeededDice("99" * 32, str(table.version))
    return game.asked, game.bot_line(game.asked, bot, dice)


def play_on(table: Table, people: dict[int, Person], count: int = 1) -> Table:
    """Let people play some moves, chosen by a bot."""
    for _ in range(count):
        table = get_table(table.uid)
        if table.asked_seat is None:
            break
        seat, line = next_line(table)
        viewer = viewer_for(people[seat])
        version = version_for(table, Audience(viewer.seats(list_seats(table))))
        key = uuid4().hex
        play_moves(table.uid, viewer, version=version, key=key, lines=[line])
    return get_table(table.uid)
