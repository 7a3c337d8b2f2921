"""Data for corrections: affected matches and earlier corrections."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from challenges.models import Correction, Match, MatchTeam, Settlement
from challenges.rules.correction_summary import CorrectionSummary, summarise_correction
from challenges.rules.corrections import PastMatch, PastTeam, find_affected
from challenges.rules.reports.match_report import MatchReport, read_report, read_text
from challenges.rules.stages import CorrectionStage, MatchStage, SettlementStage
from challenges.selectors.match_host import get_host
from rulebook.catalogue import catalogue
from rulebook.rules.rule_setting_values import RatingSnapshot
from teams.rules.reports.team_report import MatchType
from teams.rules.state import TeamState

REPORTED = (MatchStage.CONFIRMED, MatchStage.SETTLED)
BEGUN = (MatchStage.OPEN, MatchStage.REPORTED, MatchStage.DISPUTED)
WAITING = (CorrectionStage.PROPOSED, CorrectionStage.OWED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedMatches:
    """Matches that a correction can affect, in order, and everyone who plays in them.

    `begun` have no report yet. The host may call off those that are `unbegun`.
    """

    matches: tuple[int, ...]
    begun: tuple[int, ...]
    unbegun: tuple[int, ...]
    teams: frozenset[int]

    @property
    def locked(self) -> tuple[int, ...]:
        return tuple(sorted({*self.matches, *self.begun, *self.unbegun}))


def find_affected_matches(match: Match) -> AffectedMatches:
    """Find the matches that a correction can affect.

    Queries: 2 for every generation of opponents.
    """
    teams = set(_team_ids(MatchTeam.objects.filter(match=match)))
    rows: dict[int, tuple[Any, ...]] = {}
    asked: set[int] = set()
    while fresh := teams - asked:
        asked |= fresh
        for row in _met_by(fresh, match):
            rows.setdefault(row[0], row)
        places = MatchTeam.objects.filter(match__in=rows)
        met: dict[int, list[int]] = {}
        for pk, team in places.values_list("match_id", "team_id"):
            met.setdefault(pk, []).append(team)
        order = [pk for pk, *_ in sorted(rows.values(), key=lambda row: row[2:])]
        felt, touched = find_affected(
            str(match.pk), [(str(pk), met.get(pk, ())) for pk in order]
        )
        teams |= touched
    found = [int(pk) for pk in felt]
    is_begun = {pk: row[1] in BEGUN for pk, row in rows.items()}
    return AffectedMatches(
        matches=tuple(pk for pk in found if not is_begun[pk]),
        begun=tuple(pk for pk in found if is_begun[pk]),
        unbegun=tuple(get_host(match).list_unstarted_after(match)),
        teams=frozenset(touched),
    )


def _team_ids(places: Any) -> Iterable[int]:
    found: Iterable[int] = places.exclude(team=None).values_list("team_id", flat=True)
    return found


def _met_by(teams: Collection[int], match: Match) -> Iterable[tuple[Any, ...]]:
    """Return later matches of these teams: key, stage and sort order."""
    counted = Q(stage__in=(*REPORTED, *BEGUN)) | Q(pk=match.pk)
    found = Match.objects.filter(counted, places__team__in=teams).distinct()
    since = match.confirmed
    for pk, stage, confirmed in found.values_list("pk", "stage", "confirmed"):
        if stage in BEGUN:
            yield pk, stage, 1, 0.0, pk
        elif confirmed and since and (confirmed, pk) >= (since, match.pk):
            yield pk, stage, 0, confirmed.timestamp(), pk


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMatches:
    """Stored matches in the form the rules need, with their rows, by key."""

    matches: tuple[PastMatch, ...]
    rows: dict[str, Match]
    places: dict[str, tuple[MatchTeam, ...]]
    settlements: dict[str, Settlement]
    reports: dict[str, MatchReport]


def load_past_matches(
    ids: Collection[int],
    states: Mapping[int, TeamState],
    *,
    needs_winner: int | None = None,
) -> PastMatches:
    """Load matches for the rules. `states` are the teams as they are now.

    A void match, which may be about to be reinstated, comes with its last settlement.
    Queries: 3.
    """
    rows = {one.pk: one for one in Match.objects.filter(pk__in=ids)}
    places: dict[int, list[MatchTeam]] = {pk: [] for pk in ids}
    found = MatchTeam.objects.filter(match__in=ids)
    for place in found.order_by("match_id", "number"):
        places[place.match_id].append(place)
    counted = (SettlementStage.OWED, SettlementStage.OPEN, SettlementStage.DONE)
    settlements = {
        one.match_id: one
        for one in Settlement.objects.filter(
            Q(stage__in=counted) | Q(match__stage=MatchStage.VOID), match__in=ids
        )
        .select_related("report")
        .defer("reports", "report__content")
        .annotate(told=Cast("report__content", TextField()))
        .order_by("match_id", "revision")
    }
    reports = {pk: read_text(one.told) for pk, one in settlements.items()}
    return PastMatches(
        matches=tuple(
            _past_match(
                rows[pk],
                places[pk],
                reports[pk],
                states,
                needs_winner=pk == needs_winner,
            )
            for pk in ids
        ),
        rows={rows[pk].uid.hex: rows[pk] for pk in ids},
        places={rows[pk].uid.hex: tuple(places[pk]) for pk in ids},
        settlements={rows[pk].uid.hex: settlements[pk] for pk in ids},
        reports={rows[pk].uid.hex: reports[pk] for pk in ids},
    )


def _past_match(
    row: Match,
    places: list[MatchTeam],
    report: MatchReport,
    states: Mapping[int, TeamState],
    *,
    needs_winner: bool,
) -> PastMatch:
    return PastMatch(
        key=row.uid.hex,
        standing=MatchType(row.standing),
        report=report,
        rules=None if row.is_hosted else catalogue().default_house_rules,
        needs_winner=needs_winner,
        teams=tuple(
            PastTeam(
                id=place.team_id or 0,
                name=place.name,
                side=place.side,
                rating=_rating_kept(place, states[place.team_id or 0]),
            )
            for place in places
        ),
    )


def _rating_kept(place: MatchTeam, state: TeamState) -> int | None:
    """Return the rating from the start of a round; it never changes (RATE-08)."""
    is_kept = state.rules.rating_snapshot is RatingSnapshot.ROUND_START
    return place.rating_before if is_kept else None


# Kept beside the consequences of a report by which a game never was.
NEVER_WAS = "never_was"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionRow:
    """A correction and its consequences, for the match page."""

    number: int
    stage: CorrectionStage
    author: str
    reason: str
    error: str
    is_void: bool
    is_reinstating: bool
    may_answer: bool
    is_own: bool
    answer_by: datetime | None
    created: datetime
    teams: tuple[dict[str, Any], ...]
    matches: tuple[dict[str, Any], ...]
    # Nothing outside of leagues, and of corrections that did not look at it yet.
    table: tuple[dict[str, Any], ...] | None

    @property
    def follows(self) -> CorrectionSummary:
        return summarise_correction(self.teams, self.matches, self.table)

    @property
    def is_waiting(self) -> bool:
        return self.stage in WAITING

    @property
    def may_withdraw(self) -> bool:
        return self.is_own and self.stage is CorrectionStage.PROPOSED


def list_corrections(match: Match, viewer_id: int | None) -> tuple[CorrectionRow, ...]:
    """Return the match's corrections, newest first. Queries: 1."""
    rows = Correction.objects.filter(match=match).select_related("author")
    shown = []
    was_void = False
    for row in rows.order_by("number"):
        shown.append(_shown(row, viewer_id, was_void=was_void))
        if row.stage == CorrectionStage.DONE:
            was_void = leaves_void(row)
    return tuple(reversed(shown))


