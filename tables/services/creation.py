"""Create a table, take a seat, and start the game when every seat is taken."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from kernel.dice import SeededDice
from kernel.errors import Refusal
from people.services.rate_limits import Limit, count_attempt
from rulebook.catalogue import catalogue
from tables.games.base import GameOptions, Setup, TeamChoice
from tables.games.registry import game_named
from tables.models import Seat, Table
from tables.rules.clock import ClockRules
from tables.rules.stages import TableStage, Visibility
from tables.selectors.access import Viewer
from tables.services.locks import (
    LockedTable,
    automatic_answer,
    lock_table,
    publish_change,
)
from teams.models import Team
from teams.selectors.journal_store import get_state

SEED_BYTES = 32
RANDOM = "random"
FEWEST, MOST = 2, 4
HOUR = 3600
NEW_TABLES = Limit("table", 40, HOUR, "You have opened many tables in the last hour.")
FIRST_GROUND = "moon-garden"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChoice:
    """What is chosen for a seat when a table is created."""

    kind: str = ""  # of the team; empty while the seat is open
    slug: str = ""  # of a ready-made team, or the id of a team of one's own
    bot: str = ""
    is_mine: bool = False
    side: int | None = None


def create_table(
    viewer: Viewer,
    *,
    game: str = "skirmish",
    challenge: str = "brawl",
    ground: str = FIRST_GROUND,
    initiative: str = "draw",
    seats: Sequence[SeatChoice],
    clock: ClockRules | None = None,
    visibility: Visibility = Visibility.LINK,
    is_hot_seat: bool = False,
) -> Table:
    """Create a table; it starts at once if every seat is taken."""
    count_attempt(NEW_TABLES, who=viewer.who)
    adapter = game_named(game)
    _refuse_seats(seats, bots=tuple(adapter.bots), is_hot_seat=is_hot_seat)
    seed = secrets.token_hex(SEED_BYTES)
    clock = clock or ClockRules()
    challenge, ground = draw_options(seed, challenge, ground, len(seats))
    with transaction.atomic():
        table = Table.objects.create(
            game=game,
            seed=seed,
            visibility=visibility,
            is_hot_seat=is_hot_seat,
            options={
                "challenge": challenge_header(challenge),
                "ground": ground_header(ground),
                "initiative": initiative,
            },
            clock=msgspec.to_builtins(clock),
            created_by_id=viewer.person_id,
        )
        rows = [
            _new_seat(table, index, choice, viewer)
            for index, choice in enumerate(seats)
        ]
        for row in rows:
            row.seconds_left = clock.start()
        Seat.objects.bulk_create(rows)
        locked = LockedTable(table, list(table.seats.select_related("person")))
        _check_setup(locked)
        _start_if_full(locked)
    return table


def _refuse_seats(
    seats: Sequence[SeatChoice], *, bots: Sequence[str], is_hot_seat: bool
) -> None:
    if not FEWEST <= len(seats) <= MOST:
        raise Refusal("A table has 2 to 4 seats.", code="wrong-seat-count")
    for seat in seats:
        if seat.bot and seat.bot not in bots:
            raise Refusal(
                "Choose a bot from the list.", code="bot-unknown", field="seats"
            )
        if seat.bot and not seat.kind:
            raise Refusal("Choose a team for the bot.", code="team-missing")
    if not any(seat.is_mine for seat in seats):
        raise Refusal("Take a seat yourself.", code="seat-missing", field="seats")
    if is_hot_seat and not all(seat.is_mine or seat.bot for seat in seats):
        raise Refusal(
            "At a hot-seat table you play every seat that has no bot.",
            code="hot-seat-open",
            field="seats",
        )


def draw_options(seed: str, challenge: str, ground: str, seats: int) -> tuple[str, str]:
    """Draw what was left to chance from dice of the table's own seed."""
    dice = SeededDice(seed, "options")
    if challenge == RANDOM:
        known = [
            str(slug)
            for slug, entry in catalogue().challenges.items()
            if seats == FEWEST or not entry.is_asymmetric
        ]
        challenge = known[dice.below(len(known))]
    if ground == RANDOM:
        grounds = [str(slug) for slug in catalogue().grounds]
        ground = grounds[dice.below(len(grounds))]
    return challenge, ground


