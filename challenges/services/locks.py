"""Lock a match for one change and check who may make it.

with lock_match(edit, MatchAction.OPEN) as locked:
    locked.save_and_publish(MatchStage.OPEN, MatchEvent.OPENED)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from challenges.models import Match, MatchTeam
from challenges.rules.reports.match_report import Lineup
from challenges.rules.stages import (
    Agreement,
    MatchAction,
    MatchStage,
    refuse_unless_allowed,
)
from challenges.selectors.access import build_lineup, list_match_teams, view_match_as
from challenges.selectors.match_host import (
    FinalMatches,
    MatchEvent,
    MatchTerms,
    get_host,
)
from kernel.errors import Conflict, Refusal
from kernel.phrases import list_words
from people.models import Person
from teams.models import Team
from teams.rules.text_input import REASON_LENGTH, tidy_text
from teams.services import journal
from teams.services.journal import Role

CLOSED = "archived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A requested change: the match, the person and the version they saw.

    Without an actor the site itself acts. Without a version, any version is changed.
    """

    uid: UUID
    actor: Person | None
    version: int | None = None


@dataclass(slots=True, kw_only=True)
class LockedMatch:
    """A locked match with its teams, terms and actor."""

    match: Match
    places: tuple[MatchTeam, ...]
    terms: MatchTerms
    actor: Person | None
    is_master: bool

    @property
    def stage(self) -> MatchStage:
        return MatchStage(self.match.stage)

    @property
    def own(self) -> tuple[MatchTeam, ...]:
        who = self.actor
        return tuple(one for one in self.places if who and one.person_id == who.pk)

    @property
    def is_party(self) -> bool:
        return any(one.agreement == Agreement.AGREED for one in self.own)

    @property
    def is_site(self) -> bool:
        return self.actor is None

    @property
    def people(self) -> frozenset[int]:
        return frozenset(one.person_id for one in self.places)

    def lineup(self, *, with_finals: bool = True) -> Lineup:
        """Return the teams as they are now, locked by ascending id.

        `with_finals` adds for which teams this is the last match of the season, which
        matters only for reports.
        """
        ids = sorted(one.team_id for one in self.places if one.team_id)
        found = Team.objects.select_for_update().filter(pk__in=ids).order_by("pk")
        teams = {team.pk: team for team in found}
        for place in self.places:
            place.team = teams[place.team_id] if place.team_id else None
        terms = self.terms if with_finals else replace(self.terms, finals=FinalMatches)
        return build_lineup(self.match, self.places, terms)

    def refuse_unless_involved(self) -> None:
        """Refuse people who neither play in the match nor rule on it."""
        if not (self.is_party or self.is_master or self.is_site):
            raise PermissionDenied("Only people involved in this match can do this.")

    def refuse_if_closed(self) -> None:
        """Refuse changes in a read-only league."""
        if self.terms.closed:
            raise Refusal(self.terms.closed, code=CLOSED)

    def refuse_if_unaccepted(self) -> None:
        """Refuse while an invited person has not accepted."""
        waiting = [one for one in self.places if one.agreement == Agreement.INVITED]
        if waiting:
            names = list_words([str(place.person) for place in waiting])
            raise Refusal(
                f"The match cannot start until {names} accept the invitation. Wait for"
                " an answer or set up another match."
                if len(waiting) > 1
                else f"The match cannot start until {names} accepts the invitation."
                " Wait for an answer or set up another match.",
                code="not-accepted",
            )

    def remove_declined(self) -> None:
        """Remove people who declined."""
        self.keep_only(
            [one for one in self.places if one.agreement == Agreement.AGREED]
        )

    def keep_only(self, staying: Sequence[MatchTeam]) -> None:
        """Remove all other teams and number the rest without gaps."""
        if len(staying) == len(self.places):
            return
        kept = [one.pk for one in staying]
        MatchTeam.objects.filter(match=self.match).exclude(pk__in=kept).delete()
        for number, place in enumerate(staying):
            place.number, place.side = number, number
            place.save(update_fields=["number", "side"])
        self.places = tuple(staying)
        self.drop_proposed_sides()

    def drop_proposed_sides(self) -> None:
        """Forget sides to which not everyone has agreed."""
        if all(place.proposed_side is None for place in self.places):
            return
        MatchTeam.objects.filter(match=self.match).update(
            proposed_side=None, agrees_to_sides=False
        )
        for place in self.places:
            place.proposed_side, place.agrees_to_sides = None, False

    @property
    def is_playing_master(self) -> bool:
        """Whether the actor is a master whose decisions here need consent (NM-07)."""
        actor = self.actor
        return (
            actor is not None
            and self.is_master
            and actor.pk not in self.terms.judges(self.people)
        )

    def refuse_unless_judge(self) -> None:
        """Refuse everyone but the site and a master who does not play (NM-07)."""
        self._refuse_unless_master()
        if not self.is_playing_master:
            return
        if self.terms.judges(self.people):
            raise _own_match("Ask another master of the league to decide.")
        others = [str(one.person) for one in self.places if one not in self.own]
        raise _own_match(
            f"{list_words(others, last='or')} or a co-master has to agree. Send your"
            " version as a report, or appoint a co-master."
        )

    def refuse_unless_manager(self) -> None:
        """Refuse everyone but the site and a master who may call the match off."""
        self._refuse_unless_master()
        actor = self.actor
        if actor is not None and actor.pk not in self.terms.managers(self.people):
            raise _own_match("Ask another master of the league to decide.")

    def _refuse_unless_master(self) -> None:
        if not (self.is_site or self.is_master):
            raise PermissionDenied("Only the ninja master can do this.")

    def save_and_publish(
        self,
        stage: MatchStage | None,
        change: MatchEvent | None,
        *,
        reason: str = "",
        **fields: Any,
    ) -> None:
        """Save the fields and inform the host."""
        match = self.match
        values = {"version": match.version + 1, "updated": timezone.now(), **fields}
        if stage is not None:
            values["stage"] = stage
        for name, value in values.items():
            setattr(match, name, value)
        match.save(update_fields=sorted(values))
        if change is not None:
            host = get_host(match)
            host.on_match_event(match, change, self.actor, reason=reason)


