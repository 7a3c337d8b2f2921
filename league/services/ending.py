"""Seasons that come to the end they were given (LEAGUE-03)."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from league.models import League
from league.models.leagues import LeagueStage
from league.models.notices import NoticeKind
from league.models.seasons import SeasonStage
from league.rules.seasons import end_words
from league.selectors.house_rules import rules_in_force
from league.selectors.lengths import is_at_its_end
from league.services.notices import members_of, tell
from league.services.opening import audit

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
    wording = f"{season.name} is at its end. {end_words(rules)}."
    if league.audit_lines.filter(kind=AT_ITS_END, wording=wording).exists():
        return False
    audit(league, None, AT_ITS_END, wording)
    tell(
        members_of(league, only_masters=True),
        NoticeKind.SEASON,
        f"{wording} Close it, or give it another end in the house rules.",
        reverse("league:plan", args=[league.uid]),
        league=league,
    )
    return True
