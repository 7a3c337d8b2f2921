"""Plan a correction from stored data, and apply it.

The caller holds the locks of all affected matches, then of their teams.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import F
from django.utils import timezone

from challenges.models import Match, MatchTeam, Report, Settlement, SettlementStep
from challenges.rules.corrections import (
    MatchChange,
    PastMatch,
    ResettlementPlan,
    plan_resettlement,
)
from challenges.rules.reports.match_report import MatchReport, as_plain
from challenges.rules.stages import MatchStage, ReportKind, SettlementStage
from challenges.selectors.access import list_team_numbers
from challenges.selectors.corrections import (
    AffectedMatches,
    PastMatches,
    load_past_matches,
)
from challenges.selectors.match_host import (
    CorrectionResult,
    MatchEvent,
    StandingsChange,
    get_host,
    get_league_host,
)
from challenges.services.correction_checks import (
    drop_unreported,
    refuse_if_settling,
    refuse_unless_policy_allows,
)
from challenges.services.correction_plan import CorrectionPlan
from challenges.services.locks import LockedMatch
from challenges.services.match_start import refreeze_ratings, save_ratings
from challenges.services.settlements import DONE, REPORTED
from people.models import Person
from rulebook.catalogue import catalogue
from teams.models import Team
from teams.rules.journal.replay import ReplayResult
from teams.rules.roster.rating import rating as rating_of
from teams.rules.state import TeamState
from teams.selectors.journal_store import get_state
from teams.services.bulk_write import insert_rows
from teams.services.journal_replay import append_replayed_lines, start_replays

FOLLOWS = "Changed because an earlier match was corrected."


def plan_correction(
    locked: LockedMatch,
    reach: AffectedMatches,
    amended: MatchReport | None,
    *,
    reason: str = "",
    is_restored: bool = False,
    is_preview: bool = False,
) -> CorrectionPlan:
    """Plan a correction. Nothing is written.

    With `is_restored` the report counted before the last correction.
    """
    match, book = locked.match, catalogue()
    found = tuple(Team.objects.filter(pk__in=reach.teams).order_by("pk"))
    states = {team.pk: get_state(team) for team in found}
    winner = match.pk if locked.terms.needs_winner else None
    past = load_past_matches(reach.matches, states, needs_winner=winner)
    refuse_if_settling(past)
    arranged = set(past.rows)
    runs = start_replays(
        found,
        arranged=arranged,
        reason=reason,
        revived=match.uid.hex if locked.stage is MatchStage.VOID else "",
        is_preview=is_preview,
    )
    drop_unreported(past, arranged, runs)
    refuse_unless_policy_allows(locked, past, runs, states)
    resettled = plan_resettlement(
        match.uid.hex,
        amended,
        matches=(_target(locked, past), *_later(match, past, amended)),
        teams=runs,
        states=states,
        book=book,
        is_restored=is_restored,
    )
    return CorrectionPlan(
        locked=locked,
        reach=reach,
        past=past,
        teams=found,
        resettled=resettled,
        foretold=_foretold(match, past, resettled),
        table=_table(match, past, resettled, states),
    )


def _target(locked: LockedMatch, past: PastMatches) -> PastMatch:
    """Return the match to correct, with the current knowledge of its host."""
    places, finals = past.places[locked.match.uid.hex], locked.terms.finals()
    return msgspec.structs.replace(
        past.matches[0],
        finals_if_won=list_team_numbers(places, finals.if_won),
        finals_if_lost=list_team_numbers(places, finals.if_lost),
    )


def _later(
    match: Match, past: PastMatches, amended: MatchReport | None
) -> Iterator[PastMatch]:
    """Return later matches; the correction may make one the last of the season."""
    finals = get_host(match).forecast_finals(match, amended)
    for one in past.matches[1:]:
        now = finals.get(past.rows[one.key].pk)
        if now is None:
            yield one
            continue
        ids = [place.team_id or 0 for place in past.places[one.key]]
        known = {number: now[team] for number, team in enumerate(ids) if team in now}
        yield msgspec.structs.replace(one, finals_now=known)


def _foretold(
    match: Match, past: PastMatches, resettled: ResettlementPlan
) -> tuple[str, ...]:
    key = match.uid.hex
    change = next(one for one in resettled.matches if one.key == key)
    reports = None
    if change.reports is not None:
        ids = [place.team_id or 0 for place in past.places[key]]
        reports = dict(zip(ids, change.reports, strict=True))
    return get_host(match).forecast_ties(match, reports)


def _table(
    match: Match,
    past: PastMatches,
    resettled: ResettlementPlan,
    states: dict[int, TeamState],
) -> tuple[StandingsChange, ...] | None:
    """Return the changes to the standings, as forecast by the host."""
    changes = {past.rows[one.key].pk: one for one in resettled.matches}
    target = changes[match.pk]
    after = states | {one.team: one.refolded.state for one in resettled.teams}
    book = catalogue()
    afterwards = CorrectionResult(
        report=None if target.reports is None else target.report,
        ratings={pk: one.ratings for pk, one in changes.items()},
        team_ratings={team: rating_of(state, book) for team, state in after.items()},
    )
    return get_host(match).forecast_standings(match, afterwards)


def apply_correction(
    correction: CorrectionPlan, *, actor: Person | None, reason: str
) -> Report | None:
    """Apply a plan: write journals, reports and settlements, inform hosts.

    Return the new report of the corrected match, if it has one.
    """
    changes = correction.resettled.matches
    refolded = {one.team: one.refolded for one in correction.resettled.teams}
    append_replayed_lines(correction.teams, refolded, actor=actor)
    writing = _Writing(correction, refolded, actor, reason)
    for change in changes:
        writing.add(change)
    writing.save()
    refreeze_ratings(correction.reach.begun, _states(correction))
    _tell_hosts(correction, actor, reason)
    return writing.report_of(correction.locked.match)


def _tell_hosts(correction: CorrectionPlan, actor: Person | None, reason: str) -> None:
    """Inform the host of the corrected match, then of all affected ones at once."""
    match = correction.locked.match
    later: list[Match] = []
    for change in correction.resettled.matches:
        row = correction.past.rows[change.key]
        if row.pk == match.pk:
            what = _what(correction, change)
            get_host(row).on_match_event(row, what, actor, reason=reason)
        elif row.is_hosted:
            later.append(row)
    if later:
        get_league_host().on_resettled(later)


def _what(correction: CorrectionPlan, change: MatchChange) -> MatchEvent:
    if change.reports is None:
        return MatchEvent.VOIDED
    was_void = correction.locked.stage is MatchStage.VOID
    return MatchEvent.REINSTATED if was_void else MatchEvent.AMENDED


class _OldStep(NamedTuple):
    """The journal lines of a settlement step before the correction."""

    batch: UUID | None
    first_line: int
    last_line: int


class _Writing:
    """The rows of all changed matches, to be saved together."""

    def __init__(
        self,
        correction: CorrectionPlan,
        refolded: dict[int, ReplayResult],
        actor: Person | None,
        reason: str,
    ) -> None:
        self._correction = correction
        self._new, self._states = _new_lines(refolded), _states(correction)
        self._actor, self._reason, self._now = actor, reason, timezone.now()
        self._target = correction.locked.match.uid.hex
        ids = correction.reach.matches
        numbers = Report.objects.filter(match__in=ids).values_list("match", "number")
        self._numbers: dict[int, int] = {}
        for match, number in numbers:
            self._numbers[match] = max(number, self._numbers.get(match, 0))
        self._matches: list[Match] = []
        self._places: list[MatchTeam] = []
        self._replaced: list[int] = []
        # What was done for each place by the settlement that is replaced.
        self._old_steps: dict[tuple[int, str], _OldStep] = {}
        self._reports: dict[str, Report] = {}
        self._settlements: dict[str, Settlement] = {}
        self._changes: dict[str, MatchChange] = {}

    def add(self, change: MatchChange) -> None:
        key, past = change.key, self._correction.past
        match, settlement = past.rows[key], past.settlements[key]
        self._changes[key] = change
        self._replaced.append(settlement.pk)
        match.version += 1
        match.updated = self._now
        self._matches.append(match)
        if change.reports is None:
            match.stage = MatchStage.VOID
            # A void match gets a new report only if it says who did not turn up.
            if key == self._target and self._is_told(change):
                self._new_report(change, settlement.report)
            return
        is_open = any(self._is_open(place, key) for place in past.places[key])
        match.stage = MatchStage.CONFIRMED if is_open else MatchStage.SETTLED
        for place, rating, behind in zip(
            past.places[key], change.ratings, change.behind, strict=True
        ):
            if (place.rating_before, place.points_behind) != (rating, behind):
                place.rating_before, place.points_behind = rating, behind
                self._places.append(place)
        report = self._new_report(change, settlement.report)
        self._settlements[key] = Settlement(
            match=match,
            report=report,
            revision=settlement.revision + 1,
            stage=SettlementStage.OPEN if is_open else SettlementStage.DONE,
            reports=msgspec.to_builtins(list(change.reports)),
            decide_by=self._now
            + timedelta(days=self._correction.locked.terms.decision_days),
            finished=None if is_open else self._now,
        )

    def save(self) -> None:
        """Save with a fixed number of queries."""
        steps = SettlementStep.objects.filter(settlement__in=self._replaced)
        for place, step, batch, first, last in steps.values_list(
            "place_id", "step", "batch", "first_line", "last_line"
        ):
            self._old_steps[place, step] = _OldStep(batch, first, last)
        Report.objects.bulk_create(self._reports.values())
        Settlement.objects.filter(pk__in=self._replaced).update(
            stage=SettlementStage.REPLACED
        )
        Settlement.objects.bulk_create(self._settlements.values())
        insert_rows(
            SettlementStep,
            [step for key in self._settlements for step in self._steps(key)],
        )
        for stage in {match.stage for match in self._matches}:
            ids = [match.pk for match in self._matches if match.stage == stage]
            Match.objects.filter(pk__in=ids).update(
                stage=stage, version=F("version") + 1, updated=self._now
            )
        save_ratings(self._places)

    def report_of(self, match: Match) -> Report | None:
        return self._reports.get(match.uid.hex)

    def _is_told(self, change: MatchChange) -> bool:
        """Return whether the report differs from the last one."""
        return change.report != self._correction.past.reports[change.key]

    def _new_report(self, change: MatchChange, old: Report) -> Report:
        """Return a new report, or the old one if nothing changed for a later match."""
        match = old.match_id
        is_target = change.key == self._target
        if not is_target and not self._is_told(change):
            return old
        report = Report(
            match_id=match,
            number=self._numbers[match] + 1,
            kind=ReportKind.AMENDED,
            content=as_plain(change.report),
            author=self._actor if is_target else None,
            note=self._reason if is_target else FOLLOWS,
        )
        self._reports[change.key] = report
        return report

    def _steps(self, key: str) -> list[dict[str, Any]]:
        known = self._old_steps
        steps = []
        for place in self._correction.past.places[key]:
            batch, first, last = self._lines(place, key)
            old = known.get((place.pk, REPORTED))
            if not batch and old is not None:
                done = known.get((place.pk, DONE), old)
                batch, first, last = str(old.batch), old.first_line, done.last_line
            names = [REPORTED] if self._is_open(place, key) else [REPORTED, DONE]
            steps += [
                {
                    "settlement_id": self._settlements[key].pk,
                    "place_id": place.pk,
                    "step": name,
                    "batch": batch or None,
                    "first_line": first,
                    "last_line": last,
                    "created": self._now,
                }
                for name in names
            ]
        return steps

    def _lines(self, place: MatchTeam, key: str) -> tuple[str, int, int]:
        """Return the batch and line numbers of a team's new lines about a match."""
        return self._new.get((place.team_id or 0, key), ("", 0, 0))

    def _is_open(self, place: MatchTeam, key: str) -> bool:
        settling = self._states[place.team_id or 0].settling
        return settling is not None and settling.report.match == key


def _new_lines(
    refolded: dict[int, ReplayResult],
) -> dict[tuple[int, str], tuple[str, int, int]]:
    """Return batch, first and last line of the new lines, by team and match."""
    found = {}
    for team, one in refolded.items():
        numbers: dict[str, list[int]] = {}
        for rewritten in one.lines:
            line = rewritten.line
            numbers.setdefault(line.batch, []).append(line.number)
        for game in one.games:
            if lines := numbers.get(game.batch):
                found[team, game.match] = (game.batch, lines[0], lines[-1])
    return found


def _states(correction: CorrectionPlan) -> dict[int, TeamState]:
    """Return all teams as they are after the correction."""
    states = {team.pk: get_state(team) for team in correction.teams}
    return states | {one.team: one.refolded.state for one in correction.resettled.teams}
