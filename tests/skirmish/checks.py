"""What must hold at every step of a game, and what is only looked at now and then."""

from __future__ import annotations

from collections import Counter, deque
from random import Random

import pytest

from challenges.catalogue import shelf
from kernel.dice import Dice
from kernel.errors import Refusal
from skirmish.rules import log
from skirmish.rules.combat import is_engaged, shot_range
from skirmish.rules.decision import DICE, SPACE, Choice, Decision, Group
from skirmish.rules.events import MENU_LIMITS, STEP_LIMITS
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import MOVE, Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.move import Move
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.frames.round import TURNS, Round
from skirmish.rules.game import Game
from skirmish.rules.grid import SPACES, spaces_in
from skirmish.rules.texts.document import Document
from skirmish.rules.texts.positions import read_position, written_position
from skirmish.rules.texts.stored import StoredGame, read_game, written_game
from tests.skirmish import reference
from tests.skirmish.random_play import (
    check_boards,
    check_cards,
    check_options,
    check_told,
)


class Checker:
    """Watches one game. Every n-th step it looks more closely."""

    def __init__(
        self, game: Game, dice: TalliedDice, random: Random, every: int
    ) -> None:
        self.game, self.dice, self.random, self.every = game, dice, random, every
        # How far the log was read, and how many dice each roller's pool has.
        self.read = 0
        self.pools: dict[tuple[int, int], int] = {}
        self.twin: Game | None = None

    def before(self) -> None:
        """Before a choice is made."""
        game = self.game
        check_boards(game)
        check_cards(game)
        check_options(game)
        check_pools(game)
        if self.random.randrange(self.every) == 0:
            self.check_dice()
            check_zones(game)
            check_menu(game)
            check_refusals(game, self.random)
            check_samples(game, self.random)
            self.twin = game.copy()
            assert self.twin.state_hash() == game.state_hash()
        if self.random.randrange(self.every * 3) == 0:
            check_position(game)

    def after(self, choice: Choice) -> None:
        """After it was made: a copy that chooses the same comes to the same."""
        if self.twin is None:
            return
        self.twin.apply(choice, trusted=True)
        assert self.twin.state_hash() == self.game.state_hash()
        self.twin = None

    def at_the_end(self, seed: str) -> None:
        """The whole game, written down and read, plays to the same hash."""
        self.check_dice()
        stored = StoredGame.of(self.game, seed)
        again = read_game(written_game(stored, shelf()), shelf()).played()
        assert again.state_hash() == self.game.state_hash()
        assert again.report == self.game.report
        check_told(again)

    def check_dice(self) -> None:
        """Every die that was rolled is in the log, and nothing else is."""
        for entry in list(self.game.log)[self.read :]:
            self.read += 1
            if not isinstance(entry, log.Rolled | log.Rerolled):
                continue
            roller, before = (entry.seat, entry.figure), len(entry.faces)
            if isinstance(entry, log.Rerolled):
                before = self.pools[roller]
            self.pools[roller] = len(entry.faces)
            if isinstance(entry, log.Rolled):
                assert self.dice.rolls.popleft() == entry.faces
            elif len(entry.faces) == before:
                # A card may add a die that nobody rolled; this one was a reroll.
                assert not Counter(self.dice.rolls.popleft()) - Counter(entry.faces)
        assert not self.dice.rolls


