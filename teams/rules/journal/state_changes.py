"""Small changes of a team's state, shared by the reducers."""

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
            f"You need {price} koban but the treasury holds {koban}."
            f" You are {self.short_by} koban short."
        )


def with_koban(state: TeamState, koban: int) -> TeamState:
    """Add koban to the treasury, or take it out.

    Only drafts, and teams whose house rules allow debt, can go below zero.
    """
    after = state.koban + koban
    may_owe = state.stage is Stage.DRAFT or state.rules.allow_debt
    if koban < 0 and after < 0 and not may_owe:
        raise NotEnoughKoban(price=-koban, koban=state.koban)
    return replace(state, koban=after)


def with_changed_ninja(state: TeamState, ninja: NinjaState) -> TeamState:
    """Return the team with one ninja replaced by its new state."""
    return replace(
        state,
        ninja=tuple([ninja if one.id == ninja.id else one for one in state.ninja]),
    )


def with_ninja(state: TeamState, ninja: NinjaState) -> TeamState:
    if ninja.id < 1 or state.holds(ninja.id) or ninja.id in state.gone:
        raise Refusal(
            f"Another ninja on this team already has number {ninja.id}.",
            code="ninja-id-taken",
        )
    return replace(
        state, ninja=(*state.ninja, ninja), last_id=max(state.last_id, ninja.id)
    )


def without_ninja(
    state: TeamState, ninja: NinjaState, *, is_remembered: bool
) -> TeamState:
    """Return the team without this ninja, and note the departure of a ronin."""
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
    """Remove a dismissed ninja from the open settlement."""

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
