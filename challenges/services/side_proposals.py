"""Sides that the players of a match form before it starts (GROUP-09).

One person proposes sides, and they are set once everyone has agreed; until then nothing
changes. A ninja master who does not play in the match sets them alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from challenges.models import Match, MatchTeam
from challenges.rules.sides import check_split, describe_split, has_allies
from challenges.rules.stages import Act
from challenges.selectors.match_host import Change
from challenges.services.locks import Edit, Opened, match_opened
from kernel.errors import Refusal


def propose_sides(edit: Edit, *, sides: Sequence[int]) -> Match:
    """Propose sides, or agree to the proposed ones by naming the same.

    `sides` has the side of each team, in their order; with a side of its own, each team
    plays for itself. Another proposal replaces the one before.
    """
    with match_opened(edit, Act.SIDES) as opened:
        opened.refuse_strangers()
        opened.refuse_waiting()
        opened.drop_declined()
        split = check_split(sides, len(opened.places))
        _refuse_split(opened, split)
        if opened.is_site or (opened.is_master and not opened.is_playing_master):
            _set_sides(opened, split, by_master=True)
        elif _agree(opened, split):
            _set_sides(opened, split, by_master=False)
    return opened.match


def decline_sides(edit: Edit) -> Match:
    """Decline the proposed sides, or withdraw one's own proposal."""
    with match_opened(edit, Act.SIDES) as opened:
        opened.refuse_strangers()
        agreed = {one.person_id for one in opened.places if one.agrees_to_sides}
        if all(one.proposed_side is None for one in opened.places):
            raise Refusal("No sides are proposed for this match.", code="no-sides")
        is_own = opened.actor is not None and agreed == {opened.actor.pk}
        opened.drop_proposed_sides()
        told = (
            f"{opened.actor} withdrew the proposed sides."
            if is_own
            else f"{opened.actor} declined the proposed sides."
        )
        opened.go_on(None, Change.SIDES, reason=told)
    return opened.match


def _refuse_split(opened: Opened, split: Sequence[int]) -> None:
    is_split = has_allies(split)
    if opened.match.is_hosted and is_split and not opened.terms.rules.team_play:
        raise Refusal(
            "This league does not allow two against two or one against two. Its ninja"
            " master can change that.",
            code="no-team-play",
            field="sides",
        )
    if any(one.absence for one in opened.places):
        raise Refusal(
            "A team is absent, so the sides stay as they are.",
            code="team-absent",
            field="sides",
        )
    if tuple(split) == _current(opened.places):
        raise Refusal(
            "The match already has these sides.", code="same-sides", field="sides"
        )
    if opened.match.challenge_roll is not None and not is_split:
        raise Refusal(
            "The challenge was rolled for two sides. Play with them, or choose other"
            " sides.",
            code="rolled",
            field="sides",
        )


def _current(places: Sequence[MatchTeam]) -> tuple[int, ...]:
    return check_split([one.side for one in places], len(places))


def _agree(opened: Opened, split: Sequence[int]) -> bool:
    """Store the actor's consent and return whether everyone has agreed."""
    places = opened.places
    is_new = [one.proposed_side for one in places] != list(split)
    if is_new:
        for place, side in zip(places, split, strict=True):
            place.proposed_side, place.agrees_to_sides = side, False
    for place in opened.own:
        place.agrees_to_sides = True
    if all(one.agrees_to_sides for one in places):
        return True
    MatchTeam.objects.bulk_update(places, ["proposed_side", "agrees_to_sides"])
    told = (
        f"{opened.actor} proposes sides: {_describe(opened, split)}. Agree or decline"
        " on the match page."
    )
    change = Change.SIDES if is_new else None
    opened.go_on(None, change, reason=told)
    return False


def _set_sides(opened: Opened, split: Sequence[int], *, by_master: bool) -> None:
    for place, side in zip(opened.places, split, strict=True):
        place.side = side
    MatchTeam.objects.bulk_update(opened.places, ["side"])
    opened.drop_proposed_sides()
    sides = _describe(opened, split)
    told = (
        f"{opened.actor or 'The league'} set the sides: {sides}."
        if by_master
        else f"Everyone agreed on the sides: {sides}."
    )
    opened.go_on(None, Change.SIDES, reason=told)


def _describe(opened: Opened, split: Sequence[int]) -> str:
    names = [one.name or str(one.person) for one in opened.places]
    return describe_split(names, split)
