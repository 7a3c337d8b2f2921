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
from skirmish.rules.events import FACINGS, MAY_MOVE, MENU_LIMITS, STEP_LIMITS
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import MOVE, Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.move import Move
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.frames.round import TURNS, Round
from skirmish.rules.game import CONCEDE, Game
from skirmish.rules.grid import ALL_FACINGS, SPACES, spaces_in
from skirmish.rules.notation import read, written
from skirmish.rules.replay import play_line
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
    """Watches one game, and plays it once more beside it from what is written down.

    Everything is looked at before every step, or with `every` above 1 what takes long
    only before every n-th one.
    """

    def __init__(
        self, game: Game, dice: TalliedDice, random: Random, seed: str, every: int = 1
    ) -> None:
        self.game, self.dice, self.random, self.every = game, dice, random, every
        self.seed = seed
        # How far the log was read, and how many dice each roller's pool has.
        self.read = 0
        self.pools: dict[tuple[int, int], int] = {}
        # One that chooses the same, and one that reads what was chosen.
        self.twin: Game | None = None
        self.again = self.stored().played()
        self.asked = -1

    def stored(self) -> StoredGame:
        """The game so far, written down and read."""
        text = written_game(StoredGame.of(self.game, self.seed), shelf())
        return read_game(text, shelf())

    def before(self) -> None:
        """Before a choice is made."""
        game = self.game
        assert game.decision is not None
        self.asked = game.decision.seat
        check_boards(game)
        check_cards(game)
        check_options(game)
        check_pools(game)
        if self.random.randrange(self.every) == 0:
            self.look_closely(game)

    def look_closely(self, game: Game) -> None:
        self.check_dice()
        check_zones(game)
        check_listing(game)
        check_menu(game)
        check_refusals(game, self.random)
        check_sample(game, self.random)
        check_position(game)
        self.twin = game.copy()
        assert self.twin.state_hash() == game.state_hash()

    def after(self, choice: Choice) -> None:
        """After it was made: whoever is told of it comes to the same."""
        seat = choice.arg if choice.verb == CONCEDE else self.asked
        play_line(self.again, written(self.game.table, seat, choice))
        stands = self.game.state_hash()
        assert self.again.state_hash() == stands
        if self.twin is not None:
            self.twin.apply(choice, trusted=True)
            assert self.twin.state_hash() == stands
            self.twin = None

    def at_the_end(self) -> None:
        """The whole game, written down and read, plays to the same hash."""
        self.check_dice()
        again = self.stored().played()
        assert again.state_hash() == self.game.state_hash()
        assert again.report == self.again.report == self.game.report
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
def check_listing(game: Game) -> None:
    """Options that were worked out are those that would be now, and every single one
    of them can be written down and read again."""
    decision = game.decision
    assert decision is not None
    anew = Decision(decision.seat, decision.kind, decision.figure)
    assert anew.groups_in(game) == decision.groups_in(game)
    for group in decision.groups_in(game):
        for index in range(min(group.size(), SPACES)):
            choice = group.nth(index)
            line = written(game.table, decision.seat, choice)
            assert read(game.table, line) == (decision.seat, choice), line


def check_menu(game: Game) -> None:
    """What a figure may do in its turn is what a slow reckoning says, neither more
    nor less."""
    decision = game.decision
    frame = game.stack[-1]
    assert decision is not None
    if type(frame) not in (Activation, Move) or decision.figure < 0:
        return
    figure = game.figures[decision.figure]
    if isinstance(frame, Move):
        slow = {} if frame.is_halted else {"go": reference.can_go(game, figure, frame)}
    else:
        assert isinstance(frame, Activation)
        slow = reckoned_menu(game, figure, frame)
    found = {
        group.verb: set(spaces_in(group.bits))
        for group in decision.groups_in(game)
        if group.verb.partition("-")[0] in RECKONED
    }
    slow = {verb: args for verb, args in slow.items() if args}
    if any(e in figure.hooks or e in game.wide for e in (MENU_LIMITS, STEP_LIMITS)):
        # Somebody drives it: it has less to choose from, and nothing else.
        for verb, args in found.items():
            assert args <= slow.get(verb, set()), verb
    else:
        assert found == slow


# What is worked out a second time; "shoot" stands for all shots.
RECKONED = {"go", "face", "attack", "throw", "shoot", "run", "search", "hide", "pray"}
RECKONED |= {"do check"}
NO_ARGUMENT = {0}


def reckoned_menu(
    game: Game, figure: Figure, activation: Activation
) -> dict[str, set[int]]:
    menu = {}
    if activation.can_move(game):
        move = activation.movement(game, MOVE)
        menu["go"] = reference.can_go(game, figure, move)
    has_begun = activation.has_acted or activation.movements
    if not (has_begun or activation.has_turned):
        menu["face"] = set(spaces_in(game.fire(FACINGS, figure, figure, ALL_FACINGS)))
    if activation.can_act():
        menu |= reckoned_actions(game, figure)
        stays = activation.has_turned or activation.gave_up_move
        if not stays and game.fire(MAY_MOVE, figure, figure, True):
            menu["run"] = NO_ARGUMENT
    return menu


def reckoned_actions(game: Game, figure: Figure) -> dict[str, set[int]]:
    menu = {
        "attack": reference.can_attack(game, figure),
        "search": NO_ARGUMENT,
        "pray": reference.can_pray_at(game, figure),
        "do check": reference.crates_near(game, figure),
    }
    zones = reference.enemy_zones(game, figure)
    engaged = bool(reference.under(figure) & zones)
    assert engaged == is_engaged(game, figure)
    if not engaged:
        aims = [("throw", None)]
        for number, shot in enumerate(figure.card.shots):
            aims.append(("shoot" if number == 0 else f"shoot-{number + 1}", shot))
        for verb, shot in aims:
            distance = shot_range(game, figure, shot)
            menu[verb] = reference.can_shoot(game, figure, distance)
    if not figure.is_hidden and not reference.is_watched(game, figure):
        menu["hide"] = NO_ARGUMENT
    return menu


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


def check_sample(game: Game, random: Random) -> None:
    """Any option can be carried out on a copy, and leaves it in order."""
    decision = game.decision
    assert decision is not None
    before = game.state_hash()
    twin = game.copy()
    assert twin.decision is not None
    twin.apply(twin.decision.nth(twin, random.randrange(decision.count(game))))
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
