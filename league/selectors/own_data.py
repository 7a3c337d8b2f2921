"""What leagues keep about somebody, for them to take along."""

from __future__ import annotations

from typing import Any

from league.models import Comment, Entrant, Membership, Notice
from people.models import Person


def own_leagues_data(person: Person) -> dict[str, Any]:
    """Their part in leagues, their teams in seasons, what they were told and what they
    wrote about matches. Four queries."""
    memberships = Membership.objects.filter(person=person).select_related("league")
    entered = Entrant.objects.filter(person=person).select_related(
        "season__league", "team"
    )
    notices = Notice.objects.filter(person=person)
    comments = Comment.objects.filter(author=person)
    return {
        "memberships": [
            {
                "league": one.league.name,
                "role": one.role,
                "joined": one.joined,
                "left": one.left,
            }
            for one in memberships.order_by("pk")
        ],
        "entrants": [
            {
                "league": one.season.league.name,
                "season": one.season.name,
                "team": one.team.name,
                "stage": one.stage,
                "club": one.club,
                "joined": one.joined,
                "left": one.left,
            }
            for one in entered.order_by("pk")
        ],
        "notices": list(
            notices.order_by("pk").values("kind", "words", "created", "read")
        ),
        "comments": list(comments.order_by("pk").values("text", "created")),
    }
