"""How the rosters of a season stand with the house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from league.models import Entrant, League
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.versions import RosterHealth, roster_health
from league.selectors.house_rules import rules_in_force, rules_to_come
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from teams.models import Team
from teams.rules.applying import apply
from teams.rules.joining import adopt_rules
from teams.rules.legality import Violation, violations
from teams.rules.state import Stage, TeamState
from teams.selectors import state_of


def healths_of(league: League, teams: Iterable[Team]) -> dict[int, RosterHealth]:
    """The badge of every team, by its id. Four queries: what a team's record says is
    wrong is worked out again for its sentences, and everybody is looked at only
    while other rules wait for their moment."""
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
    """The badges that other rules would give to the teams that play, once they hold.
    One query."""
    entrants = (
        Entrant.objects.filter(season__league=league, stage=EntrantStage.ACTIVE)
        .exclude(season__stage=SeasonStage.CLOSED)
        .select_related("team")
        .order_by("team__name", "pk")
    )
    told = []
    for entrant in entrants:
        state = state_of(entrant.team)
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
    return {one.pk: state_of(one) for one in Team.objects.filter(pk__in=wanted)}


def _found(state: TeamState | None) -> Sequence[Violation]:
    return violations(state, catalogue()) if state else ()


def _coming(state: TeamState | None, rules: HouseRules | None) -> Sequence[Violation]:
    """What would be wrong with a registered team under other rules."""
    if state is None or rules is None or state.stage is not Stage.REGISTERED:
        return ()
    return violations(_under(state, rules), catalogue())


def _under(state: TeamState, rules: HouseRules) -> TeamState:
    """The team as it is once it has adopted other rules; one that is retired never
    does."""
    if state.stage is Stage.RETIRED:
        return state
    book = catalogue()
    changes = book.house_rules.changes_to_store(rules)
    return apply(state, adopt_rules(state, changes, book=book), book)
