"""One figure's activation: its tokens, its move, its action, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skirmish.rules import log
from skirmish.rules.board.grid import ALL_FACINGS
from skirmish.rules.board.sight import is_watched
from skirmish.rules.board.steps import targets
from skirmish.rules.combat import attack_targets, filter_shootable, in_range
from skirmish.rules.decision import (
    FACING,
    FIGURE,
    SPACE,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import SHURIKEN, Attack
from skirmish.rules.frames.handler_frames import Window
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.tested_action import Prayer, Search
from skirmish.rules.hooks import (
    ACTIVATION_END,
    ACTIVATION_START,
    FACINGS,
    MAY_MOVE,
    MENU,
    MENU_LIMITS,
    MV,
    OFFER_ACTIVATION,
    OFFER_EXTRA,
    REACH,
    Hook,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Program counters.
BEGINNING, WAKING, READY, MENU_OPEN = range(4)
FINISHED, MOVED = range(5, 7)

# Options that are always the same.
END, RUN_OPTION, SEARCH_OPTION = (
    OptionGroup("end"),
    OptionGroup("run"),
    OptionGroup("search"),
)
HIDE_OPTION = OptionGroup("hide", is_sure=False)
FACE_OPTION = OptionGroup("face", FACING, ALL_FACINGS)

# Kinds of movement.
MOVE, RUN = "move", "run"


class Activation(Frame, kw_only=True):
    """A move and then an action, as modified by tokens and abilities."""

    figure: int
    seat: int
    moves: int = 1
    actions: int = 1
    # One more move or action, bought with Haste; then their order is free.
    extras: int = 0
    has_extra: bool = False
    began_stunned: bool = False
    # Spaces entered by its own movement or by one that an ability granted it, and the
    # number of movements that entered any.
    spaces: int = 0
    movements: int = 0
    attacks: int = 0
    # Its facing was set, on the spot or after a movement, since its last action.
    has_turned: bool = False
    has_acted: bool = False
    # Stopped between two steps to take the action that Haste grants.
    is_paused: bool = False
    # Gave up its whole move for something else.
    gave_up_move: bool = False
    # The foliage under it that it entered during this activation.
    entered_cover: int = 0
    is_over: bool = False
    # What behaviours recorded about this activation.
    marks: tuple[str, ...] = ()

    # --- what is still possible -------------------------------------------------
    def can_move(self, game: Game) -> bool:
        return self.has_move(game)

    def has_move(self, game: Game) -> bool:
        """Return whether a move is left, if only to give it up for something else."""
        return self._has_move_left() and self._may_move(game)

    def _has_move_left(self) -> bool:
        if self.gave_up_move or self.is_paused:
            return False
        if self.moves <= 0 and self.extras <= 0:
            return False
        return not self.has_acted or (self.has_extra and not self.began_stunned)

    def may_step(self, game: Game) -> bool:
        """Return whether a movement may begin now; none begins within another."""
        return not self.is_paused and self._may_move(game)

    def _may_move(self, game: Game) -> bool:
        figure = game.figures[self.figure]
        if MAY_MOVE in figure.active_hooks:
            return game.modify(MAY_MOVE, figure, figure, True)
        return True

    def can_turn(self) -> bool:
        """Return whether it may turn on the spot, which costs nothing."""
        return not self.has_turned

    def can_act(self) -> bool:
        if self.is_paused:
            return self.can_pause()
        if self.began_stunned and not self.has_acted:
            has_moved = self.movements or self.moves <= 0
            if has_moved:
                return False
        return self.actions > 0 or self.extras > 0

    def can_pause(self) -> bool:
        """Return whether Haste grants an action in the middle of a movement."""
        return self.extras > 0 and not self.began_stunned

    def can_run(self, game: Game) -> bool:
        return self.can_act() and not self.gave_up_move and self.may_step(game)

    def spend_move(self) -> None:
        if self.moves > 0:
            self.moves -= 1
        else:
            self.extras -= 1

    def spend_action(self) -> None:
        """Pay for an action; without an extra nothing follows it."""
        self.has_acted = True
        self.has_turned = False
        if self.actions > 0 and not self.is_paused:
            self.actions -= 1
        else:
            self.extras -= 1

    def spaces_so_far(self, game: Game) -> int:
        """Return the spaces entered by its own movement, including one under way."""
        return self.spaces + sum(
            frame.entered
            for frame in game.stack
            if isinstance(frame, Movement) and frame.figure == self.figure
        )

    def mark(self, text: str) -> None:
        self.marks += (text,)

    # --- steps -----------------------------------------------------------------
    def step(self, game: Game) -> Decision | None:
        stack = game.stack
        depth = len(stack)
        figure = game.figures[self.figure]
        pc = self.pc
        if pc > FINISHED:
            self._resume(game, figure, pc)
        elif pc < MENU_OPEN and figure.foot:
            self._begin(game, figure, pc)
            if len(stack) > depth:
                return None
        if self.pc == MENU_OPEN:
            if figure.foot and not self.is_over and self._is_open(game):
                return Decision(self.seat, "activation", self.figure)
            self.pc = FINISHED
            if ACTIVATION_END in figure.active_hooks:
                game.trigger(ACTIVATION_END, figure, at=depth - 1)
                if len(stack) > depth:
                    return None
        game.set_active(None)
        game.pop()
        return None

    def _begin(self, game: Game, figure: Figure, pc: int) -> None:
        """Handle its tokens, then offers, until something has to be waited for."""
        at = len(game.stack) - 1
        if pc == BEGINNING:
            self.pc = WAKING
            figure.is_activated = True
            game.set_active(figure)
            game.log.own.append(log.Activated(self.figure))
            if ACTIVATION_START in figure.active_hooks and game.trigger(
                ACTIVATION_START, figure, at=at
            ):
                return
        if pc <= WAKING:
            self.pc = READY
            if self._opens_window(game, OFFER_ACTIVATION, at):
                return
        self.pc = MENU_OPEN
        self._opens_window(game, OFFER_EXTRA, at)

    def _opens_window(self, game: Game, hook: Hook[Any, Any], at: int) -> bool:
        about = (self.figure,)
        if not game.has_handlers(hook, about):
            return False
        game.push(Window(hook=hook.name, subjects=about, first=self.seat, at=at))
        return True

    def _is_open(self, game: Game) -> bool:
        return self.can_act() or self.has_move(game)

    def _resume(self, game: Game, figure: Figure, pc: int) -> None:
        """Count the movement that is over."""
        self.pc = MENU_OPEN
        if not figure.foot:
            return
        if pc == MOVED and game.value:
            self.spaces += game.value
            self.movements += 1

    # --- the menu --------------------------------------------------------------
    def groups(self, game: Game) -> list[OptionGroup]:
        return [self.settled(game, group) for group in self.outline(game)]

    def outline(self, game: Game) -> list[OptionGroup]:
        """Return the menu, leaving open everything that needs lines of sight."""
        figure = game.figures[self.figure]
        menu: list[OptionGroup] = []
        may_step = self.may_step(game)
        if may_step and self._has_move_left():
            menu.append(
                OptionGroup(
                    "go", SPACE, targets(game, figure, self.movement(game, MOVE))
                )
            )
        if self.can_turn():
            if FACINGS in figure.active_hooks:
                facings = game.modify(FACINGS, figure, figure, ALL_FACINGS)
                menu.append(OptionGroup("face", FACING, facings))
            else:
                menu.append(FACE_OPTION)
        if self.can_act():
            self._add_actions(game, figure, menu, may_step=may_step)
        return self._completed(game, figure, menu, END)

    def pause_menu(self, game: Game, resume: OptionGroup) -> list[OptionGroup]:
        """Return the actions available between two steps."""
        figure = game.figures[self.figure]
        menu: list[OptionGroup] = []
        self._add_actions(game, figure, menu, may_step=False)
        menu = self._completed(game, figure, menu, resume)
        return [self.settled(game, group) for group in menu]

    def _completed(
        self, game: Game, figure: Figure, menu: list[OptionGroup], last: OptionGroup
    ) -> list[OptionGroup]:
        """Add offers of behaviours and the way out; remove what behaviours forbid."""
        if game.may_offer(MENU, figure, self.seat):
            menu += game.collect_options(MENU, (self.figure,), self, self.seat)
        menu.append(last)
        if MENU_LIMITS in figure.active_hooks:
            menu = [self.settled(game, group) for group in menu]
            menu = game.modify(MENU_LIMITS, figure, self, menu)
        return menu

    def settled(self, game: Game, group: OptionGroup) -> OptionGroup:
        if group.is_sure:
            return group
        figure = game.figures[self.figure]
        if group.verb == "hide":
            bits = int(not is_watched(game, figure))
        else:
            bits = filter_shootable(game, figure, group.bits)
        return OptionGroup(group.verb, group.mode, bits)

    def _add_actions(
        self, game: Game, figure: Figure, menu: list[OptionGroup], *, may_step: bool
    ) -> None:
        # Usually no enemy is near, which shows without checking each of them.
        if REACH in figure.active_hooks or figure.around & game.enemies_on(figure):
            within_reach = attack_targets(game, figure)
            if within_reach:
                menu.append(OptionGroup("attack", FIGURE, within_reach))
        if may_step and not self.gave_up_move:
            menu.append(RUN_OPTION)
        if not figure.foot & game.enemy_zones(figure):
            near = in_range(game, figure, None)
            if near:
                menu.append(OptionGroup("throw", FIGURE, near, is_sure=False))
            if figure.card.shots:
                self._add_shots(game, figure, menu)
        menu.append(SEARCH_OPTION)
        if not figure.is_hidden:
            menu.append(HIDE_OPTION)
        shrines = 0
        for space, reach in game.good_near:
            if figure.foot & reach:
                shrines |= 1 << space
        if shrines:
            menu.append(OptionGroup("pray", SPACE, shrines))

    def _add_shots(self, game: Game, figure: Figure, menu: list[OptionGroup]) -> None:
        for number, shot in enumerate(figure.card.shots):
            near = in_range(game, figure, shot)
            if near:
                verb = "shoot" if number == 0 else f"shoot-{number + 1}"
                menu.append(OptionGroup(verb, FIGURE, near, is_sure=False))

    def movement(self, game: Game, kind: str) -> Movement:
        """Return a movement that could begin now, with its points counted."""
        figure = game.figures[self.figure]
        move = Movement(
            figure=self.figure,
            seat=self.seat,
            points=0,
            kind=kind,
            entered_cover=self.entered_cover,
        )
        points = figure.card.mv
        if MV in figure.active_hooks:
            points = game.modify(MV, figure, move, points)
        move.points = points
        return move

    def choose(self, game: Game, choice: Choice) -> None:
        verb, arg = choice.verb, choice.arg
        figure = game.figures[self.figure]
        if verb == "go":
            self.start_move(game).go(game, arg)
        elif verb == "face":
            self.has_turned = True
            game.face(figure, arg)
        elif verb == "end":
            self.is_over = True
        elif verb == "attack":
            self.act(game, stealthy=True)
            self.push_attack(game, Attack(attacker=self.figure, defender=arg))
        elif verb == "throw":
            self.act(game, stealthy=True)
            game.push(Attack(attacker=self.figure, defender=arg, shot=SHURIKEN))
        elif verb.startswith("shoot"):
            number = int(verb.partition("-")[2] or "1") - 1
            self.act(game, stealthy=True)
            game.push(Attack(attacker=self.figure, defender=arg, shot=number))
        else:
            self._choose_more(game, figure, choice)

    def _choose_more(self, game: Game, figure: Figure, choice: Choice) -> None:
        verb = choice.verb
        if verb == "run":
            self.act(game)
            self.pc = MOVED
            game.push(self.movement(game, RUN))
        elif verb == "search":
            self.act(game, stealthy=True)
            game.push(Search(figure=self.figure))
        elif verb == "hide":
            self.act(game, stealthy=True)
            game.hide(figure)
        elif verb == "pray":
            self.act(game)
            game.push(Prayer(figure=self.figure, shrine=choice.arg))
        else:
            game.carry_out(choice, self.seat, self)

    # --- for behaviours --------------------------------------------------------
    def act(self, game: Game, *, stealthy: bool = False) -> None:
        """Pay for an action. One that is not Stealthy ends Stealth at once.

        Normal attacks and shots end it themselves, after they are resolved.
        """
        self.spend_action()
        if not stealthy:
            game.reveal(game.figures[self.figure], "took an action")

    def start_move(self, game: Game) -> Movement:
        """Begin the move; the caller must start its first step."""
        self.spend_move()
        self.pc = MOVED
        move = self.movement(game, MOVE)
        game.push(move)
        return move

    def can_give_up_move(self, game: Game) -> bool:
        """Return whether the whole move is still left to be given up."""
        return self.moves > 0 and not self.movements and self.has_move(game)

    def give_up_move(self) -> None:
        """Give up the whole move for something else; no movement follows."""
        self.spend_move()
        self.gave_up_move = True

    def push_attack(self, game: Game, attack: Attack) -> None:
        self.attacks += 1
        # The movement before the attack is over: it may turn before its next action.
        self.has_turned = False
        game.push(attack)
