"""Lock a league for one change, check permissions and write the audit log."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404

from kernel.errors import Conflict, Refusal
from league.models.leagues import AuditEntry, League, LeagueStage, Visibility
from league.selectors.access import MASTERS, LeagueAccess, role_of
from people.models import Person


@contextmanager
def lock_league(
    uid: str,
    actor: Person,
    *,
    by_master: bool = False,
    even_archived: bool = False,
    is_invited: bool = False,
) -> Iterator[LeagueAccess]:
    """Lock the league for one change and return the actor's access to it.

    A private league is found only by its members and people with its code.
    """
    with transaction.atomic():
        league = League.objects.select_for_update().filter(uid=uid).first()
        role = role_of(league.pk, actor) if league is not None else None
        hidden = league is not None and league.visibility == Visibility.PRIVATE
        if league is None or (hidden and role is None and not is_invited):
            raise Http404("This league does not exist.")
        standpoint = LeagueAccess(league=league, person=actor, role=role)
        if by_master and not standpoint.is_master:
            raise PermissionDenied("Only the ninja master of the league can do that.")
        if (words := read_only_reason(league)) and not even_archived:
            raise Refusal(words, code="archived")
        yield standpoint


def read_only_reason(league: League) -> str:
    """Return why a league is read-only, or an empty string."""
    if league.stage != LeagueStage.ARCHIVED:
        return ""
    return f"{league.name} is archived and read-only. Its ninja master can reopen it."


def refuse_unless_ninja_master(standpoint: LeagueAccess, what: str) -> None:
    """Refuse co-masters. `what` completes the sentence "Only the ninja master can
    …"."""
    if not standpoint.is_first_master:
        raise Refusal(f"Only the ninja master can {what}.", code="not-the-master")


def refuse_conflict_of_interest(
    standpoint: LeagueAccess, people: Collection[int]
) -> None:
    """Refuse masters who decide about their own team, if another master could (NM-07).
    `people` are those the change concerns."""
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
    """Refuse to overwrite a change that was made since the caller looked. Without a
    version nothing is checked."""
    if seen is not None and seen != now:
        raise Conflict(
            f"Someone else has changed {what} in the meantime. Your changes are"
            " not saved yet. Compare them with the current version, then save"
            " again.",
            code="changed-meanwhile",
        )


def log_action(
    league: League,
    actor: Person | None,
    kind: str,
    wording: str,
    *,
    is_override: bool = False,
) -> AuditEntry:
    """Add an entry to the audit log of the league."""
    return AuditEntry.objects.create(
        league=league, actor=actor, kind=kind, wording=wording, is_override=is_override
    )
