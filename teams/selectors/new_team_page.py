"""Pages for a new team: sample teams, shrine teams and random teams."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from kernel.dice import SeededDice
from kernel.ids import ClanSlug
from rulebook.catalogue import catalogue
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Profile, ShrineTeam
from rulebook.rules.league_book import book_under
from rulebook.selectors.profiles import ClanPage, clan_page
from teams.catalogue import name_book
from teams.rules.journal.journal import Line, fold
from teams.rules.roster import builder
from teams.rules.roster.builder import SampleTeam
from teams.rules.roster.league_entry import begin_for_league
from teams.rules.roster.scroll import Scroll, scroll
from teams.selectors.access import LeagueTerms
from teams.selectors.team_list import list_clan_starts


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyMember:
    """The number of a ready-made team's ninja with one profile and ability."""

    count: int
    profile: Profile
    ability: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyTeam:
    """A ready-made team: a sample team or a shrine team."""

    slug: str
    name: str
    idea: str
    members: tuple[ReadyMember, ...]

    @property
    def ninja_count(self) -> int:
        return sum(one.count for one in self.members)

    @property
    def koban(self) -> int:
        return sum(one.count * one.profile.koban for one in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClanStartPage:
    """A clan's page for a new team, without teams that the league does not allow."""

    page: ClanPage
    samples: tuple[ReadyTeam, ...]
    shrines: tuple[ReadyTeam, ...]
    koban: int


def get_clan_start_page(clan: str, terms: LeagueTerms | None = None) -> ClanStartPage:
    """Return a clan's page for a new team, with the prices and allowances of the league
    that the team is for. Queries: 0."""
    rules = terms.rules if terms else catalogue().default_house_rules
    book = book_under(catalogue(), rules)
    page = clan_page(clan, book)
    if page is None:
        raise Http404("There is no such clan.")
    start = next(one for one in list_clan_starts() if one.clan.slug == clan)
    return ClanStartPage(
        page=page,
        samples=tuple(_ready(one, one.idea, book) for one in start.samples),
        shrines=tuple(
            _ready(one, "", book) for one in start.shrines if rules.allow_shrine_teams
        ),
        koban=rules.starting_koban,
    )


def _ready(team: SampleTeam | ShrineTeam, idea: str, book: Catalogue) -> ReadyTeam:
    return ReadyTeam(
        slug=team.slug,
        name=team.name,
        idea=idea,
        members=tuple(
            ReadyMember(
                count=one.count,
                profile=book.profiles[one.profile],
                ability=book.abilities[one.ability].name if one.ability else "",
            )
            for one in team.members
        ),
    )


def preview_random_team(
    clan: str, seed: str, terms: LeagueTerms | None = None
) -> Scroll:
    """Return the random team of a seed. Nothing is written."""
    book = catalogue()
    if clan not in book.clans:
        raise Http404("There is no such clan.")
    rules = terms.rules if terms else book.default_house_rules
    entries = builder.random_entries(
        ClanSlug(clan), rules, book, dice=SeededDice(seed), names=name_book()
    )
    if terms is not None:
        entries = begin_for_league(entries, terms.uid, terms.changes, book=book)
    lines = [
        Line(number=number, batch="", entry=entry)
        for number, entry in enumerate(entries, start=1)
    ]
    return scroll(fold(lines, book.default_house_rules, book), book)
