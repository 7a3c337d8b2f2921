"""The scroll: a team and its ninja in display form (SCROLL-01, SCROLL-02)."""

from __future__ import annotations

import msgspec

from kernel.elements import Element
from kernel.ids import ClanSlug, NinjaId, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import (
    Ability,
    Advance,
    Keyword,
    NinjaType,
    RangedAttack,
)
from rulebook.rules.league_book import book_under
from teams.rules.phrases import ninja_name
from teams.rules.roster.legality import Violation, violations
from teams.rules.roster.rating import RatingParts, rating_parts
from teams.rules.roster.statline import profile_of, statline
from teams.rules.settlement.experience import (
    advancements_of,
    advancements_pending,
    level_name,
    next_level_at,
)
from teams.rules.settlement.upkeep import total_due
from teams.rules.state import NinjaState, Stage, TeamState


class ScrollRow(msgspec.Struct, frozen=True, kw_only=True):
    ninja: NinjaId
    name: str
    type: NinjaType
    profile: ProfileSlug
    profile_name: str
    mv: int
    at: int
    df: int
    raised: dict[Advance, int]
    affinities: tuple[Element, ...]
    keywords: tuple[Keyword, ...]
    abilities: tuple[Ability, ...]
    ranged: RangedAttack | None
    xp: int
    level: str
    next_level_at: int | None
    advancements: int
    advancements_pending: int
    koban: int  # the price paid; it never changes (SCROLL-08)
    upkeep: int
    games_to_miss: int
    starts_in_healing_house: bool
    is_loan: bool
    note: str
    can_be_named: bool  # heroes and ronin keep their printed names
    display_name: str  # its name, or a unique label if it has none


class Scroll(msgspec.Struct, frozen=True, kw_only=True):
    team: str
    owner: str  # the display name of its owner
    league: str
    clan: ClanSlug
    clan_name: str
    stage: Stage
    koban: int
    rating: RatingParts
    upkeep_due: int
    rows: tuple[ScrollRow, ...]
    violations: tuple[Violation, ...]
    lore: str
    logo: str
    games: int
    # Games outside any league that gave experience.
    free_games: int


def scroll(state: TeamState, book: Catalogue, *, owner: str = "") -> Scroll:
    return Scroll(
        team=state.name,
        owner=owner,
        league=state.league,
        clan=state.clan,
        clan_name=book.clans[state.clan].name,
        stage=state.stage,
        koban=state.koban,
        rating=rating_parts(state, book),
        upkeep_due=total_due(state, book),
        rows=tuple(scroll_row(one, state, book) for one in state.ninja),
        violations=violations(state, book),
        lore=state.lore,
        logo=state.logo,
        games=state.games,
        free_games=state.free_games,
    )


def scroll_row(ninja: NinjaState, state: TeamState, book: Catalogue) -> ScrollRow:
    profile = profile_of(book_under(book, state.rules), ninja.profile)
    line = statline(ninja, profile)
    rules = state.rules
    is_growing = not (profile.is_named or ninja.is_loan)
    return ScrollRow(
        ninja=ninja.id,
        name=ninja.name,
        type=profile.type,
        profile=profile.slug,
        profile_name=profile.name,
        mv=line.mv,
        at=line.at,
        df=line.df,
        raised=line.raised,
        affinities=line.affinities,
        keywords=tuple(book.keywords[one] for one in line.keywords),
        abilities=line.abilities,
        ranged=line.ranged,
        xp=ninja.xp,
        level=level_name(ninja.xp, rules, book) if is_growing else "",
        next_level_at=next_level_at(ninja.xp, rules) if is_growing else None,
        advancements=advancements_of(ninja, rules),
        advancements_pending=advancements_pending(ninja, rules),
        koban=ninja.price,
        upkeep=profile.upkeep or 0,
        games_to_miss=ninja.games_to_miss,
        starts_in_healing_house=ninja.starts_in_healing_house,
        is_loan=ninja.is_loan,
        note=ninja.note,
        can_be_named=not (profile.is_named or ninja.is_loan),
        display_name=ninja_name(state, ninja.id, book),
    )
