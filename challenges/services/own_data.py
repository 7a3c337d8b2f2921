"""What becomes of matches when one of their people leaves."""

from __future__ import annotations

from challenges.models import Match
from challenges.rules.stages import Agreement, MatchStage
from challenges.services.beginning import match_call_off
from challenges.services.opening import Edit
from people.models import Person


def matches_leave_behind(person: Person) -> None:
    """What was not played is called off, so that nobody waits and no roster stays
    locked. What was played stays, and a league sees to its own matches."""
    unplayed = Match.objects.filter(
        stage__in=(MatchStage.ARRANGED, MatchStage.OPEN),
        is_hosted=False,
        places__person=person,
    ).exclude(places__person=person, places__agreement=Agreement.DECLINED)
    for uid in list(unplayed.values_list("uid", flat=True)):
        match_call_off(Edit(uid=uid, actor=None))
