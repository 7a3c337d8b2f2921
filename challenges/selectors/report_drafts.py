"""The report while it is being tapped."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied

from challenges.models import Draft
from challenges.rules.reports.draft import RefusedTap, Tap, Values, values_of
from challenges.rules.reports.sheet import Sheet, sheet_of
from challenges.rules.stages import Act, MatchStage, may, where_it_stands
from challenges.selectors.access import SeenMatch, lineup_of, match_seen
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from teams.selectors.access import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftNow:
    """The draft at one moment. `values` are those of every field. `notice` says that
    the report was sent meanwhile; `refused` are taps that were just sent in vain."""

    version: int
    values: Values
    notice: str = ""
    refused: tuple[RefusedTap, ...] = ()


def taps_of(draft: Draft | None) -> list[Tap]:
    return msgspec.convert(draft.taps, list[Tap]) if draft else []


def sheet_for(seen: SeenMatch) -> Sheet:
    lineup = lineup_of(seen.match, seen.places, seen.terms)
    challenge = seen.match.challenge
    slug = ChallengeSlug(challenge) if challenge else None
    return sheet_of(lineup, slug, catalogue())


def draft_of(seen: SeenMatch) -> Draft | None:
    """One query."""
    return Draft.objects.filter(match=seen.match).first()


def draft_now(uid: UUID, viewer: Viewer) -> DraftNow:
    """For those who may tap on it: what is not sent yet is nobody else's business.
    Three queries, and what the league asks."""
    seen = match_seen(uid, viewer)
    if not seen.may_act:
        raise PermissionDenied("Only people involved in this match can do this.")
    taps = taps_of(draft_of(seen))
    stage = MatchStage(seen.match.stage)
    return DraftNow(
        version=len(taps),
        values=values_of(taps, sheet_for(seen)),
        notice="" if may(Act.REPORT, stage) else where_it_stands(stage),
    )
