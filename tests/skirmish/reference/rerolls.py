"""Dice that were rolled: who may have which of them rolled again, or add one."""

from __future__ import annotations

from skirmish.rules.figure import BOARD
from skirmish.rules.frames.rolls import Pool, Roll
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
from tests.skirmish.reference.values import decider

REROLL = "offer.reroll"
COMBAT = ("attack", "defence")
MASTERIES = ("air", "earth", "fire", "spirit", "void", "water")


def fresh(roll: Roll, number: int) -> set[int]:
    """The dice of a pool that were not rolled again yet, numbered through the roll."""
    first = sum(pool.dice for pool in roll.pools[:number])
    pool = roll.pools[number]
    return {first + die for die in range(pool.dice) if not pool.rerolled >> die & 1}


def shown(roll: Roll) -> list[int]:
    """What each die shows, numbered through the roll."""
    return [face for pool in roll.pools for face in pool.faces]


def own_pool(asked: Asked) -> tuple[Pool, set[int]] | None:
    """What the figure itself rolled, and which of it is fresh."""
    for number, pool in enumerate(asked.about.pools):
        if pool.figure == asked.me.key:
            return pool, fresh(asked.about, number)
    return None


def own_dice(asked: Asked, *what: str) -> set[int]:
    """Fresh dice of its own in a roll of some kind, for whoever decides for it."""
    mine = own_pool(asked)
    if mine is None or decider(asked.game, asked.me) != asked.seat:
        return set()
    if asked.me.place != BOARD:
        return set()
    return mine[1] if not what or mine[0].what in what else set()


# --- keywords --------------------------------------------------------------------
@offers(REROLL, KEYWORD, "close-combat-master")
def close_combat_master(asked: Asked) -> Menu:
    return asked.use(own_dice(asked, *COMBAT))


@offers(REROLL, KEYWORD, "ranged-master")
def ranged_master(asked: Asked) -> Menu:
    return asked.use(own_dice(asked, "shot"))


@offers(REROLL, KEYWORD, "nimble")
def nimble(asked: Asked) -> Menu:
    return asked.use(own_dice(asked, "dodge"))


@offers(REROLL, KEYWORD, *(f"{element}-mastery" for element in MASTERIES))
def mastery(asked: Asked) -> Menu:
    """Once a round, any of its dice that show something else."""
    if asked.slug in asked.me.used:
        return {}
    faces = shown(asked.about)
    wrong = {die for die in own_dice(asked) if faces[die] not in asked.faces()}
    return asked.use(wrong)


@offers(REROLL, KEYWORD, "sensei")
def sensei(asked: Asked) -> Menu:
    """Once a round, one die of anybody in its team, if it stands on the board."""
    if not asked.is_mine or asked.slug in asked.me.used:
        return {}
    dice: set[int] = set()
    for number, pool in enumerate(asked.about.pools):
        if pool.figure >= 0 and asked.game.figures[pool.figure].seat == asked.me.seat:
            dice |= fresh(asked.about, number)
    return asked.use(dice)


@offers(REROLL, ABILITY, "foul-weather")
def foul_weather(asked: Asked) -> Menu:
    """Whoever dodges in Stealth while the weather lasts, of either side."""
    pool = asked.about.pools[0]
    if pool.what != "dodge" or not asked.me.has_effect("foul-weather"):
        return {}
    dodger = asked.game.figures[pool.figure]
    is_theirs = decider(asked.game, dodger) == asked.seat
    return asked.use(dodger.is_hidden and is_theirs and bool(fresh(asked.about, 0)))


# --- tokens ----------------------------------------------------------------------
@offers(REROLL, STATUS, "lucky")
def lucky(asked: Asked) -> Menu:
    return asked.spend(own_dice(asked))


@offers(REROLL, STATUS, "curse")
def curse(asked: Asked) -> Menu:
    """Any enemy player, on any roll of the bearer."""
    mine = own_pool(asked)
    is_enemy = asked.game.seats[asked.seat].side != asked.me.side
    return asked.spend(mine is not None and is_enemy and mine[1])


@offers(REROLL, TEAM, "reroll-token")
def reroll_token(asked: Asked) -> Menu:
    """On any one roll, own or enemy."""
    if asked.game.seats[asked.seat].rerolls < 1:
        return {}
    return {
        f"spend reroll-token {number + 1}": {0}
        for number in range(len(asked.about.pools))
        if fresh(asked.about, number)
    }


# --- cards -----------------------------------------------------------------------
@offers(REROLL, CARD, "adrenaline")
def adrenaline(asked: Asked) -> Menu:
    """A friend's attack or shot: one die, or all of them."""
    pool = asked.about.pools[0]
    if pool.what not in ("attack", "shot") or not asked.is_friend(pool.figure):
        return {}
    dice = fresh(asked.about, 0)
    return asked.play(dice, bool(dice))


@offers(
    REROLL,
    CARD,
    *("ameratsus-gaze", "fuzins-breath", "igazanis-bounty"),
    *("inazamis-embrace", "raizins-spark", "suinijs-depths"),
)
def favour_of_a_god(asked: Asked) -> Menu:
    """A die of one element, anybody's; or one more in the own roll of a combat."""
    entry, roll = asked.game.compiled.book.cards[asked.slug], asked.about
    wrong, faces = entry.elements["rerolls"].face, shown(roll)
    dice = {
        die
        for number in range(len(roll.pools))
        for die in fresh(roll, number)
        if faces[die] == wrong
    }
    fights = any(
        pool.what in COMBAT and pool.dice > 0 and asked.is_own(pool.figure)
        for pool in roll.pools
    )
    return asked.play(dice, fights)


@offers(REROLL, CARD, "sidestep")
def sidestep_again(asked: Asked) -> Menu:
    """A friend's dodge that failed."""
    pool = asked.about.pools[0]
    if pool.what != "dodge" or not asked.is_friend(pool.figure):
        return {}
    failed = sum(face == pool.face for face in pool.faces) < pool.need
    return asked.play(failed and bool(fresh(asked.about, 0)), moonlit=False)


@offers("offer.dodge", CARD, "sidestep")
def sidestep(asked: Asked) -> Menu:
    """Ahead of the roll, under its moon."""
    return asked.play(False, asked.is_friend(asked.about.figure))
