"""The log in sentences: one function for each kind of entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from kernel.elements import ELEMENTS
from kernel.phrases import with_article
from skirmish.rules import log
from skirmish.rules.board.grid import DIRECTION_NAMES, name_of
from skirmish.rules.board.ground import EDGE_NAMES
from skirmish.rules.choice_sentences import GameNames, choice_label, counted, listed
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.decision import Choice
from skirmish.rules.figure import PLACE_NAMES
from skirmish.rules.setup import DRAW, JANKEN, TEST

WAYS = {DRAW: "in a draw", JANKEN: "at Janken", TEST: "in a test"}
DEEDS = {
    "attack": "attacks {}",
    "shot": "shoots at {}",
    "shuriken": "throws a shuriken at {}",
}
# What dice are rolled for, unless a keyword, ability or card names it.
PURPOSES = {
    "crate": "the crate",
    "moon": "the moon",
    "prayer": "its prayer",
    "search": "its search",
    "sentry": "the sentry",
    "shot": "the shot",
    "shot-at": "defence",
    "shrine": "the shrine",
    "tie": "the tie",
}
# Tests in which several figures compare their rolls.
OPPOSED = ("initiative", "sentry", "tie")
# How a game ends, by the reason of its result.
ENDINGS = {
    "conceded": "The other side has conceded.",
    "rounds over": "The last round is over.",
    "tie broken": "A test has broken the tie.",
    "won": "The game is decided.",
}
# What earns experience in every challenge.
FEATS = {
    "all_star": "It is named a Ninja All-Star.",
    "injures_enemy": "It Injures an enemy.",
    "search_reveals": "Its search finds a hidden enemy.",
    "stuns_chunin": "It Stuns a chunin.",
}


def _said(w: GameNames, e: log.Said) -> str:
    return f"{w.seat(e.seat)}: {choice_label(w, Choice(e.verb, e.owner, e.arg))}."


def _round(w: GameNames, e: log.RoundBegan) -> str:
    del w
    return f"Round {e.round} begins under the {ELEMENTS[e.moon].value} moon."


def _moon(w: GameNames, e: log.MoonShows) -> str:
    del w
    return f"The moon shows {ELEMENTS[e.face].value}."


def _initiative(w: GameNames, e: log.InitiativeWon) -> str:
    return f"{w.seat(e.seat)} wins the initiative {WAYS[e.how]}."


def _token(w: GameNames, e: log.TokenPlaced) -> str:
    return f"{w.seat(e.seat)} places a {e.what} on {name_of(e.space)}."


def _destroyed(w: GameNames, e: log.TokenDestroyed) -> str:
    return f"{w.figure(e.figure)} destroys the token on {name_of(e.space)}."


def _edge(w: GameNames, e: log.EdgeChosen) -> str:
    return f"{w.seat(e.seat)} deploys from the {EDGE_NAMES[e.edge]}."


def _deployed(w: GameNames, e: log.Deployed) -> str:
    facing = DIRECTION_NAMES[e.facing]
    return f"{w.figure(e.figure)} is deployed on {name_of(e.space)}, facing {facing}."


def _activated(w: GameNames, e: log.Activated) -> str:
    return f"{w.figure(e.figure)} activates."


def _walked(w: GameNames, e: log.Walked) -> str:
    points = counted(e.cost, "movement point")
    return f"{w.figure(e.figure)} moves to {name_of(e.way[-1])} ({points})."


def _shifted(w: GameNames, e: log.Shifted) -> str:
    return f"{w.seat(e.by)} moves {w.figure(e.figure)} to {name_of(e.space)}."


def _turned(w: GameNames, e: log.Turned) -> str:
    return f"{w.figure(e.figure)} turns to face {DIRECTION_NAMES[e.facing]}."


def _rolled(w: GameNames, e: log.Rolled) -> str:
    who = w.figure(e.figure) if e.figure >= 0 else w.seat(e.seat)
    what = PURPOSES.get(e.what) or w.thing(e.what)
    return f"{who} rolls for {what}: {w.faces(e.faces)}."


def _rerolled(w: GameNames, e: log.Rerolled) -> str:
    who = w.figure(e.figure) if e.figure >= 0 else w.seat(e.seat)
    return f"{who} now has {w.faces(e.faces)} ({w.thing(e.why)})."


def _attempted(w: GameNames, e: log.Attempted) -> str:
    verbs = ("does not win", "wins") if e.what in OPPOSED else ("fails", "passes")
    test = f"its {ELEMENTS[e.face].value} test"
    what = PURPOSES.get(e.what) or w.thing(e.what)
    return f"{w.figure(e.figure)} {verbs[e.passed]} {test} ({what})."


def _attack(w: GameNames, e: log.AttackBegan) -> str:
    deed = DEEDS[e.how].format(w.figure(e.defender))
    return f"{w.figure(e.attacker)} {deed}."


def _outcome(w: GameNames, e: log.Outcome) -> str:
    left = f"Dice left: {_counted_faces(e.left)} against {_counted_faces(e.right)}"
    if e.face < 0:
        return f"{left}. There is no result."
    who = w.figure(e.attacker if e.chooser == 1 else e.defender)
    return f"{left}. {who} chooses {ELEMENTS[e.face].value}."


def _counted_faces(faces: tuple[int, ...]) -> str:
    """Count faces, such as “fire and 3 water”."""
    names = [ELEMENTS[face].value for face in faces]
    often = Counter(names)
    return listed([n if often[n] == 1 else f"{often[n]} {n}" for n in often]) or "none"


def _gained(w: GameNames, e: log.TokensGained) -> str:
    return f"{w.figure(e.figure)} gets {w.tokens(e.status, e.amount)}."


def _lost(w: GameNames, e: log.TokensLost) -> str:
    return f"{w.figure(e.figure)} loses {w.tokens(e.status, e.amount)}."


def _injured(w: GameNames, e: log.Injured) -> str:
    by = f" by {w.figure(e.by)}" if e.by >= 0 else ""
    return f"{w.figure(e.figure)} is Injured{by}."


def _prevented(w: GameNames, e: log.Prevented) -> str:
    return f"{w.figure(e.figure)} is protected ({w.thing(e.why)})."


def _hid(w: GameNames, e: log.Hid) -> str:
    return f"{w.figure(e.figure)} goes into Stealth."


def _revealed(w: GameNames, e: log.Revealed) -> str:
    return f"{w.figure(e.figure)} loses Stealth because it {e.why}."


def _scored(w: GameNames, e: log.Scored) -> str:
    scoring = {event.event: event.text for event in w.compiled.challenge.entry.scoring}
    return f"{w.seat(e.seat)} scores {counted(e.points, 'point')}{_why(scoring, e.why)}"


def _earned(w: GameNames, e: log.Earned) -> str:
    awards = {award.event: award.text for award in w.compiled.challenge.entry.xp_awards}
    return f"{w.figure(e.figure)} earns {e.xp} XP{_why(awards | FEATS, e.why)}"


def _why(texts: dict[str, str], event: str) -> str:
    """Return the end of a sentence, with the reason in the challenge's words."""
    if event in texts:
        return f". {texts[event]}"
    return f" ({event.replace('_', ' ')})."


