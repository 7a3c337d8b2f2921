"""A simple bot: pursues objectives, and fights only when it chooses the result.

It goes for what the challenge rewards, attacks where it will choose the result, shoots,
hides from stronger enemies, and plays cards in obvious situations.
"""

from __future__ import annotations

from collections.abc import Callable

from kernel.dice import Dice
from skirmish.bots.activation_planner import Activity, facing_from, steps_between
from skirmish.bots.assessment import Reading
from skirmish.bots.attack_value import NEVER, attack_worth, stakes_of
from skirmish.bots.reroll_choices import best_reroll
from skirmish.bots.space_value import Standing, injury_chance
from skirmish.bots.window_choices import PASS, answer, best_figure
from skirmish.rules.board.grid import EVERYWHERE, WIDTH, spaces_in
from skirmish.rules.decision import ELEMENT, FIGURE, Choice, OptionGroup
from skirmish.rules.figure import STUN, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.hooks import OFFER_REROLL
from skirmish.rules.objectives import HOLD, REACH
from skirmish.rules.view import View

Answer = Callable[[Reading], Choice | None]
_MIDDLE = WIDTH // 2 * WIDTH + WIDTH // 2


class Novice:
    """Answers by the kind of the decision; draws at random where it has no rule."""

    name = "novice"

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, view: View) -> Choice:
        reading = Reading(view)
        choice = self._answer(reading)
        return self._drawn(view) if choice is None else choice

    def _answer(self, reading: Reading) -> Choice | None:
        kind = reading.view.asked_kind
        if kind == OFFER_REROLL.name:
            roll = reading.trial.stack[-1]
            found = (
                best_reroll(reading, roll, self.dice)
                if isinstance(roll, Roll)
                else None
            )
            return found or PASS
        if kind.startswith("offer."):
            return answer(reading)
        known = ANSWERS.get(kind)
        return question(reading) if known is None else known(reading)

    def _drawn(self, view: View) -> Choice:
        groups = view.options
        group = groups[self.dice.below(len(groups))]
        return group.nth(self.dice.below(group.size()))


# --- turns ------------------------------------------------------------------------
def whose_turn(reading: Reading) -> Choice:
    """Activate the figure with most to win or most to lose."""

    def urgency(figure: Figure) -> float:
        standing = Standing(reading, figure)
        space, reach = figure.space, figure.card.mv
        prey = max(
            (
                injury_chance(figure.card.at, foe.card.df) * reading.injury(foe, figure)
                for foe in reading.rivals()
                if not foe.is_hidden and steps_between(space, foe.space) <= reach + 1
            ),
            default=0.0,
        )
        progress = standing.pull(space, reach) - standing.pull(space)
        fear = standing.danger(space, is_hidden=figure.is_hidden)
        return prey + progress + fear / 2

    group = reading.view.options[0]
    figures = [reading.figure(key) for key in spaces_in(group.bits)]
    best = max(figures, key=lambda figure: (urgency(figure), -figure.key))
    return Choice(group.verb, group.owner, best.key)


def activity(reading: Reading) -> Choice | None:
    figure = reading.figure(reading.view.asked_figure)
    if not reading.is_mine(figure):
        return sentry(reading)
    return Activity(reading, figure).best()


def movement(reading: Reading) -> Choice | None:
    figure = reading.figure(reading.view.asked_figure)
    if not reading.is_mine(figure):
        return None
    return Activity(reading, figure).on_the_way()


def sentry(reading: Reading) -> Choice | None:
    """Let a sentry that we control attack other teams, never our own."""
    for group in reading.view.options:
        if group.verb == "attack":
            choice = best_figure(reading, group)
            if not reading.is_friend(reading.figure(choice.arg)):
                return choice
    return None


def result(reading: Reading) -> Choice:
    """Choose the remaining die that serves us best."""
    attack = reading.trial.stack[-1]
    group = reading.view.options[0]
    if not isinstance(attack, Attack) or group.mode != ELEMENT:
        return group.nth(0)
    attacker, defender = attack.attacker, attack.defender
    stakes = stakes_of(reading, reading.figure(attacker), reading.figure(defender))
    return max(map(group.nth, range(group.size())), key=lambda c: stakes.faces[c.arg])


# --- setting up -------------------------------------------------------------------
def place(reading: Reading) -> Choice | None:
    """Place a figure as near as possible to an objective."""
    goal = 0
    for aim in reading.aims:
        if aim.kind in (REACH, HOLD):
            goal |= aim.spaces
    goals = spaces_in(goal & EVERYWHERE) or [_MIDDLE]
    return _best_space(
        reading, lambda space: -min(steps_between(space, one) for one in goals)
    )


