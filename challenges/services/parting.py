"""Somebody does not come to a match that has not begun, and the others decide nothing
by it: they play on, while there are two sides that are whole."""

from __future__ import annotations

from challenges.models import Match
from challenges.rules.stages import Act, Agreement, MatchStage
from challenges.selectors import Change
from challenges.services.choosing import challenge_anew
from challenges.services.opening import Edit, match_opened
from teams.rules.words import join_words


def match_part(
    edit: Edit,
    *,
    team_id: int | None = None,
    person_id: int | None = None,
    reason: str = "",
) -> Match:
    """Play on without a team, or without all teams of a person. With one left, or
    with one of two partners, there is nothing to play (GROUP-09)."""
    with match_opened(edit, Act.PART) as opened:
        if not opened.is_site:
            opened.refuse_unless_manager()
        going = [
            one
            for one in opened.places
            if (team_id is not None and one.team_id == team_id)
            or (person_id is not None and one.person_id == person_id)
        ]
        if not going:
            return opened.match
        staying = [one for one in opened.places if one not in going]
        coming = [one for one in staying if one.agreement != Agreement.DECLINED]
        has_allies = len({one.side for one in opened.places}) < len(opened.places)
        if has_allies or len(coming) < 2:
            opened.go_on(MatchStage.CALLED_OFF, Change.CALLED_OFF, reason=reason)
            return opened.match
        names = join_words([one.name or str(one.person) for one in going])
        numbers = {one.number: number for number, one in enumerate(staying)}
        opened.keep(staying)
        settled = challenge_anew(opened, numbers)
        told = reason or f"{names} will not come."
        opened.go_on(None, Change.PARTED, reason=told, **settled)
    return opened.match
