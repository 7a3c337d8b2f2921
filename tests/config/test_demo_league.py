"""The demo's league is alive: played, settled, disputed, waiting."""

from __future__ import annotations

import pytest

from challenges.models import Match
from challenges.rules.stages import MatchStage
from config import demo
from config.demo.league import NAME, TEAMS
from league.models import League
from league.selectors.leagues import season_last
from league.selectors.results import season_facts
from league.selectors.season import season_page
from teams.models import Team
from teams.rules.needs import DecisionKind
from teams.selectors import settlement_page
from teams.services import teams_reconcile


@pytest.mark.slow
@pytest.mark.django_db
def test_half_a_season_is_played_and_everything_that_can_wait_waits() -> None:
    scene = demo.build()
    league = League.objects.get(name=NAME)
    season = season_last(league)
    assert season.entrants.count() == len(TEAMS) == 8
    assert len({one.team.clan for one in season.entrants.all()}) == 6
    stages = [match.stage for match in Match.objects.all()]
    assert stages.count(MatchStage.SETTLED) >= 12
    assert stages.count(MatchStage.DISPUTED) == 1
    assert stages.count(MatchStage.OPEN) == 1
    rows = season_facts(season).table()
    assert sum(row.points for row in rows) > 0
    assert season_page(league.uid, scene.people["aiko"]).boards
    waiting = [
        page.decision.kind
        for team in Team.objects.filter(league=NAME)
        for page in [settlement_page(team.pk, team.owner)]
        if page.decision is not None
    ]
    assert DecisionKind.ADVANCE in waiting
    assert league.posts.filter(published__isnull=False).count() == 1
    assert not list(teams_reconcile())