class TalliedDice:
    """Other dice, with what they rolled since somebody last looked."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.rolls: deque[tuple[int, ...]] = deque()

    def roll(self, count: int) -> tuple[int, ...]:
        faces = self.dice.roll(count)
        self.rolls.append(faces)
        return faces

    def below(self, limit: int) -> int:
        return self.dice.below(limit)

    def copy(self) -> Dice:
        """Nobody tallies the dice of a copy."""
        return self.dice.copy()


# --- dice and zones --------------------------------------------------------------
def check_pools(game: Game) -> None:
    for frame in game.stack:
        if isinstance(frame, Roll) and frame.pc:
            for pool in frame.pools:
                assert len(pool.faces) == pool.dice
                assert all(0 <= face < 6 for face in pool.faces)
                assert pool.rerolled < 1 << pool.dice
        elif isinstance(frame, Attack) and frame.rolled:
            # Opposites go in pairs, so both sides lose as many.
            attack, defence = map(Counter, frame.rolled)
            left, right = Counter(frame.left), Counter(frame.right)
            assert not left - attack
            assert not right - defence
            gone = attack.total() - left.total()
            assert gone == defence.total() - right.total()


def check_zones(game: Game) -> None:
    for figure in game.figures:
        slow = reference.enemy_zones(game, figure)
        zones = set(spaces_in(game.enemy_zones(figure)))
        assert zones == {reference.space_of(cell) for cell in slow}


# --- options ---------------------------------------------------------------------
def group_of(decision: Decision, game: Game, verb: str) -> set[int] | None:
    for group in decision.groups_in(game):
        if group.verb == verb:
            return set(spaces_in(group.bits))
    return None


def check_menu(game: Game) -> None:
    """What a figure may do in its turn is what a slow reckoning says, neither more
    nor less."""
    decision = game.decision
    frame = game.stack[-1]
    assert decision is not None
    if type(frame) not in (Activation, Move) or decision.figure < 0:
        return
    figure = game.figures[decision.figure]
    if any(e in figure.hooks or e in game.wide for e in (MENU_LIMITS, STEP_LIMITS)):
        return
    if isinstance(frame, Move):
        slow = None if frame.is_halted else reference.can_go(game, figure, frame)
        if slow is not None:
            assert (group_of(decision, game, "go") or set()) == slow
        return
    assert isinstance(frame, Activation)
    if frame.can_move(game):
        slow = reference.can_go(game, figure, frame.movement(game, MOVE))
        if slow is not None:
            assert (group_of(decision, game, "go") or set()) == slow
    if frame.can_act():
        check_actions(game, figure, decision)


def check_actions(game: Game, figure: Figure, decision: Decision) -> None:
    attacks = group_of(decision, game, "attack") or set()
    assert attacks == reference.can_attack(game, figure)
    zones = reference.enemy_zones(game, figure)
    engaged = bool(reference.under(figure) & zones)
    assert engaged == is_engaged(game, figure)
    aims = [("throw", None)]
    for number, shot in enumerate(figure.card.shots):
        aims.append(("shoot" if number == 0 else f"shoot-{number + 1}", shot))
    for verb, shot in aims:
        distance = shot_range(game, figure, shot)
        slow = set() if engaged else reference.can_shoot(game, figure, distance)
        assert (group_of(decision, game, verb) or set()) == slow
    may_hide = not figure.is_hidden and not reference.is_watched(game, figure)
    assert (group_of(decision, game, "hide") is not None) == may_hide


def check_refusals(game: Game, random: Random) -> None:
    """What is not offered is refused with a reason, and nothing changes."""
    decision = game.decision
    assert decision is not None
    before, entries = game.state_hash(), len(list(game.log))
    for _ in range(4):
        choice = unlikely(game, decision, random)
        if decision.allows(game, choice):
            continue
        with pytest.raises(Refusal) as caught:
            game.apply(choice)
        assert len(caught.value.sentence) > 20
        assert not game.is_legal(choice)
    assert game.state_hash() == before
    assert len(list(game.log)) == entries
    assert game.decision is decision


def unlikely(game: Game, decision: Decision, random: Random) -> Choice:
    groups = decision.groups_in(game)
    group: Group = random.choice(groups)
    verb = random.choice((group.verb, "go", "attack", "use nimble", "end", "fly"))
    owner = random.choice((group.owner, -1, random.randrange(len(game.figures))))
    most = SPACES if group.mode == SPACE else 1 << 12 if group.mode == DICE else 30
    return Choice(verb, owner, random.randrange(-1, most))


def check_samples(game: Game, random: Random) -> None:
    """Any option can be carried out on a copy, and leaves it in order."""
    decision = game.decision
    assert decision is not None
    before = game.state_hash()
    count = decision.count(game)
    for _ in range(3):
        twin = game.copy()
        assert twin.decision is not None
        twin.apply(twin.decision.nth(twin, random.randrange(count)))
        check_boards(twin)
        check_cards(twin)
        if twin.decision is not None:
            check_options(twin)
    assert game.state_hash() == before


# --- texts -----------------------------------------------------------------------
def check_position(game: Game) -> None:
    """A position between two turns survives being written and read."""
    frame = game.stack[-1]
    if len(game.stack) != 2 or not isinstance(frame, Round) or frame.pc != TURNS:
        return
    if any(seat.has_conceded for seat in game.seats):
        return
    text = written_position(game, shelf())
    again = read_position(Document(text), shelf(), game.dice.copy())
    again.advance()
    assert written_position(again, shelf()) == text
