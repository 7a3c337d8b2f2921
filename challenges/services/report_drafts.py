"""Taps on a report that is being written, from every phone at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import uuid4

import msgspec
from django.utils import timezone

from challenges.models import Draft
from challenges.rules.reports import draft as rules
from challenges.rules.reports.draft import RefusedTap, Tap, Value
from challenges.rules.reports.sheet import Sheet, sheet_of
from challenges.rules.stages import Act
from challenges.selectors.report_drafts import taps_of
from challenges.services.locks import Edit, Opened, match_opened
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue


def draft_tap(edit: Edit, *, taps: Sequence[Tap]) -> list[RefusedTap]:
    """Add taps; what was sent before is known by its id and counts once. Gives those
    that make no sense, and keeps the others."""
    with match_opened(edit, Act.TAP) as opened:
        opened.refuse_strangers()
        return _added(opened, taps, _sheet(opened))


def draft_fill(edit: Edit, *, seen: int, sent: Mapping[str, Value]) -> list[RefusedTap]:
    """Take in a whole page of fields, as a browser without scripts sends it.

    `seen` is the version of the draft that the page showed. Only what was changed
    on it counts, so that what another phone tapped meanwhile stays. Gives what makes
    no sense.
    """
    with match_opened(edit, Act.TAP) as opened:
        opened.refuse_strangers()
        sheet = _sheet(opened)
        shown = rules.values_of(taps_of(_draft(opened))[:seen], sheet)
        ids = (uuid4().hex for _ in iter(int, 1))
        by = opened.actor.pk if opened.actor else 0
        taps = list(rules.taps_between(shown, sent, ids=ids, by=by))
        return _added(opened, taps, sheet)


def _sheet(opened: Opened) -> Sheet:
    challenge = opened.match.challenge
    slug = ChallengeSlug(challenge) if challenge else None
    return sheet_of(opened.lineup(), slug, catalogue())


def _draft(opened: Opened) -> Draft:
    return Draft.objects.select_for_update().get_or_create(match=opened.match)[0]


def _added(opened: Opened, taps: Sequence[Tap], sheet: Sheet) -> list[RefusedTap]:
    draft = _draft(opened)
    by = opened.actor.pk if opened.actor else 0
    signed = [msgspec.structs.replace(tap, by=by) for tap in taps]
    known = taps_of(draft)
    merged, refused = rules.merged(known, signed, sheet)
    if len(merged) > len(known):
        draft.taps = msgspec.to_builtins(merged)
        draft.updated = timezone.now()
        draft.save(update_fields=["taps", "updated"])
    return refused
