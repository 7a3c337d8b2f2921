"""Cards that let one side choose the result of a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, card, effect, on
from skirmish.rules.cards.moon_card import MoonCard, is_moonlit
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import TURN, Effect, Figure
from skirmish.rules.frames.attack import BY_ATTACKER, BY_DEFENDER, Attack
from skirmish.rules.hooks import CHOOSER, OFFER_ATTACK, SET

if TYPE_CHECKING:
    from skirmish.rules.game import Game

CLAIMED = "claimed-choice"
# How many dice the side must have rolled for a claim to be valid.
WITH_FEWER, WITH_EQUAL, ANYHOW = "with-fewer", "with-equal", "anyhow"


def claim(game: Game, attack: Attack, side: int, terms: str) -> None:
    """Record that one side claims the choice, and add the effect that applies it."""
    attack.marks += (f"{side} {terms}",)
    attacker = game.figures[attack.attacker]
    if not attacker.has_effect(CLAIMED):
        game.add_effect(attacker, Effect(CLAIMED, until=TURN))


@effect(CLAIMED)
class ClaimedChoice(Behaviour):
    """The only side with a valid claim chooses; two valid claims cancel out."""

    @on(CHOOSER, layer=SET)
    def settle(self, game: Game, me: Figure, attack: Attack, chooser: int) -> int:
        del game, me
        attack_dice, defence_dice = attack.attack_dice, attack.defence_dice
        sides = {
            side
            for side, lead in (
                (BY_ATTACKER, attack_dice - defence_dice),
                (BY_DEFENDER, defence_dice - attack_dice),
            )
            if (lead < 0 and f"{side} {WITH_FEWER}" in attack.marks)
            or (lead <= 0 and f"{side} {WITH_EQUAL}" in attack.marks)
            or f"{side} {ANYHOW}" in attack.marks
        }
        return sides.pop() if len(sides) == 1 else chooser


@card("incredible-luck")
class IncredibleLuck(MoonCard):
    """Its holder chooses if rolling fewer dice, or under its moon no more dice."""

    @on(OFFER_ATTACK)
    def offer(
        self, game: Game, me: None, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        fights = self.is_own(game, attack.attacker) or self.is_own(
            game, attack.defender
        )
        if not attack.is_normal or not fights:
            return groups
        return [*groups, self.plain(), self.under_moon(game)]

    def use(self, game: Game, me: None, ctx: Attack, choice: Choice) -> None:
        del me
        side = BY_ATTACKER if self.is_own(game, ctx.attacker) else BY_DEFENDER
        claim(game, ctx, side, WITH_EQUAL if is_moonlit(choice) else WITH_FEWER)
