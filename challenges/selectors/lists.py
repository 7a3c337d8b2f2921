"""One's own matches, and everybody's reports of them for one's own records."""

from __future__ import annotations

from typing import Any

from challenges.models import Match, MatchTeam
from people.models import Person


def own_matches(person: Person) -> list[dict[str, Any]]:
    """What somebody takes along: every match they were in, with its reports."""
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
