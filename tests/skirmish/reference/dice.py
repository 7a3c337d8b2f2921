"""How many dice both sides of a normal attack would roll, counted once more."""

from __future__ import annotations

from skirmish.rules.figure import BOARD, STUN, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from tests.skirmish.reference.driven import FIST, rivals_of
from tests.skirmish.reference.printed import everybody_with, faces, has, number
from tests.skirmish.reference.sight import is_high
from tests.skirmish.reference.spaces import (
    has_zone,
    near,
    sharp,
    under,
    zone_of,
)
from tests.skirmish.reference.values import activation_of, back_of, far, tested_on


def dice_of(game: Game, attack: Attack) -> tuple[int, int]:
    """What the attacker and the defender roll, as things stand."""
    mine = attack_dice(game, attack)
    return mine, defence_dice(game, attack, mine)


# --- assists ---------------------------------------------------------------------
def assists(game: Game, attack: Attack, helped: Figure, against: Figure) -> int:
    """What friends in the opponent's zone are worth, if nobody else holds them."""
    return sum(
        worth_of(game, attack, friend, helped)
        for friend in game.figures
        if friend.side == helped.side
        and friend.key != helped.key
        and can_assist(game, friend, against)
    )


def can_assist(game: Game, friend: Figure, against: Figure) -> bool:
    if friend.is_hidden or friend.tokens[STUN]:
        return False
    far = against.card.reach if friend.card.reach == 1 else 1
    if not has_zone(game, against) or not under(friend) & near(under(against), far):
        return False
    for other in game.figures:
        if other.side == friend.side or other.key == against.key:
            continue
        is_felt = has_zone(game, other) or (sharp(game, friend) and other.is_hidden)
        zone = near(under(other), other.card.reach) if other.place == BOARD else set()
        if is_felt and under(friend) & zone:
            return False
    return True


def worth_of(game: Game, attack: Attack, friend: Figure, helped: Figure) -> int:
    worth = game.compiled.book.basics.assist_bonus
    slug = "combined-attack" if helped.key == attack.attacker else "guard"
    if has(game, friend, slug):
        worth = number(game, slug, "assist_bonus")
    for bond in friend.effects:
        if bond.slug == "best-friend" and bond.source == helped.key:
            worth = max(worth, bond.value)
    return worth


def attack_assists(game: Game, attack: Attack) -> int:
    attacker, defender = game.figures[attack.attacker], game.figures[attack.defender]
    if has(game, defender, "master-swordsman"):
        return 0
    return assists(game, attack, attacker, defender)


# --- attacking -------------------------------------------------------------------
def strength(game: Game, attacker: Figure) -> int:
    """Its Attack with what lasts for more than one attack."""
    at = attacker.card.at + attacker.effect("emboldened") + attacker.effect("vaulted")
    if has(game, attacker, "yama-fist") and "yama-fist" in attacker.used:
        at += number(game, "yama-fist", "at_bonus")
    return at


def attack_dice(game: Game, attack: Attack) -> int:
    attacker, defender = game.figures[attack.attacker], game.figures[attack.defender]
    dice = strength(game, attacker) - attack.penalty + attack.attack_bonus
    helped = attack_assists(game, attack)
    dice += helped
    if under(attacker) & back_of(defender):
        dice += back_strike(game, attacker, defender)
    if attacker.is_hidden and not sharp(game, defender):
        dice += out_of_stealth(game, attacker)
    dice += occasional(game, attack, attacker, defender)
    is_alone = has(game, attacker, "emptiness") and not helped
    if is_alone and assists(game, attack, defender, attacker):
        dice += number(game, "emptiness", "at_bonus")
    if has(game, defender, "metal-to-dust") and "metal-to-dust" in defender.used:
        least = min(dice, number(game, "metal-to-dust", "minimum_at"))
        dice = max(dice - number(game, "metal-to-dust", "at_penalty"), least)
    return max(dice, 0)


def back_strike(game: Game, attacker: Figure, defender: Figure) -> int:
    if has(game, defender, "yamazarus-tail") or has(game, defender, "master-swordsman"):
        return 0
    if has(game, attacker, "backstab"):
        return number(game, "backstab", "back_strike_bonus")
    return game.compiled.book.basics.back_strike_bonus


def out_of_stealth(game: Game, attacker: Figure) -> int:
    worth = game.compiled.book.basics.stealth_bonus
    if has(game, attacker, "master-assassin"):
        worth = number(game, "master-assassin", "stealth_bonus")
    if has(game, attacker, "from-the-deep"):
        worth += number(game, "from-the-deep", "at_bonus")
    return worth


