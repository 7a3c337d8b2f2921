"""Rounds that are drawn by lot every week, by the clock (LEAGUE-05)."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import NoticeKind
from league.models.competitions import Competition, CompetitionStage
from league.models.leagues import League, LeagueStage
from league.models.seasons import Season, SeasonStage
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.season_length import is_drawn_to_its_end
from league.services.communication.notifications import members_of, tell_once
from league.services.competitions.competitions import competition_go_on, weekly_lots_of
from league.services.competitions.draws import fit_entrants
from league.services.competitions.rounds import plan_of
from league.services.locks import audit
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import Matchmaking


def weekly_lots_draw_due() -> int:
    """Draw the next round wherever lots decide and the last round is over; the clock
    calls this. Tells how many were drawn."""
    leagues = League.objects.filter(
        stage=LeagueStage.RUNNING,
        seasons__stage=SeasonStage.RUNNING,
        rules_versions__in_force__isnull=False,
        rules_versions__changes__matchmaking=Matchmaking.RANDOM_WEEKLY.value,
    )
    return sum(_draw_due(pk) for pk in leagues.values_list("pk", flat=True).distinct())


@transaction.atomic
def _draw_due(league_id: int) -> bool:
    league = League.objects.select_for_update().get(pk=league_id)
    season = league.seasons.filter(stage=SeasonStage.RUNNING).first()
    rules = rules_in_force(league)
    by_lot = rules.matchmaking is Matchmaking.RANDOM_WEEKLY
    if season is None or not by_lot:
        return False
    season.league = league
    lots = weekly_lots_of(season)
    if not _is_due(season, lots, rules):
        return False
    try:
        with transaction.atomic():
            competition_go_on(lots, None, even_unfinished=True)
    except Refusal as refusal:
        # Nothing is drawn, and a master has to see to it; once is enough to be told.
        tell_once(
            members_of(league, only_masters=True),
            NoticeKind.DRAWN,
            f"This week's round could not be drawn. {refusal.sentence}",
            reverse("league:plan", args=[league.uid]),
            league,
        )
        return False
    audit(league, None, "drawn", f"The next round of {lots.name} was drawn at random.")
    return True


def _is_due(season: Season, lots: Competition, rules: HouseRules) -> bool:
    """The last round is over, and the season wants another one. What is planned after
    the lots, such as playoffs, ends them when it begins."""
    now = timezone.now()
    drawn = lots.rounds.count()
    later = season.competitions.filter(number__gt=lots.number)
    limit = plan_of(lots).rounds
    return not (
        lots.rounds.filter(closes__gt=now).exists()
        or (limit is not None and drawn >= limit)
        or later.filter(stage=CompetitionStage.RUNNING, rounds__isnull=False).exists()
        or is_drawn_to_its_end(season, rules)
        or len(fit_entrants(season)) < 2
    )
