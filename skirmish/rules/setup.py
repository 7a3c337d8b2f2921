"""What a game starts from: the book's numbers, a ground, a challenge, the seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernel.elements import Element
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import (
    Ability,
    Base,
    Basics,
    Keyword,
    MoonCard,
    NinjaType,
    Profile,
    RangedAttack,
    Sentry,
    Status,
)
from skirmish.rules.board.ground import Ground

if TYPE_CHECKING:
    from skirmish.rules.challenge import ChallengeRules
    from skirmish.rules.compiled_setup import CompiledSetup

DRAW, JANKEN, TEST = "draw", "janken", "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The part of the rulebook that the engine reads."""

    basics: Basics
    keywords: Mapping[str, Keyword]
    statuses: Mapping[str, Status]
    cards: Mapping[str, MoonCard]
    sentries: Mapping[str, Sentry]
    moon_order: tuple[Element, ...]
    hand_limit: int
    starting_hand: int
    climb_cost: int
    rough_cost: int
    # How far the results of Air and Water move a figure.
    air_spaces: int
    water_spaces: int
    standard_xp: Mapping[str, int]

    @classmethod
    def of(cls, catalogue: Catalogue) -> Book:
        moon = catalogue.moon
        climb_cost = catalogue.terrain["elevated"].climb_cost
        rough_cost = catalogue.terrain["rough"].enter_cost
        if climb_cost is None or rough_cost is None:
            raise AssertionError("Elevated and rough terrain can be entered.")
        return cls(
            basics=catalogue.basics,
            keywords={str(slug): entry for slug, entry in catalogue.keywords.items()},
            statuses=catalogue.statuses,
            cards={str(slug): entry for slug, entry in catalogue.cards.items()},
            sentries={str(slug): entry for slug, entry in catalogue.sentries.items()},
            moon_order=moon.track.order,
            hand_limit=moon.deck.hand_limit,
            starting_hand=moon.deck.starting_hand,
            climb_cost=climb_cost,
            rough_cost=rough_cost,
            air_spaces=catalogue.elements[Element.AIR].spaces,
            water_spaces=catalogue.elements[Element.WATER].spaces,
            standard_xp={a.event: a.xp for a in catalogue.experience.awards},
        )


@dataclass(frozen=True, slots=True)
class FigureSetup:
    """One ninja as it takes the field, advancements included."""

    name: str
    profile: str
    type: NinjaType
    mv: int
    at: int
    df: int
    affinities: tuple[Element, ...]
    base: Base = Base.SMALL
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    ranged: RangedAttack | None = None
    reference: str = ""
    starts_in_healing_house: bool = False
    # A ninja that is only lent for the game earns no experience.
    learns: bool = True


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """One player's team, and the help an underdog gets."""

    name: str
    figures: tuple[FigureSetup, ...]
    side: int | None = None  # None: a side of its own
    rerolls: int = 0
    moon_powers: int = 0
    all_stars: int = 1


@dataclass(frozen=True, slots=True)
class GameSetup:
    book: Book
    ground: Ground
    challenge: ChallengeRules
    seats: tuple[SeatSetup, ...]
    initiative: str = DRAW
    is_league: bool = False
    # How many rounds a tie is played on at most, until a test decides it. With None a
    # tie is a draw.
    extra_rounds: int | None = None
    # Whether the last round has its upkeep before the game is over.
    has_last_upkeep: bool = True
    # The compiled set-up, kept for the next game.
    compiled: CompiledSetup | None = field(
        default=None, init=False, repr=False, compare=False
    )

    @property
    def sides(self) -> set[int]:
        return {
            number if seat.side is None else seat.side
            for number, seat in enumerate(self.seats)
        }


def figure_from(
    profile: Profile,
    *,
    name: str | None = None,
    ability: str | None = None,
    extra_keywords: tuple[str, ...] = (),
    reference: str = "",
) -> FigureSetup:
    """Return a fresh figure of a profile, with the ability chosen on recruitment."""
    chosen = tuple(
        option for option in profile.ability_options if option.slug == ability
    )
    return FigureSetup(
        name=name or profile.name,
        profile=profile.slug,
        type=profile.type,
        mv=profile.mv,
        at=profile.at,
        df=profile.df,
        affinities=profile.affinities,
        base=profile.base,
        keywords=(*profile.keywords, *extra_keywords),
        abilities=(*profile.abilities, *chosen),
        ranged=profile.ranged,
        reference=reference,
    )