def challenge_header(slug: str) -> dict[str, str]:
    entry = next((c for s, c in catalogue().challenges.items() if s == slug), None)
    if entry is None:
        raise Refusal(
            "Choose one of the eight challenges.",
            code="challenge-unknown",
            field="challenge",
        )
    return {"slug": slug, "name": entry.name, "summary": entry.summary}


def ground_header(slug: str) -> dict[str, str]:
    entry = next((g for s, g in catalogue().grounds.items() if s == slug), None)
    if entry is None:
        raise Refusal(
            "Choose one of the listed grounds.", code="ground-unknown", field="ground"
        )
    return {"slug": slug, "name": entry.name}


def _new_seat(table: Table, index: int, choice: SeatChoice, viewer: Viewer) -> Seat:
    seat = Seat(table=table, index=index, bot=choice.bot, side=choice.side)
    if choice.is_mine:
        _sit_down(seat, viewer)
    if choice.kind:
        seat.team = {"kind": choice.kind, "slug": choice.slug}
        if choice.kind == "own":
            _refuse_strangers_team(viewer, choice.slug)
    elif choice.is_mine:
        raise Refusal("Choose a team for your seat.", code="team-missing")
    return seat


def _sit_down(seat: Seat, viewer: Viewer) -> None:
    if viewer.person_id is not None:
        seat.person_id = viewer.person_id
    elif viewer.guest:
        seat.guest = viewer.guest
    else:
        raise Refusal(
            "Your browser does not keep cookies, so we cannot keep a seat for you.",
            code="guest-unknown",
        )


def _refuse_strangers_team(viewer: Viewer, slug: str) -> None:
    _own_team(viewer.person_id, slug)


def _own_team(owner_id: int | None, slug: str) -> Team:
    team = None
    if owner_id is not None and slug.isdigit():
        team = Team.objects.filter(pk=int(slug), owner_id=owner_id).first()
    if team is None:
        raise Refusal("Choose one of your own teams.", code="team-unknown")
    return team


# --- joining ---------------------------------------------------------------------
def join_seat(
    uid: UUID,
    viewer: Viewer,
    *,
    index: int | None = None,
    kind: str = "",
    slug: str = "",
) -> Table:
    """Take an open seat with a team. The game starts when the last seat is taken.

    Without an index the first open seat is taken, without a team a shrine team that
    nobody at the table plays.
    """
    with lock_table(uid) as locked:
        locked.refuse_unless(TableStage.WAITING)
        free = [s for s in locked.seats if s.is_open]
        seat = next((s for s in locked.seats if s.index == index), None)
        if index is None and free:
            seat = free[0]
        if seat is not None and seat.reserved_for_id not in (None, viewer.person_id):
            raise Refusal(
                "This seat is kept for someone else. Choose another.",
                code="seat-reserved",
            )
        if locked.table.match_id is not None:
            raise Refusal(
                "This table belongs to a match. Open the match to take your seat.",
                code="seat-reserved",
            )
        if seat is None or not seat.is_open:
            raise Refusal("This seat is taken. Choose another.", code="seat-taken")
        if viewer.seats(locked.seats):
            raise Refusal("You already sit at this table.", code="seat-taken")
        _sit_down(seat, viewer)
        if not kind:
            kind, slug = "shrine", _free_shrine(locked)
        if kind == "own":
            _refuse_strangers_team(viewer, slug)
        seat.team = {"kind": kind, "slug": slug}
        seat.save(update_fields=["person", "guest", "team"])
        _check_setup(locked)
        _start_if_full(locked)
        if locked.table.stage == TableStage.WAITING:
            locked.save(fields=[])
    return locked.table


def _free_shrine(locked: LockedTable) -> str:
    taken = {seat.team.get("slug") for seat in locked.seats}
    return next(slug for slug in catalogue().shrine_teams if slug not in taken)


def leave_table(uid: UUID, viewer: Viewer) -> Table | None:
    """Give up a seat before the game begins; the last to leave removes the table."""
    with lock_table(uid) as locked:
        locked.refuse_unless(TableStage.WAITING)
        mine = locked.seats_of(viewer)
        if locked.table.match_id is not None:
            raise Refusal(
                "This table belongs to a match. Decline or withdraw the offer there.",
                code="seat-reserved",
            )
        for seat in locked.seats:
            if seat.index in mine:
                seat.person, seat.guest, seat.team = None, "", {}
                seat.name = seat.clan = ""
                seat.save(update_fields=["person", "guest", "team", "name", "clan"])
        if not any(seat.person_id or seat.guest for seat in locked.seats):
            locked.table.delete()
            return None
        locked.save(fields=[])
    return locked.table


