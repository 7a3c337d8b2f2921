"""What must hold before every step of a game, and after it."""

from __future__ import annotations

from collections import Counter, deque
from random import Random

import pytest

from challenges.catalogue import shelf
from kernel.dice import Dice, SeededDice
from kernel.errors import Refusal
from skirmish.rules import log
from skirmish.rules.board.grid import SPACES
from skirmish.rules.decision import DICE, SPACE, Choice, Decision, OptionGroup
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.frames.round import TURNS, Round
from skirmish.rules.game import CONCEDE, Game
from skirmish.rules.storage.notation import read_choice, write_choice
from skirmish.rules.storage.replay import play_line
from skirmish.rules.storage.snapshot import load_game, save_game
from skirmish.rules.text_format.document import Document
from skirmish.rules.text_format.game_file import StoredGame, read_game, write_game
from skirmish.rules.text_format.positions import read_position, write_position
from tests.skirmish.random_play import (
    check_boards,
    check_cards,
    check_options,
    check_told,
)
from tests.skirmish.reference.diary import Diary
from tests.skirmish.reference.menus import ANYBODY, reckoned
from tests.skirmish.reference.overheard import Ear, options_in
from tests.skirmish.reference.spaces import sharp, space_of, zones_against


class Checker:
    """Watches one game, and plays it once more beside it from what is written down."""

    def __init__(
        self, game: Game, dice: TalliedDice, random: Random, seed: str
    ) -> None:
        self.game, self.dice, self.random = game, dice, random
        self.seed = seed
        # How far the log was read, and how many dice each roller's pool has.
        self.read = 0
        self.pools: dict[tuple[int, int], int] = {}
        # One that chooses the same, and one that reads what was chosen.
        self.twin: Game | None = None
        self.again = self.stored().replay()
        self.asked = -1
        self.diary, self.ear = Diary(game), Ear(game)

    def stored(self) -> StoredGame:
        """The game so far, written down and read."""
        text = write_game(StoredGame.of(self.game, self.seed), shelf())
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
        self.check_dice()
        check_zones(game)
        check_listing(game)
        self.diary.check()
        check_menu(game)
        check_refusals(game, self.random)
        check_samples(game, self.random)
        check_position(game)
        check_saved(game)
        self.twin = game.copy()
        assert self.twin.facts() == game.facts()

    def apply(self, choice: Choice) -> None:
        """Make a choice, and listen to whatever asks nobody."""
        if choice.verb != CONCEDE:
            self.diary.hear(choice)
        with self.ear.open():
            self.game.apply(choice)

    def after(self, choice: Choice) -> None:
        """After it was made: whoever is told of it comes to the same."""
        seat = choice.arg if choice.verb == CONCEDE else self.asked
        play_line(self.again, write_choice(self.game.compiled, seat, choice))
        stands = self.game.facts()
        assert self.again.facts() == stands
        assert self.twin is not None
        self.twin.apply(choice, trusted=True)
        assert self.twin.facts() == stands

    def at_the_end(self) -> None:
        """The whole game, written down and read, plays to the same hash."""
        self.check_dice()
        again = self.stored().replay()
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

    def __init__(self, dice: SeededDice) -> None:
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

    @property
    def drawn(self) -> int:
        return self.dice.drawn

    def moved_to(self, drawn: int) -> Dice:
        return self.dice.moved_to(drawn)


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
    known: dict[tuple[int, bool], int] = {}
    for figure in game.figures:
        side, sees = figure.side, sharp(game, figure)
        if (side, sees) not in known:
            slow = zones_against(game, side, sharp=sees)
            known[side, sees] = sum(1 << space_of(cell) for cell in slow)
        assert game.enemy_zones(figure) == known[side, sees]


# So many options are all tried; of more, one of each group.
FEW = 6


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
            line = write_choice(game.compiled, decision.seat, choice)
            assert read_choice(game.compiled, line) == (decision.seat, choice), line


def check_menu(game: Game) -> None:
    """What may be done, and by whom, is what a slow reckoning says, neither more nor
    less, whatever is asked."""
    decision = game.decision
    assert decision is not None
    seat, slow = reckoned(game)
    assert options_in(decision.groups_in(game)) == slow
    assert seat in (decision.seat, ANYBODY)


def check_refusals(game: Game, random: Random) -> None:
    """What is not offered is refused with a reason, and nothing changes."""
    decision = game.decision
    assert decision is not None
    before, entries = game.facts(), len(game.log)
    for _ in range(4):
        choice = unlikely(game, decision, random)
        if decision.allows(game, choice):
            continue
        with pytest.raises(Refusal) as caught:
            game.apply(choice)
        assert len(caught.value.sentence) > 20
        assert not game.is_legal(choice)
    assert game.facts() == before
    assert len(game.log) == entries
    assert game.decision is decision


def unlikely(game: Game, decision: Decision, random: Random) -> Choice:
    groups = decision.groups_in(game)
    group: OptionGroup = random.choice(groups)
    verb = random.choice((group.verb, "go", "attack", "use nimble", "end", "fly"))
    owner = random.choice((group.owner, -1, random.randrange(len(game.figures))))
    most = SPACES if group.mode == SPACE else 1 << 12 if group.mode == DICE else 30
    return Choice(verb, owner, random.randrange(-1, most))


def check_samples(game: Game, random: Random) -> None:
    """Options of every group can be carried out on a copy, and leave it in order."""
    decision = game.decision
    assert decision is not None
    before = game.facts()
    groups = decision.groups_in(game)
    has_few = decision.count(game) <= FEW
    for group in groups:
        size = group.size()
        for index in range(size) if has_few else (random.randrange(size),):
            twin = game.copy()
            twin.apply(group.nth(index))
            check_boards(twin)
            check_cards(twin)
            if twin.decision is not None:
                check_options(twin)
    assert game.facts() == before


# --- texts -----------------------------------------------------------------------
def check_position(game: Game) -> None:
    """A position between two turns survives being written and read."""
    frame = game.stack[-1]
    if len(game.stack) != 2 or not isinstance(frame, Round) or frame.pc != TURNS:
        return
    text = write_position(game, shelf())
    again = read_position(Document(text), shelf(), game.dice.copy())
    again.advance()
    assert write_position(again, shelf()) == text


# What the facts of a game leave out: what is only handed on, or follows from the rest.
UNTOLD = (
    "asking",
    "value",
    "board_handlers",
    "impassable",
    "firm",
    "opaque",
    "lantern_light",
)
UNTOLD += ("bad_near", "bad_reach", "good_near")


def check_saved(game: Game) -> None:
    """A game comes back from its saved form as it was, whatever is under way."""
    assert game.decision is not None
    again = load_game(game.compiled.setup, save_game(game), game.dice.copy())
    assert again.decision is not None
    for name in UNTOLD:
        assert getattr(again, name) == getattr(game, name), name
    assert again.facts() == game.facts()
    assert again.decision.groups_in(again) == game.decision.groups_in(game)
    assert again.dice.roll(6) == game.dice.copy().roll(6)
