"""What one season hands on to the next: plans, teams, groups, who is kept apart."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.utils import timezone

from league.models import Entrant, ForbiddenPair, Season
from league.models.fixtures import CompetitionKind
from league.rules.seasons import Budget, CarryOver, RedraftFormula
from league.rules.templates import PlannedCompetition
from league.selectors.house_rules import rules_of, version_in_force
from league.selectors.next_season import budgets_of, carried
from league.services.house_rules import rules_label
from people.models import Person
from teams import services as teams
from teams.services import Edit, Role


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
    teams.team_retire(edit, reason=f"{entrant.season.name} is over.")


def _redraft(
    entrant: Entrant, season: Season, budget: Budget, granted: int, actor: Person
) -> Entrant:
    """A draft of the same clan and name, with the koban the season was worth."""
    old, version = entrant.team, version_in_force(season.league)
    written = teams.team_found(owner=entrant.person, clan=old.clan, name=old.name)
    made = Entrant.objects.create(
        season=season,
        team_id=written.team_id,
        person=entrant.person,
        group=entrant.group,
        club=entrant.club,
        rules=version,
    )
    teams.team_enter_league(
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
