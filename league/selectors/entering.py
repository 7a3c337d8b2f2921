"""Entering a team, and what its owner and masters look at once it is in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import Http404

from league.models import Entrant, Season
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.results import Adjustment, EntryId
from league.rules.standings import Row
from league.rules.wording import ordinal
from league.selectors.access import league_seen, person_of
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import (
    EntrantLine,
    LeagueHead,
    entrant_line,
    head_of,
    season_last,
)
from league.selectors.leaving import UnderWay, left_behind_words, under_way
from league.selectors.results import SeasonFacts, season_facts
from people.models import Person
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.knob_values import LateEntry
from teams.models import Team
from teams.rules.state import Stage
from teams.rules.words import counted
from teams.selectors import Viewer, state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterChoice:
    """A team that somebody could enter, or why they could not."""

    id: int
    name: str
    is_draft: bool
    problem: str = ""

    @property
    def title(self) -> str:
        return f"{self.name} (a draft)" if self.is_draft else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPage:
    head: LeagueHead
    starting_koban: int
    teams: tuple[EnterChoice, ...]
    unsuitable: tuple[EnterChoice, ...]  # a copy of them can be built for the league
    brings_veteran: bool  # a master lets them enter a team as it is


def enter_page(uid: str, viewer: Viewer) -> EnterPage:
    standpoint = league_seen(uid, viewer)
    person = person_of(viewer)
    promised = standpoint.league.memberships.filter(
        person=person, left=None, brings_veteran=True
    )
    brings_veteran = promised.exists()
    rules = rules_in_force(standpoint.league)
    teams = enterable_teams(person, None if brings_veteran else rules)
    return EnterPage(
        head=head_of(standpoint),
        starting_koban=rules.starting_koban,
        teams=tuple(one for one in teams if not one.problem),
        unsuitable=tuple(one for one in teams if one.problem),
        brings_veteran=brings_veteran,
    )


def is_entry_open(season: Season, late: LateEntry) -> bool:
    """Whether a season still takes teams: until entry is closed, by default, and
    always where the house rules say so (LEAGUE-09)."""
    if late is LateEntry.ALWAYS:
        return True
    if season.is_entry_closed:
        return False
    return season.stage == SeasonStage.GATHERING or late is LateEntry.UNTIL_CLOSED


def enterable_teams(
    person: Person | None, rules: HouseRules | None = None
) -> tuple[EnterChoice, ...]:
    """A person's teams that are in no league, with what `rules` hold against a team
    that is not fresh. Queries: 1."""
    if person is None:
        return ()
    found = Team.objects.filter(owner=person, league="").exclude(stage=Stage.RETIRED)
    return tuple(
        EnterChoice(
            id=one.pk,
            name=str(one),
            is_draft=one.stage == Stage.DRAFT,
            problem=_problem(one, rules) if rules else "",
        )
        for one in found.only("name", "stage", "state").order_by("name", "pk")
    )


def _problem(team: Team, rules: HouseRules) -> str:
    state = state_of(team)
    if state.games:
        return f"It has played {counted(state.games, 'game')}; leagues begin afresh."
    if state.stage is Stage.REGISTERED and state.budget != rules.starting_koban:
        theirs = rules.starting_koban
        return f"It was built with {state.budget} koban, not with {theirs}."
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """A team of the season, for its owner and for masters."""

    head: LeagueHead
    entrant: EntrantLine
    standing: str
    fresh: tuple[EnterChoice, ...]  # what a master may let its person begin again with
    under_way: UnderWay | None  # why it cannot leave now


def entry_page(uid: str, viewer: Viewer, team_id: int) -> EntryPage:
    standpoint = league_seen(uid, viewer)
    line = entrant_line(uid, team_id)
    is_own = standpoint.person is not None and line.person_id == standpoint.person.pk
    if not (is_own or standpoint.is_master):
        raise Http404("There is no such team.")
    season = season_last(standpoint.league)
    row = _row(season_facts(season), EntryId(line.id))
    may_restart = standpoint.is_master and season.stage == SeasonStage.RUNNING
    owner = Person.objects.get(pk=line.person_id)
    return EntryPage(
        head=head_of(standpoint),
        entrant=line,
        standing=f"{_stands(row)}.",
        fresh=enterable_teams(owner) if may_restart else (),
        under_way=under_way(season.entrants.select_related("team").get(pk=line.id)),
    )


def adjustment_words(entrant: Entrant, points: int) -> tuple[str, ...]:
    """What giving or taking league points would mean for a team's place."""
    facts = season_facts(entrant.season)
    entry = EntryId(entrant.pk)
    now = Adjustment(
        entry=entry, points=entrant.adjustment, reason=entrant.adjustment_reason
    )
    others = tuple(one for one in facts.adjustments if one != now)
    after = Adjustment(entry=entry, points=points, reason=entrant.adjustment_reason)
    changed = replace(facts, adjustments=(*others, after) if points else others)
    before, then = _row(facts, entry), _row(changed, entry)
    return (
        f"{entrant.team} {_stands(before)}.",
        f"With {points:+d} beside its results it {_stands(then)}.",
    )


def restart_words(old: Entrant, new: Team) -> tuple[str, ...]:
    """What it would mean if somebody began again with another team (LEAGUE-16)."""
    return tuple(_restart_words(old, new))


def _restart_words(old: Entrant, new: Team) -> Iterator[str]:
    rules = rules_in_force(old.season.league)
    row = _row(season_facts(old.season), EntryId(old.pk))
    results = counted(row.played, "result stands", "results stand")
    yield f"{old.team} leaves for good: its scroll is closed, and its {results}."
    yield from left_behind_words(old)
    kept = row.points if rules.restart_policy.keep_standings else 0
    points = counted(kept, "league point")
    yield f"{new} enters as a fresh team of {rules.starting_koban} koban with {points}."
    begun = old.season.entrants.filter(person=old.person, replaces__isnull=False)
    left = rules.restart_policy.per_season - begun.count() - 1
    yield f"{old.person} may begin again {counted(left, 'more time')} this season."


def entrant_in(uid: str, team_id: int) -> Entrant:
    """A team that plays in the league's present season."""
    found = Entrant.objects.filter(
        season__league__uid=uid, team=team_id, stage=EntrantStage.ACTIVE
    ).exclude(season__stage=SeasonStage.CLOSED)
    one = found.select_related("team", "person", "season__league").first()
    if one is None:
        raise Http404("There is no such team in the season.")
    return one


def _row(facts: SeasonFacts, entry: EntryId) -> Row:
    return next(
        row for rows in facts.tables().values() for row in rows if row.entry == entry
    )


def _stands(row: Row) -> str:
    points = counted(row.points, "league point")
    return f"has {points} and stands {ordinal(row.place)}"
