"""The end of a season, and the beginning of the next."""

from __future__ import annotations

import secrets

import msgspec
from django.utils import timezone

from challenges.models import Match
from challenges.rules.stages import MatchStage
from challenges.services import Edit as MatchEdit
from challenges.services import match_call_off
from kernel.errors import Refusal, Refusals
from league.models import Entrant, Fixture, League, Season
from league.models.fixtures import CompetitionKind, CompetitionStage
from league.models.leagues import NAME_LENGTH
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.playoff_progress import Progress
from league.rules.results import EntryId
from league.rules.seasons import (
    CarryOver,
    FinalPlace,
    OpenBusiness,
    RedraftFormula,
    carry_over_for,
    final_places,
    objections_to_closing,
    redraft_budget,
)
from league.rules.standings import Row
from league.rules.templates import PlannedCompetition, templates
from league.rules.versions import Moment
from league.selectors.house_rules import rules_in_force, version_in_force
from league.selectors.playoffs import playoffs_progress
from league.selectors.results import season_facts
from league.services.competitions import competitions_plan
from league.services.entrants import season_now
from league.services.house_rules import rules_label, rules_take_effect
from league.services.opening import audit, league_opened
from league.services.rounds import round_close
from league.services.telling import season_told
from people.models import Person
from teams import services as teams
from teams.rules.texts import tidy_text
from teams.services import Edit, Role


def season_close(*, uid: str, actor: Person) -> Season:
    """Count for the last time, name the champion; unplayed fixtures lapse."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = season_now(league)
        if season.stage != SeasonStage.RUNNING:
            raise Refusal("The season has not begun.", code="not-started")
        rules = rules_in_force(league)
        progress = _playoffs(season)
        problems = objections_to_closing(_business(season, progress), rules)
        if problems:
            raise Refusals(problems)
        for one in season.competitions.all():
            for unclosed in one.rounds.filter(closed=None):
                round_close(unclosed)
        _lapse(season, actor)
        places = final_places(rules, season_facts(season).table(), progress)
        season.final_table = msgspec.to_builtins(places)
        season.stage, season.closed = SeasonStage.CLOSED, timezone.now()
        season.save(update_fields=["final_table", "stage", "closed"])
        season.competitions.update(stage=CompetitionStage.DONE)
        audit(league, actor, "closed", f"{actor} closed {season.name}.{_won(places)}")
        season_told(season, f"{season.name} is over", _won(places).strip())
    return season


def season_open(
    *, uid: str, actor: Person, name: str = "", redrafts: bool = False
) -> Season:
    """The next season. Teams go on, are drafted anew for what they earned, or begin
    afresh, as the rules say (LEAGUE-20)."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        last = league.seasons.order_by("-number")[0]
        if last.stage != SeasonStage.CLOSED:
            raise Refusal(f"{last.name} is not closed yet.", code="not-closed")
        way = carry_over_for(rules_in_force(league), redrafts=redrafts)
        table = {row.entry: row for row in season_facts(last).table()}
        rules_take_effect(league, Moment.NEXT_SEASON)
        number = last.number + 1
        season = Season.objects.create(
            league=league,
            number=number,
            name=tidy_text(name, length=NAME_LENGTH, field="name")
            or f"Season {number}",
            seed=secrets.token_hex(32),
        )
        competitions_plan(season, _plans(league, last))
        for entrant in last.entrants.filter(stage=EntrantStage.ACTIVE):
            _carry(entrant, season, way, table[EntryId(entrant.pk)], actor)
        audit(league, actor, "opened", f"{actor} opened {season.name}.")
    return season


def _carry(
    entrant: Entrant, season: Season, way: CarryOver, row: Row, actor: Person
) -> None:
    if way is CarryOver.KEEP:
        Entrant.objects.create(
            season=season,
            team=entrant.team,
            person=entrant.person,
            rules=entrant.rules,
        )
        return
    edit = Edit(team_id=entrant.team_id, actor=actor, role=Role.SITE)
    teams.team_retire(edit, reason=f"{entrant.season.name} is over.")
    if way is CarryOver.REDRAFT:
        _redraft(entrant, season, row, actor)


def _redraft(entrant: Entrant, season: Season, row: Row, actor: Person) -> None:
    """A draft of the same clan and name, with the koban the season was worth."""
    old = entrant.team
    version = version_in_force(season.league)
    rules = rules_in_force(season.league)
    budget = redraft_budget(rules, RedraftFormula(), row, treasury=old.koban)
    written = teams.team_found(owner=entrant.person, clan=old.clan, name=old.name)
    Entrant.objects.create(
        season=season, team_id=written.team_id, person=entrant.person, rules=version
    )
    teams.team_enter_league(
        Edit(team_id=written.team_id, actor=actor, role=Role.SITE),
        league=season.league.name,
        changes=version.changes,
        label=rules_label(version),
        granted=budget.koban - rules.starting_koban,
        grant_reason=" ".join(budget.reasons),
    )


def _plans(league: League, last: Season) -> list[PlannedCompetition]:
    """The same competitions again, without what was drawn."""
    known = templates().get(league.template)
    if known is not None:
        return list(known.competitions)
    asked = set(PlannedCompetition.__struct_fields__)
    return [
        msgspec.convert(
            {key: value for key, value in one.settings.items() if key in asked},
            PlannedCompetition,
        )
        for one in last.competitions.all()
    ]


def _playoffs(season: Season) -> Progress | None:
    found = season.competitions.filter(kind=CompetitionKind.PLAYOFFS)
    last = found.order_by("-number").first()
    return playoffs_progress(last) if last else None


def _business(season: Season, progress: Progress | None) -> OpenBusiness:
    matches = Match.objects.filter(fixture__competition__season=season)

    def at(*stages: MatchStage) -> int:
        return matches.filter(stage__in=stages).count()

    return OpenBusiness(
        unplayed=at(MatchStage.ARRANGED),
        unconfirmed=at(MatchStage.OPEN, MatchStage.REPORTED),
        disputed=at(MatchStage.DISPUTED),
        unsettled=at(MatchStage.CONFIRMED),
        is_playoff_open=progress is None or not progress.is_over,
    )


def _lapse(season: Season, actor: Person) -> None:
    """Fixtures that nobody played are called off."""
    waiting = Fixture.objects.filter(
        competition__season=season, match__stage=MatchStage.ARRANGED
    )
    for uid in waiting.values_list("match__uid", flat=True):
        match_call_off(MatchEdit(uid=uid, actor=actor))


def _won(places: tuple[FinalPlace, ...]) -> str:
    champions = [one.name for one in places if one.is_champion]
    return f" {' and '.join(champions)} won it." if champions else ""
