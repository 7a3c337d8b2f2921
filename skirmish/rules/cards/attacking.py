"""Cards played when an attack is declared and the dice are not yet rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.decision import Choice, Group
from skirmish.rules.events import OFFER_ATTACK
from skirmish.rules.frames.attack import Attack
from skirmish.rules.rooms import Room, card, on

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@card("pressure-point")
class PressurePoint(Room):
    """More dice for a teammate's attack or shot, not for a shuriken."""

    @on(OFFER_ATTACK)
    def offer(
        self, game: Game, me: None, attack: Attack, groups: list[Group]
    ) -> list[Group]:
        del me
        side = game.seats[game.asking].side
        if game.figures[attack.attacker].side != side or attack.is_shuriken:
            return groups
        groups = [*groups, Group(f"play {self.slug}")]
        if game.moon == self.faces["moon"]:
            groups.append(Group(f"play {self.slug} moon"))
        return groups

    def use(self, game: Game, me: None, ctx: Attack, choice: Choice) -> None:
        del game, me
        under_moon = choice.verb.endswith(" moon")
        ctx.attack_bonus += self.numbers["moon_at_bonus" if under_moon else "at_bonus"]
