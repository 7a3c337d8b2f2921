"""Convert options to the set-up of a game of Ninja All-Stars, and read it from text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from challenges.catalogue import shelf
from challenges.rules.challenges.registry import rules_of
from kernel.dice import SeededDice
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug, ClanSlug, GroundSlug, ProfileSlug
from rulebook.catalogue import catalogue
from skirmish.rules.board.ground import Ground
from skirmish.rules.setup import (
    DRAW,
    JANKEN,
    TEST,
    Book,
    FigureSetup,
    GameSetup,
    SeatSetup,
    figure_from,
)
from skirmish.rules.text_format.document import Document
from skirmish.rules.text_format.setups import read_setup, write_setup_lines
from tables.games.base import GameOptions, SeatSummary, Setup, TeamChoice
from teams.catalogue import name_book, sample_teams
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.figures import build_seat

# Ninja of ready-made teams always have the same names.
NAMES_SEED = "6e616d6573" + "0" * 54
FEWEST, MOST = 2, 4
# Set-ups of tables in play, by their text; each has its compiled table.
KEPT_SETUPS = 256


def write_setup(options: GameOptions) -> Setup:
    """Check the options and return the set-up as text."""
    setup = build_setup(options)
    text = "\n".join(write_setup_lines(setup, shelf()))
    return describe_setup(text)


def write_match_setup(setup: GameSetup) -> Setup:
    """Return the set-up of a league or free match as text.

    House rules about XP do not matter on the board, because the settlement computes XP
    from the report.
    """
    setup = replace(setup, book=Book.of(catalogue()))
    return describe_setup("\n".join(write_setup_lines(setup, shelf())))


def build_setup(options: GameOptions) -> GameSetup:
    """Return the set-up of a friendly game, or refuse impossible options."""
    if not FEWEST <= len(options.teams) <= MOST:
        raise Refusal("A game has 2 to 4 seats.", code="wrong-seat-count")
    if options.initiative not in (DRAW, JANKEN, TEST):
        raise Refusal(
            "Initiative is decided by a draw, by Janken or by a test.",
            code="initiative-unknown",
            field="initiative",
        )
    book = catalogue()
    entry = book.challenges.get(ChallengeSlug(options.challenge))
    if entry is None:
        raise Refusal(
            "Choose one of the eight challenges.",
            code="challenge-unknown",
            field="challenge",
        )
    ground = book.grounds.get(GroundSlug(options.ground))
    if ground is None:
        raise Refusal(
            "Choose one of the listed grounds.", code="ground-unknown", field="ground"
        )
    setup = GameSetup(
        book=Book.of(book),
        ground=Ground.of(ground),
        challenge=rules_of(entry),
        seats=tuple(_seat(choice) for choice in options.teams),
        initiative=options.initiative,
        is_league=False,
    )
    setup.challenge.check(setup)
    return setup


def _seat(choice: TeamChoice) -> SeatSetup:
    if choice.kind == "own" and choice.state is not None:
        return build_seat(
            choice.state, catalogue(), standing=MatchType.FRIENDLY, side=choice.side
        )
    if choice.kind == "shrine" and choice.slug in catalogue().shrine_teams:
        shrine = catalogue().shrine_teams[choice.slug]
        members = [(m.profile, m.count, m.ability) for m in shrine.members]
        return _ready_made(shrine.name, shrine.clan, choice, members)
    if choice.kind == "sample" and choice.slug in sample_teams():
        sample = sample_teams()[choice.slug]
        members = [(m.profile, m.count, m.ability) for m in sample.members]
        return _ready_made(sample.name, sample.clan, choice, members)
    raise Refusal("Choose a team for every seat.", code="team-unknown", field="teams")


def _ready_made(
    name: str,
    clan: ClanSlug,
    choice: TeamChoice,
    members: Sequence[tuple[ProfileSlug, int, str | None]],
) -> SeatSetup:
    dice = SeededDice(NAMES_SEED, f"names {choice.slug}")
    taken: set[str] = set()
    figures: list[FigureSetup] = []
    for slug, count, ability in members:
        profile = catalogue().profiles[slug]
        for _ in range(count):
            given = profile.name
            while not profile.is_named and given in {profile.name, *taken}:
                given = name_book().ninja_name(clan, dice)
            taken.add(given)
            reference = str(len(figures) + 1)
            figures.append(
                figure_from(profile, name=given, ability=ability, reference=reference)
            )
    return SeatSetup(name=name, figures=tuple(figures), side=choice.side)


@lru_cache(maxsize=KEPT_SETUPS)
def read_setup_text(text: str) -> GameSetup:
    """Return the set-up of a text. All its games share the compiled table."""
    return read_setup(Document(text), shelf())


def describe_setup(text: str) -> Setup:
    """Return what the header of a table shows of its set-up."""
    setup = read_setup_text(text)
    challenge, ground = setup.challenge.entry, setup.ground
    return Setup(
        text=text,
        seats=tuple(
            SeatSummary(
                name=seat.name,
                clan=_clan(seat),
                side=index if seat.side is None else seat.side,
            )
            for index, seat in enumerate(setup.seats)
        ),
        challenge={
            "slug": str(challenge.slug),
            "name": challenge.name,
            "summary": challenge.summary,
        },
        ground={"slug": str(ground.slug), "name": ground.name},
    )


def _clan(seat: SeatSetup) -> str:
    """Return the clan of most ninja in a team; ronin have none."""
    profiles = catalogue().profiles
    clans = [
        str(clan)
        for figure in seat.figures
        if (profile := profiles.get(ProfileSlug(figure.profile)))
        and (clan := profile.clan)
    ]
    return max(clans, key=clans.count) if clans else ""
