"""House rules of a league: past, in force and waiting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Count, Max

from league.models.leagues import League, RulesVersion
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.rules.house_rule_versions import (
    EffectiveFrom,
    RosterHealth,
    rebased,
    roster_health,
)
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from teams.models import Team
from teams.rules.journal.reducer import apply_entry
from teams.rules.roster.league_entry import adopt_rules
from teams.rules.roster.legality import Violation, violations
from teams.rules.state import Stage, TeamState
from teams.selectors.journal_store import get_state


def version_in_force(league: League) -> RulesVersion:
    """Return the version in force. Queries: 1."""
    found = league.rules_versions.filter(in_force__isnull=False)
    return found.order_by("-in_force", "-number")[0]


def rules_in_force(league: League) -> HouseRules:
    return rules_of(version_in_force(league))


def rules_of(version: RulesVersion) -> HouseRules:
    return catalogue().house_rules.read(version.changes)


def version_at(
    versions: Iterable[RulesVersion], moment: datetime | None
) -> RulesVersion:
    """Return the version in force at a moment, by default now."""
    held = sorted(
        ((one.in_force, one.number, one) for one in versions if one.in_force),
        key=lambda it: it[:2],
    )
    until = [one for since, _, one in held if moment is None or since <= moment]
    return until[-1] if until else held[0][2]


def versions_waiting(league: League) -> list[RulesVersion]:
    """Return the waiting versions in the order they take effect. Queries: 1."""
    found = league.rules_versions.filter(in_force=None, withdrawn=None)
    return sorted(
        found, key=lambda one: (one.moment == EffectiveFrom.NEXT_SEASON, one.number)
    )


def rules_to_come(league: League, now: HouseRules) -> HouseRules | None:
    """Return the rules after all waiting versions took effect. Queries: 1."""
    coming = now
    for version in versions_waiting(league):
        after = rebased(rules_of(version), now, coming, catalogue().house_rules)
        coming = after.rules or coming
    return coming if coming != now else None


def latest_version(league: League) -> int:
    """Return a number that grows with every change of the rules. Editors send it
    back to detect conflicting changes."""
    found = league.rules_versions.aggregate(
        last=Max("pk"), in_force=Count("in_force"), withdrawn=Count("withdrawn")
    )
    return sum(found.values())


def healths_of(league: League, teams: Iterable[Team]) -> dict[int, RosterHealth]:
    """Return the health of every team, by id. Queries: 4."""
    rules = rules_in_force(league)
    waiting = rules_to_come(league, rules)
    known = {team.pk: team for team in teams}
    states = _states(known, waiting)
    return {
        pk: roster_health(
            _found(states.get(pk)),
            rules,
            coming=_coming(states.get(pk), waiting),
            is_registered=team.stage == Stage.REGISTERED,
        )
        for pk, team in known.items()
    }


def healths_under(league: League, rules: HouseRules) -> list[tuple[Team, RosterHealth]]:
    """Return the health of active teams under other rules. Queries: 1."""
    entrants = (
        Entrant.objects.filter(season__league=league, stage=EntrantStage.ACTIVE)
        .exclude(season__stage=SeasonStage.CLOSED)
        .select_related("team")
        .order_by("team__name", "pk")
    )
    told = []
    for entrant in entrants:
        state = get_state(entrant.team)
        health = roster_health(
            violations(_under(state, rules), catalogue()),
            rules,
            is_registered=state.stage is Stage.REGISTERED,
        )
        told.append((entrant.team, health))
    return told


def _states(
    teams: Mapping[int, Team], waiting: HouseRules | None
) -> dict[int, TeamState]:
    wanted = [pk for pk, team in teams.items() if waiting or team.violation_count]
    return {one.pk: get_state(one) for one in Team.objects.filter(pk__in=wanted)}


def _found(state: TeamState | None) -> Sequence[Violation]:
    return violations(state, catalogue()) if state else ()


def _coming(state: TeamState | None, rules: HouseRules | None) -> Sequence[Violation]:
    """Return the violations of a registered team under other rules."""
    if state is None or rules is None or state.stage is not Stage.REGISTERED:
        return ()
    return violations(_under(state, rules), catalogue())


def _under(state: TeamState, rules: HouseRules) -> TeamState:
    """Return the team after adopting other rules; retired teams do not."""
    if state.stage is Stage.RETIRED:
        return state
    book = catalogue()
    changes = book.house_rules.changes_to_store(rules)
    return apply_entry(state, adopt_rules(state, changes, book=book), book)
