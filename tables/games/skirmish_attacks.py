"""Attack hints: the dice pools of an attack, its possible results, and what cards
change.

They are computed from a game without secrets, so they reveal nothing that the viewer
may not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.rules.combat import guard_alone, normal_dice, ranged_dice
from skirmish.rules.decision import PLAIN, Choice
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import (
    AIR,
    BY_ATTACKER,
    BY_DEFENDER,
    EARTH,
    FIRE,
    NORMAL,
    SHURIKEN,
    SPIRIT,
    VOID,
    WATER,
    Attack,
)
from skirmish.rules.game import Game
from skirmish.rules.hidden_info import WINDOWS
from skirmish.rules.hooks import AT, BACK_STRIKE, BACK_STRUCK, CHOOSER, STEALTH_STRIKE
from skirmish.rules.odds.combat import Role, combat_odds
from skirmish.rules.odds.ranged import ranged_odds
from skirmish.rules.storage.notation import write_choice
from tables.games.base import JSON
from tables.games.skirmish_words import ELEMENT_NAMES, seat_word

# Results from best to worst for the attacker. A defender who chooses wants the reverse.
WANTED = (VOID, EARTH, AIR, WATER, FIRE, SPIRIT)
HARMFUL = ("void", "earth", "injured", "stunned")


def attack_hint(game: Game, seat: int, figure: Figure, choice: Choice) -> JSON:
    """Return both pools item by item, who chooses, and the chance of each result."""
    target = game.figures[choice.arg]
    return {
        "line": write_choice(game.compiled, seat, choice),
        **expect_attack(game, figure, target, choice.verb),
        "cards": list(_card_hints(game, seat, choice)),
    }


def expect_attack(game: Game, figure: Figure, target: Figure, verb: str) -> JSON:
    """Return the pools and chances of an attack from the figure's current space."""
    shot = NORMAL
    if verb == "throw":
        shot = SHURIKEN
    elif verb.startswith("shoot"):
        shot = int(verb.partition("-")[2] or "1") - 1
    attack = Attack(attacker=figure.key, defender=target.key, shot=shot)
    attack.was_hidden = figure.is_hidden
    attack.is_back_strike = bool(shot == NORMAL and figure.foot & target.back())
    attack.attacker_seat = game.controller(figure, target)
    attack.defender_seat = game.controller(target, figure)
    count = normal_dice if attack.is_normal else ranged_dice
    attack.attack_dice, attack.defence_dice = count(game, attack)
    dice, guard = attack.attack_dice, attack.defence_dice
    pools = _normal_pools(game, figure, target, attack)
    if not attack.is_normal:
        pools = _pool(dice, [("Shot", dice)]), _pool(guard, [("Defence", guard)])
    return {
        "target": target.card.label,
        "how": _how(attack),
        "attack": pools[0],
        "defence": pools[1],
        **_chances(game, attack),
    }


def harm_chance(hint: JSON) -> float:
    """Return the chance that an attack injures or stuns its target."""
    ends = hint.get("outcomes") or hint["best"]
    return float(sum(end["chance"] for end in ends if _harms(end)))


def _how(attack: Attack) -> str:
    if attack.is_normal:
        return "attack"
    return "shuriken" if attack.is_shuriken else "shot"


# --- dice ------------------------------------------------------------------------
def _normal_pools(
    game: Game, figure: Figure, target: Figure, attack: Attack
) -> tuple[JSON, JSON]:
    basics = game.compiled.book.basics
    items = [
        ("Attack", game.modify(AT, figure, attack, figure.card.at)),
        ("Assists", attack.assists),
    ]
    if attack.is_back_strike:
        worth = game.modify(BACK_STRIKE, figure, attack, basics.back_strike_bonus)
        worth = game.modify(BACK_STRUCK, target, attack, worth)
        items.append(("Back strike", worth))
    if figure.is_hidden:
        worth = game.modify(STEALTH_STRIKE, figure, attack, basics.stealth_bonus)
        items.append(("Stealth", worth))
    guard = [
        ("Defence", guard_alone(game, attack)),
        ("Assists", attack.defence_assists),
    ]
    return _pool(attack.attack_dice, items), _pool(attack.defence_dice, guard)


def _pool(total: int, items: list[tuple[str, int]]) -> JSON:
    """Return a pool whose items add up to the total. Any remainder comes from
    abilities."""
    shown = [{"label": label, "dice": dice} for label, dice in items if dice]
    rest = total - sum(dice for _, dice in items)
    if rest:
        shown.append({"label": "Abilities", "dice": rest})
    return {"total": total, "items": shown}


