"""A game as one seat may see it: only what is listed here is included.

Hands of others are numbers of cards; the deck is a number. Everything on the board,
Stealth included, is open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skirmish.rules.board.pieces import Piece
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.hidden_info import hide_secrets, visible_decision
from skirmish.rules.log import Entry, Said
from skirmish.rules.objectives import Objective

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@dataclass(frozen=True, slots=True)
class FigureView:
    key: int
    label: str
    name: str
    profile: str
    type: str
    seat: int
    side: int
    mv: int
    at: int
    df: int
    is_large: bool
    zone_reach: int
    affinities: int
    keywords: tuple[str, ...]
    place: int
    space: int
    facing: int
    is_activated: bool
    is_hidden: bool
    tokens: tuple[int, ...]
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    index: int
    name: str
    side: int
    score: int
    cards: int
    rerolls: int
    moon_powers: int
    edge: int
    has_conceded: bool


@dataclass(frozen=True, slots=True)
class View:
    seat: int
    round: int
    rounds: int
    moon: int
    initiative: int
    challenge: str
    figures: tuple[FigureView, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    deck_size: int
    discard: tuple[str, ...]
    lanterns: int
    shrines: tuple[tuple[int, int], ...]
    crates: int
    barred: int
    pieces: tuple[Piece, ...]
    # The seat that is asked and about what; the options only for this seat. While
    # others may answer with a card, no seat is named: being asked at all would give it
    # away.
    asked_seat: int
    asked_kind: str
    asked_figure: int
    options: tuple[OptionGroup, ...]
    log: tuple[Entry, ...]
    winners: tuple[int, ...] | None
    # The same as a game without secrets, to query reach, sight and dice.
    known_game: Game = field(compare=False, repr=False)

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Return what the challenge rewards for this seat."""
        return self.known_game.compiled.challenge.objectives(self.known_game, self.seat)

    def choices(self) -> list[Choice]:
        return [g.nth(n) for g in self.options for n in range(g.size())]


def view_for(game: Game, seat: int, *, with_log: bool = True) -> View:
    """Return what the seat may see; the log can be left out to save time."""
    decision = visible_decision(game, seat)
    is_asked = decision is not None and decision.seat == seat
    return View(
        seat=seat,
        round=game.round,
        rounds=game.compiled.challenge.rounds,
        moon=game.moon,
        initiative=game.initiative,
        challenge=game.compiled.challenge.slug,
        figures=_figures(game),
        seats=_seats(game),
        hand=game.seats[seat].hand,
        deck_size=len(game.deck),
        discard=game.discard,
        lanterns=game.lanterns,
        shrines=game.shrines,
        crates=game.crates,
        barred=game.barred,
        pieces=game.compiled.challenge.pieces(game),
        asked_seat=-1 if decision is None else decision.seat,
        asked_kind="" if decision is None else decision.kind,
        asked_figure=-1 if decision is None else decision.figure,
        options=decision.groups_in(game) if decision and is_asked else (),
        log=_log(game, seat) if with_log else (),
        winners=None if game.result is None else game.result.winners,
        known_game=hide_secrets(game, seat),
    )


def _log(game: Game, seat: int) -> tuple[Entry, ...]:
    """Return the log entries, without Janken hands that are not yet compared."""
    entries = list(game.log.public(seat))
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Initiative):
        _cover(entries, set(top.seats[: len(top.hands)]))
    return tuple(entries)


def _cover(entries: list[Entry], seats: set[int]) -> None:
    """Remove what these seats showed last; others may have shown theirs and left."""
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if not seats:
            return
        if isinstance(entry, Said) and entry.verb == "show" and entry.seat in seats:
            seats.remove(entry.seat)
            del entries[index]


def _figures(game: Game) -> tuple[FigureView, ...]:
    return tuple(
        FigureView(
            key=figure.key,
            label=figure.card.label,
            name=figure.card.name,
            profile=figure.card.profile,
            type=figure.card.type,
            seat=figure.seat,
            side=figure.side,
            mv=figure.card.mv,
            at=figure.card.at,
            df=figure.card.df,
            is_large=figure.card.size == 1,
            zone_reach=figure.card.reach,
            affinities=figure.card.affinities,
            keywords=tuple(behaviour.slug for behaviour in figure.card.behaviours),
            place=figure.place,
            space=figure.space,
            facing=figure.facing,
            is_activated=figure.is_activated,
            is_hidden=figure.is_hidden,
            tokens=figure.tokens,
            effects=tuple(effect.slug for effect in figure.effects),
        )
        for figure in game.figures
    )


def _seats(game: Game) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            index=seat.index,
            name=setup.name,
            side=seat.side,
            score=seat.score,
            cards=len(seat.hand),
            rerolls=seat.rerolls,
            moon_powers=seat.moon_powers,
            edge=seat.edge,
            has_conceded=seat.has_conceded,
        )
        for seat, setup in zip(game.seats, game.compiled.setup.seats, strict=True)
    )
