"""A living league for the first page: what strangers see of the product at work."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from challenges.rules.stages import MatchStage
from league.models import Fixture, Season
from league.models.leagues import LeagueStage, Visibility
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.results import Ending
from league.rules.standings import Row
from league.selectors.fixtures import FixtureLine, SideLine, in_rounds, season_fixtures
from league.selectors.results import season_facts
from league.selectors.season import FORM, forms_of

ROWS = 6
# A table of more teams takes longer than a first page may.
TEAMS_MAX = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowcaseRow:
    row: Row
    team: SideLine
    form: tuple[Ending, ...]  # the latest last


@dataclass(frozen=True, slots=True, kw_only=True)
class Showcase:
    """The head of a public league's table, and its last result."""

    uid: str
    name: str
    season: str
    rows: tuple[ShowcaseRow, ...]
    teams: int
    result: FixtureLine
    rounds_over: int
    rounds_drawn: int


def showcase() -> Showcase | None:
    """Of the public league that settled a match last. Seven queries, one if there is
    none."""
    season, latest = _latest()
    if season is None:
        return None
    fixtures = season_fixtures(season)
    rounds = [one for one in in_rounds(fixtures) if one.id is not None]
    forms = forms_of(fixtures)
    sides = {side.entry: side for one in fixtures for side in one.sides}
    table = season_facts(season).table()
    return Showcase(
        uid=season.league.uid,
        name=season.league.name,
        season=season.name,
        rows=tuple(
            ShowcaseRow(
                row=row,
                team=sides[row.entry],
                form=tuple(forms.get(row.entry, ())[-FORM:]),
            )
            for row in table
            if row.entry in sides
        )[:ROWS],
        teams=len(table),
        result=next(one for one in fixtures if one.id == latest),
        rounds_over=sum(one.is_over for one in rounds),
        rounds_drawn=len(rounds),
    )


def _latest() -> tuple[Season | None, int]:
    """The season, and its fixture that was settled last."""
    plays = Count("entrants", filter=Q(entrants__stage=EntrantStage.ACTIVE))
    seasons = (
        Season.objects.filter(
            stage=SeasonStage.RUNNING,
            league__stage=LeagueStage.RUNNING,
            league__visibility=Visibility.PUBLIC,
        )
        .annotate(plays=plays)
        .filter(plays__lte=TEAMS_MAX)
    )
    found = (
        Fixture.objects.filter(
            competition__season__in=seasons.values("pk"),
            match__stage=MatchStage.SETTLED,
            outcome__isnull=False,
        )
        .select_related("competition__season__league")
        .order_by("-match__settled", "-pk")
        .first()
    )
    return (found.competition.season, found.pk) if found else (None, 0)
