"""Brawl: every Injury counts, and nine points win at once."""

from __future__ import annotations

from challenges.rules.challenges.objectives import enemies, harm_all, own
from skirmish.rules.behaviours import on
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.game import Game
from skirmish.rules.hooks import HARM_DEALT
from skirmish.rules.objectives import HARM, KEEP, Objective


class Brawl(ChallengeRules):
    @on(HARM_DEALT, who="any", order=60)
    def count(self, game: Game, me: None, harm: Harm, _: None) -> None:
        del me
        if harm.dealing != INJURED:
            return
        source, victim = game.figures[harm.source], game.figures[harm.victim]
        if source.seat >= 0:
            bold = victim.is_chunin and not source.is_chunin
            event = "non_chunin_injures_chunin" if bold else "injures_enemy"
            game.score(source.seat, self.points[event], event)
            if victim.is_chunin or not source.is_chunin:
                xp = self.awards["injures_enemy"]
                game.award(source, xp, "injures_enemy_in_brawl", is_deed=False)

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        plain = self.points["injures_enemy"]
        bold = self.points["non_chunin_injures_chunin"] - plain
        found = [*harm_all(enemies(game, seat), plain)]
        for target in enemies(game, seat):
            if target.is_chunin:
                found += (
                    Objective(HARM, bold, figure=figure.key, target=target.key)
                    for figure in own(game, seat)
                    if not figure.is_chunin
                )
        for figure in own(game, seat):
            worth = plain + bold if figure.is_chunin else plain
            found.append(Objective(KEEP, worth, target=figure.key))
        return tuple(found)

    def has_winner(self, game: Game) -> bool:
        enough = self.numbers["instant_win_points"]
        return any(seat.score >= enough for seat in game.seats)
