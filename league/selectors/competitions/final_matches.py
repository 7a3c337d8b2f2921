"""Whether a match is the last of the season for a team (RONIN-08)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import Count, QuerySet

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport
from challenges.rules.reports.team_results import is_void_by_absence
from challenges.selectors.access import build_lineup, list_match_teams
from challenges.selectors.match_host import FinalMatches, MatchTerms
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
    FixtureSide,
)
from league.rules.competitions.bracket_progress import wins_of
from league.rules.competitions.brackets import LoserOf, Slot, Tie, WinnerOf, bracket_of
from league.rules.competitions.results import EntryId, Result
from league.selectors.competitions.playoffs import BRACKET, has_begun
from league.selectors.competitions.results import (
    OFF,
    entries_of,
    outcome_as,
    result_of,
    result_with,
)

# Matches that members arrange are never announced as their last.
ARRANGED = (CompetitionKind.LADDER, CompetitionKind.FRIENDLIES)
STEPWISE = (CompetitionKind.SWISS, CompetitionKind.RANDOM)


def finals_of(fixture: Fixture) -> FinalMatches:
    """Return the teams for whom no other match is drawn or still to be drawn.

    Other teams do not matter, and a bye is not a match. In a bracket, the result
    decides which side advances and whether another match follows. Queries: 3, and 1
    more in a bracket.
    """
    competition = fixture.competition
    if competition.kind in ARRANGED or _has_more_to_draw(competition):
        return FinalMatches()
    here = dict(
        fixture.sides.filter(entrant__isnull=False).values_list(
            "entrant_id", "entrant__team_id"
        )
    )
    if BRACKET not in competition.settings:
        return FinalMatches(always=frozenset(_done(fixture, here).values()))
    legs = list(_legs(fixture))
    if len(here) != 2 or any(has_begun(one) for one in legs if one.leg > fixture.leg):
        return FinalMatches()  # no teams yet, or a later match has started
    results = [result_of(one) for one in legs if one.leg < fixture.leg]
    return _of_tie(fixture, here, results)


def finals_after(
    fixture: Fixture, match: Match, terms: MatchTerms, report: MatchReport | None
) -> dict[int, dict[int, bool]]:
    """Return whether the last match of a tie so far is the last of the season for
    its teams after a correction of an earlier match. Played matches stay, even if
    unneeded."""
    legs = list(_legs(fixture))
    played = [one for one in legs if one.outcome is not None and one.match_id]
    if not played or played[-1].leg <= fixture.leg:
        return {}
    entries = entries_of(fixture)
    here = {entrant: team for team, entrant in entries.items()}
    results = {one.leg: result_of(one) for one in legs}
    tie, _ = _tie(fixture)
    was = _wins(here, results.values(), tie)
    results[fixture.leg] = _as_told(fixture, match, terms, report)
    now = _wins(here, results.values(), tie)
    is_decided = max(now) >= tie.wins_needed
    last = played[-1]
    is_going_on = any(has_begun(one) for one in legs if one.leg > last.leg)
    if last.match_id is None or is_going_on:
        return {}
    if is_decided is (max(was) >= tie.wins_needed):
        return {}
    ends: Collection[int] = ()
    if is_decided and not _has_more_to_draw(fixture.competition):
        winner, loser = sorted(here, key=lambda one: -now[list(here).index(one)])
        ends = _ending(fixture, _done(fixture, here), {winner}, {loser})
    return {last.match_id: {team: one in ends for one, team in here.items()}}


def _as_told(
    fixture: Fixture, match: Match, terms: MatchTerms, report: MatchReport | None
) -> Result | None:
    """Return the outcome of a match according to a report."""
    if report is None:
        return None
    if is_void_by_absence(report, build_lineup(match, list_match_teams(match), terms)):
        return None
    outcome = outcome_as(report, match, terms, entries_of(fixture))
    return result_with(fixture, outcome, None)


def _has_more_to_draw(competition: Competition) -> bool:
    planned = Competition.objects.filter(season=competition.season_id)
    drawn = planned.exclude(kind__in=ARRANGED).annotate(drawn=Count("rounds"))
    return any(can_draw(one, one.drawn) for one in drawn)


def _done(fixture: Fixture, here: Mapping[int, int]) -> dict[int, int]:
    """Return the teams of a match without other matches. Later matches of the same
    tie do not count, since they are dropped once it is decided."""
    waiting = (
        FixtureSide.objects.filter(
            entrant__in=here, fixture__outcome__isnull=True, fixture__is_bye=False
        )
        .exclude(
            fixture__competition=fixture.competition_id, fixture__number=fixture.number
        )
        .exclude(fixture__competition__kind__in=ARRANGED)
        .exclude(fixture__match__stage__in=OFF)
    )
    busy = set(waiting.values_list("entrant_id", flat=True))
    return {entrant: team for entrant, team in here.items() if entrant not in busy}


def _legs(fixture: Fixture) -> QuerySet[Fixture]:
    legs = fixture.competition.fixtures.filter(number=fixture.number)
    return legs.select_related("match").order_by("leg")


def _tie(fixture: Fixture) -> tuple[Tie, set[Slot]]:
    """Return the tie of a fixture and the slots of all ties."""
    bracket = bracket_of(fixture.competition.settings[BRACKET])
    tie = next(one for one in bracket.ties if one.number == fixture.number)
    return tie, {slot for one in bracket.ties for slot in one.slots}


def _wins(
    here: Iterable[int], results: Iterable[Result | None], tie: Tie
) -> tuple[int, int]:
    one, other = map(EntryId, here)
    played = [result for result in results if result is not None]
    return wins_of((one, other), played, tie.wins_needed)


def _of_tie(
    fixture: Fixture, here: dict[int, int], earlier: Sequence[Result | None]
) -> FinalMatches:
    """Return which teams are out, or advance without another opponent, once a tie is
    decided."""
    tie, _ = _tie(fixture)
    one, other = here
    wins = _wins(here, earlier, tie)
    # Teams that need one more win.
    near = {
        entry
        for entry, won in zip((one, other), wins, strict=True)
        if won + 1 >= tie.wins_needed
    }
    losers = {other if entry == one else one for entry in near}
    done = _done(fixture, here)
    ends = [_ending(fixture, done, near, set()), _ending(fixture, done, set(), losers)]
    won, lost = (frozenset(here[entry] for entry in each) for each in ends)
    return FinalMatches(if_won=won, if_lost=lost)


def _ending(
    fixture: Fixture, done: Collection[int], winners: set[int], losers: set[int]
) -> set[int]:
    """Return the winners or losers of a tie that do not go on from it."""
    tie, going_on = _tie(fixture)
    found = set()
    if WinnerOf(tie=tie.number) not in going_on:
        found |= winners
    if LoserOf(tie=tie.number) not in going_on:
        found |= losers
    return found & set(done)


def can_draw(one: Competition, rounds: int) -> bool:
    """Return whether the competition still has something to draw after so many
    rounds."""
    if one.stage == CompetitionStage.PLANNED:
        return True
    limit = one.settings.get("rounds")
    is_open = limit is None or rounds < limit
    return one.kind in STEPWISE and is_open and one.stage != CompetitionStage.DONE
