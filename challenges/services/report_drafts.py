"""Changes of a report draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import uuid4

import msgspec
from django.utils import timezone

from challenges.models import Draft
from challenges.rules.reports import draft as rules
from challenges.rules.reports.draft import RefusedTap, Tap, Value
from challenges.rules.reports.sheet import Sheet, build_sheet
from challenges.rules.stages import MatchAction
from challenges.selectors.report_drafts import read_taps
from challenges.services.locks import Edit, LockedMatch, lock_match
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue


def add_taps(edit: Edit, *, taps: Sequence[Tap]) -> list[RefusedTap]:
    """Add taps to the draft and return the refused ones.

    Taps whose ids are already known count once.
    """
    with lock_match(edit, MatchAction.TAP) as locked:
        locked.refuse_unless_involved()
        return _added(locked, taps, _sheet(locked))


def fill_draft(edit: Edit, *, seen: int, sent: Mapping[str, Value]) -> list[RefusedTap]:
    """Update the draft from a full page of fields, as sent without scripts.

    `seen` is the version of the draft that the page showed. Only fields that were
    changed on the page count, so taps from other phones stay. Returns the refused taps.
    """
    with lock_match(edit, MatchAction.TAP) as locked:
        locked.refuse_unless_involved()
        sheet = _sheet(locked)
        shown = rules.apply_taps(read_taps(_draft(locked))[:seen], sheet)
        ids = (uuid4().hex for _ in iter(int, 1))
        by = locked.actor.pk if locked.actor else 0
        taps = list(rules.diff_values(shown, sent, ids=ids, by=by))
        return _added(locked, taps, sheet)


def _sheet(locked: LockedMatch) -> Sheet:
    challenge = locked.match.challenge
    slug = ChallengeSlug(challenge) if challenge else None
    return build_sheet(locked.lineup(), slug, catalogue())


def _draft(locked: LockedMatch) -> Draft:
    return Draft.objects.select_for_update().get_or_create(match=locked.match)[0]


def _added(locked: LockedMatch, taps: Sequence[Tap], sheet: Sheet) -> list[RefusedTap]:
    draft = _draft(locked)
    by = locked.actor.pk if locked.actor else 0
    signed = [msgspec.structs.replace(tap, by=by) for tap in taps]
    known = read_taps(draft)
    merged, refused = rules.merge_taps(known, signed, sheet)
    if len(merged) > len(known):
        draft.taps = msgspec.to_builtins(merged)
        draft.updated = timezone.now()
        draft.save(update_fields=["taps", "updated"])
    return refused
