"""Before the dice of an attack: bonuses to take, cards to play, shots to turn away."""

from __future__ import annotations

from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.game import Game
from tests.skirmish.reference.dice import (
    attack_assists,
    dice_of,
    has_move_to_give,
    spaces_entered,
)
from tests.skirmish.reference.errands import Menu
from tests.skirmish.reference.offers import ABILITY, CARD, KEYWORD, Asked, offers
from tests.skirmish.reference.values import (
    activation_of,
    decider,
    far,
    may_be_shot,
    shot_range,
    shuriken_range,
)

ATTACK, DEFENCE, SHOT = "offer.attack", "offer.defence", "offer.shot"


def attacks(asked: Asked) -> bool:
    """Whether it is the figure's own normal attack, and the seat decides for it."""
    attack = asked.about
    is_own = attack.is_normal and attack.attacker == asked.me.key
    return is_own and decider(asked.game, asked.me) == asked.seat


# --- keywords and abilities ------------------------------------------------------
@offers(ATTACK, KEYWORD, "focus")
def focus(asked: Asked) -> Menu:
    """Only with Haste the move could still follow, and is a price to pay."""
    turn = activation_of(asked.game, asked.me)
    if turn is None or not attacks(asked) or not turn.has_extra:
        return {}
    return asked.use(has_move_to_give(asked.game, asked.me))


@offers(ATTACK, ABILITY, "tiger-strike", "yama-fist")
def harder_once_a_round(asked: Asked) -> Menu:
    return asked.use(attacks(asked) and asked.slug not in asked.me.used)


@offers(DEFENCE, KEYWORD, "tidal-wave")
def tidal_wave(asked: Asked) -> Menu:
    attack = asked.about
    is_own = attack.is_normal and attack.defender == asked.me.key
    decides = decider(asked.game, asked.me) == asked.seat
    return asked.use(is_own and decides and asked.slug not in asked.me.used)


# --- shots -----------------------------------------------------------------------
@offers(SHOT, KEYWORD, "redirection")
def redirection(asked: Asked) -> Menu:
    """Who is shot at, once in an attack, if the shot could meet anybody else."""
    attack = asked.about
    # Once it has turned a shot away, whoever it meets then is asked anew.
    if asked.me.key not in (attack.defender, attack.asked) or attack.is_normal:
        return {}
    if attack.defender != attack.asked:
        return {}
    has_tried = f"redirection {asked.me.key}" in attack.marks
    decides = decider(asked.game, asked.me) == asked.seat
    if has_tried or not decides:
        return {}
    return asked.use(bool(shot_instead(asked.game, asked.me, attack)))


def shot_instead(game: Game, me: Figure, attack: Attack) -> set[int]:
    """Anybody within range but the shooter, in Stealth nobody."""
    shooter = game.figures[attack.attacker]
    if attack.shot < 0:
        distance = shuriken_range(game, shooter)
    else:
        distance = shot_range(game, shooter, shooter.card.shots[attack.shot].range)
    return {
        other.key
        for other in game.figures
        if other.place == BOARD
        and other.key not in (me.key, shooter.key)
        and not other.is_hidden
        and may_be_shot(game, other)
        and far(shooter, other) <= distance
    }


# --- cards -----------------------------------------------------------------------
def is_friends_attack(asked: Asked) -> bool:
    return asked.about.is_normal and asked.is_friend(asked.about.attacker)


@offers(ATTACK, CARD, "banzai")
def banzai(asked: Asked) -> Menu:
    if not is_friends_attack(asked):
        return {}
    attacker = asked.game.figures[asked.about.attacker]
    spaces = spaces_entered(asked.game, attacker)
    return asked.play(spaces >= asked.card_number("spaces"), moonlit=True)


@offers(ATTACK, CARD, "fire-aura")
def fire_aura(asked: Asked) -> Menu:
    alone = is_friends_attack(asked) and not attack_assists(asked.game, asked.about)
    return asked.play(alone, alone)


@offers(ATTACK, CARD, "pressure-point")
def pressure_point(asked: Asked) -> Menu:
    fits = asked.is_friend(asked.about.attacker) and not asked.about.is_shuriken
    return asked.play(fits, fits)


@offers(ATTACK, CARD, "incredible-luck")
def incredible_luck(asked: Asked) -> Menu:
    """By the player of either combatant."""
    attack = asked.about
    own = asked.is_own(attack.attacker) or asked.is_own(attack.defender)
    return asked.play(attack.is_normal and own, attack.is_normal and own)


@offers(DEFENCE, CARD, "ikas-depths")
def ikas_depths(asked: Asked) -> Menu:
    fits = asked.about.is_normal and asked.is_friend(asked.about.defender)
    return asked.play(fits, fits)


@offers(DEFENCE, CARD, "mamoru")
def mamoru(asked: Asked) -> Menu:
    """More Defense only for the weaker side; its moon asks for no more than that."""
    if not asked.about.is_normal or not asked.is_friend(asked.about.defender):
        return {}
    mine, theirs = dice_of(asked.game, asked.about)
    return asked.play(theirs < mine, moonlit=True)
