"""A person's matches, as a list and for their data export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from challenges.models import Correction, Match, MatchTeam, Report
from challenges.rules.stages import Agreement, CorrectionStage, MatchStage
from kernel.ids import ChallengeSlug
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import MatchType

LIST_MAX = 100
OVER = (MatchStage.SETTLED, MatchStage.CALLED_OFF, MatchStage.VOID)


def export_own_matches(person: Person) -> list[dict[str, Any]]:
    """Return every match a person was in, with their reports, for their data export."""
    ids = MatchTeam.objects.filter(person=person).values_list("match", flat=True)
    found = Match.objects.filter(pk__in=ids).order_by("created")
    return [
        {
            "match": str(match.uid),
            "standing": match.standing,
            "stage": match.stage,
            "challenge": match.challenge,
            "created": match.created,
            "teams": [place.name for place in match.places.all()],
            "reports": [
                {"number": one.number, "kind": one.kind, "content": one.content}
                for one in match.reports.all()
                if one.author_id == person.pk
            ],
        }
        for match in found.prefetch_related("places", "reports")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchListRow:
    """A match in a person's list, from that person's point of view."""

    uid: UUID
    stage: MatchStage
    standing: MatchType
    challenge: str
    note: str
    teams: tuple[str, ...]
    clans: tuple[str, ...]
    is_hosted: bool
    is_mine_to_do: bool
    asks_for_correction: bool  # by another participant
    asks_for_sides: bool  # proposed by another participant
    updated: datetime

    @property
    def is_over(self) -> bool:
        return self.stage in OVER


def query_matches(person: Person) -> QuerySet[Match]:
    """Return a person's matches with everything a paginated list shows."""
    ids = MatchTeam.objects.filter(person=person).values_list("match", flat=True)
    places = MatchTeam.objects.select_related("team", "person").defer("team__state")
    reports = Report.objects.defer("content")
    proposed = Correction.objects.filter(
        match=OuterRef("pk"), stage=CorrectionStage.PROPOSED
    )
    return (
        Match.objects.filter(pk__in=ids)
        .annotate(agreed_to_correction=Subquery(proposed.values("agreed")[:1]))
        .prefetch_related(Prefetch("places", places), Prefetch("reports", reports))
    )


def list_matches(person: Person, *, limit: int = LIST_MAX) -> tuple[MatchListRow, ...]:
    """Return a person's matches, most recently changed first. Queries: 3."""
    return tuple(build_match_row(one, person) for one in query_matches(person)[:limit])


def build_match_row(match: Match, person: Person) -> MatchListRow:
    book, places = catalogue(), list(match.places.all())
    agreed = getattr(match, "agreed_to_correction", None)
    is_asked = agreed is not None and person.pk not in agreed
    needs_sides = match.stage == MatchStage.ARRANGED and any(
        one.proposed_side is not None and not one.agrees_to_sides
        for one in places
        if one.person_id == person.pk
    )
    challenge = book.challenges.get(ChallengeSlug(match.challenge))
    return MatchListRow(
        uid=match.uid,
        stage=MatchStage(match.stage),
        standing=MatchType(match.standing),
        challenge=challenge.name if challenge else "",
        note=match.note,
        teams=tuple(place.name or str(place.person) for place in places),
        clans=tuple(place.team.clan if place.team else "" for place in places),
        is_hosted=match.is_hosted,
        is_mine_to_do=is_asked or needs_sides or _is_mine_to_do(match, places, person),
        asks_for_correction=is_asked,
        asks_for_sides=needs_sides,
        updated=match.updated,
    )


def _is_mine_to_do(match: Match, places: Sequence[MatchTeam], person: Person) -> bool:
    """Return whether the others are waiting for this person."""
    own = [place for place in places if place.person_id == person.pk]
    if match.stage == MatchStage.ARRANGED:
        is_asked = not match.challenge and any(place.choice for place in places)
        return any(
            place.agreement == Agreement.INVITED or (is_asked and not place.choice)
            for place in own
            if place.agreement != Agreement.DECLINED
        )
    if match.stage == MatchStage.REPORTED:
        last = max(match.reports.all(), key=lambda one: one.number)
        # Without a deadline it waits for a master.
        return last.author_id != person.pk and match.confirm_by is not None
    return match.stage in (MatchStage.OPEN, MatchStage.DISPUTED)
