"""Close a season, open the next one and carry teams over."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import msgspec
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from challenges.rules.stages import MatchStage
from challenges.services.locks import Edit as MatchEdit
from challenges.services.match_start import call_off_match
from kernel.errors import Refusal, Refusals
from league.models.communication import NotificationKind
from league.models.competitions import (
    CompetitionKind,
    CompetitionStage,
    Fixture,
    ForbiddenPair,
)
from league.models.leagues import NAME_LENGTH, League, LeagueStage
from league.models.seasons import Entrant, Season, SeasonStage
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import PlannedCompetition
from league.rules.seasons import (
    Budget,
    CarryOver,
    FinalPlace,
    RedraftFormula,
    carry_over_for,
    carry_over_sentence,
    end_sentence,
    final_places,
    objections_to_closing,
    refuse_redraft,
)
from league.selectors.competitions.results import get_season_results
from league.selectors.house_rules import rules_in_force, rules_of, version_in_force
from league.selectors.seasons.season_end import (
    budgets_of,
    carried,
    get_unfinished,
    playoffs_of,
)
from league.selectors.seasons.season_length import is_at_its_end
from league.services.communication.announcements import (
    notify_season,
    notify_season_opened,
)
from league.services.communication.notifications import get_member_ids, notify
from league.services.competitions.competitions import plan_competitions
from league.services.competitions.rounds import close_round
from league.services.entrants import get_open_season
from league.services.house_rules import activate_due_rules, rules_label
from league.services.locks import lock_league, log_action
from people.models import Person
from teams.rules.text_input import tidy_line
from teams.services.adjustments import retire_team
from teams.services.journal import Edit, Role
from teams.services.league_entry import enter_league
from teams.services.new_teams import create_team


def close_season(*, uid: str, actor: Person) -> Season:
    """Close the season, name the champion and call off unplayed fixtures."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = get_open_season(league)
        if season.stage != SeasonStage.RUNNING:
            raise Refusal("The season has not started yet.", code="not-started")
        rules = rules_in_force(league)
        progress = playoffs_of(season)
        problems = objections_to_closing(get_unfinished(season, progress), rules)
        if problems:
            raise Refusals(problems)
        for one in season.competitions.all():
            for unclosed in one.rounds.filter(closed=None):
                close_round(unclosed)
        _lapse(season)
        places = final_places(rules, get_season_results(season).table(), progress)
        season.final_table = msgspec.to_builtins(places)
        season.stage, season.closed = SeasonStage.CLOSED, timezone.now()
        season.save(update_fields=["final_table", "stage", "closed"])
        season.competitions.update(stage=CompetitionStage.DONE)
        log_action(
            league, actor, "closed", f"{actor} closed {season.name}.{_won(places)}"
        )
        notify_season(season, actor, f"{season.name} is over", _won(places).strip())
    return season


