"""Random draws every week (LEAGUE-05)."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import NotificationKind
from league.models.competitions import Competition, CompetitionStage
from league.models.leagues import League, LeagueStage
from league.models.seasons import Season, SeasonStage
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.season_length import is_drawn_to_its_end
from league.services.communication.notifications import get_member_ids, notify_once
from league.services.competitions.competitions import draw_next_round, get_weekly_draw
from league.services.competitions.draws import list_pairable_entrants
from league.services.competitions.rounds import get_plan
from league.services.locks import log_action
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import Matchmaking


def draw_due_weekly_rounds() -> int:
    """Draw the next round of every weekly draw whose last round is over. Return how
    many were drawn. Called by the clock."""
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
    lots = get_weekly_draw(season)
    if not _is_due(season, lots, rules):
        return False
    try:
        with transaction.atomic():
            draw_next_round(lots, None, even_unfinished=True)
    except Refusal as refusal:
        # Nothing was drawn, so a master has to act. One notification is enough.
        notify_once(
            get_member_ids(league, only_masters=True),
            NotificationKind.DRAWN,
            f"This week's round could not be drawn. {refusal.sentence}",
            reverse("league:plan", args=[league.uid]),
            league,
        )
        return False
    log_action(
        league, None, "drawn", f"The next round of {lots.name} was drawn at random."
    )
    return True


def _is_due(season: Season, lots: Competition, rules: HouseRules) -> bool:
    """Return whether the last round is over and the season wants another. A later
    competition, such as playoffs, ends the weekly draw."""
    now = timezone.now()
    drawn = lots.rounds.count()
    later = season.competitions.filter(number__gt=lots.number)
    limit = get_plan(lots).rounds
    return not (
        lots.rounds.filter(closes__gt=now).exists()
        or (limit is not None and drawn >= limit)
        or later.filter(stage=CompetitionStage.RUNNING, rounds__isnull=False).exists()
        or is_drawn_to_its_end(season, rules)
        or len(list_pairable_entrants(season)) < 2
    )
