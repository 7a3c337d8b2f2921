from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, common_rule, on
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.hooks import HARM_DEALT
from skirmish.rules.setup import GameSetup

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@common_rule("experience")
class Experience(Behaviour):
    """The standard experience for Injuries, and for Stuns of a chunin."""

    @classmethod
    def is_needed(cls, setup: GameSetup) -> bool:
        return setup.is_league

    @on(HARM_DEALT, who="any")
    def note(self, game: Game, me: None, harm: Harm, _: None) -> None:
        del me
        source, victim = game.figures[harm.source], game.figures[harm.victim]
        if harm.dealing == INJURED:
            event = "injures_enemy"
        elif victim.is_chunin and not source.is_chunin:
            event = "stuns_chunin"
        else:
            return
        xp = game.compiled.book.standard_xp[event]
        game.award(source, xp, event, victim=victim.key)
