"""The outcome of a game, in the same shape as a report of a game played at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.rules.entries import NinjaType
from skirmish.rules.figure import HEALING_HOUSE, Deed

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@dataclass(frozen=True, slots=True)
class XpEvent:
    event: str
    xp: int


@dataclass(frozen=True, slots=True)
class DeedReport:
    """Something a figure did, once for each time it did it."""

    event: str
    # The seat and type of the victim; the seat is -1 for sentries, which nobody owns.
    victim_seat: int = -1
    victim_type: NinjaType | None = None
    victim_reference: str = ""
    size: int = 1
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class FigureReport:
    """One ninja: what the settlement needs to know about it."""

    seat: int
    reference: str
    name: str
    profile: str
    took_the_field: bool
    ended_in_healing_house: bool
    is_all_star: bool
    xp_events: tuple[XpEvent, ...]
    deeds: tuple[DeedReport, ...]

    @property
    def xp(self) -> int:
        return sum(event.xp for event in self.xp_events)


@dataclass(frozen=True, slots=True)
class SeatReport:
    seat: int
    side: int
    name: str
    score: int
    has_conceded: bool
    is_winner: bool
    figures: tuple[FigureReport, ...]


@dataclass(frozen=True, slots=True)
class Report:
    challenge: str
    ground: str
    rounds_played: int
    is_over: bool
    why: str
    seats: tuple[SeatReport, ...]
    notes: tuple[str, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat.seat for seat in self.seats if seat.is_winner)

    @property
    def is_draw(self) -> bool:
        """Return whether more than one side won."""
        return len({seat.side for seat in self.seats if seat.is_winner}) > 1


def report_of(game: Game) -> Report:
    winners = game.result.winners if game.result else ()
    seats = []
    for seat, setup in zip(game.seats, game.compiled.setup.seats, strict=True):
        figures = tuple(
            FigureReport(
                seat=seat.index,
                reference=figure.card.reference,
                name=figure.card.name,
                profile=figure.card.profile,
                took_the_field=figure.was_fielded,
                ended_in_healing_house=figure.place == HEALING_HOUSE,
                is_all_star=figure.key in seat.all_stars,
                xp_events=tuple(
                    XpEvent(why, xp) for key, xp, why in game.xp if key == figure.key
                ),
                deeds=tuple(
                    _told(game, deed)
                    for deed in game.deeds
                    if deed.figure == figure.key
                ),
            )
            for figure in game.figures
            if figure.seat == seat.index
        )
        seats.append(
            SeatReport(
                seat=seat.index,
                side=seat.side,
                name=setup.name,
                score=seat.score,
                has_conceded=seat.has_conceded,
                is_winner=seat.index in winners,
                figures=figures,
            )
        )
    return Report(
        challenge=game.compiled.challenge.slug,
        ground=game.compiled.ground.slug,
        rounds_played=game.round,
        is_over=game.result is not None,
        why=game.result.why if game.result else "",
        seats=tuple(seats),
        notes=tuple(game.notes.get("report", ())),
    )


def _told(game: Game, deed: Deed) -> DeedReport:
    victim = game.figures[deed.victim] if deed.victim >= 0 else None
    return DeedReport(
        event=deed.event,
        victim_seat=-1 if victim is None else victim.seat,
        victim_type=None if victim is None else victim.card.type,
        victim_reference="" if victim is None else victim.card.reference,
        size=deed.size,
        is_own=deed.is_own,
    )