def occasional(game: Game, attack: Attack, attacker: Figure, defender: Figure) -> int:
    """Bonuses that depend on where the two stand and what they are."""
    is_prey = bool(tested_on(game, defender) & faces_of_prey(game, attacker))
    downwards = is_high(game, attacker) and not is_high(game, defender)
    bonuses = {
        "focus": is_focused(game, attacker),
        "toras-claws": defender.tokens[STUN] > 0,
        "ijins-horns": has_charged(game, attacker, "ijins-horns"),
        "spirit-hunter": is_prey,
        "cobra-strike": downwards,
        FIST: defender.key in {rival.key for rival in rivals_of(game, attacker)},
    }
    dice = sum(
        number(game, slug, "at_bonus")
        for slug, applies in bonuses.items()
        if applies and has(game, attacker, slug)
    )
    for tyrant in everybody_with(game, "tyrant"):
        if tyrant.side != attacker.side or tyrant.place != BOARD:
            continue
        if far(tyrant, attacker) <= number(game, "tyrant", "range"):
            dice += number(game, "tyrant", "at_bonus")
    return dice


def faces_of_prey(game: Game, hunter: Figure) -> set[int]:
    return faces(game, "spirit-hunter") if has(game, hunter, "spirit-hunter") else set()


def spaces_entered(game: Game, figure: Figure) -> int:
    """By its own movement in its activation, one under way included."""
    turn = activation_of(game, figure)
    if turn is None:
        return 0
    return turn.spaces + sum(
        frame.entered
        for frame in game.stack
        if isinstance(frame, Movement) and frame.figure == figure.key
    )


def has_charged(game: Game, figure: Figure, slug: str) -> bool:
    if not has(game, figure, slug):
        return False
    return spaces_entered(game, figure) >= number(game, slug, "spaces")


def is_focused(game: Game, figure: Figure) -> bool:
    """Whether it gave its move up for its attacks of this turn."""
    turn = activation_of(game, figure)
    if turn is None or turn.spaces:
        return False
    if "focus" in turn.marks:
        return True
    return not turn.has_extra and has_move_to_give(game, figure)


def has_move_to_give(game: Game, figure: Figure) -> bool:
    turn = activation_of(game, figure)
    if turn is None or turn.began_stunned or turn.moves < 1 or turn.spaces:
        return False
    return not any(
        isinstance(f, Movement) and f.figure == figure.key for f in game.stack
    )


# --- defending -------------------------------------------------------------------
def is_defenceless(game: Game, defender: Figure) -> bool:
    struck = has(game, defender, "tiger-strike") and "tiger-strike" in defender.used
    return struck or defender.has_effect("defenceless")


def guard_of(game: Game, attack: Attack) -> int:
    """Its Defense with what lasts, before anything of this one attack."""
    defender = game.figures[attack.defender]
    guard = defender.card.df
    if defender.has_effect("frenzied"):
        guard //= number(game, "frenzy", "df_divisor")
    if has(game, defender, "immovable") and not defender.is_activated:
        guard += number(game, "immovable", "df_bonus")
    guard += defender.effect("swaying")
    for player in everybody_with(game, "resolute-melody"):
        hears = player.side == defender.side and under(defender) & zone_of(game, player)
        if hears:
            guard += number(game, "resolute-melody", "df_bonus")
    return guard


def weakened(game: Game, attack: Attack, dice: int) -> int:
    """What hunts add and what hexes and a price paid take away, to a minimum."""
    attacker, defender = game.figures[attack.attacker], game.figures[attack.defender]
    if attack.is_normal and tested_on(game, attacker) & faces_of_prey(game, defender):
        dice += number(game, "spirit-hunter", "df_bonus")
    if defender.has_effect("hexed"):
        least = min(dice, number(game, "skull-hex", "minimum_df"))
        dice = max(dice - defender.effect("hexed"), least)
    if has(game, defender, "yama-fist") and "yama-fist" in defender.used:
        least = min(dice, number(game, "yama-fist", "minimum_df"))
        dice = max(dice - number(game, "yama-fist", "df_penalty"), least)
    return dice


def defence_dice(game: Game, attack: Attack, against: int) -> int:
    attacker, defender = game.figures[attack.attacker], game.figures[attack.defender]
    if is_defenceless(game, defender):
        return 0
    guard = guard_of(game, attack) + attack.defence_bonus
    guard += assists(game, attack, defender, attacker)
    dice = weakened(game, attack, max(guard, 0))
    if has(game, defender, "dauntless"):
        dice = max(dice, against)
    return max(dice, 0)


def guard_alone(game: Game, attacker: Figure, defender: Figure) -> int:
    """The dice of somebody whom nobody assists, against a normal attack."""
    attack = Attack(attacker=attacker.key, defender=defender.key)
    return max(weakened(game, attack, max(guard_of(game, attack), 0)), 0)
