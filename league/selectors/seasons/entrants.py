"""Teams of a season: who can enter, and what withdrawal would mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.urls import reverse

from challenges.rules.stages import MatchStage
from kernel.ids import ProfileSlug
from kernel.phrases import count_noun, ordinal
from league.models.competitions import CompetitionKind, Fixture
from league.models.leagues import (
    League,
    LeagueStage,
    Membership,
    Role,
    RulesVersion,
    Visibility,
)
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions.results import Adjustment, EntryId
from league.rules.competitions.standings import Row
from league.rules.seasons import LeftoverGame, games_left_behind
from league.selectors.access import MASTERS, get_visible_league, person_of
from league.selectors.competitions.results import (
    SeasonResults,
    get_season_results,
    planned_of,
)
from league.selectors.house_rules import rules_in_force, rules_of, version_in_force
from league.selectors.leagues import (
    EntrantLine,
    LeagueHead,
    entrant_line,
    head_of,
    season_last,
)
from people.models import Person
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import LateEntry, UnplayedGames
from teams.models import Team
from teams.rules.state import Stage
from teams.selectors.access import LeagueTerms, Viewer
from teams.selectors.journal_store import get_state


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterChoice:
    """A team that a person could enter, or why it cannot."""

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


def get_enter_page(uid: str, viewer: Viewer) -> EnterPage:
    standpoint = get_visible_league(uid, viewer)
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
    """Return whether a season takes teams: until entry is closed, or always if the
    house rules say so (LEAGUE-09)."""
    if late is LateEntry.ALWAYS:
        return True
    if season.is_entry_closed:
        return False
    return season.stage == SeasonStage.GATHERING or late is LateEntry.UNTIL_CLOSED


def enterable_teams(
    person: Person | None, rules: HouseRules | None = None
) -> tuple[EnterChoice, ...]:
    """Return a person's teams without a league, with the reasons `rules` give
    against them. Queries: 1."""
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
    state = get_state(team)
    if state.games:
        games = count_noun(state.games, "match", "matches")
        return f"It has already played {games}. Leagues start with new teams."
    if state.stage is Stage.REGISTERED and state.budget != rules.starting_koban:
        theirs = rules.starting_koban
        return f"It was built with {state.budget} koban instead of {theirs}."
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """Page of one team of the season, for its owner and masters."""

    head: LeagueHead
    entrant: EntrantLine
    standing: str
    fresh: tuple[EnterChoice, ...]  # what a master may let its person begin again with
    under_way: MatchInProgress | None  # why it cannot leave now


def get_entry_page(uid: str, viewer: Viewer, team_id: int) -> EntryPage:
    standpoint = get_visible_league(uid, viewer)
    line = entrant_line(uid, team_id)
    is_own = standpoint.person is not None and line.person_id == standpoint.person.pk
    if not (is_own or standpoint.is_master):
        raise Http404("There is no such team.")
    season = season_last(standpoint.league)
    row = _row(get_season_results(season), EntryId(line.id))
    may_restart = standpoint.is_master and season.stage == SeasonStage.RUNNING
    owner = Person.objects.get(pk=line.person_id)
    return EntryPage(
        head=head_of(standpoint),
        entrant=line,
        standing=f"{_stands(row)}.",
        fresh=enterable_teams(owner) if may_restart else (),
        under_way=find_match_in_progress(
            season.entrants.select_related("team").get(pk=line.id)
        ),
    )


def adjustment_sentences(entrant: Entrant, points: int) -> tuple[str, ...]:
    """Preview a points adjustment in sentences."""
    facts = get_season_results(entrant.season)
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
        f"With an adjustment of {points:+d} it {_stands(then)}.",
    )


def restart_sentences(old: Entrant, new: Team) -> tuple[str, ...]:
    """Preview a restart in sentences (LEAGUE-16)."""
    return tuple(_restart_words(old, new))


def _restart_words(old: Entrant, new: Team) -> Iterator[str]:
    rules = rules_in_force(old.season.league)
    row = _row(get_season_results(old.season), EntryId(old.pk))
    results = count_noun(row.played, "result stands", "results stand")
    yield f"{old.team} leaves for good. Its scroll is closed, and its {results}."
    yield from leftover_sentences(old)
    kept = row.points if rules.restart_policy.keep_standings else 0
    points = count_noun(kept, "league point")
    yield f"{new} enters with {rules.starting_koban} koban and {points}."
    begun = old.season.entrants.filter(person=old.person, replaces__isnull=False)
    left = rules.restart_policy.per_season - begun.count() - 1
    if left > 0:
        times = count_noun(left, "more time")
        yield f"{old.person} can restart with a new team {times} this season."
    else:
        yield f"{old.person} cannot restart again this season."


def get_entrant(uid: str, team_id: int) -> Entrant:
    """Return an active team of the current season, or raise 404."""
    found = Entrant.objects.filter(
        season__league__uid=uid, team=team_id, stage=EntrantStage.ACTIVE
    ).exclude(season__stage=SeasonStage.CLOSED)
    one = found.select_related("team", "person", "season__league").first()
    if one is None:
        raise Http404("There is no such team in the season.")
    return one


def _row(facts: SeasonResults, entry: EntryId) -> Row:
    return next(
        row for rows in facts.tables().values() for row in rows if row.entry == entry
    )


def _stands(row: Row) -> str:
    points = count_noun(row.points, "league point")
    return f"has {points} and is in {ordinal(row.place)} place"


# Only drawn fixtures leave something behind. Arranged matches are called off, or teams
# could gain byes by arranging them. In playoffs the other team advances.
DRAWN = (
    CompetitionKind.ROUND_ROBIN,
    CompetitionKind.SWISS,
    CompetitionKind.RANDOM,
    CompetitionKind.CROSS,
)
_LEFT_BEHIND = {
    None: ("goes on without the team", "go on without the team"),
    UnplayedGames.BYES: (
        "becomes a bye for the opponent",
        "become byes for the opponents",
    ),
    UnplayedGames.VOID: ("is called off", "are called off"),
    UnplayedGames.WINS: (
        "counts as a win for the opponent",
        "count as wins for the opponents",
    ),
}


UNDER_WAY = (
    MatchStage.OPEN,
    MatchStage.REPORTED,
    MatchStage.DISPUTED,
    MatchStage.CONFIRMED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInProgress:
    """The match a team must finish before it can withdraw."""

    sentence: str
    match_uid: UUID


def find_match_in_progress(entrant: Entrant) -> MatchInProgress | None:
    """Return the match a team is in the middle of, or None. Queries: 1."""
    found = Fixture.objects.filter(
        sides__entrant=entrant, match__stage__in=UNDER_WAY
    ).values_list("match__uid", flat=True)
    uid = found.order_by("pk").first()
    if uid is None:
        return None
    return MatchInProgress(
        sentence=(
            f"{entrant.team} is in the middle of a match. Finish it first: report it,"
            " confirm it, or make the open choices."
        ),
        match_uid=uid,
    )


def home_of(*, team: str, name: str) -> Subquery:
    """Return an expression for the league a team plays in: the one with the stored
    name that it entered last."""
    entered = Entrant.objects.filter(
        team=OuterRef(team), season__league__name=OuterRef(name)
    )
    return Subquery(entered.order_by("-pk").values("season__league")[:1])


def unplayed_of(entrant: Entrant) -> QuerySet[Fixture]:
    """Return the unstarted fixtures of a team."""
    return Fixture.objects.filter(
        sides__entrant=entrant,
        outcome__isnull=True,
        match__stage=MatchStage.ARRANGED,
    )


def list_leftover_fixtures(entrant: Entrant) -> list[tuple[Fixture, LeftoverGame]]:
    """Return the team's unplayed fixtures and what becomes of each if it withdraws.
    Queries: 3 if its league is loaded."""
    found = unplayed_of(entrant).select_related("match", "round", "competition")
    waiting = {one.pk: one for one in found.prefetch_related("sides")}
    rules = rules_in_force(entrant.season.league)
    gone = frozenset({EntryId(entrant.pk)})
    return [
        (waiting[one.number], one)
        for one in games_left_behind(planned_of(waiting.values()), gone, rules)
    ]


def withdrawal_effect(fixture: Fixture, left: LeftoverGame) -> UnplayedGames | None:
    """Return what a fixture becomes, or None if the other teams play on."""
    is_drawn = left.becomes is None or fixture.competition.kind in DRAWN
    return left.becomes if is_drawn else UnplayedGames.VOID


def leftover_sentences(entrant: Entrant) -> Iterator[str]:
    """Return the effects of a withdrawal in sentences."""
    fates = Counter(withdrawal_effect(*one) for one in list_leftover_fixtures(entrant))
    for fate, count in fates.items():
        matches = count_noun(count, "unplayed match", "unplayed matches")
        yield f"{matches} {_LEFT_BEHIND[fate][count > 1]}."


PLAYING = (*MASTERS, Role.PLAYER)


class TeamLeagueLinks:
    """Answer questions of the teams app about leagues (implements LeagueLinks)."""

    def may_see(self, viewer: Viewer, team: Team) -> bool:
        """Return whether the viewer sees the league of the team."""
        return _entrants_seen(viewer, team.pk).exists()

    def is_master(self, person: Person, team: Team) -> bool:
        """Return whether the person runs the team's league. For their own team only
        if no one else could (NM-07)."""
        masters = Membership.objects.filter(left=None, role__in=MASTERS)
        found = masters.filter(
            person=person,
            league__seasons__entrants__team=team,
            league__seasons__entrants__stage=EntrantStage.ACTIVE,
        )
        if team.owner_id == person.pk:
            others = masters.filter(league=OuterRef("league")).exclude(person=person)
            found = found.filter(~Exists(others))
        return found.exists()

    def taken_elsewhere(self, team: Team) -> frozenset[ProfileSlug]:
        profiles = catalogue().profiles
        return frozenset(
            one
            for state in _others(team).values_list("team__state", flat=True)
            for one in (ninja["profile"] for ninja in state.get("ninja", ()))
            if profiles[one].is_named
        )

    def names_elsewhere(self, team: Team) -> frozenset[str]:
        names = _others(team).values_list("team__name", flat=True)
        return frozenset(name.casefold() for name in names if name)

    def leagues_seen(self, viewer: Viewer, team_id: int) -> frozenset[str]:
        names = _entrants_seen(viewer, team_id).values_list("season__league__name")
        return frozenset(name for (name,) in names)

    def find_terms(self, viewer: Viewer, uid: str) -> LeagueTerms | None:
        """Return the terms of a visible league that takes teams, or None. Queries:
        4."""
        try:
            league = get_visible_league(uid, viewer).league
        except Http404:
            return None
        season = league.seasons.exclude(stage=SeasonStage.CLOSED).first()
        if season is None or league.stage != LeagueStage.RUNNING:
            return None
        version = version_in_force(league)
        if not is_entry_open(season, rules_of(version).late_entry):
            return None
        return _terms(league, version)

    def list_enterable(self, person: Person) -> tuple[LeagueTerms, ...]:
        """Return the leagues in which the person can enter another team. Queries: 3,
        or 1 if there are none."""
        current = Season.objects.exclude(stage=SeasonStage.CLOSED)
        current = current.select_related("league").filter(
            league__stage=LeagueStage.RUNNING,
            league__memberships__person=person,
            league__memberships__left=None,
            league__memberships__role__in=PLAYING,
        )
        seasons = list(current.order_by("league__name", "pk"))
        if not seasons:
            return ()
        versions = _versions_in_force([one.league_id for one in seasons])
        active = Entrant.objects.filter(
            season__in=seasons, person=person, stage=EntrantStage.ACTIVE
        )
        held = Counter(active.values_list("season", flat=True))
        return tuple(
            _terms(season.league, version)
            for season in seasons
            if (version := versions.get(season.league_id)) is not None
            and (rules := rules_of(version)).teams_per_player > held[season.pk]
            and is_entry_open(season, rules.late_entry)
        )


def _terms(league: League, version: RulesVersion) -> LeagueTerms:
    return LeagueTerms(
        uid=league.uid,
        name=league.name,
        changes=version.changes,
        label=f"{league.name}, house rules {version.number}",
        enter_url=reverse("league:enter", args=[league.uid]),
    )


def _versions_in_force(leagues: list[int]) -> dict[int, RulesVersion]:
    found = RulesVersion.objects.filter(league__in=leagues, in_force__isnull=False)
    return {one.league_id: one for one in found.order_by("in_force", "number")}


def _entrants_seen(viewer: Viewer, team_id: int) -> QuerySet[Entrant]:
    """Return a team's entries in leagues the viewer can see."""
    person = person_of(viewer)
    shown = ~Q(season__league__visibility=Visibility.PRIVATE)
    if person is not None:
        member = Membership.objects.filter(
            league=OuterRef("season__league"), person=person, left=None
        )
        shown |= Q(Exists(member))
    return Entrant.objects.filter(shown, team=team_id)


def _others(team: Team) -> QuerySet[Entrant]:
    """Return the other teams in the season, or in the planned one."""
    beside = Entrant.objects.filter(
        season=OuterRef("season"), team=team, stage=EntrantStage.ACTIVE
    )
    together = Q(Exists(beside))
    planned = team.state.get("planned_league")
    if planned:
        together |= Q(season__league__uid=planned) & ~Q(
            season__stage=SeasonStage.CLOSED
        )
    return Entrant.objects.filter(together, stage=EntrantStage.ACTIVE).exclude(
        team=team
    )
