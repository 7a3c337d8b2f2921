"""Brawl: every Injury counts, and nine points win at once."""

from __future__ import annotations

from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.events import HARM_DEALT
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.game import Game
from skirmish.rules.rooms import on


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

    def has_winner(self, game: Game) -> bool:
        enough = self.numbers["instant_win_points"]
        return any(seat.score >= enough for seat in game.seats)
