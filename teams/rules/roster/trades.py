"""Koban and ninja that change hands, where a league allows it (REV-08)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from teams.rules.journal.entries import Traded
from teams.rules.journal.reducer import apply_entry
from teams.rules.roster.legality import violations
from teams.rules.roster.recruitment import window_problem
from teams.rules.state import NinjaState, Stage, TeamState


def trade(
    one: TeamState,
    other: TeamState,
    *,
    book: Catalogue,
    one_gives: tuple[NinjaId, ...] = (),
    other_gives: tuple[NinjaId, ...] = (),
    one_pays: int = 0,
) -> tuple[Traded, Traded]:
    """Both sides of a trade, or every reason why one of them cannot make it.

    A negative payment goes the other way. What a ninja has learnt goes with it.
    """
    first = Traded(
        partner=other.name,
        koban=-one_pays,
        given=one_gives,
        received=_arriving(other, other_gives, one),
    )
    second = Traded(
        partner=one.name,
        koban=one_pays,
        given=other_gives,
        received=_arriving(one, one_gives, other),
    )
    problems = [*_problems(one, first, book), *_problems(other, second, book)]
    if problems:
        raise Refusals(problems)
    return first, second


def _arriving(
    giver: TeamState, given: tuple[NinjaId, ...], taker: TeamState
) -> tuple[NinjaState, ...]:
    """The ninja as they join the other team, with numbers of their own there."""
    first = taker.last_id + 1
    return tuple(
        replace(giver.find(ninja), id=NinjaId(first + number))
        for number, ninja in enumerate(given)
    )


def _problems(state: TeamState, entry: Traded, book: Catalogue) -> Iterator[Refusal]:
    if not state.rules.allow_trades or state.stage is not Stage.REGISTERED:
        yield Refusal(
            f"{state.name} cannot trade; its league would have to allow it.",
            code="no-trades",
        )
        return
    yield from window_problem(state)
    try:
        after = apply_entry(state, entry, book)
    except Refusal as reason:
        yield reason
        return
    before = {(found.code, found.profile) for found in violations(state, book)}
    for found in violations(after, book):
        if (found.code, found.profile) not in before:
            yield found.as_refusal()