def open_season(
    *,
    uid: str,
    actor: Person,
    name: str = "",
    redrafts: bool = False,
    formula: RedraftFormula | None = None,
) -> Season:
    """Open the next season with the plan of the last one. Teams are kept, redrafted or
    replaced as the rules say (LEAGUE-20)."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        last = league.seasons.order_by("-number")[0]
        if last.stage != SeasonStage.CLOSED:
            raise Refusal(
                f"{last.name} is still open. Close it first.", code="not-closed"
            )
        rules, paid = rules_in_force(league), formula or RedraftFormula()
        refuse_redraft(rules, paid, redrafts=redrafts)
        way = carry_over_for(rules, redrafts=redrafts)
        activate_due_rules(league, EffectiveFrom.NEXT_SEASON)
        number = last.number + 1
        season = Season.objects.create(
            league=league,
            number=number,
            name=tidy_line(name, length=NAME_LENGTH) or f"Season {number}",
            seed=secrets.token_hex(32),
        )
        plan_competitions(season, copy_plans(last))
        carry_teams_over(last, season, way, paid, actor)
        words = carry_over_sentence(way, paid)
        log_action(league, actor, "opened", f"{actor} opened {season.name}. {words}")
        notify_season_opened(season, actor, way, words)
    return season


def _lapse(season: Season) -> None:
    """Call off unplayed fixtures."""
    waiting = Fixture.objects.filter(
        competition__season=season, match__stage=MatchStage.ARRANGED
    )
    for uid in waiting.values_list("match__uid", flat=True):
        call_off_match(MatchEdit(uid=uid, actor=None))


def _won(places: tuple[FinalPlace, ...]) -> str:
    champions = [one.name for one in places if one.is_champion]
    return f" {' and '.join(champions)} won it." if champions else ""


def copy_plans(last: Season) -> list[PlannedCompetition]:
    """Return the plans of a season, without draws, past pauses and friendlies."""
    today = timezone.now().date().isoformat()
    asked = set(PlannedCompetition.__struct_fields__)
    plans = [
        msgspec.convert(
            {key: value for key, value in one.settings.items() if key in asked},
            PlannedCompetition,
        )
        for one in last.competitions.exclude(kind=CompetitionKind.FRIENDLIES)
    ]
    return [
        msgspec.structs.replace(
            plan, pauses=tuple(one for one in plan.pauses if one.ends >= today)
        )
        for plan in plans
    ]


def carry_teams_over(
    last: Season,
    season: Season,
    way: CarryOver,
    formula: RedraftFormula,
    actor: Person,
) -> None:
    """Keep, redraft or retire teams (LEAGUE-20), with their groups and forbidden
    pairs."""
    entrants = carried(last)
    made: dict[int, Entrant] = {}
    if way is CarryOver.KEEP:
        made = {one.pk: _keep(one, season) for one in entrants}
    elif way is CarryOver.REDRAFT:
        # Compute the budgets before any team retires.
        rules = rules_of(version_in_force(season.league))
        for entrant, budget in budgets_of(last, rules, formula):
            _retire(entrant, actor)
            granted = budget.koban - rules.starting_koban
            made[entrant.pk] = _redraft(entrant, season, budget, granted, actor)
    else:
        for entrant in entrants:
            _retire(entrant, actor)
    _keep_apart(last, season, made)


def _keep(entrant: Entrant, season: Season) -> Entrant:
    return Entrant.objects.create(
        season=season,
        team=entrant.team,
        person=entrant.person,
        group=entrant.group,
        club=entrant.club,
        rules=entrant.rules,
    )


def _retire(entrant: Entrant, actor: Person) -> None:
    edit = Edit(team_id=entrant.team_id, actor=actor, role=Role.SITE)
    retire_team(edit, reason=f"{entrant.season.name} has ended.")


def _redraft(
    entrant: Entrant, season: Season, budget: Budget, granted: int, actor: Person
) -> Entrant:
    """Create a draft of the same clan and name, with the budget the season earned."""
    old, version = entrant.team, version_in_force(season.league)
    written = create_team(owner=entrant.person, clan=old.clan, name=old.name)
    made = Entrant.objects.create(
        season=season,
        team_id=written.team_id,
        person=entrant.person,
        group=entrant.group,
        club=entrant.club,
        rules=version,
    )
    enter_league(
        Edit(team_id=written.team_id, actor=actor, role=Role.SITE),
        league=season.league.name,
        changes=version.changes,
        label=rules_label(version),
        granted=granted,
        grant_reason=" ".join(budget.reasons),
    )
    return made


def _keep_apart(last: Season, season: Season, made: Mapping[int, Entrant]) -> None:
    ForbiddenPair.objects.bulk_create(
        ForbiddenPair(
            season=season,
            one=made[pair.one_id],
            other=made[pair.other_id],
            reason=pair.reason,
        )
        for pair in last.forbidden_pairs.all()
        if pair.one_id in made and pair.other_id in made
    )


AT_ITS_END = "at-its-end"


def notify_ended_seasons() -> int:
    """Notify masters of seasons that have reached their end. Return how many. Called by
    the clock."""
    leagues = League.objects.filter(
        stage=LeagueStage.RUNNING,
        seasons__stage=SeasonStage.RUNNING,
        rules_versions__in_force__isnull=False,
        rules_versions__changes__length__isnull=False,
    )
    return sum(_tell(pk) for pk in leagues.values_list("pk", flat=True).distinct())


@transaction.atomic
def _tell(league_id: int) -> bool:
    """Notify once per season and end date; the audit log records it."""
    league = League.objects.select_for_update().get(pk=league_id)
    season = league.seasons.filter(stage=SeasonStage.RUNNING).first()
    rules = rules_in_force(league)
    if season is None or not is_at_its_end(season, rules):
        return False
    wording = f"{season.name} has reached its end. {end_sentence(rules)}."
    if league.audit_lines.filter(kind=AT_ITS_END, wording=wording).exists():
        return False
    log_action(league, None, AT_ITS_END, wording)
    notify(
        get_member_ids(league, only_masters=True),
        NotificationKind.SEASON,
        f"{wording} Close the season, or let it end later in the house rules.",
        reverse("league:plan", args=[league.uid]),
        league=league,
    )
    return True
