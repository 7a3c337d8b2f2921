"""The log in words: one sentence for each kind of entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel.elements import ELEMENTS
from skirmish.rules import log
from skirmish.rules.decision import Choice
from skirmish.rules.figure import PLACE_NAMES
from skirmish.rules.grid import DIRECTION_NAMES, name_of
from skirmish.rules.ground import EDGE_NAMES
from skirmish.rules.notation import SEAT_LETTERS, written
from skirmish.rules.table import Table


class Words:
    """Names of figures, seats and things of one game."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def figure(self, key: int) -> str:
        if key < 0:
            return "nobody"
        card = self.table.cards[key]
        return f"{card.name} ({card.label})"

    def seat(self, index: int) -> str:
        if index < 0:
            return "nobody"
        return f"{self.table.setup.seats[index].name} ({SEAT_LETTERS[index]})"

    def faces(self, faces: tuple[int, ...]) -> str:
        return ", ".join(ELEMENTS[face].value for face in faces) or "nothing"

    def tokens(self, status: int, amount: int) -> str:
        name = self.table.status_rooms[status].name
        return f"{amount} {name} token{'s' if amount != 1 else ''}"

    def card(self, slug: str) -> str:
        return self.table.book.cards[slug].name if slug else "a card"


def _said(w: Words, e: log.Said) -> str:
    return f"{written(w.table, e.seat, Choice(e.verb, e.owner, e.arg))}."


def _round(w: Words, e: log.RoundBegan) -> str:
    del w
    return f"Round {e.round} begins under the {ELEMENTS[e.moon].value} moon."


def _moon(w: Words, e: log.MoonShows) -> str:
    del w
    return f"The moon shows {ELEMENTS[e.face].value}."


def _initiative(w: Words, e: log.InitiativeWon) -> str:
    return f"{w.seat(e.seat)} has the initiative ({e.how})."


def _token(w: Words, e: log.TokenPlaced) -> str:
    return f"{w.seat(e.seat)} places a {e.what} on {name_of(e.space)}."


def _destroyed(w: Words, e: log.TokenDestroyed) -> str:
    return f"{w.figure(e.figure)} destroys what stands on {name_of(e.space)}."


def _edge(w: Words, e: log.EdgeChosen) -> str:
    return f"{w.seat(e.seat)} deploys from the {EDGE_NAMES[e.edge]}."


def _deployed(w: Words, e: log.Deployed) -> str:
    facing = DIRECTION_NAMES[e.facing]
    return f"{w.figure(e.figure)} is deployed on {name_of(e.space)}, facing {facing}."


def _activated(w: Words, e: log.Activated) -> str:
    return f"{w.figure(e.figure)} activates."


def _walked(w: Words, e: log.Walked) -> str:
    return f"{w.figure(e.figure)} moves to {name_of(e.way[-1])} for {e.cost}."


def _shifted(w: Words, e: log.Shifted) -> str:
    return f"{w.seat(e.by)} moves {w.figure(e.figure)} to {name_of(e.space)}."


def _turned(w: Words, e: log.Turned) -> str:
    return f"{w.figure(e.figure)} turns {DIRECTION_NAMES[e.facing]}."


def _rolled(w: Words, e: log.Rolled) -> str:
    who = w.figure(e.figure) if e.figure >= 0 else w.seat(e.seat)
    return f"{who} rolls for {e.what}: {w.faces(e.faces)}."


def _rerolled(w: Words, e: log.Rerolled) -> str:
    who = w.figure(e.figure) if e.figure >= 0 else w.seat(e.seat)
    return f"{who} now has {w.faces(e.faces)} ({e.why})."


def _attempted(w: Words, e: log.Attempted) -> str:
    verb = "passes" if e.passed else "fails"
    return (
        f"{w.figure(e.figure)} {verb} its test of {ELEMENTS[e.face].value} ({e.what})."
    )


def _attack(w: Words, e: log.AttackBegan) -> str:
    return f"{w.figure(e.attacker)} attacks {w.figure(e.defender)} ({e.how})."


def _outcome(w: Words, e: log.Outcome) -> str:
    left = f"{w.faces(e.left)} against {w.faces(e.right)} are left"
    if e.face < 0:
        return f"{left}: no result."
    who = w.figure(e.attacker if e.chooser == 1 else e.defender)
    return f"{left}; {who} chooses {ELEMENTS[e.face].value}."


