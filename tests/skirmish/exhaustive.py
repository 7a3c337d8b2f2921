"""Random games until everything in the rulebook has made a difference often enough.

    python -m tests.skirmish.exhaustive                 until everything fired 20 times
    python -m tests.skirmish.exhaustive --processes 2   the same, twice as fast
    python -m tests.skirmish.exhaustive --from 7 --games 100
    python -m tests.skirmish.exhaustive --often 1       until everything fired once

Teams are drawn from all profiles, abilities and keywords, with a liking for what has
fired least; so are choices. Everything in `checks` is looked at before every step of
every game. What fires in the course of these checks does not count.

What a game likes depends on the games that are far enough before it to be over, by
number and not by the clock: however many processes play, the games are the same, and so
is what is told at the end. A game in which a check fails is written to a file.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from signal import SIG_IGN, SIGINT, signal
from tempfile import gettempdir

if __name__ in ("__main__", "__mp_main__"):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()

from challenges.catalogue import shelf
from challenges.rules.challenges.registry import SCENARIOS
from kernel.dice import SeededDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Ability, NinjaType
from skirmish.rules import log
from skirmish.rules.behaviours import (
    ABILITY,
    CARD,
    CHALLENGE,
    KEYWORD,
    REGISTRY,
    STATUS,
)
from skirmish.rules.board.pieces import MEDAL
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import STATUSES
from skirmish.rules.game import Game
from skirmish.rules.setup import (
    Book,
    FigureSetup,
    GameSetup,
    SeatSetup,
    figure_from,
)
from skirmish.rules.text_format.game_file import StoredGame, write_game
from tests.skirmish.cast import drawn_ground
from tests.skirmish.checks import Checker, TalliedDice
from tests.skirmish.fired import Counts, Tally, counting, watched
from tests.skirmish.random_play import seed_of
from tests.skirmish.reference.offers import CAME_TO, RECKONINGS
from tests.skirmish.reference.overheard import overhearing
from tests.skirmish.reference.questions import ANSWERED, ANSWERS
from tests.skirmish.reference.reactions import REACTED, REACTIONS

ENOUGH = 20
LONGEST = 8_000
GROUNDS = ("moon-garden", "castle-town")
TERRAIN = "terrain"
# Reckonings of what is offered and asked; to have come to something once is enough.
OFFER, QUESTION, REACTION = RECKONED = ("offer", "question", "reaction")
NEEDS_SIDES = "intercept-the-messenger"
# How likely somebody gives up at any one decision of three or four players.
CONCEDES = 1 / 500


def wanted() -> list[tuple[str, str]]:
    """Everything that has to fire."""
    book = catalogue()
    return [
        *((KEYWORD, str(slug)) for slug in book.keywords),
        *((ABILITY, str(slug)) for slug in book.abilities),
        *((CARD, str(slug)) for slug in book.cards),
        *((STATUS, slug) for slug in STATUSES),
        *((CHALLENGE, slug) for slug in sorted(SCENARIOS)),
        *((TERRAIN, slug) for slug in book.terrain),
        *((OFFER, f"{event} {slug}") for event, slug in offers()),
        *((QUESTION, slug) for _, slug in ANSWERS),
        *((REACTION, slug) for _, slug in REACTIONS),
    ]


@cache
def reckonings() -> dict[str, list[tuple[str, str]]]:
    """What is reckoned of each keyword, ability and card."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, about in wanted():
        if kind in RECKONED:
            found.setdefault(about.split(" ")[-1], []).append((kind, about))
    return found


def offers() -> list[tuple[str, str]]:
    """Everything that is reckoned to be offered, by moment and slug."""
    return [(event, slug) for event in RECKONINGS for _, slug in RECKONINGS[event]]