def _own_match(advice: str) -> Refusal:
    sentence = f"You play in this match, so you can't decide it alone. {advice}"
    return Refusal(sentence, code="own-match")


@contextmanager
def lock_match(edit: Edit, act: MatchAction) -> Iterator[LockedMatch]:
    """Lock a match for one change. Raise Http404 if the actor may not see it."""
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(uid=edit.uid).first()
        if match is None:
            raise Http404("There is no such match.")
        locked = load_match_for(match, edit.actor)
        if edit.version is not None and edit.version != match.version:
            raise Conflict(
                "The match has changed since you loaded it. Reload it and try again.",
                field="version",
            )
        # Settlements that have begun may be ended, and the site tidies up anywhere.
        if edit.actor is not None and act is not MatchAction.WITNESS:
            locked.refuse_if_closed()
        refuse_unless_allowed(act, locked.stage)
        yield locked


def load_match_for(match: Match, actor: Person | None) -> LockedMatch:
    """Load the match as the actor, or the site without one, may see it."""
    places = list_match_teams(match)
    if actor is None:
        terms, is_master = get_host(match).terms(match), False
    else:
        seen = view_match_as(match, actor, places)
        terms, is_master = seen.terms, seen.is_master
    return LockedMatch(
        match=match,
        places=places,
        terms=terms,
        actor=actor,
        is_master=is_master,
    )


def check_reason(reason: str, *, field: str = "reason") -> str:
    """Return the tidied reason; refuse an empty one."""
    why = tidy_text(reason, length=REASON_LENGTH, field=field)
    if not why:
        raise Refusal(
            "Say why. Everyone who sees the match can read it.",
            code="no-reason",
            field=field,
        )
    return why


def site_edit(place: MatchTeam) -> journal.Edit:
    if place.team_id is None:
        raise AssertionError("Nobody edits a team that was not named yet.")
    return journal.Edit(team_id=place.team_id, actor=None, role=Role.SITE)


def match_key(match: Match) -> str:
    """Return the match's key in team journals."""
    return match.uid.hex