# --- starting --------------------------------------------------------------------
def _team_choice(seat: Seat) -> TeamChoice:
    kind, slug = seat.team.get("kind", ""), seat.team.get("slug", "")
    state = None
    if kind == "own":
        state = get_state(_own_team(seat.person_id, slug))
    return TeamChoice(kind, slug, state, seat.side)


def _check_setup(locked: LockedTable) -> Setup | None:
    """Name every seat that has a team; refuses teams that cannot be played."""
    table = locked.table
    # Open seats borrow a team of another, so that what is chosen is checked now.
    known = [seat for seat in locked.seats if seat.team]
    choices = [_team_choice(seat if seat.team else known[0]) for seat in locked.seats]
    for choice, seat in zip(choices, locked.seats, strict=True):
        if choice.side != seat.side:
            choices[seat.index] = TeamChoice(
                choice.kind, choice.slug, choice.state, seat.side
            )
    setup = game_named(table.game).create(
        GameOptions(
            challenge=table.options["challenge"]["slug"],
            ground=table.options["ground"]["slug"],
            initiative=table.options["initiative"],
            teams=tuple(choices),
        )
    )
    for seat, summary in zip(locked.seats, setup.seats, strict=True):
        if seat.team:
            seat.name, seat.clan = summary.name, summary.clan
    Seat.objects.bulk_update(locked.seats, ["name", "clan"])
    if any(seat.is_open for seat in locked.seats):
        return None
    table.setup = setup.text
    return setup


def _start_if_full(locked: LockedTable) -> None:
    if any(seat.is_open or not seat.team for seat in locked.seats):
        return
    begin_game(locked)


def begin_game(locked: LockedTable) -> None:
    """Deal the game of a table whose set-up is written, and tell everyone."""
    table = locked.table
    game = game_named(table.game).begin(table.setup, table.seed)
    table.stage = TableStage.PLAYING
    table.snapshot = game.snapshot()
    table.asked_seat = game.asked
    table.asked_at = timezone.now()
    table.asks_in_window = game.asks_in_window
    table.waits_for_bot = automatic_answer(locked, game) is not None
    table.revision += 1
    table.save()
    publish_change(table)


# --- play now --------------------------------------------------------------------
def start_now(viewer: Viewer, *, bot: str = "novice") -> Table:
    """Start the first game of the book against a bot, with no questions asked."""
    mine, theirs = catalogue().shrine.first_game[:2]
    return create_table(
        viewer,
        seats=(
            SeatChoice(kind="shrine", slug=mine, is_mine=True),
            SeatChoice(kind="shrine", slug=theirs, bot=bot),
        ),
    )


def claim_guest_seats(*, person_id: int, guest: str) -> int:
    """Give a visitor's seats to the account they signed in to."""
    if not guest:
        return 0
    return Seat.objects.filter(guest=guest).update(person_id=person_id, guest="")


def create_rematch(uid: UUID, viewer: Viewer) -> Table:
    """Open a table with the same options; the others find its link at the old one."""
    with lock_table(uid) as locked:
        locked.refuse_unless(TableStage.OVER)
        mine = locked.seats_of(viewer)
        old = locked.table
        if old.match_id is not None:
            raise Refusal(
                "A match is played once. Set up a new table to play again.",
                code="rematch-impossible",
            )
        if not all(seat.team for seat in locked.seats):
            raise Refusal(
                "This game went on from another one. Set up a new table to play again.",
                code="rematch-impossible",
            )
        if old.rematch is not None:
            return old.rematch
        # The others choose their team when they take their seat.
        keep = {*mine, *(seat.index for seat in locked.seats if seat.bot)}
        seats = [
            SeatChoice(
                kind=seat.team["kind"] if seat.index in keep else "",
                slug=seat.team["slug"] if seat.index in keep else "",
                bot=seat.bot,
                is_mine=seat.index in mine,
                side=seat.side,
            )
            for seat in locked.seats
        ]
        old.rematch = create_table(
            viewer,
            game=old.game,
            challenge=old.options["challenge"]["slug"],
            ground=old.options["ground"]["slug"],
            initiative=old.options["initiative"],
            seats=seats,
            clock=msgspec.convert(old.clock, ClockRules),
            visibility=Visibility(old.visibility),
            is_hot_seat=old.is_hot_seat,
        )
        locked.save(fields=["rematch"])
        return old.rematch
