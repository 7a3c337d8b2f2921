"""As a figure activates, as a round begins, and as somebody comes to harm."""

from __future__ import annotations

from skirmish.rules.figure import BOARD, PROTECT, SLOW, Figure
from skirmish.rules.frames.harm import INJURED
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import is_watched
from tests.skirmish.reference.errands import Menu
from tests.skirmish.reference.offers import (
    ABILITY,
    CARD,
    KEYWORD,
    STATUS,
    TEAM,
    Asked,
    offers,
)
from tests.skirmish.reference.sight import can_see
from tests.skirmish.reference.spaces import near, under
from tests.skirmish.reference.trading import trades
from tests.skirmish.reference.turns import can_move, can_run
from tests.skirmish.reference.values import decider, far, is_immune, nearby

WAKES, EXTRA = "offer.activation", "offer.extra"
FIRST, ROUND, HARM = "offer.round.first", "offer.round", "offer.harm"


def wakes(asked: Asked) -> bool:
    return asked.is_mine and asked.about.figure == asked.me.key


# --- as it activates -------------------------------------------------------------
@offers(WAKES, KEYWORD, "tough", "blood-lust", "fortune")
def test_on_waking(asked: Asked) -> Menu:
    return asked.use(wakes(asked))


@offers(
    WAKES,
    ABILITY,
    "mysterious-as-the-dark-side-of-the-moon",
)
def test_of_a_madoushi(asked: Asked) -> Menu:
    return asked.use(wakes(asked))


@offers(WAKES, ABILITY, "elixir-of-courage")
def elixir(asked: Asked) -> Menu:
    """The token that Tough has just won goes to another friend nearby."""
    if not wakes(asked) or "tough" not in asked.about.marks:
        return {}
    if not asked.me.tokens[PROTECT]:
        return {}
    near_by = nearby(asked.game, asked.me, asked.number("range"))
    return asked.use(
        {f.key for f in near_by if f.side == asked.me.side and f.key != asked.me.key}
    )


@offers(EXTRA, STATUS, "haste")
def haste(asked: Asked) -> Menu:
    """One token in an activation."""
    return asked.spend(wakes(asked) and not asked.about.has_extra)


@offers(WAKES, TEAM, "moon-power-token")
def moon_power_token(asked: Asked) -> Menu:
    own = asked.is_own(asked.about.figure)
    return asked.spend(own and asked.game.seats[asked.seat].moon_powers > 0)


@offers(WAKES, CARD, "darkest-night")
def darkest_night(asked: Asked) -> Menu:
    if not asked.is_friend(asked.about.figure):
        return {}
    active = asked.game.figures[asked.about.figure]
    others = {
        f.key
        for f in asked.game.figures
        if f.side == active.side and f.place == BOARD and f.key != active.key
    }
    return asked.play(True, others)


@offers(WAKES, CARD, "smoke-bomb")
def smoke_bomb(asked: Asked) -> Menu:
    active = asked.game.figures[asked.about.figure]
    if not asked.is_friend(active.key) or active.is_hidden:
        return {}
    return asked.play(not is_watched(asked.game, active), moonlit=True)


@offers(WAKES, CARD, "third-eye")
def third_eye(asked: Asked) -> Menu:
    if not asked.is_friend(asked.about.figure):
        return {}
    active = asked.game.figures[asked.about.figure]
    hidden = hidden_around(asked.game, active, asked.card_number("range"))
    return asked.play(bool(hidden), hidden)


def hidden_around(game: Game, me: Figure, distance: int) -> set[int]:
    """Others in Stealth, of whichever side, seen or not."""
    return {
        other.key
        for other in game.figures
        if other.place == BOARD
        and other.is_hidden
        and other.key != me.key
        and far(me, other) <= distance
    }


@offers(WAKES, CARD, "decoy")
def decoy(asked: Asked) -> Menu:
    """With a friend in range; under its moon with anybody but hidden enemies."""
    if not asked.is_friend(asked.about.figure):
        return {}
    game, active = asked.game, asked.game.figures[asked.about.figure]
    friends, anybody = set(), set()
    for other in game.figures:
        if other.place != BOARD or other.key == active.key:
            continue
        away, is_friend = far(active, other), other.side == active.side
        if away > asked.card_number("moon_range") or not trades(game, active, other):
            continue
        if is_friend and away <= asked.card_number("range"):
            friends.add(other.key)
        if is_friend or not other.is_hidden:
            anybody.add(other.key)
    return asked.play(friends, anybody)


@offers(WAKES, CARD, "rushing-river")
def rushing_river_for_an_ally(asked: Asked) -> Menu:
    """An ally's figure has it as it activates; its run is for its player to make."""
    game, turn = asked.game, asked.about
    if asked.is_own(turn.figure) or not asked.is_friend(turn.figure):
        return {}
    return asked.play(can_move(game, turn) or can_run(game, turn), moonlit=False)


# --- as a round begins -----------------------------------------------------------
@offers(FIRST, CARD, "stellar-alignment")
def stellar_alignment(asked: Asked) -> Menu:
    return asked.play(True, set(range(6)))


@offers(ROUND, ABILITY, "allure")
def allure(asked: Asked) -> Menu:
    """An enemy in sight."""
    if not asked.is_mine:
        return {}
    return asked.use(
        {
            other.key
            for other in asked.game.figures
            if other.side != asked.me.side and can_see(asked.game, asked.me, other)
        }
    )


@offers(ROUND, ABILITY, "9-tails")
def nine_tails(asked: Asked) -> Menu:
    return asked.use(asked.is_mine and not asked.me.tokens[SLOW])


@offers(ROUND, ABILITY, "dark-curse")
def dark_curse(asked: Asked) -> Menu:
    if not asked.is_mine:
        return {}
    near_by = nearby(asked.game, asked.me, asked.number("range"))
    return asked.use({other.key for other in near_by})


# --- as somebody comes to harm ---------------------------------------------------
@offers(HARM, STATUS, "protect")
def protect(asked: Asked) -> Menu:
    """Not against the Injury of a third Stun."""
    harm = asked.about
    is_own = harm.victim == asked.me.key and decider(asked.game, asked.me) == asked.seat
    return asked.spend(is_own and harm.due > 0 and not harm.is_third_stun)


@offers(HARM, ABILITY, "healing-herbs")
def healing_herbs(asked: Asked) -> Menu:
    """For a friend next to it that would be Injured, if it can be Stunned itself."""
    harm, me = asked.about, asked.me
    patient = asked.game.figures[harm.victim]
    if not asked.is_mine or patient.key == me.key or patient.side != me.side:
        return {}
    is_beside = bool(under(patient) & near(under(me), 1))
    return asked.use(is_beside and harm.due == INJURED and not is_immune(me))
