"""What the next season of a league would begin with."""

from __future__ import annotations

from dataclasses import dataclass

from league.models import Entrant, Membership, Season
from league.models.fixtures import CompetitionKind
from league.models.leagues import Role
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.results import EntryId
from league.rules.seasons import (
    Budget,
    CarryOver,
    RedraftFormula,
    carry_over_for,
    redraft_budget,
)
from league.selectors.access import league_led
from league.selectors.house_rules import rules_in_force, rules_to_come
from league.selectors.leagues import LeagueHead, head_of, season_last
from league.selectors.results import season_facts
from rulebook.rules.house_rules import HouseRules
from teams.rules.state import Stage
from teams.selectors import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetLine:
    """What one team would be drafted anew for, and how that adds up."""

    team_id: int
    team: str
    koban: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeasonPage:
    head: LeagueHead
    is_open: bool  # the last season is closed
    goes_on: bool  # rosters stay as they are, so that nothing is drafted anew
    competitions: tuple[str, ...]  # that are planned again
    teams: int
    budgets: tuple[BudgetLine, ...]  # empty where rosters go on


def next_season_page(
    uid: str, viewer: Viewer, formula: RedraftFormula
) -> NextSeasonPage:
    """For those who run the league; what a formula would give to each team."""
    standpoint = league_led(uid, viewer)
    league = standpoint.league
    last = season_last(league)
    last.league = league
    rules = rules_in_force(league)
    goes_on = carry_over_for(rules) is CarryOver.KEEP
    coming = rules_to_come(league, rules) or rules
    budgets = [] if goes_on else budgets_of(last, coming, formula)
    return NextSeasonPage(
        head=head_of(standpoint),
        is_open=last.stage == SeasonStage.CLOSED,
        goes_on=goes_on,
        competitions=tuple(
            f"{one.name} ({one.get_kind_display().lower()})"
            for one in last.competitions.exclude(kind=CompetitionKind.FRIENDLIES)
        ),
        teams=len(carried(last)),
        budgets=tuple(
            BudgetLine(
                team_id=entrant.team_id,
                team=str(entrant.team),
                koban=budget.koban,
                reasons=budget.reasons,
            )
            for entrant, budget in budgets
        ),
    )


def carried(last: Season) -> list[Entrant]:
    """The teams that were there at the end of a season, and whose people are still
    players of the league. One query."""
    players = Membership.objects.filter(league=last.league_id, left=None).exclude(
        role=Role.SPECTATOR
    )
    found = last.entrants.filter(
        stage=EntrantStage.ACTIVE, person__in=players.values("person")
    ).exclude(team__stage=Stage.RETIRED)
    return list(found.select_related("team", "person").order_by("pk"))


def budgets_of(
    last: Season, rules: HouseRules, formula: RedraftFormula
) -> list[tuple[Entrant, Budget]]:
    """What everybody's season was worth. What a draft has not spent is no treasury."""
    table = {row.entry: row for row in season_facts(last).table()}
    return [
        (
            one,
            redraft_budget(
                rules,
                formula,
                table[EntryId(one.pk)],
                treasury=one.team.koban if one.team.stage == Stage.REGISTERED else 0,
            ),
        )
        for one in carried(last)
    ]
