"""Games that must be played again exactly as they were, for every challenge.

    python -m tests.skirmish.golden            play them all and tell what differs
    python -m tests.skirmish.golden --write    play new ones after a rule has changed

A golden game says nothing about what is right; it says that something changed. Look at
the difference before writing new ones.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()

from challenges.catalogue import challenge_of, shelf
from challenges.rules.challenges.registry import SCENARIOS
from kernel.dice import SeededDice
from kernel.errors import Unreadable
from rulebook.catalogue import catalogue
from rulebook.rules.entries import NinjaType
from skirmish.rules.game import Game
from skirmish.rules.setup import (
    Book,
    FigureSetup,
    GameSetup,
    SeatSetup,
    figure_from,
)
from skirmish.rules.text_format.game_file import StoredGame, read_game, write_game
from tests.skirmish.cast import drawn_ground
from tests.skirmish.exhaustive import GROUNDS, LONGEST, NEEDS_SIDES, Casting
from tests.skirmish.fired import Tally
from tests.skirmish.random_play import seed_of

FOLDER = Path(__file__).with_name("golden")
KINDS = [(slug, seats) for slug in sorted(SCENARIOS) for seats in (2, 3, 4)]


def file_of(slug: str, seats: int) -> Path:
    return FOLDER / f"{slug}-{seats}.txt"


def team(clan: int, number: int) -> tuple[FigureSetup, ...]:
    """Seven of a clan and two ronin; which abilities they chose goes by the number."""
    book = catalogue()
    slug = list(book.clans)[clan % len(book.clans)]
    mine = [p for p in book.profiles.values() if p.clan == slug]
    common = [p for p in mine if p.type is not NinjaType.HERO]
    ronin = [p for p in book.profiles.values() if p.type is NinjaType.RONIN]
    heroes = [p for p in mine if p.type is NinjaType.HERO]
    found = [*common, heroes[number % len(heroes)]]
    found += [ronin[(2 * number + clan) % len(ronin)]]
    found += [ronin[(2 * number + clan + 7) % len(ronin)]]
    return tuple(
        figure_from(
            profile,
            ability=profile.ability_options[number % len(profile.ability_options)].slug
            if profile.ability_options
            else None,
        )
        for profile in found[:9]
    )


def setup_of(number: int, slug: str, seats: int) -> GameSetup:
    sides = (0, 1, 0, 1) if slug == NEEDS_SIDES and seats > 2 else (None,) * 4
    return GameSetup(
        book=Book.of(catalogue()),
        ground=drawn_ground(GROUNDS[number % len(GROUNDS)]),
        challenge=challenge_of(slug),
        seats=tuple(
            SeatSetup(
                name=f"Clan {seat + 1}",
                figures=team(number + seat, number),
                side=sides[seat],
                rerolls=int(seat == 1),
            )
            for seat in range(seats)
        ),
        initiative=("draw", "janken", "test")[number % 3],
        is_league=True,
    )


def played(number: int, slug: str, seats: int) -> StoredGame:
    seed = seed_of(number)
    game = Game.new(setup_of(number, slug, seats), SeededDice(seed))
    casting = Casting(Tally(Counter()), Random(number))
    for _ in range(LONGEST):
        if game.result is not None:
            return StoredGame.of(game, seed)
        game.apply(casting.choice(game))
    raise AssertionError(f"The {slug} of {seats} does not end.")


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for number, (slug, seats) in enumerate(KINDS, start=1):
        text = write_game(played(number, slug, seats), shelf())
        file_of(slug, seats).write_text(text, encoding="utf-8")


def check() -> int:
    wrong = 0
    for slug, seats in KINDS:
        file = file_of(slug, seats)
        try:
            read_game(file.read_text(encoding="utf-8"), shelf()).replay()
        except Unreadable as problem:
            wrong += 1
            sys.stdout.write(f"{file.name}: {problem.sentence}\n")
    sys.stdout.write(f"{len(KINDS)} golden games, {wrong} differ.\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    sys.exit(check())
