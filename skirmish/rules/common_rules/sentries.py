from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, common_rule, on
from skirmish.rules.figure import DELAY, HEALING_HOUSE, TRAINING_GROUND, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.sentry import PlaceSentries, SentryControl
from skirmish.rules.hooks import (
    AFFINITIES,
    ALL_ACTIVATED,
    CONTROLLER,
    LEFT_BOARD,
    RECOVERS,
    SETUP_GUARDS,
    TURN_OVER,
    UPKEEP_BEGINS,
)
from skirmish.rules.sentries import NOBODY_OWNS, profile, ready, sentries
from skirmish.rules.setup import GameSetup

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# The seats that have had a turn since a sentry was activated.
TURNS = "turns since a sentry"


@common_rule("sentries")
class Sentries(Behaviour):
    """Places sentries, gives them turns and says who decides for them."""

    note_types = {TURNS: tuple[int, ...]}

    @classmethod
    def is_needed(cls, setup: GameSetup) -> bool:
        return bool(setup.challenge.guards(setup.book))

    # --- coming on -------------------------------------------------------------
    @on(SETUP_GUARDS, who="any")
    def post(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        game.push(PlaceSentries(turn=game.setup_initiative))

    @on(LEFT_BOARD, who="any")
    def delay(self, game: Game, me: None, number: int, _: None) -> None:
        del me
        figure = game.figures[number]
        if figure.seat == NOBODY_OWNS and figure.place == HEALING_HOUSE:
            game.give(figure, DELAY, profile(game.compiled.book).delay_tokens_on_injury)

    @on(UPKEEP_BEGINS, who="any")
    def relieve(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        for figure in sentries(game):
            figure.is_activated = False
            if figure.place == HEALING_HOUSE and game.modify(
                RECOVERS, figure, figure, True
            ):
                game.send(figure, TRAINING_GROUND)
        game.push(PlaceSentries(turn=game.initiative))

    # --- moving ----------------------------------------------------------------
    @on(TURN_OVER, who="any")
    def count_turns(self, game: Game, me: None, seat: int, _: None) -> None:
        """Give a sentry a turn once every seat with figures left has had one."""
        del me
        had: tuple[int, ...] = (*game.notes.get(TURNS, ()), seat)
        awaited = {
            figure.seat
            for figure in game.figures
            if figure.seat >= 0 and figure.foot and not figure.is_activated
        }
        if awaited.difference(had):
            game.notes[TURNS] = had
            return
        game.notes[TURNS] = ()
        if ready(game):
            game.push(SentryControl())

    @on(ALL_ACTIVATED, who="any")
    def call_the_rest(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        game.notes[TURNS] = ()
        game.push(SentryControl(is_last_call=True))

    # --- deciding --------------------------------------------------------------
    @on(CONTROLLER, who="any")
    def decide(
        self, game: Game, me: None, ctx: tuple[Figure, Figure | None], seat: int
    ) -> int:
        """Return the seat that activated it or, under attack, the seat to the left."""
        del me
        figure, opponent = ctx
        attack = next((f for f in reversed(game.stack) if isinstance(f, Attack)), None)
        if attack is not None and attack.defender == figure.key:
            if opponent is None:
                opponent = game.figures[attack.attacker]
            if opponent.seat >= 0:
                return game.seats_from((opponent.seat + 1) % len(game.seats))[0]
        activation = game.activation_of(figure.key)
        return seat if activation is None else activation.seat

    @on(AFFINITIES, who="any")
    def lend(self, game: Game, me: None, figure: Figure, faces: int) -> int:
        del me
        if figure.seat == NOBODY_OWNS:
            seat = game.controller(figure)
            for other in game.figures:
                if other.seat == seat:
                    faces |= other.card.affinities
        return faces
