"""The pages for correcting a result and undoing a correction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from challenges.models import MatchTeam, Settlement
from challenges.rules.reports.draft import Values
from challenges.rules.reports.match_report import (
    Contender,
    Lineup,
    MatchReport,
    Presence,
    read_report,
    unplayed_report,
)
from challenges.rules.reports.sheet import Sheet, build_sheet
from challenges.rules.reports.sheet_values import report_to_values, values_to_report
from challenges.rules.stages import CorrectionStage, MatchAction, MatchStage, is_allowed
from challenges.selectors.access import VisibleMatch, get_visible_match
from challenges.selectors.corrections import (
    CorrectionRow,
    list_corrections,
    was_detached,
)
from challenges.selectors.report_page import (
    SheetTeamCard,
    build_team_card,
    find_called_off_field,
)
from challenges.selectors.sheet_fields import SheetField, build_sheet_field
from kernel.dice import RecordedDice, SeededDice
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from kernel.phrases import list_words
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Challenge
from rulebook.rules.rule_setting_values import Rollback
from teams.rules.journal.replay import JournalReplay
from teams.rules.reports.team_report import MatchType
from teams.selectors.access import Viewer
from teams.selectors.journal_store import list_lines_by_team

_UNUSED = "0" * 64


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPage:
    uid: UUID
    version: int
    title: str
    league: str
    challenge: Challenge | None
    rounds: SheetField
    rounds_unknown: SheetField
    abandoned: SheetField
    called_off: SheetField | None
    notes: SheetField
    teams: tuple[SheetTeamCard, ...]
    layout: Sheet
    report: MatchReport
    consent: str  # who has to agree first, if anyone
    may_be_missed: bool  # where a team may be said not to have turned up

    def told(self, values: Values, absent: Collection[int] = ()) -> MatchReport:
        """Return the report with these values.

        If teams were absent, given by number, the match counts as not played.
        """
        changed = values_to_report(self.report, values, self.layout)
        if not absent:
            return changed
        return unplayed_report(
            len(self.teams),
            dict.fromkeys(absent, Presence.NO_SHOW),
            challenge=changed.challenge,
            notes=changed.notes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionsSection:
    """Corrections on the match page."""

    may_correct: bool
    amendments: tuple[CorrectionRow, ...]
    undoable: int = 0  # number of the last correction, if the viewer may undo it
    too_late: str = ""  # why it can no longer be corrected, if so

    @property
    def is_waiting(self) -> bool:
        return any(one.stage is CorrectionStage.OWED for one in self.amendments)


def can_correct(seen: VisibleMatch) -> bool:
    """Return whether the viewer can correct this match, without reading journals."""
    return is_allowed(MatchAction.AMEND, MatchStage(seen.match.stage)) and _can_propose(
        seen
    )


def _can_propose(seen: VisibleMatch) -> bool:
    """Return whether the viewer can correct this match or ask the others to agree."""
    if seen.terms.closed:
        return False
    if not seen.match.is_hosted:
        return seen.is_party
    return seen.is_master and seen.terms.rules.rollback_policy is not Rollback.NEVER


def _consent_sentence(seen: VisibleMatch) -> str:
    """Return who has to agree to a correction by the viewer, or nothing."""
    if not seen.match.is_hosted:
        return "Everyone else in the match has to agree first."
    if not seen.is_playing_master:
        return ""
    others = [str(one.person) for one in seen.places if one not in seen.own]
    if seen.terms.judges(seen.people):
        others.append("a co-master")
    return (
        f"You play in this match, so {list_words(others, last='or')} has to agree"
        " first."
        if len(seen.places) == 2
        else "You play in this match, so all your opponents or a co-master have to"
        " agree first."
    )


def too_late_sentence(team: str) -> str:
    """Return why a league that corrects only latest matches refuses this one."""
    return (
        f"{team} has played since then. In this league you can correct a match only"
        " while it is the latest of all its teams. Adjust the scrolls instead, or"
        " change the house rules."
    )


def get_corrections_section(seen: VisibleMatch) -> CorrectionsSection:
    """Return the corrections for the match page. Queries: at most 2."""
    is_asked = seen.is_party or seen.is_judge
    who = seen.viewer.pk if seen.viewer and is_asked else None
    is_past = seen.match.confirmed is not None
    amendments = list_corrections(seen.match, who) if is_past else ()
    too_late = _too_late(seen) if is_past and _can_propose(seen) else ""
    return CorrectionsSection(
        may_correct=can_correct(seen) and not too_late,
        amendments=amendments,
        undoable=0 if too_late else _undoable(seen, amendments),
        too_late=too_late,
    )


def _too_late(seen: VisibleMatch) -> str:
    """Return why it is too late to correct, judging by matches only (LEAGUE-18).

    A journal may hold later games that no match knows of.
    """
    policy = seen.terms.rules.rollback_policy
    if not seen.match.is_hosted or policy is not Rollback.LATEST_ONLY:
        return ""
    later = MatchTeam.objects.filter(
        team__in=[place.team_id for place in seen.places],
        match__confirmed__gt=seen.match.confirmed,
    ).exclude(match__stage=MatchStage.VOID)
    teams = set(later.values_list("team_id", flat=True))
    names = (place.name for place in seen.places if place.team_id in teams)
    return next(map(too_late_sentence, names), "")


def _undoable(seen: VisibleMatch, amendments: Sequence[CorrectionRow]) -> int:
    may_undo = is_allowed(
        MatchAction.UNDO, MatchStage(seen.match.stage)
    ) and _can_propose(seen)
    if (
        not may_undo
        or was_detached(seen.match)
        or any(one.is_waiting for one in amendments)
    ):
        return 0
    done = [one.number for one in amendments if one.stage is CorrectionStage.DONE]
    return max(done, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPage:
    """The page for undoing a correction."""

    uid: UUID
    version: int
    title: str
    undone: CorrectionRow
    consent: str  # who has to agree first, if anyone


def get_undo_page(uid: UUID, viewer: Viewer, number: int) -> UndoPage:
    """Return the page for undoing the last correction.

    Queries: 1, and those of the match and its league.
    """
    seen = get_visible_match(uid, viewer)
    shown = get_corrections_section(seen)
    if not number or shown.undoable != number:
        raise Refusal(
            "You can undo only the last correction of a match that you may correct."
            " Reload the match page.",
            code="not-the-last",
        )
    return UndoPage(
        uid=uid,
        version=seen.match.version,
        title=" against ".join(place.name for place in seen.places),
        undone=next(one for one in shown.amendments if one.number == number),
        consent=_consent_sentence(seen),
    )


def get_correction_page(
    uid: UUID, viewer: Viewer, values: Values | None = None
) -> CorrectionPage:
    """Return the page for a master or, outside leagues, for a player.

    Queries: 5, and those of the league.
    """
    seen = get_visible_match(uid, viewer)
    if not can_correct(seen):
        raise Refusal("You cannot correct this result.", code="not-correctable")
    settlement = (
        Settlement.objects.filter(match=seen.match).select_related("report").last()
    )
    if settlement is None:
        raise AssertionError("A confirmed match has a settlement.")
    report, lineup = read_report(settlement.report.content), _lineup_then(seen)
    slug = ChallengeSlug(report.challenge or seen.match.challenge)
    sheet = build_sheet(lineup, slug or None, catalogue())
    known = report_to_values(report, sheet) | (values or {})
    states = [team.state for team in lineup.teams]
    return CorrectionPage(
        uid=uid,
        version=seen.match.version,
        title=" against ".join(team.name for team in lineup.teams),
        league=seen.terms.name,
        challenge=catalogue().challenges.get(slug),
        rounds=build_sheet_field(sheet.rounds, "Rounds played", known),
        rounds_unknown=build_sheet_field(
            sheet.rounds_unknown, "Rounds not counted", known
        ),
        abandoned=build_sheet_field(sheet.abandoned, "Stopped early", known),
        called_off=find_called_off_field(sheet, known),
        notes=build_sheet_field(sheet.notes, "Notes", known),
        teams=tuple(
            build_team_card(team, states, seen, known, is_own=False)
            for team in sheet.teams
        ),
        layout=sheet,
        report=report,
        consent=_consent_sentence(seen),
        # With more than two teams, the sheet itself asks who was absent.
        may_be_missed=seen.match.standing == MatchType.LEAGUE and len(seen.places) == 2,
    )


def _lineup_then(seen: VisibleMatch) -> Lineup:
    """Return the teams as they were when the match was reported. Queries: 1."""
    key, book = seen.match.uid.hex, catalogue()
    lines = list_lines_by_team([place.team_id or 0 for place in seen.places])
    contenders = []
    for place in seen.places:
        run = JournalReplay(
            lines[place.team_id or 0],
            arranged={key},
            settling="",
            house_rules=book.stored_house_rules,
            book=book,
            dice_of=lambda _: RecordedDice(SeededDice(_UNUSED)),
            batch_of=str,
        )
        if run.advance() != key:
            raise Refusal(
                f"{place.name} has removed this match from its journal, so it can no"
                " longer be corrected.",
                code="not-in-journal",
            )
        rating = place.rating_before or run.rating_for(key)
        contenders.append(
            Contender(name=place.name, rating=rating, side=place.side, state=run.state)
        )
    return Lineup(
        match=key,
        standing=MatchType(seen.match.standing),
        teams=tuple(contenders),
        rules=contenders[0].state.rules if seen.match.is_hosted else seen.terms.rules,
        needs_winner=seen.terms.needs_winner,
    )
