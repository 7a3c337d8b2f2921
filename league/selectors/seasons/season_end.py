"""The end of a season: open matters, champions, the next season."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from challenges.models import Match
from challenges.rules.stages import MatchStage
from kernel.phrases import count_noun, list_words
from league.models.competitions import CompetitionKind
from league.models.leagues import Membership, Role
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions.bracket_progress import Progress
from league.rules.competitions.results import EntryId
from league.rules.seasons import (
    Budget,
    CarryOver,
    RedraftFormula,
    UnfinishedSeason,
    carry_over_for,
    final_places,
    objections_to_closing,
    redraft_budget,
)
from league.selectors.access import get_managed_league
from league.selectors.competitions.playoffs import playoffs_progress
from league.selectors.competitions.results import get_season_results
from league.selectors.house_rules import rules_in_force, rules_to_come
from league.selectors.leagues import LeagueHead, head_of, season_last
from rulebook.rules.house_rules import HouseRules
from teams.rules.state import Stage
from teams.selectors.access import Viewer


def playoffs_of(season: Season) -> Progress | None:
    """Return the progress of the season's last playoffs."""
    found = season.competitions.filter(kind=CompetitionKind.PLAYOFFS)
    last = found.order_by("-number").first()
    return playoffs_progress(last) if last else None


def get_unfinished(season: Season, progress: Progress | None) -> UnfinishedSeason:
    matches = Match.objects.filter(fixture__competition__season=season)

    def at(*stages: MatchStage) -> int:
        return matches.filter(stage__in=stages).count()

    return UnfinishedSeason(
        unplayed=at(MatchStage.ARRANGED),
        unconfirmed=at(MatchStage.OPEN, MatchStage.REPORTED),
        disputed=at(MatchStage.DISPUTED),
        unsettled=at(MatchStage.CONFIRMED),
        is_playoff_open=progress is None or not progress.is_over,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetLine:
    """The redraft budget of one team, with its parts."""

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


def get_next_season_page(
    uid: str, viewer: Viewer, formula: RedraftFormula
) -> NextSeasonPage:
    """Return the page to open the next season, with the budgets a formula would
    give."""
    standpoint = get_managed_league(uid, viewer)
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
    """Return the teams at the end of a season whose owners are still players.
    Queries: 1."""
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
    """Return every team's redraft budget. Unspent koban of a draft are no treasury."""
    table = {row.entry: row for row in get_season_results(last).table()}
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPage:
    head: LeagueHead
    title: str
    sentences: tuple[str, ...]  # what will happen
    problems: tuple[str, ...] = ()  # why it cannot yet
    button: str
    back: str  # the address of the page that led here
    stay: str  # what the way back is called


def get_handover_page(uid: str, viewer: Viewer, person_id: int) -> ConfirmPage:
    standpoint = get_managed_league(uid, viewer)
    if not standpoint.is_first_master:
        raise PermissionDenied("Only the ninja master can hand the league over.")
    found = standpoint.league.memberships.filter(person=person_id, left=None)
    member = found.exclude(role=Role.MASTER).select_related("person").first()
    if member is None:
        raise Http404("There is no such member.")
    name = str(member.person)
    after = "co-master" if rules_in_force(standpoint.league).deputies else "player"
    return ConfirmPage(
        head=head_of(standpoint),
        title=f"Hand the league over to {name}",
        sentences=(
            f"{name} becomes the ninja master as soon as they accept.",
            "Until then you stay the ninja master and can cancel the handover.",
            f"Afterwards you are a {after}. Only {name} can hand the league back.",
        ),
        button=f"Ask {name}",
        back=reverse("league:members", args=[uid]),
        stay="Stay the ninja master",
    )


def get_archive_page(uid: str, viewer: Viewer) -> ConfirmPage:
    standpoint = get_managed_league(uid, viewer)
    if not standpoint.is_first_master:
        raise PermissionDenied("Only the ninja master can archive the league.")
    return ConfirmPage(
        head=head_of(standpoint),
        title=f"Archive {standpoint.league}",
        sentences=(
            "Everyone can still read it, but nothing can change.",
            "You cannot report matches, enter teams or join.",
            "It leaves the list of leagues. You can reopen it in its settings.",
        ),
        button="Archive the league",
        back=reverse("league:settings", args=[uid]),
        stay="Keep it running",
    )


def get_close_page(uid: str, viewer: Viewer) -> ConfirmPage:
    standpoint = get_managed_league(uid, viewer)
    season = season_last(standpoint.league)
    if season.stage != SeasonStage.RUNNING:
        raise Http404("No season is running.")
    rules = rules_in_force(standpoint.league)
    progress = playoffs_of(season)
    business = get_unfinished(season, progress)
    problems = objections_to_closing(business, rules)
    return ConfirmPage(
        head=head_of(standpoint),
        title=f"Close {season.name}",
        sentences=tuple(_closing_words(season, rules, progress, business)),
        problems=tuple(one.sentence for one in problems),
        button="Close the season",
        back=reverse("league:plan", args=[uid]),
        stay="Play on",
    )


def _closing_words(
    season: Season,
    rules: HouseRules,
    progress: Progress | None,
    business: UnfinishedSeason,
) -> Iterator[str]:
    places = final_places(rules, get_season_results(season).table(), progress)
    champions = [one.name for one in places if one.is_champion]
    if champions:
        yield f"If you close it now, {list_words(champions)} will have won."
    else:
        yield "No team has played yet, so there will be no champion."
    if business.unplayed:
        matches = count_noun(
            business.unplayed,
            "match that has not started",
            "matches that have not started",
        )
        yield f"{matches} will be called off."
    yield "You cannot reopen a closed season. You open the next one on the plan page."
