"""The page on which the players of a match agree to play it online."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404

from challenges.models import Match
from challenges.rules.stages import MatchStage
from challenges.selectors.access import VisibleMatch, get_visible_match
from kernel.ids import ChallengeSlug
from kernel.phrases import list_words
from people.models import Person
from rulebook.catalogue import catalogue
from tables.models import Table
from tables.rules.stages import TableStage
from tables.selectors.access import list_seats

PLAYABLE = (MatchStage.ARRANGED, MatchStage.OPEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTablePage:
    """`step` is "offer", "wait", "answer", "play", "over" or "closed"."""

    match: UUID
    title: str
    league: str
    heading: str
    challenge: str
    step: str
    table: UUID | None
    ground: str
    clock: dict[str, Any]
    missing: str  # who has not agreed yet
    problem: str

    @property
    def minutes(self) -> int:
        return int(self.clock.get("bank_s", 0)) // 60


def find_match_table(match: Match) -> Table | None:
    """Return the table of a match, unless its result could not be entered. Queries:
    1."""
    found = Table.objects.filter(match=match)
    if match.stage in PLAYABLE:
        # Such a match can be played again.
        found = found.exclude(stage=TableStage.OVER, is_result_due=False)
    return found.order_by("-pk").first()


def get_match_table_page(uid: UUID, person: Person) -> MatchTablePage:
    """Return the page for the players of a match. Queries: 4, plus those of the
    league."""
    seen = get_visible_match(uid, person)
    if not seen.own:
        raise Http404
    table = find_match_table(seen.match)
    seats = list_seats(table) if table else []
    open_seats = [seat for seat in seats if seat.is_open]
    is_asked = any(seat.reserved_for_id == person.pk for seat in open_seats)
    names = {place.person_id: str(place.person) for place in seen.places}
    challenge = catalogue().challenges.get(ChallengeSlug(seen.match.challenge))
    return MatchTablePage(
        match=seen.match.uid,
        title=_title(seen),
        league=seen.terms.name,
        heading=seen.terms.heading,
        challenge=challenge.name if challenge else "",
        step=_step(seen, table, is_asked=is_asked),
        table=table.uid if table else None,
        ground=table.options["ground"]["name"] if table else "",
        clock=table.clock if table else {},
        missing=list_words(
            [names.get(seat.reserved_for_id or 0, "someone") for seat in open_seats]
        )
        if open_seats
        else "",
        problem=table.result_problem if table else "",
    )


def _step(seen: VisibleMatch, table: Table | None, *, is_asked: bool) -> str:
    if table is not None and table.stage == TableStage.OVER:
        return "over"
    if seen.match.stage not in PLAYABLE or seen.terms.closed:
        return "closed"
    if table is None:
        return "offer"
    if table.stage == TableStage.WAITING:
        return "answer" if is_asked else "wait"
    return "play"


def _title(seen: VisibleMatch) -> str:
    sides: dict[int, list[str]] = {}
    for place in seen.places:
        name = place.name or (place.team.name if place.team else str(place.person))
        sides.setdefault(place.side, []).append(name)
    return " against ".join(map(list_words, sides.values()))