# --- chances ---------------------------------------------------------------------
def _chances(game: Game, attack: Attack) -> JSON:
    """Return who chooses, and the chances of each result."""
    if attack.is_normal:
        return _normal_chances(game, attack)
    odds = ranged_odds(attack.attack_dice, attack.defence_dice, attack.profile(game))
    return {
        "chooser": _chooser_letter(attack, odds.chooser),
        "odds": [],
        "best": [],
        "outcomes": [
            {"slug": "injured", "chance": round(odds.injured, 4)},
            {"slug": "stunned", "chance": round(odds.stunned, 4)},
            {"slug": "moved", "chance": round(odds.moved, 4)},
            {"slug": "unharmed", "chance": round(odds.unharmed, 4)},
        ],
        "none": round(odds.unharmed, 4),
    }


def _normal_chances(game: Game, attack: Attack) -> JSON:
    chooser = _chooser(game, attack)
    odds = combat_odds(attack.attack_dice, attack.defence_dice, chooser=chooser)
    wanted = WANTED if chooser is not Role.DEFENDER else WANTED[::-1]
    best = odds.best(wanted)
    return {
        "chooser": _chooser_letter(attack, chooser),
        "odds": [
            {"element": name, "chance": round(odds.chance_of(face), 4)}
            for face, name in enumerate(ELEMENT_NAMES)
        ],
        # The chance of each element to be the best one that the chooser can take.
        "best": [
            {"element": ELEMENT_NAMES[face], "chance": round(best.faces[face], 4)}
            for face in wanted
        ],
        "none": round(best.nothing, 4),
    }


def _chooser(game: Game, attack: Attack) -> Role | None:
    """Return who will choose. Eliminations take one die from each side, so it is
    known."""
    dice, guard = attack.attack_dice, attack.defence_dice
    if not dice and not guard:
        return None
    # Placeholder dice of the right number, for rules that count dice to move the
    # choice.
    attack.left, attack.right = (0,) * dice, (0,) * guard
    usual = BY_ATTACKER if dice >= guard else BY_DEFENDER
    chooser = game.modify(CHOOSER, game.figures[attack.attacker], attack, usual)
    return Role.ATTACKER if chooser == BY_ATTACKER else Role.DEFENDER


def _chooser_letter(attack: Attack, chooser: Role | None) -> str | None:
    if chooser is None:
        return None
    is_attacker = chooser is Role.ATTACKER
    return seat_word(attack.attacker_seat if is_attacker else attack.defender_seat)


# --- cards -----------------------------------------------------------------------
class _Rolled(Exception):
    """Raised when the dice of a trial would be rolled."""


class _TrialDice:
    """Dice that stop a trial as soon as they are needed."""

    def roll(self, count: int) -> tuple[int, ...]:
        raise _Rolled(count)

    def below(self, limit: int) -> int:
        raise _Rolled(limit)

    def copy(self) -> _TrialDice:
        return self


def _card_hints(game: Game, seat: int, choice: Choice) -> Iterator[JSON]:
    """Return what each card in hand that fits this attack would change.

    Each card is tried on a copy of the game, up to the first roll of dice.
    """
    if not game.seats[seat].hand:
        return
    trial = _tried(game, choice)
    decision = trial.decision
    if decision is None or decision.seat != seat:
        return
    for group in decision.groups_in(trial):
        if not group.verb.startswith("play ") or group.mode != PLAIN:
            continue
        attack = _rolled_attack(_tried(trial, group.nth(0)))
        if attack is not None:
            yield _card_hint(*attack, group.verb)


def _tried(game: Game, choice: Choice) -> Game:
    twin = game.copy()
    twin.dice = _TrialDice()
    try:
        twin.apply(choice)
    except _Rolled:
        twin.decision = None
    return twin


def _rolled_attack(trial: Game) -> tuple[Game, Attack] | None:
    """Return the attack as it is rolled if no one else responds, or None if it is never
    rolled."""
    while trial.decision is not None and trial.decision.kind in WINDOWS:
        trial = _tried(trial, Choice("pass"))
    attacks = [frame for frame in trial.stack if isinstance(frame, Attack)]
    if trial.decision is not None or not attacks:
        return None
    return trial, attacks[-1]


def _card_hint(trial: Game, attack: Attack, verb: str) -> JSON:
    slug, _, version = verb.removeprefix("play ").partition(" ")
    chances = _chances(trial, attack)
    ends = chances.get("outcomes") or chances["best"]
    name = trial.compiled.book.cards[slug].name
    return {
        "slug": slug,
        "name": f"{name} with its moon effect" if version else name,
        "effect": f"{attack.attack_dice} dice against {attack.defence_dice}, "
        f"{_percent(sum(end['chance'] for end in ends if _harms(end)))} "
        "stun or better",
    }


def _harms(end: JSON) -> bool:
    """Return whether the result injures or stuns the defender."""
    return (end.get("slug") or end["element"]) in HARMFUL


def _percent(chance: float) -> str:
    whole = round(chance * 100)
    if whole == 100 and chance < 1:
        return "over 99%"
    return "under 1%" if not whole and chance else f"{whole}%"
