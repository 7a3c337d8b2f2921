"""What the page needs to explain options: reach, dice, odds and chances.

Asked of a veiled game, so nothing here can depend on what the viewer may not know.
"""

from __future__ import annotations

from skirmish.rules.combat import guard_alone, normal_dice, ranged_dice
from skirmish.rules.decision import Decision, Group
from skirmish.rules.events import (
    AFFINITIES,
    AT,
    BACK_STRIKE,
    BACK_STRUCK,
    CHOOSER,
    STEALTH_STRIKE,
)
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import (
    BY_ATTACKER,
    BY_DEFENDER,
    NORMAL,
    SHURIKEN,
    Attack,
)
from skirmish.rules.game import Game
from skirmish.rules.grid import spaces_in
from skirmish.rules.odds import Role, affinity_chance, combat_odds, ranged_odds
from tables.games.base import JSON
from tables.games.skirmish_reach import reach_hints
from tables.games.skirmish_words import ELEMENT_NAMES, seat_word

STRIKES = ("attack", "throw", "shoot")
TESTS = ("search", "pray")


def hints_payload(game: Game, decision: Decision, groups: tuple[Group, ...]) -> JSON:
    """Hints for the seat that is asked."""
    hints: JSON = {"reach": [], "attacks": [], "tests": []}
    if decision.figure < 0 or decision.kind not in ("activation", "move"):
        return hints
    figure = game.figures[decision.figure]
    letter = seat_word(decision.seat)
    for group in groups:
        verb = group.verb
        if verb == "go":
            hints["reach"] = reach_hints(game, figure)
        elif verb.startswith(STRIKES):
            for key in spaces_in(group.bits):
                target = game.figures[key]
                line = f"{letter} {verb} {target.card.label}"
                hints["attacks"].append(attack_hint(game, figure, target, verb, line))
        elif verb in TESTS:
            hints["tests"].append({"verb": verb, "chance": _test_chance(game, figure)})
    return hints


# --- tests -----------------------------------------------------------------------
def _test_chance(game: Game, figure: Figure) -> float:
    faces = game.fire(AFFINITIES, figure, figure, figure.card.affinities)
    return round(affinity_chance(), 4) if faces else 0.0


# --- attacks ---------------------------------------------------------------------
def attack_hint(
    game: Game, figure: Figure, target: Figure, verb: str, line: str
) -> JSON:
    """Both pools item by item, who chooses, and the chance of each result."""
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
    if shot == NORMAL:
        return _normal_hint(game, figure, target, attack, line)
    return _ranged_hint(game, target, attack, line)


def _normal_hint(
    game: Game, figure: Figure, target: Figure, attack: Attack, line: str
) -> JSON:
    dice, guard = normal_dice(game, attack)
    attack.attack_dice, attack.defence_dice = dice, guard
    chooser = _chooser(game, figure, attack, dice, guard)
    odds = combat_odds(dice, guard, chooser=chooser)
    return {
        "line": line,
        "target": target.card.label,
        "how": "attack",
        "attack": _pool(dice, _attack_items(game, figure, target, attack)),
        "defence": _pool(
            guard,
            [
                ("Defence", guard_alone(game, attack)),
                ("Assists", attack.defence_assists),
            ],
        ),
        "chooser": _chooser_letter(attack, chooser),
        "odds": [
            {"element": name, "chance": round(odds.chance_of(face), 4)}
            for face, name in enumerate(ELEMENT_NAMES)
        ],
        "none": round(odds.no_result, 4),
        "cards": [],
    }


def _attack_items(
    game: Game, figure: Figure, target: Figure, attack: Attack
) -> list[tuple[str, int]]:
    basics = game.table.book.basics
    items = [
        ("Attack", game.fire(AT, figure, attack, figure.card.at)),
        ("Assists", attack.assists),
    ]
    if attack.is_back_strike:
        worth = game.fire(BACK_STRIKE, figure, attack, basics.back_strike_bonus)
        worth = game.fire(BACK_STRUCK, target, attack, worth)
        items.append(("Back strike", worth))
    if figure.is_hidden:
        worth = game.fire(STEALTH_STRIKE, figure, attack, basics.stealth_bonus)
        items.append(("Stealth", worth))
    return items


def _pool(total: int, items: list[tuple[str, int]]) -> JSON:
    """The items add up to the total; what is left comes from abilities."""
    shown = [{"label": label, "dice": dice} for label, dice in items if dice]
    rest = total - sum(dice for _, dice in items)
    if rest:
        shown.append({"label": "Abilities", "dice": rest})
    return {"total": total, "items": shown}


def _chooser(
    game: Game, figure: Figure, attack: Attack, dice: int, guard: int
) -> Role | None:
    """Who will choose: eliminations take one die from each side, so it is known."""
    if not dice and not guard:
        return None
    # Stand-ins of the right number: rules that move the choice count dice.
    attack.left, attack.right = (0,) * dice, (0,) * guard
    usual = BY_ATTACKER if dice >= guard else BY_DEFENDER
    chooser = game.fire(CHOOSER, figure, attack, usual)
    return Role.ATTACKER if chooser == BY_ATTACKER else Role.DEFENDER


def _chooser_letter(attack: Attack, chooser: Role | None) -> str | None:
    if chooser is None:
        return None
    is_attacker = chooser is Role.ATTACKER
    return seat_word(attack.attacker_seat if is_attacker else attack.defender_seat)


def _ranged_hint(game: Game, target: Figure, attack: Attack, line: str) -> JSON:
    dice, guard = ranged_dice(game, attack)
    profile = attack.profile(game)
    odds = ranged_odds(dice, guard, profile)
    return {
        "line": line,
        "target": target.card.label,
        "how": "shuriken" if attack.is_shuriken else "shot",
        "attack": _pool(dice, [("Shot", dice)]),
        "defence": _pool(guard, [("Defence", guard)]),
        "chooser": _chooser_letter(attack, odds.chooser),
        "odds": [],
        "outcomes": [
            {"slug": "injured", "chance": round(odds.injured, 4)},
            {"slug": "stunned", "chance": round(odds.stunned, 4)},
            {"slug": "moved", "chance": round(odds.moved, 4)},
            {"slug": "unharmed", "chance": round(odds.unharmed, 4)},
        ],
        "none": round(odds.unharmed, 4),
        "cards": [],
    }
