"""A season of every template, from the founding to the champion."""

from __future__ import annotations

import pytest

from league.models.leagues import Admission, League, Visibility
from league.models.seasons import Season, SeasonStage
from league.rules.league_templates import LeagueTemplate, templates
from league.selectors.seasons.season_plan import get_plan_page
from league.services.competitions import arrangements, competitions
from league.services.leagues import create_league
from league.services.season_end import close_season, open_season
from people.models import Person
from teams.services.reconciliation import reconcile_teams
from tests.league.test_competitions import crowd, play
from tests.league.test_rounds import lose, to_play
from tests.ledger import rule


def founded_from(template: LeagueTemplate, master: Person) -> League:
    return create_league(
        founder=master,
        name=template.title,
        visibility=Visibility.PUBLIC,
        admission=Admission.OPEN,
        changes=template.changes,
        template=template.slug,
    )


def play_out(season: Season, league: League, master: Person) -> None:
    """Until there is nothing to play and nothing to draw."""
    while True:
        for number, fixture in enumerate(to_play(season)):
            lose(fixture.match, number % 2, master)
        lines = get_plan_page(league.uid, master).competitions
        following = next((one for one in lines if one.can_draw), None)
        if following is None and not to_play(season):
            return
        if following is not None:
            competitions.draw_competition(
                uid=league.uid, actor=master, number=following.number
            )


@rule("LEAGUE-02", "LEAGUE-03", "LEAGUE-06")
@pytest.mark.parametrize("template", templates().values(), ids=templates())
def test_from_the_founding_to_the_champion(
    template: LeagueTemplate, dana: Person
) -> None:
    league = founded_from(template, dana)
    one, other, *_ = crowd(league, 3)
    season = competitions.start_season(uid=league.uid, actor=dana)
    if not to_play(season):
        arrangements.arrange_fixture(
            uid=league.uid, actor=one.owner, team_ids=(one.team_id, other.team_id)
        )
    first = to_play(season)[0].match
    assert first is not None
    play(first, 3, 1)
    play_out(season, league, dana)
    closed = close_season(uid=league.uid, actor=dana)
    assert closed.stage == SeasonStage.CLOSED
    champions = [one for one in closed.final_table if one["is_champion"]]
    assert len(champions) == 1
    assert list(reconcile_teams()) == []
    following = open_season(uid=league.uid, actor=dana)
    assert following.entrants.count() == 3
    assert [c.name for c in following.competitions.all()] == [
        c.name for c in season.competitions.all()
    ]
