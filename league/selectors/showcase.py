"""A living league for the first page: what strangers see of the product at work."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from challenges.rules.stages import MatchStage
from league.models import Fixture, Season
from league.models.leagues import LeagueStage, Visibility
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.results import Ending, EntryId, Result, ending_of
from league.rules.standings import Row
from league.selectors.fixtures import FixtureLine, fixture_line
from league.selectors.results import season_facts
from league.selectors.season import FORM

log = logging.getLogger(__name__)

ROWS = 6
# A table of more teams takes longer than a first page may.
TEAMS_MAX = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowcaseRow:
    row: Row
    team_id: int
    clan: str
    person: str
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


def showcase() -> Showcase | None:
    """Return the public league that settled a match last.

    A league that cannot be shown is logged and left out: whatever is wrong with one
    league, everybody can open the front page.
    Queries: 8, or 1 if there is no such league.
    """
    season, latest = _latest()
    if season is None:
        return None
    try:
        return _showcase(season, latest)
    except Exception:
        log.exception("League %s cannot be shown on the front page", season.league.uid)
        return None


def _showcase(season: Season, latest: int) -> Showcase:
    facts = season_facts(season)
    table = facts.table()
    forms = _forms(facts.results)
    entrants = season.entrants.select_related("team", "person").defer("team__state")
    known = {one.pk: one for one in entrants}
    return Showcase(
        uid=season.league.uid,
        name=season.league.name,
        season=season.name,
        rows=tuple(
            ShowcaseRow(
                row=row,
                team_id=known[row.entry].team_id,
                clan=known[row.entry].team.clan,
                person=str(known[row.entry].person),
                form=tuple(forms[row.entry][-FORM:]),
            )
            for row in table[:ROWS]
        ),
        teams=len(table),
        result=fixture_line(season.league.uid, latest),
    )


def _forms(results: Iterable[Result]) -> dict[EntryId, list[Ending]]:
    """How the matches of each went, without those of the whole season being read."""
    forms: dict[EntryId, list[Ending]] = defaultdict(list)
    for result in results:
        for part in () if result.is_bye else result.parts:
            ending = ending_of(part, result.parts)
            if ending is not None:
                forms[part.entry].append(ending)
    return forms


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
