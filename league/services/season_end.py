"""The end of a season, and the beginning of the next."""

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
from league.models.communication import NoticeKind
from league.models.competitions import (
    CompetitionKind,
    CompetitionStage,
    Fixture,
    ForbiddenPair,
)
from league.models.leagues import NAME_LENGTH, League, LeagueStage
from league.models.seasons import Entrant, Season, SeasonStage
from league.rules.house_rule_versions import Moment
from league.rules.league_templates import PlannedCompetition
from league.rules.seasons import (
    Budget,
    CarryOver,
    FinalPlace,
    RedraftFormula,
    carry_over_for,
    carry_over_words,
    end_words,
    final_places,
    objections_to_closing,
    refuse_redraft,
)
from league.selectors.competitions.results import season_facts
from league.selectors.house_rules import rules_in_force, rules_of, version_in_force
from league.selectors.seasons.season_end import (
    budgets_of,
    business_of,
    carried,
    playoffs_of,
)
from league.selectors.seasons.season_length import is_at_its_end
from league.services.communication.announcements import season_opened_told, season_told
from league.services.communication.notifications import members_of, tell
from league.services.competitions.competitions import competitions_plan
from league.services.competitions.rounds import round_close
from league.services.entrants import season_now
from league.services.house_rules import rules_label, rules_take_effect
from league.services.locks import audit, league_opened
from people.models import Person
from teams.rules.text_input import tidy_line
from teams.services.adjustments import retire_team
from teams.services.journal import Edit, Role
from teams.services.league_entry import enter_league
from teams.services.new_teams import create_team


def season_close(*, uid: str, actor: Person) -> Season:
    """Count for the last time, name the champion; unplayed fixtures lapse."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        season = season_now(league)
        if season.stage != SeasonStage.RUNNING:
            raise Refusal("The season has not started yet.", code="not-started")
        rules = rules_in_force(league)
        progress = playoffs_of(season)
        problems = objections_to_closing(business_of(season, progress), rules)
        if problems:
            raise Refusals(problems)
        for one in season.competitions.all():
            for unclosed in one.rounds.filter(closed=None):
                round_close(unclosed)
        _lapse(season)
        places = final_places(rules, season_facts(season).table(), progress)
        season.final_table = msgspec.to_builtins(places)
        season.stage, season.closed = SeasonStage.CLOSED, timezone.now()
        season.save(update_fields=["final_table", "stage", "closed"])
        season.competitions.update(stage=CompetitionStage.DONE)
        audit(league, actor, "closed", f"{actor} closed {season.name}.{_won(places)}")
        season_told(season, actor, f"{season.name} is over", _won(places).strip())
    return season


def season_open(
    *,
    uid: str,
    actor: Person,
    name: str = "",
    redrafts: bool = False,
    formula: RedraftFormula | None = None,
) -> Season:
    """The next season, with the plan of the last one. Teams go on, are drafted anew
    for what they earned by a formula, or begin afresh, as the rules say (LEAGUE-20)."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        last = league.seasons.order_by("-number")[0]
        if last.stage != SeasonStage.CLOSED:
            raise Refusal(
                f"{last.name} is still open. Close it first.", code="not-closed"
            )
        rules, paid = rules_in_force(league), formula or RedraftFormula()
        refuse_redraft(rules, paid, redrafts=redrafts)
        way = carry_over_for(rules, redrafts=redrafts)
        rules_take_effect(league, Moment.NEXT_SEASON)
        number = last.number + 1
        season = Season.objects.create(
            league=league,
            number=number,
            name=tidy_line(name, length=NAME_LENGTH) or f"Season {number}",
            seed=secrets.token_hex(32),
        )
        competitions_plan(season, plans_again(last))
        teams_carry(last, season, way, paid, actor)
        words = carry_over_words(way, paid)
        audit(league, actor, "opened", f"{actor} opened {season.name}. {words}")
        season_opened_told(season, actor, way, words)
    return season


def _lapse(season: Season) -> None:
    """Fixtures that nobody played are called off."""
    waiting = Fixture.objects.filter(
        competition__season=season, match__stage=MatchStage.ARRANGED
    )
    for uid in waiting.values_list("match__uid", flat=True):
        call_off_match(MatchEdit(uid=uid, actor=None))


def _won(places: tuple[FinalPlace, ...]) -> str:
    champions = [one.name for one in places if one.is_champion]
    return f" {' and '.join(champions)} won it." if champions else ""


def plans_again(last: Season) -> list[PlannedCompetition]:
    """The competitions of a season, without what was drawn and without pauses that
    are over. Friendlies come by themselves when somebody arranges one."""
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


def teams_carry(
    last: Season,
    season: Season,
    way: CarryOver,
    formula: RedraftFormula,
    actor: Person,
) -> None:
    """Teams go on, are drafted anew for what they earned, or end (LEAGUE-20). Their
    groups, and who is not to meet whom, go along with them."""
    entrants = carried(last)
    made: dict[int, Entrant] = {}
    if way is CarryOver.KEEP:
        made = {one.pk: _keep(one, season) for one in entrants}
    elif way is CarryOver.REDRAFT:
        # Before anybody retires: a season is worth what it left behind.
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
    """A draft of the same clan and name, with the koban the season was worth."""
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


def ends_tell_due() -> int:
    """Tell the masters of seasons that have run their length; the clock calls this.
    Tells of how many."""
    leagues = League.objects.filter(
        stage=LeagueStage.RUNNING,
        seasons__stage=SeasonStage.RUNNING,
        rules_versions__in_force__isnull=False,
        rules_versions__changes__length__isnull=False,
    )
    return sum(_tell(pk) for pk in leagues.values_list("pk", flat=True).distinct())


@transaction.atomic
def _tell(league_id: int) -> bool:
    """Once for each season and each end it is given; the log remembers."""
    league = League.objects.select_for_update().get(pk=league_id)
    season = league.seasons.filter(stage=SeasonStage.RUNNING).first()
    rules = rules_in_force(league)
    if season is None or not is_at_its_end(season, rules):
        return False
    wording = f"{season.name} has reached its end. {end_words(rules)}."
    if league.audit_lines.filter(kind=AT_ITS_END, wording=wording).exists():
        return False
    audit(league, None, AT_ITS_END, wording)
    tell(
        members_of(league, only_masters=True),
        NoticeKind.SEASON,
        f"{wording} Close the season, or let it end later in the house rules.",
        reverse("league:plan", args=[league.uid]),
        league=league,
    )
    return True
