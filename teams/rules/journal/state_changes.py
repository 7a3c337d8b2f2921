"""The small changes that journal entries are made of."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.errors import Refusal
from kernel.ids import NinjaId
from teams.rules.state import Departure, NinjaState, Settling, Stage, TeamState


class NotEnoughKoban(Refusal):
    """The treasury cannot pay."""

    code = "not-enough-koban"

    def __init__(self, *, price: int, koban: int) -> None:
        self.short_by = price - koban
        super().__init__(
            f"This takes {price} koban and the treasury holds {koban};"
            f" {self.short_by} {'is' if self.short_by == 1 else 'are'} missing."
        )


def paid(state: TeamState, koban: int) -> TeamState:
    """The treasury changed; it may run dry only in a draft or where debts may be."""
    after = state.koban + koban
    may_owe = state.stage is Stage.DRAFT or state.rules.allow_debt
    if koban < 0 and after < 0 and not may_owe:
        raise NotEnoughKoban(price=-koban, koban=state.koban)
    return replace(state, koban=after)


def changed(state: TeamState, ninja: NinjaState) -> TeamState:
    """One ninja of the team in a new shape."""
    return replace(
        state,
        ninja=tuple([ninja if one.id == ninja.id else one for one in state.ninja]),
    )


def joined(state: TeamState, ninja: NinjaState) -> TeamState:
    if ninja.id < 1 or state.holds(ninja.id) or ninja.id in state.gone:
        raise Refusal(
            f"Number {ninja.id} belongs to another ninja of this team already.",
            code="ninja-id-taken",
        )
    return replace(
        state, ninja=(*state.ninja, ninja), last_id=max(state.last_id, ninja.id)
    )


def departed(state: TeamState, ninja: NinjaState, *, is_remembered: bool) -> TeamState:
    """The team without this ninja; a ronin's leaving may be remembered."""
    departures = state.departures
    if is_remembered:
        left = Departure(profile=ninja.profile, after_games=state.games)
        departures = (*departures, left)
    settling = state.settling
    return replace(
        state,
        ninja=tuple(one for one in state.ninja if one.id != ninja.id),
        gone=(*state.gone, ninja.id),
        departures=departures,
        settling=None if settling is None else _without(settling, ninja.id),
    )


def _without(settling: Settling, ninja: NinjaId) -> Settling:
    """Nothing more is asked of somebody who left."""

    def rest(ids: tuple[NinjaId, ...]) -> tuple[NinjaId, ...]:
        return tuple(one for one in ids if one != ninja)

    return replace(
        settling,
        sat_out=rest(settling.sat_out),
        upkeep_due=rest(settling.upkeep_due),
        to_roll=rest(settling.to_roll),
        downtime=tuple(one for one in settling.downtime if one.ninja != ninja),
    )


def refuse_unless_draft(state: TeamState, what: str) -> None:
    if state.stage is not Stage.DRAFT:
        raise Refusal(
            f"{what} is settled once a team is registered.", code="not-a-draft"
        )
