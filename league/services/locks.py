"""Entering a league to change it: lock it, see who acts, and tell what was done."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404

from kernel.errors import Conflict, Refusal
from league.models.leagues import AuditLine, League, LeagueStage, Visibility
from league.selectors.access import MASTERS, Standpoint, role_of
from people.models import Person


@contextmanager
def league_opened(
    uid: str,
    actor: Person,
    *,
    by_master: bool = False,
    even_archived: bool = False,
    is_invited: bool = False,
) -> Iterator[Standpoint]:
    """The locked league as the actor stands to it, for one change.

    A private league is there for its members, and for those with its code.
    """
    with transaction.atomic():
        league = League.objects.select_for_update().filter(uid=uid).first()
        role = role_of(league.pk, actor) if league is not None else None
        hidden = league is not None and league.visibility == Visibility.PRIVATE
        if league is None or (hidden and role is None and not is_invited):
            raise Http404("This league does not exist.")
        standpoint = Standpoint(league=league, person=actor, role=role)
        if by_master and not standpoint.is_master:
            raise PermissionDenied("Only the ninja master of the league can do that.")
        if (words := archived_words(league)) and not even_archived:
            raise Refusal(words, code="archived")
        yield standpoint


def archived_words(league: League) -> str:
    """Why nothing in a league changes, if so."""
    if league.stage != LeagueStage.ARCHIVED:
        return ""
    return f"{league.name} is archived and read-only. Its ninja master can reopen it."


def refuse_unless_ninja_master(standpoint: Standpoint, what: str) -> None:
    """Refuse a co-master what only the ninja master may do. `what` completes the
    sentence "Only the ninja master can …"."""
    if not standpoint.is_first_master:
        raise Refusal(f"Only the ninja master can {what}.", code="not-the-master")


def refuse_own_affair(standpoint: Standpoint, people: Collection[int]) -> None:
    """A master who plays leaves what concerns their own team to another master, as
    long as there is one whom it does not concern (NM-07). Call it with those whom
    the act concerns."""
    if standpoint.person is None or standpoint.person.pk not in people:
        return
    masters = standpoint.league.memberships.filter(left=None, role__in=MASTERS)
    if masters.exclude(person__in=people).exists():
        raise Refusal(
            "This is about your own team. Ask another ninja master or"
            " co-master of the league to do it.",
            code="own-affair",
        )


def refuse_outdated(seen: int | None, now: int, what: str) -> None:
    """Refuse to write over what somebody else changed since the caller looked. Who
    does not say what they saw writes over whatever is there."""
    if seen is not None and seen != now:
        raise Conflict(
            f"Someone else has changed {what} in the meantime. Your changes are"
            " not saved yet. Compare them with the current version, then save"
            " again.",
            code="changed-meanwhile",
        )


def audit(
    league: League,
    actor: Person | None,
    kind: str,
    wording: str,
    *,
    is_override: bool = False,
) -> AuditLine:
    """Tell in the league's log what was done, for all members to read."""
    return AuditLine.objects.create(
        league=league, actor=actor, kind=kind, wording=wording, is_override=is_override
    )
