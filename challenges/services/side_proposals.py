"""Sides that the players of a match form before it starts (GROUP-09).

One person proposes sides, and they are set once everyone has agreed; until then nothing
changes. A ninja master who does not play in the match sets them alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from challenges.models import Match, MatchTeam
from challenges.rules.sides import check_split, describe_split, has_allies
from challenges.rules.stages import MatchAction
from challenges.selectors.match_host import MatchEvent
from challenges.services.locks import Edit, LockedMatch, lock_match
from kernel.errors import Refusal


def propose_sides(edit: Edit, *, sides: Sequence[int]) -> Match:
    """Propose sides, or agree to the proposed ones by sending the same.

    `sides` has the side of each team, in order; with a side of its own, each team plays
    for itself. A new proposal replaces the old one.
    """
    with lock_match(edit, MatchAction.SIDES) as locked:
        locked.refuse_unless_involved()
        locked.refuse_if_unaccepted()
        locked.remove_declined()
        split = check_split(sides, len(locked.places))
        _refuse_split(locked, split)
        if locked.is_site or (locked.is_master and not locked.is_playing_master):
            _set_sides(locked, split, by_master=True)
        elif _agree(locked, split):
            _set_sides(locked, split, by_master=False)
    return locked.match


def decline_sides(edit: Edit) -> Match:
    """Decline the proposed sides, or withdraw your own proposal."""
    with lock_match(edit, MatchAction.SIDES) as locked:
        locked.refuse_unless_involved()
        agreed = {one.person_id for one in locked.places if one.agrees_to_sides}
        if all(one.proposed_side is None for one in locked.places):
            raise Refusal("No sides are proposed for this match.", code="no-sides")
        is_own = locked.actor is not None and agreed == {locked.actor.pk}
        locked.drop_proposed_sides()
        told = (
            f"{locked.actor} withdrew the proposed sides."
            if is_own
            else f"{locked.actor} declined the proposed sides."
        )
        locked.save_and_publish(None, MatchEvent.SIDES, reason=told)
    return locked.match


def _refuse_split(locked: LockedMatch, split: Sequence[int]) -> None:
    is_split = has_allies(split)
    if locked.match.is_hosted and is_split and not locked.terms.rules.team_play:
        raise Refusal(
            "This league does not allow two against two or one against two. Its ninja"
            " master can change that.",
            code="no-team-play",
            field="sides",
        )
    if any(one.absence for one in locked.places):
        raise Refusal(
            "A team is absent, so the sides stay as they are.",
            code="team-absent",
            field="sides",
        )
    if tuple(split) == _current(locked.places):
        raise Refusal(
            "The match already has these sides.", code="same-sides", field="sides"
        )
    if locked.match.challenge_roll is not None and not is_split:
        raise Refusal(
            "The challenge was rolled for two sides. Play with them, or choose other"
            " sides.",
            code="rolled",
            field="sides",
        )


def _current(places: Sequence[MatchTeam]) -> tuple[int, ...]:
    return check_split([one.side for one in places], len(places))


def _agree(locked: LockedMatch, split: Sequence[int]) -> bool:
    """Store the actor's consent and return whether everyone has agreed."""
    places = locked.places
    is_new = [one.proposed_side for one in places] != list(split)
    if is_new:
        for place, side in zip(places, split, strict=True):
            place.proposed_side, place.agrees_to_sides = side, False
    for place in locked.own:
        place.agrees_to_sides = True
    if all(one.agrees_to_sides for one in places):
        return True
    MatchTeam.objects.bulk_update(places, ["proposed_side", "agrees_to_sides"])
    told = (
        f"{locked.actor} proposes sides: {_describe(locked, split)}. Agree or decline"
        " on the match page."
    )
    change = MatchEvent.SIDES if is_new else None
    locked.save_and_publish(None, change, reason=told)
    return False


def _set_sides(locked: LockedMatch, split: Sequence[int], *, by_master: bool) -> None:
    for place, side in zip(locked.places, split, strict=True):
        place.side = side
    MatchTeam.objects.bulk_update(locked.places, ["side"])
    locked.drop_proposed_sides()
    sides = _describe(locked, split)
    told = (
        f"{locked.actor or 'The league'} set the sides: {sides}."
        if by_master
        else f"Everyone agreed on the sides: {sides}."
    )
    locked.save_and_publish(None, MatchEvent.SIDES, reason=told)


def _describe(locked: LockedMatch, split: Sequence[int]) -> str:
    names = [one.name or str(one.person) for one in locked.places]
    return describe_split(names, split)
