"""Assassination: the player to the right of each team names its VIP."""

from __future__ import annotations

from challenges.rules.challenges.objectives import enemies, friends, guard_all, harm_all
from challenges.rules.challenges.roles import RoleRules
from skirmish.rules.behaviours import on
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.game import Game
from skirmish.rules.hooks import HARM_DEALT
from skirmish.rules.objectives import Objective


class Assassination(RoleRules):
    role = "VIP"

    def chooser(self, game: Game, team: int) -> int:
        """Return the nearest remaining enemy to the right of the team."""
        side = game.seats[team].side
        rightwards = reversed(game.seats_from(team))
        return next(seat for seat in rightwards if game.seats[seat].side != side)

    @on(HARM_DEALT, who="any", order=60)
    def count(self, game: Game, me: None, harm: Harm, _: None) -> None:
        del me
        source, victim = game.figures[harm.source], game.figures[harm.victim]
        if not self.is_holder(game, victim):
            return
        if harm.dealing == INJURED:
            xp = self.awards["injures_enemy_vip"]
            game.award(source, xp, "injures_enemy_vip", victim=victim.key)
            event = "enemy_vip_injured"
        else:
            event = "enemy_vip_stunned"
        game.score(source.seat, self.points[event], event)

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        injury, stun = (
            self.points["enemy_vip_injured"],
            self.points["enemy_vip_stunned"],
        )
        marked = (f for f in enemies(game, seat) if self.is_holder(game, f))
        ours = (f for f in friends(game, seat) if self.is_holder(game, f))
        return (*harm_all(marked, injury, stun=stun), *guard_all(ours, injury))