# --- set-ups ---------------------------------------------------------------------
class Casting:
    """Draws set-ups and choices, with a liking for what has fired least."""

    def __init__(self, tally: Tally, random: Random) -> None:
        self.tally = tally
        self.counts = tally.counts
        self.random = random
        self.book = Book.of(catalogue())

    def rare(self, kind: str, slugs: list[str], count: int) -> list[str]:
        """Some of those, mostly such as have not fired often enough, none twice."""

        def rank(slug: str) -> tuple[bool, float]:
            is_done = self.is_done(kind, slug)
            return is_done and self.random.random() < 0.95, self.random.random()

        return sorted(slugs, key=rank)[:count]

    def is_done(self, kind: str, slug: str) -> bool:
        """Whether it fired often enough, and all that is reckoned of it was of use."""
        if self.counts[kind, slug] < ENOUGH:
            return False
        return all(self.counts[key] for key in reckonings().get(slug, ()))

    def setup(self, number: int) -> GameSetup:
        random = self.random
        slug = sorted(SCENARIOS)[number % len(SCENARIOS)]
        seats = random.choice((2, 2, 2, 3, 4))
        sides = (0, 1, 0, 1) if slug == NEEDS_SIDES and seats > 2 else (None,) * 4
        if slug != NEEDS_SIDES and seats == 4 and random.random() < 0.3:
            sides = (0, 1, 0, 1)

        rules = watched(SCENARIOS[slug], self.tally)
        challenge = rules(catalogue().challenges[slug])
        return GameSetup(
            book=self.book,
            ground=drawn_ground(GROUNDS[number // len(SCENARIOS) % len(GROUNDS)]),
            challenge=challenge,
            seats=tuple(
                SeatSetup(
                    name="ABCD"[seat],
                    figures=tuple(self.team()),
                    side=sides[seat],
                    rerolls=random.choice((0, 0, 1, 3)),
                    moon_powers=random.choice((0, 0, 1, 2)),
                    all_stars=random.choice((0, 1, 2)),
                )
                for seat in range(seats)
            ),
            initiative=random.choice(("draw", "janken", "test")),
            is_league=random.random() < 0.8,
            extra_rounds=random.choice((None, None, 1)),
            # Some are in the Healing House at the end only if nobody recovers then.
            has_last_upkeep=random.random() < 0.5,
        )

    def team(self) -> Iterator[FigureSetup]:
        """Nine figures. A chunin leads them, since some behaviours look for one."""
        random, book = self.random, catalogue()
        abilities = self.rare(ABILITY, [str(slug) for slug in book.abilities], 4)
        owners = [book.ability_owners[slug] for slug in abilities]
        chunin = [s for s, p in book.profiles.items() if p.type is NinjaType.CHUNIN]
        profiles = [random.choice(chunin), *owners]
        while len(profiles) < 9:
            profiles.append(random.choice(list(book.profiles)))
        for place, slug in enumerate(profiles):
            profile = book.profiles[slug]
            option = next(
                (o.slug for o in profile.ability_options if o.slug in abilities),
                profile.ability_options[0].slug if profile.ability_options else None,
            )
            figure = figure_from(
                profile, name=f"{profile.name} {place}", ability=option
            )
            yield self.gifted(
                replace(figure, starts_in_healing_house=place > 3 and self.happens(0.1))
            )

    def happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def gifted(self, figure: FigureSetup) -> FigureSetup:
        """A figure with some keywords and abilities that are not its own."""
        book = catalogue()
        keywords = self.rare(
            KEYWORD,
            [str(slug) for slug in book.keywords],
            self.random.choice((0, 1, 3)),
        )
        abilities = self.rare(
            ABILITY,
            [str(slug) for slug in book.abilities],
            self.random.choice((0, 1, 2)),
        )
        gifts = [book.abilities[slug] for slug in abilities]
        # Some are made of glass, so that more of them see the Healing House.
        is_glass = self.happens(0.5)
        return replace(
            figure,
            at=figure.at + 2 * is_glass,
            df=0 if is_glass else figure.df,
            keywords=tuple(dict.fromkeys((*figure.keywords, *keywords))),
            abilities=(
                *figure.abilities,
                *(g for g in gifts if g not in figure.abilities and not is_a_shot(g)),
            ),
        )

    # --- choices -----------------------------------------------------------------
    def choice(self, game: Game) -> Choice:
        decision = game.decision
        assert decision is not None
        if len(game.seats) > 2 and self.random.random() < CONCEDES:
            leaves = [Choice("concede", arg=s.index) for s in game.seats]
            leaves = [choice for choice in leaves if game.is_legal(choice)]
            if leaves:
                return self.random.choice(leaves)
        groups = decision.groups_in(game)
        weights = [self.weight(group) for group in groups]
        (group,) = self.random.choices(groups, weights)
        if group.verb == "go" and decision.kind in ("activation", "move"):
            return self._towards_somebody(game, group)
        return group.nth(self.random.randrange(group.size()))

    def weight(self, group: OptionGroup) -> float:
        head, _, rest = group.verb.partition(" ")
        slug = rest.partition(" ")[0]
        if head in ("use", "spend", "play", "do"):
            kinds = {"use": (ABILITY, KEYWORD), "play": (CARD,), "spend": (STATUS,)}
            known = [self.counts[kind, slug] for kind in kinds.get(head, (CHALLENGE,))]
            return 12 / (1 + max(known) / ENOUGH)
        return WEIGHTS.get(head, 2.0)

    def _towards_somebody(self, game: Game, group: OptionGroup) -> Choice:
        """Half of the steps lead towards the nearest enemy, or a crate, or a medal."""
        some = [group.nth(self.random.randrange(group.size())) for _ in range(4)]
        if self.random.random() < 0.5:
            return some[0]
        assert game.decision is not None
        side = game.figures[game.decision.figure].side
        goals = [f.space for f in game.figures if f.foot and f.side != side]
        goals += [p.space for p in game.compiled.challenge.pieces(game) if p.space >= 0]
        return min(some, key=lambda c: min((far(c.arg, g) for g in goals), default=0))


WEIGHTS = {"attack": 8, "shoot": 5, "shoot-2": 5, "throw": 3, "pray": 4, "end": 0.4}
WEIGHTS |= {"search": 0.7, "hide": 3.0, "face": 0.4, "stop": 0.7, "run": 0.4}
WEIGHTS |= {"pause": 2.0, "resume": 0.2}
WEIGHTS |= {"pass": 1.0, "lantern": 1.0, "shrine": 2.0, "recover": 0.3}


def far(space: int, other: int) -> int:
    return max(abs(space % 20 - other % 20), abs(space // 20 - other // 20))


def is_a_shot(ability: Ability) -> bool:
    """Whether an ability is a ranged profile and nothing that a behaviour could do."""
    behaviour = REGISTRY.get((ABILITY, ability.slug))
    return behaviour is None or not behaviour.handler_specs


# --- what the log tells ----------------------------------------------------------
def count_from_log(game: Game, counts: Counts) -> None:
    ground = game.compiled.ground
    kinds = {
        "rough": ground.rough & ~ground.foliage,
        "foliage": ground.foliage,
        "structure": ground.elevated & ground.obscuring,
        "elevated": ground.elevated & ~ground.obscuring,
        "obscuring": ground.obscuring & ~ground.elevated & ~ground.foliage,
    }
    for entry in game.log:
        if isinstance(entry, log.Walked):
            for space in entry.way:
                for kind in [k for k, m in kinds.items() if m >> space & 1] or ["open"]:
                    counts[TERRAIN, kind] += 1
        elif isinstance(entry, log.Revealed) and "lantern" in entry.why:
            counts[TERRAIN, "lantern"] += 1
        elif isinstance(entry, log.Attempted) and entry.what in ("shrine", "prayer"):
            counts[TERRAIN, "shrine"] += 1
        elif isinstance(entry, log.Said) and entry.verb == "do check":
            counts[TERRAIN, "crate"] += 1
        elif isinstance(entry, log.PieceMoved) and entry.what == MEDAL:
            counts[TERRAIN, "medal"] += 1
            counts[TERRAIN, "goal"] += entry.space >= 0
        elif isinstance(entry, log.AttackBegan):
            count_shot(game, entry, counts)


def count_shot(game: Game, attack: log.AttackBegan, counts: Counts) -> None:
    """A shot that is an ability of its own has no behaviour that could tell."""
    card = game.compiled.cards[attack.attacker]
    if card.seat < 0 or attack.how != "shot":
        return
    setup = game.compiled.setup.seats[card.seat].figures[int(card.label[1:]) - 1]
    for ability in setup.abilities:
        if is_a_shot(ability):
            counts[ABILITY, str(ability.slug)] += 1


def count_reckonings(counts: Counts) -> None:
    """What the slow reckoning has found to be offered and asked since last time."""
    for (event, _, slug), times in CAME_TO.items():
        counts[OFFER, f"{event} {slug}"] += times
    for (_, slug), times in ANSWERED.items():
        counts[QUESTION, slug] += times
    for (_, slug), times in REACTED.items():
        counts[REACTION, slug] += times
    for counter in (CAME_TO, ANSWERED, REACTED):
        counter.clear()


# --- games -----------------------------------------------------------------------
def play(number: int, counts: Counts) -> Game:
    """One game, with everything looked at before every step."""
    random = Random(number)
    tally = Tally(counts)
    casting = Casting(tally, random)
    seed = seed_of(number)
    dice = TalliedDice(SeededDice(seed))
    with counting(tally):
        # Rooms are made once, with the table; from now on those of this game count.
        game = Game.new(casting.setup(number), dice)
    try:
        # Whoever checks draws from chance of its own: no game depends on the checks.
        checker = Checker(game, dice, Random(seed), seed)
        with overhearing(checker.ear):
            run(game, checker, casting)
    except Exception as error:
        error.add_note(kept(number, game, seed))
        raise
    count_from_log(game, counts)
    count_reckonings(counts)
    return game


def run(game: Game, checker: Checker, casting: Casting) -> None:
    """To the end, counting what the game does and not what is only tried."""
    tally = casting.tally
    for _ in range(LONGEST):
        if game.decision is None:
            break
        game.decision.groups_in(game)
        with tally.unheard():
            checker.before()
            choice = casting.choice(game)
        checker.apply(choice)
        with tally.unheard():
            checker.after(choice)
    else:
        raise AssertionError("The game does not end.")
    with tally.unheard():
        checker.at_the_end()


def kept(number: int, game: Game, seed: str) -> str:
    """Write a game to a file, as far as it got; says where."""
    path = Path(gettempdir()) / f"exhaustive-{number}.game"
    path.write_text(write_game(StoredGame.of(game, seed), shelf()), encoding="utf-8")
    return f"Game {number} went wrong; its decisions so far are in {path}."


# Game n likes what had fired least when game n - LAG was over. So many can be played
# at once, whatever their number.
LAG = 8


def fired_in(number: int, known: Counts) -> tuple[int, Counts, int]:
    """Play a game; its number, what fired in it, and how many decisions it had."""
    counts = Counter(known)
    game = play(number, counts)
    counts.subtract(known)
    return number, +counts, sum(isinstance(entry, log.Said) for entry in game.log)


def games(first: int, most: int, processes: int) -> Iterator[tuple[int, Counts, int]]:
    """What fired in each of some games, in their order.

    Whoever takes no more of them ends those that are under way.
    """
    if processes == 1:
        yield from in_turn(first, most, lambda n, known: lambda: fired_in(n, known))
        return
    # The processes inherit that they do not hear the keyboard: whoever started them
    # does, and ends them.
    heard = signal(SIGINT, SIG_IGN)
    try:
        pool = get_context("spawn").Pool(processes)
    finally:
        signal(SIGINT, heard)
    with pool:
        yield from in_turn(
            first, most, lambda n, known: pool.apply_async(fired_in, (n, known)).get
        )


Begin = Callable[[int, Counts], Callable[[], tuple[int, Counts, int]]]


def in_turn(first: int, most: int, begin: Begin) -> Iterator[tuple[int, Counts, int]]:
    """Begin each game when the one LAG places before it is over."""
    counts: Counts = Counter()
    under_way: deque[Callable[[], tuple[int, Counts, int]]] = deque()
    for number in range(first, first + most):
        if len(under_way) == LAG:
            played = under_way.popleft()()
            counts.update(played[1])
            yield played
        under_way.append(begin(number, Counter(counts)))
    for waiting in under_way:
        yield waiting()


def missing(counts: Counts, enough: int = ENOUGH) -> list[tuple[str, str]]:
    return [
        (kind, slug)
        for kind, slug in wanted()
        if counts[kind, slug] < (1 if kind in RECKONED else enough)
    ]


def table(counts: Counts) -> str:
    """How often everything fired, rarest first, by kind."""
    lines = []
    for kind in (KEYWORD, ABILITY, CARD, STATUS, TERRAIN, CHALLENGE, *RECKONED):
        found = sorted((counts[key], key[1]) for key in wanted() if key[0] == kind)
        least = ", ".join(f"{slug} {count}" for count, slug in found[:6])
        lines.append(f"{kind:10} {len(found):4} kinds, least: {least}")
    return "\n".join(lines)


def progress(played: int, decisions: int, counts: Counts, enough: int) -> str:
    left = missing(counts, enough)
    rare = ", ".join(f"{slug} {counts[kind, slug]}" for kind, slug in left[:5])
    return (
        f"{played} games, {decisions} decisions,"
        f" {len(left)} still rare: {rare or 'none'}"
    )


def main(*words: str) -> int:
    options = parser().parse_args(words)
    enough = options.often
    counts: Counts = Counter()
    played = decisions = 0
    try:
        for _, fired, made in games(options.first, options.games, options.processes):
            counts.update(fired)
            played, decisions = played + 1, decisions + made
            sys.stdout.write(progress(played, decisions, counts, enough) + "\n")
            sys.stdout.flush()
            if not missing(counts, enough):
                break
    except KeyboardInterrupt:
        sys.stdout.write("Interrupted.\n")
    sys.stdout.write(table(counts) + "\n")
    for kind, slug in missing(counts, enough):
        sys.stdout.write(f"rare: {kind} {slug} {counts[kind, slug]}\n")
    return 1 if missing(counts, enough) else 0


def parser() -> ArgumentParser:
    found = ArgumentParser(description="Random games until everything has fired.")
    found.add_argument("--games", type=int, default=2_000, help="at most so many")
    found.add_argument("--from", dest="first", type=int, default=1, help="first number")
    found.add_argument("--often", type=int, default=ENOUGH, help="times for each")
    found.add_argument("--processes", type=int, choices=range(1, LAG + 1), default=1)
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
