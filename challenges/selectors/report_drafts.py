"""The shared draft of a report."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied

from challenges.models import Draft
from challenges.rules.reports.draft import RefusedTap, Tap, Values, apply_taps
from challenges.rules.reports.sheet import Sheet, build_sheet
from challenges.rules.stages import MatchAction, MatchStage, is_allowed, stage_sentence
from challenges.selectors.access import VisibleMatch, build_lineup, get_visible_match
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from teams.selectors.access import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDraft:
    """The state of a draft. `values` has all fields.

    `notice` says that the report has been sent. `refused` are taps that were just
    refused.
    """

    version: int
    values: Values
    notice: str = ""
    refused: tuple[RefusedTap, ...] = ()


def read_taps(draft: Draft | None) -> list[Tap]:
    return msgspec.convert(draft.taps, list[Tap]) if draft else []


def sheet_for(seen: VisibleMatch) -> Sheet:
    lineup = build_lineup(seen.match, seen.places, seen.terms)
    challenge = seen.match.challenge
    slug = ChallengeSlug(challenge) if challenge else None
    return build_sheet(lineup, slug, catalogue())


def find_draft(seen: VisibleMatch) -> Draft | None:
    """Return the draft of a match, or None. Queries: 1."""
    return Draft.objects.filter(match=seen.match).first()


def get_report_draft(uid: UUID, viewer: Viewer) -> ReportDraft:
    """Return the draft for the people who may edit it.

    Queries: 3, and those of the league.
    """
    seen = get_visible_match(uid, viewer)
    if not seen.may_act:
        raise PermissionDenied("Only people involved in this match can do this.")
    taps = read_taps(find_draft(seen))
    stage = MatchStage(seen.match.stage)
    return ReportDraft(
        version=len(taps),
        values=apply_taps(taps, sheet_for(seen)),
        notice="" if is_allowed(MatchAction.REPORT, stage) else stage_sentence(stage),
    )
