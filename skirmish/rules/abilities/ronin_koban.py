"""Abilities of ronin that are worth koban after a league game.

The settlement books the koban: a report says who ended in the Healing House and who was
the victim of each deed. These behaviours only add sentences for the players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, on
from skirmish.rules.figure import HEALING_HOUSE, Figure
from skirmish.rules.hooks import GAME_END

if TYPE_CHECKING:
    from skirmish.rules.game import Game

INJURY = "injures_enemy"


def note(game: Game, sentence: str) -> None:
    game.notes["report"] = (*game.notes.get("report", ()), sentence)


@ability("shrewd-negotiator")
class ShrewdNegotiator(Behaviour):
    """Its team earns koban if it ends a game in the Healing House."""

    @on(GAME_END, off_board=True)
    def haggle(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        if game.compiled.setup.is_league and me.place == HEALING_HOUSE:
            koban = self.numbers["koban"]
            note(game, f"{me.card.name} talks {koban} koban out of the healers.")


@ability("redistribution")
class Redistribution(Behaviour):
    """Every Injury it deals to another team's figure moves koban to its own team."""

    @on(GAME_END, off_board=True)
    def count_up(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        for seat, setup in enumerate(game.compiled.setup.seats):
            injuries = sum(
                deed.figure == me.key
                and deed.event == INJURY
                and game.figures[deed.victim].seat == seat
                for deed in game.deeds
            )
            if injuries:
                koban = injuries * self.numbers["koban"]
                note(
                    game,
                    f"{me.card.name} takes up to {koban} koban from {setup.name}.",
                )