def is_reinstating(correction: Correction) -> bool:
    """Return whether a correction made a void match count again. Queries: at most 1."""
    if correction.is_void:
        return False
    before = _done_before(correction.match_id, correction.number).first()
    return before is not None and leaves_void(before)


def leaves_void(correction: Correction) -> bool:
    """Return whether the match is void after a correction, declared or by absence."""
    return correction.is_void or bool(correction.consequences.get(NEVER_WAS))


def get_report_before(match: Match, number: int) -> MatchReport | None:
    """Return the report that counted before a correction, or None if void.

    Queries: at most 2.
    """
    before = _done_before(match.pk, number).first()
    if before is not None:
        return None if before.content is None else read_report(before.content)
    first = match.settlements.select_related("report").earliest("revision")
    return read_report(first.report.content)


def find_last_correction(match: Match) -> Correction | None:
    """Return the correction that the match's current result comes from. Queries: 1."""
    return (
        match.corrections.filter(stage=CorrectionStage.DONE).order_by("number").last()
    )


def was_detached(match: Match) -> bool:
    """Return whether the league plays another match in its place."""
    return match.standing == MatchType.LEAGUE and not match.is_hosted


def find_number_before(correction: Correction) -> int:
    """Return the number of the correction in force before this one, or 0."""
    before = _done_before(correction.match_id, correction.number).first()
    return before.number if before else 0


def _done_before(match_id: int, number: int) -> QuerySet[Correction]:
    done = Correction.objects.filter(match=match_id, stage=CorrectionStage.DONE)
    return done.filter(number__lt=number).order_by("-number")


def _shown(row: Correction, viewer_id: int | None, *, was_void: bool) -> CorrectionRow:
    is_asked = row.stage == CorrectionStage.PROPOSED and viewer_id is not None
    table = row.consequences.get("table")
    return CorrectionRow(
        number=row.number,
        stage=CorrectionStage(row.stage),
        author=str(row.author) if row.author else "the site",
        reason=row.reason,
        error=row.error,
        is_void=row.is_void,
        is_reinstating=was_void and not row.is_void,
        may_answer=is_asked and viewer_id not in row.agreed,
        is_own=viewer_id is not None and row.author_id == viewer_id,
        answer_by=row.answer_by,
        created=row.created,
        teams=tuple(row.consequences.get("teams", ())),
        matches=tuple(row.consequences.get("matches", ())),
        table=None if table is None else tuple(table),
    )


def get_match_uid(correction_id: int) -> UUID:
    uid: UUID = Correction.objects.values_list("match__uid", flat=True).get(
        pk=correction_id
    )
    return uid