def _best_space(reading: Reading, worth: Callable[[int], float]) -> Choice | None:
    group = next((g for g in reading.view.options if g.verb == "go"), None)
    if group is None:
        return None
    space = max(spaces_in(group.bits), key=worth)
    return Choice("go", group.owner, space)


def shift(reading: Reading) -> Choice | None:
    """Move our own figures to better spaces; leave others to chance."""
    figure = reading.figure(reading.view.asked_figure)
    if not reading.is_mine(figure):
        return None
    standing = Standing(reading, figure)
    choice = _best_space(reading, standing.worth)
    if choice is None or standing.worth(choice.arg) > standing.worth(figure.space):
        return choice
    stay = next((g for g in reading.view.options if g.verb == "stay"), None)
    return choice if stay is None else stay.nth(0)


def facing(reading: Reading) -> Choice | None:
    """Face the enemy, whether the figure is on the board or being placed."""
    figure = reading.figure(reading.view.asked_figure)
    frame = reading.trial.stack[-1]
    space = frame.space if isinstance(frame, Deploy) else figure.space
    if space < 0 or not reading.is_mine(figure):
        return None
    towards = facing_from(reading, space)
    group = next(g for g in reading.view.options if g.verb == "face")
    return Choice("face", group.owner, towards) if group.allows(towards) else None


def tokens(reading: Reading) -> Choice | None:
    """Pass as soon as there are enough lanterns and shrines."""
    return PASS if any(g.verb == "pass" for g in reading.view.options) else None


# --- between rounds -----------------------------------------------------------------
def upkeep(reading: Reading) -> Choice | None:
    """Recover figures from the Healing House or from Stuns before drawing a card."""
    groups = {group.verb: group for group in reading.view.options}
    if "recover" in groups:
        return best_own(reading, groups["recover"])
    stunned = groups.get("clear")
    if stunned is not None:
        keys = spaces_in(stunned.bits)
        key = max(keys, key=lambda k: (reading.figure(k).tokens[STUN], -k))
        return Choice("clear", stunned.owner, key)
    return None


def best_own(reading: Reading, group: OptionGroup) -> Choice:
    """Return the choice of our strongest figure."""
    keys = spaces_in(group.bits)
    return Choice(
        group.verb, group.owner, max(keys, key=lambda k: strength(reading, k))
    )


def strength(reading: Reading, key: int) -> tuple[int, int]:
    card = reading.figure(key).card
    return card.at + card.df + card.mv, -key


def all_star(reading: Reading) -> Choice:
    """Name the figure that earned most so far, among those that can learn."""
    group = reading.view.options[0]
    earned: dict[int, int] = {}
    for key, xp, _ in reading.trial.xp:
        earned[key] = earned.get(key, 0) + xp
    keys = spaces_in(group.bits)
    best = max(keys, key=lambda key: (earned.get(key, 0), -key))
    return Choice(group.verb, group.owner, best)


# --- questions of behaviours --------------------------------------------------------
def question(reading: Reading) -> Choice | None:
    """Answer the question of an ability, a card or the challenge."""
    groups = {group.verb: group for group in reading.view.options}
    if "attack" in groups:
        return _attack_or_pass(reading, groups)
    for verb in ("pick", "shoot", "deploy", "tester", "activate"):
        group = groups.get(verb)
        if group is not None and group.mode == FIGURE:
            figures = [reading.figure(key) for key in spaces_in(group.bits)]
            if all(reading.is_friend(figure) for figure in figures):
                return best_own(reading, group)
            return best_figure(reading, group)
    return groups["yes"].nth(0) if "yes" in groups else None


def _attack_or_pass(reading: Reading, groups: dict[str, OptionGroup]) -> Choice:
    group = groups["attack"]
    attacker = reading.view.asked_figure
    if attacker < 0:
        attacker = reading.trial.active
    figure = reading.figure(attacker)
    best = max(
        map(group.nth, range(group.size())),
        key=lambda c: attack_worth(reading, figure, reading.figure(c.arg)),
    )
    worth = attack_worth(reading, figure, reading.figure(best.arg))
    refused = groups.get("pass")
    return best if worth > NEVER / 2 or refused is None else refused.nth(0)


ANSWERS: dict[str, Answer] = {
    "turn": whose_turn,
    "activation": activity,
    "move": movement,
    "result": result,
    "place": place,
    "shift": shift,
    "facing": facing,
    "tokens": tokens,
    "recover": upkeep,
    "upkeep": upkeep,
    "all-star": all_star,
}
