"""Champion: one figure of each team does all of its scoring."""

from __future__ import annotations

from challenges.rules.challenges.objectives import enemies
from challenges.rules.challenges.roles import RoleRules
from skirmish.rules.behaviours import on
from skirmish.rules.figure import Figure
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.game import Game
from skirmish.rules.hooks import HARM_DEALT
from skirmish.rules.objectives import HARM, KEEP, Objective


class Champion(RoleRules):
    role = "champion"

    def may_hold(self, game: Game, figure: Figure) -> bool:
        del game
        return not figure.is_chunin

    def named(self, game: Game, figure: Figure) -> None:
        game.award(figure, self.awards["chosen_as_champion"], "chosen_as_champion")

    @on(HARM_DEALT, who="any", order=60)
    def count(self, game: Game, me: None, harm: Harm, _: None) -> None:
        del me
        source = game.figures[harm.source]
        if self.is_holder(game, source):
            injured = harm.dealing == INJURED
            event = "champion_injures_enemy" if injured else "champion_stuns_enemy"
            game.score(source.seat, self.points[event], event)

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        """Aim the champion at all enemies, and keep it on the board."""
        injury = self.points["champion_injures_enemy"]
        stun = self.points["champion_stuns_enemy"]
        champion = self.holder(game, seat)
        if champion < 0:
            return ()
        return (
            Objective(KEEP, stun, target=champion),
            *(
                Objective(HARM, injury, figure=champion, target=target.key, stun=stun)
                for target in enemies(game, seat)
            ),
        )
