"""Matches played online: offer, accept, start, and enter the result.

Locks are taken in the order match, table. A finished game owes its match a result:
`is_result_due` is set together with the last move, and a job enters it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

import msgspec
from django.db import transaction
from django.http import Http404

from challenges.models import Match, MatchTeam
from challenges.rules.stages import MatchStage
from challenges.services.locks import Edit
from challenges.services.online_matches import (
    list_online_seats,
    record_online_result,
    start_online_match,
)
from kernel.errors import Refusal
from people.models import Person
from people.services.rate_limits import count_attempt
from rulebook.catalogue import catalogue
from tables.games.skirmish_setup import write_match_setup
from tables.models import SENTENCE_LENGTH, Seat, Table
from tables.rules.clock import ClockRules
from tables.rules.stages import TableStage, Visibility
from tables.selectors.matches import find_match_table
from tables.selectors.state import restore_game
from tables.services.creation import (
    NEW_TABLES,
    RANDOM,
    SEED_BYTES,
    begin_game,
    challenge_header,
    draw_options,
    ground_header,
)
from tables.services.locks import LockedTable, lock_table
from tables.signals import online_play_changed, result_refused

OFFERED, ACCEPTED, DECLINED, STARTED = "offered", "accepted", "declined", "started"
ONLINE_STAGES = (MatchStage.ARRANGED, MatchStage.OPEN)
GAME = "skirmish"


@transaction.atomic
def offer_online_play(
    match_uid: UUID,
    person: Person,
    *,
    ground: str = RANDOM,
    clock: ClockRules | None = None,
    visibility: Visibility = Visibility.OPEN,
) -> Table:
    """Offer to play a match online. It starts when everyone has accepted."""
    count_attempt(NEW_TABLES, who=f"person {person.pk}")
    edit = Edit(uid=match_uid, actor=person)
    places = list_online_seats(edit)
    if person.pk not in {place.person_id for place in places}:
        raise Refusal(
            "Only the players of a match can play it online.", code="seat-missing"
        )
    match = Match.objects.select_for_update().get(uid=match_uid)
    if find_match_table(match) is not None:
        raise Refusal(
            "There is already a table for this match. Open it.", code="table-taken"
        )
    seed = secrets.token_hex(SEED_BYTES)
    _, ground = draw_options(seed, match.challenge, ground, len(places))
    clock = clock or ClockRules()
    table = Table.objects.create(
        game=GAME,
        seed=seed,
        visibility=visibility,
        match=match,
        options={
            "challenge": challenge_header(match.challenge),
            "ground": ground_header(ground),
            "initiative": "draw",
        },
        clock=msgspec.to_builtins(clock),
        created_by=person,
    )
    _add_seats(table, places, person, clock)
    _tell(table, OFFERED, person)
    return table


def _add_seats(
    table: Table, places: Sequence[MatchTeam], person: Person, clock: ClockRules
) -> None:
    """Reserve a seat for the person of each team; the one who offers takes theirs at
    once."""
    clans = {str(slug): slug for slug in catalogue().clans}
    Seat.objects.bulk_create(
        Seat(
            table=table,
            index=index,
            reserved_for_id=place.person_id,
            person_id=place.person_id if place.person_id == person.pk else None,
            team={"kind": "match", "slug": str(place.team_id)},
            name=place.team.name if place.team else place.name,
            clan=clans.get(place.team.clan, "") if place.team else "",
            seconds_left=clock.start(),
        )
        for index, place in enumerate(places)
    )


def accept_online_play(match_uid: UUID, person: Person) -> Table:
    """Take your seat. When the last one is taken, the match and its game start."""
    with transaction.atomic():
        table = _offer_for(match_uid, person)
        with lock_table(table.uid) as locked:
            for seat in locked.seats:
                if seat.reserved_for_id == person.pk and seat.is_open:
                    seat.person = person
                    seat.save(update_fields=["person"])
            is_complete = not any(seat.is_open for seat in locked.seats)
            if is_complete:
                _start(locked, person)
            else:
                locked.save(fields=[])
            _tell(locked.table, STARTED if is_complete else ACCEPTED, person)
    return locked.table


@transaction.atomic
def decline_online_play(match_uid: UUID, person: Person) -> None:
    """Decline an offer, or withdraw your own: the match is played in person."""
    table = _offer_for(match_uid, person)
    _tell(table, DECLINED, person)
    table.delete()


def _offer_for(match_uid: UUID, person: Person) -> Table:
    """Lock the match, and return its table if it waits for its players."""
    match = Match.objects.select_for_update().filter(uid=match_uid).first()
    table = find_match_table(match) if match else None
    if table is None:
        raise Http404
    if not table.seats.filter(reserved_for=person).exists():
        raise Refusal("You do not play in this match.", code="seat-missing")
    if table.stage != TableStage.WAITING:
        raise Refusal("The game has already begun.", code="table-playing")
    return table


def _start(locked: LockedTable, person: Person) -> None:
    table = locked.table
    assert table.match is not None
    edit = Edit(uid=table.match.uid, actor=person)
    staging = start_online_match(edit, ground=table.options["ground"]["slug"])
    setup = write_match_setup(staging.setup)
    for seat, summary in zip(locked.seats, setup.seats, strict=True):
        seat.name, seat.clan, seat.side = summary.name, summary.clan, summary.side
    Seat.objects.bulk_update(locked.seats, ["name", "clan", "side"])
    table.setup = setup.text
    table.options = {
        **table.options,
        "challenge": dict(setup.challenge),
        "ground": dict(setup.ground),
    }
    begin_game(locked)


def _tell(table: Table, what: str, actor: Person) -> None:
    online_play_changed.send(sender=Table, table=table, what=what, actor=actor)


# --- the result ------------------------------------------------------------------
def list_due_results() -> list[UUID]:
    """Return finished tables whose result has not been entered."""
    due = Table.objects.filter(is_result_due=True, stage=TableStage.OVER)
    return list(due.order_by("updated_at").values_list("uid", flat=True)[:200])


def enter_match_result(uid: UUID) -> bool:
    """Enter the result in the match report. Running it again changes nothing.

    If the match was already reported in another way, nothing is entered, and the table
    shows why.
    """
    table = Table.objects.filter(uid=uid).select_related("match").first()
    if table is None or table.match is None:
        return False
    try:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=table.match.pk)
            table.refresh_from_db(fields=["is_result_due"])
            if not table.is_result_due:
                return False
            game = restore_game(table)
            assert game is not None
            record_online_result(table.match.uid, game.report)
            _mark_entered(table)
    except Refusal as refusal:
        with transaction.atomic():
            sentence = " ".join(part.sentence for part in refusal.parts)
            _mark_entered(table, problem=sentence[:SENTENCE_LENGTH])
            result_refused.send(sender=Table, table=table, sentence=sentence)
        return False
    return True


def _mark_entered(table: Table, *, problem: str = "") -> None:
    Table.objects.filter(pk=table.pk).update(
        is_result_due=False, result_problem=problem
    )


def close_tables_of_ended_matches() -> int:
    """Close tables whose match was called off or reported in another way."""
    ended = Table.objects.filter(match__isnull=False).exclude(stage=TableStage.OVER)
    ended = ended.exclude(match__stage__in=ONLINE_STAGES)
    count = 0
    for uid in ended.values_list("uid", flat=True)[:200]:
        with lock_table(uid) as locked:
            table = locked.table
            if table.stage == TableStage.WAITING:
                table.delete()
            elif table.stage != TableStage.OVER:
                locked.finish(winners=(), ended="match ended")
                table.is_result_due = False
                locked.save()
            count += 1
    return count
