"""Cards of the attacker, played before the dice are rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import card, on
from skirmish.rules.cards.moon_card import MoonCard
from skirmish.rules.combat import assist_dice
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import ASSISTS_AGAINST, OFFER_ATTACK

if TYPE_CHECKING:
    from skirmish.rules.game import Game


class AttackCard(MoonCard):
    """More dice for a teammate's attack."""

    @on(OFFER_ATTACK)
    def offer(
        self, game: Game, me: None, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not self.is_friend(game, attack.attacker):
            return groups
        return [*groups, *self.versions(game, attack)]

    def versions(self, game: Game, attack: Attack) -> list[OptionGroup]:
        raise NotImplementedError(self.slug)

    def use(self, game: Game, me: None, ctx: Attack, choice: Choice) -> None:
        del game, me
        ctx.attack_bonus += self.number(choice, "at_bonus")


@card("banzai")
class Banzai(AttackCard):
    """For a normal attack after a charge; under its moon for any normal attack."""

    def versions(self, game: Game, attack: Attack) -> list[OptionGroup]:
        if not attack.is_normal:
            return []
        activation = game.activation_of(attack.attacker)
        spaces = activation.spaces_so_far(game) if activation is not None else 0
        has_charged = spaces >= self.numbers["spaces"]
        return [self.plain(has_charged), self.under_moon(game)]


@card("fire-aura")
class FireAura(AttackCard):
    """For a normal attack without assists for the attacker."""

    def versions(self, game: Game, attack: Attack) -> list[OptionGroup]:
        if not attack.is_normal:
            return []
        attacker = game.figures[attack.attacker]
        defender = game.figures[attack.defender]
        assists = assist_dice(game, attack, attacker, defender)
        if game.modify(ASSISTS_AGAINST, defender, attack, assists):
            return []
        return [self.plain(), self.under_moon(game)]


@card("pressure-point")
class PressurePoint(AttackCard):
    """For an attack or a shot, but not for a shuriken."""

    def versions(self, game: Game, attack: Attack) -> list[OptionGroup]:
        if attack.is_shuriken:
            return []
        return [self.plain(), self.under_moon(game)]