def _gained(w: Words, e: log.TokensGained) -> str:
    return f"{w.figure(e.figure)} gets {w.tokens(e.status, e.amount)}."


def _lost(w: Words, e: log.TokensLost) -> str:
    return f"{w.figure(e.figure)} loses {w.tokens(e.status, e.amount)}."


def _injured(w: Words, e: log.Injured) -> str:
    by = f" by {w.figure(e.by)}" if e.by >= 0 else ""
    return f"{w.figure(e.figure)} is Injured{by}."


def _prevented(w: Words, e: log.Prevented) -> str:
    return f"{w.figure(e.figure)} is spared something ({e.why})."


def _hid(w: Words, e: log.Hid) -> str:
    return f"{w.figure(e.figure)} goes into Stealth."


def _revealed(w: Words, e: log.Revealed) -> str:
    return f"{w.figure(e.figure)} loses Stealth: it {e.why}."


def _scored(w: Words, e: log.Scored) -> str:
    points = "1 point" if e.points == 1 else f"{e.points} points"
    return f"{w.seat(e.seat)} scores {points} ({e.why.replace('_', ' ')})."


def _earned(w: Words, e: log.Earned) -> str:
    return f"{w.figure(e.figure)} earns {e.xp} XP ({e.why.replace('_', ' ')})."


def _played(w: Words, e: log.CardPlayed) -> str:
    moon = " in its moon" if e.version else ""
    return f"{w.seat(e.seat)} plays {w.card(e.card)}{moon}."


def _drawn(w: Words, e: log.CardDrawn) -> str:
    return f"{w.seat(e.seat)} draws {w.card(e.card)}."


def _discarded(w: Words, e: log.CardDiscarded) -> str:
    return f"{w.seat(e.seat)} discards {w.card(e.card)}."


def _shuffled(w: Words, e: log.DeckShuffled) -> str:
    del w
    return f"{e.cards} cards are shuffled into a new deck."


def _went(w: Words, e: log.WentTo) -> str:
    if PLACE_NAMES[e.place] == "away":
        return f"{w.figure(e.figure)} leaves the game."
    return f"{w.figure(e.figure)} goes to the {PLACE_NAMES[e.place]}."


def _used(w: Words, e: log.Used) -> str:
    return f"{w.figure(e.figure)} uses {e.what.replace('-', ' ').title()}."


def _named(w: Words, e: log.Named) -> str:
    return f"{w.figure(e.figure)} is the {e.role} now."


def _piece(w: Words, e: log.PieceMoved) -> str:
    if e.figure >= 0:
        return f"{w.figure(e.figure)} has a {e.what}."
    return f"A {e.what} lies on {name_of(e.space)}."


def _conceded(w: Words, e: log.Conceded) -> str:
    return f"{w.seat(e.seat)} concedes."


def _ended(w: Words, e: log.Ended) -> str:
    if len(e.winners) == 1:
        return f"The game is over ({e.why}): {w.seat(e.winners[0])} wins."
    names = " and ".join(w.seat(seat) for seat in e.winners)
    return f"The game is over ({e.why}): a draw between {names}."


SENTENCES: dict[type, Callable[[Words, Any], str]] = {
    log.Said: _said,
    log.RoundBegan: _round,
    log.MoonShows: _moon,
    log.InitiativeWon: _initiative,
    log.TokenPlaced: _token,
    log.TokenDestroyed: _destroyed,
    log.EdgeChosen: _edge,
    log.Deployed: _deployed,
    log.Activated: _activated,
    log.Walked: _walked,
    log.Shifted: _shifted,
    log.Turned: _turned,
    log.Rolled: _rolled,
    log.Rerolled: _rerolled,
    log.Attempted: _attempted,
    log.AttackBegan: _attack,
    log.Outcome: _outcome,
    log.TokensGained: _gained,
    log.TokensLost: _lost,
    log.Injured: _injured,
    log.Prevented: _prevented,
    log.Hid: _hid,
    log.Revealed: _revealed,
    log.Scored: _scored,
    log.Earned: _earned,
    log.CardPlayed: _played,
    log.CardDrawn: _drawn,
    log.CardDiscarded: _discarded,
    log.DeckShuffled: _shuffled,
    log.WentTo: _went,
    log.Used: _used,
    log.Named: _named,
    log.PieceMoved: _piece,
    log.Conceded: _conceded,
    log.Ended: _ended,
}


def sentence(table: Table, entry: log.Entry) -> str:
    return SENTENCES[type(entry)](Words(table), entry)
