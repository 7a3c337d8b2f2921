"""Cards of the defender, played before the dice are rolled."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from skirmish.rules.behaviours import card, effect, on
from skirmish.rules.cards.moon_card import MoonCard, is_moonlit
from skirmish.rules.cards.result_cards import ANYHOW, claim
from skirmish.rules.combat import normal_dice
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import TURN, Effect, Figure
from skirmish.rules.frames.attack import BY_DEFENDER, Attack
from skirmish.rules.frames.harm import Harm
from skirmish.rules.hooks import HARM_DUE, OFFER_DEFENCE
from skirmish.rules.keywords.unlearnable import Resilient

if TYPE_CHECKING:
    from skirmish.rules.game import Game

LENT = "lent-resilience"


class DefenceCard(MoonCard):
    """A card for a teammate under a normal attack."""

    @on(OFFER_DEFENCE)
    def offer(
        self, game: Game, me: None, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not attack.is_normal or not self.is_friend(game, attack.defender):
            return groups
        return [*groups, self.plain(self.helps(game, attack)), self.under_moon(game)]

    def helps(self, game: Game, attack: Attack) -> bool:
        """Return whether the version without its moon may be played."""
        del game, attack
        return True


@card("ikas-depths")
class IkasDepths(DefenceCard):
    """More Defense; under its moon the defender is also Resilient in this attack."""

    def use(self, game: Game, me: None, ctx: Attack, choice: Choice) -> None:
        del me
        ctx.defence_bonus += self.numbers["df_bonus"]
        if is_moonlit(choice):
            lend_resilience(game, ctx)


def lend_resilience(game: Game, attack: Attack) -> None:
    """Make the defender Resilient against this attack, unless it already is."""
    defender = game.figures[attack.defender]
    attack.marks += (LENT,)
    is_resilient = any(
        isinstance(behaviour, Resilient) for behaviour in defender.card.behaviours
    )
    if not is_resilient and not defender.has_effect(LENT):
        dice = game.compiled.book.keywords["resilient"].numbers["dice"]
        game.add_effect(defender, Effect(LENT, dice, until=TURN))


@effect(LENT)
class LentResilience(Resilient):
    """Resilient against the result of one attack, and against nothing else."""

    def dice(self, me: Figure) -> int:
        return me.effect(self.slug)

    @on(HARM_DUE, order=10)
    def resist(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        # The result of an attack is pushed by the attack itself.
        attack = game.stack[game.stack.index(harm) - 1]
        if (
            isinstance(attack, Attack)
            and attack.defender == me.key
            and LENT in attack.marks
        ):
            super().resist(game, me, harm, None)


@card("mamoru")
class Mamoru(DefenceCard):
    """More Defense with fewer dice; under its moon the defender chooses."""

    def helps(self, game: Game, attack: Attack) -> bool:
        # Counting dice writes to the attack, so count on a copy.
        attack_dice, defence_dice = normal_dice(game, copy(attack))
        return defence_dice < attack_dice

    def use(self, game: Game, me: None, ctx: Attack, choice: Choice) -> None:
        del me
        if is_moonlit(choice):
            claim(game, ctx, BY_DEFENDER, ANYHOW)
        else:
            ctx.defence_bonus += self.numbers["df_bonus"]
