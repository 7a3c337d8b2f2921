"""Abilities of ronin for their friends: Best Friends and Elixir of Courage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.behaviours import Behaviour, ability, effect, on
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import GAME, PROTECT, Effect, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.hooks import ASSIST, OFFER_ACTIVATION, REPLACE, SETUP_DONE
from skirmish.rules.targets import find_targets, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game

BEST_FRIEND = "best-friend"


@ability("best-friends")
class BestFriends(Behaviour):
    """Names a teammate before the first round; the two assist each other better."""

    @on(SETUP_DONE, off_board=True)
    def look_for_one(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        game.ask(self, me.seat, self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        teammates = keys_of(f for f in game.figures if f.seat == me.seat)
        return [OptionGroup("pick", FIGURE, teammates & ~(1 << me.key))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        friend = game.figures[choice.arg]
        worth = self.numbers["assist_bonus"]
        game.add_effect(me, Effect(BEST_FRIEND, worth, source=friend.key, until=GAME))
        game.add_effect(friend, Effect(BEST_FRIEND, worth, source=me.key, until=GAME))
        game.log.append(log.Named(friend.key, f"best friend of {me.card.name}"))


@effect(BEST_FRIEND)
class BestFriend(Behaviour):
    """Its assists are worth more when they help the other one of the pair."""

    @on(ASSIST, layer=REPLACE, order=60)
    def stand_by(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        attacks = game.figures[attack.attacker].side == me.side
        helped = attack.attacker if attacks else attack.defender
        for bond in me.effects:
            if bond.slug == self.slug and bond.source == helped:
                worth = max(worth, bond.value)
        return worth


@ability("elixir-of-courage")
class ElixirOfCourage(Behaviour):
    """The Protect token won with Tough may go to a friend nearby instead."""

    takes = FIGURE
    SOURCE = "tough"

    @on(OFFER_ACTIVATION)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if self.SOURCE not in activation.marks or not me.tokens[PROTECT]:
            return groups
        friends = keys_of(
            other
            for other in find_targets(game, me, self.numbers["range"])
            if other.side == me.side and other.key != me.key
        )
        return [*groups, OptionGroup(f"use {self.slug}", FIGURE, friends, me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del ctx
        game.take(me, PROTECT)
        game.give(game.figures[choice.arg], PROTECT)