def _played(w: GameNames, e: log.CardPlayed) -> str:
    moon = " with its moon effect" if e.version else ""
    return f"{w.seat(e.seat)} plays {w.card(e.card)}{moon}."


def _drawn(w: GameNames, e: log.CardDrawn) -> str:
    return f"{w.seat(e.seat)} draws {w.card(e.card)}."


def _discarded(w: GameNames, e: log.CardDiscarded) -> str:
    return f"{w.seat(e.seat)} discards {w.card(e.card)}."


def _shuffled(w: GameNames, e: log.DeckShuffled) -> str:
    del w
    are = "is" if e.cards == 1 else "are"
    return f"{counted(e.cards, 'card')} {are} shuffled into a new deck."


def _went(w: GameNames, e: log.WentTo) -> str:
    if PLACE_NAMES[e.place] == "away":
        return f"{w.figure(e.figure)} leaves the game."
    return f"{w.figure(e.figure)} goes to the {PLACE_NAMES[e.place]}."


def _used(w: GameNames, e: log.Used) -> str:
    return f"{w.figure(e.figure)} uses {w.thing(e.what)}."


def _named(w: GameNames, e: log.Named) -> str:
    return f"{w.figure(e.figure)} is now the {e.role}."


def _piece(w: GameNames, e: log.PieceMoved) -> str:
    if e.figure >= 0:
        return f"{w.figure(e.figure)} carries {with_article(e.what)}."
    return f"There is {with_article(e.what)} on {name_of(e.space)}."


def _conceded(w: GameNames, e: log.Conceded) -> str:
    return f"{w.seat(e.seat)} concedes."


def _ended(w: GameNames, e: log.Ended) -> str:
    ending = ENDINGS.get(e.why, f"The game is over ({e.why}).")
    sides = {w.side(seat) for seat in e.winners}
    names = listed([w.seat(seat) for seat in e.winners])
    if len(sides) > 1:
        return f"{ending} It is a draw between {names}."
    return f"{ending} {names} {'wins' if len(e.winners) == 1 else 'win'}."


SENTENCES: dict[type, Callable[[GameNames, Any], str]] = {
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


def log_sentence(compiled: CompiledSetup, entry: log.Entry) -> str:
    return SENTENCES[type(entry)](GameNames(compiled), entry)
