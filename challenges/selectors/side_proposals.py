"""Sides of a match that has not started: the proposal and who has agreed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from challenges.models import MatchTeam
from challenges.rules.sides import describe_split, has_allies, list_splits
from challenges.rules.stages import Agreement, MatchAction, MatchStage, is_allowed
from challenges.selectors.access import VisibleMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOption:
    """One way to split: the side of each team, and a description."""

    sides: tuple[int, ...]
    name: str

    @property
    def value(self) -> str:
        """Return the value that the form sends."""
        return ",".join(map(str, self.sides))


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesSection:
    """The sides for the page. `options` are splits the viewer can propose or set."""

    options: tuple[SideOption, ...] = ()
    proposal: SideOption | None = None
    agreed: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    can_propose: bool = False
    can_agree: bool = False
    decides_alone: bool = False


def get_sides_section(seen: VisibleMatch) -> SidesSection:
    """Return the state of the sides for the page. Queries: 0."""
    places = [one for one in seen.places if one.agreement != Agreement.DECLINED]
    is_before = is_allowed(MatchAction.SIDES, MatchStage(seen.match.stage))
    is_settled = any(
        one.absence or one.agreement == Agreement.INVITED for one in places
    )
    if len(places) < 3 or not is_before or is_settled or seen.terms.closed:
        return SidesSection()
    proposal = _proposal(places)
    own = [one for one in seen.own if one.agreement == Agreement.AGREED]
    agreed = [one for one in places if proposal and one.agrees_to_sides]
    waiting = [one for one in places if proposal and not one.agrees_to_sides]
    options = _options(seen, places) if seen.may_act else ()
    return SidesSection(
        options=options,
        proposal=proposal,
        agreed=_people(agreed),
        waiting=_people(waiting),
        can_propose=bool(options),
        can_agree=any(one in waiting for one in own),
        decides_alone=seen.is_judge,
    )


def _options(seen: VisibleMatch, places: Sequence[MatchTeam]) -> tuple[SideOption, ...]:
    """Return every split that differs from the current sides."""
    count, current = len(places), [one.side for one in places]
    allows_sides = not seen.match.is_hosted or seen.terms.rules.team_play
    splits = [*list_splits(count)] if allows_sides else []
    if has_allies(current) and seen.match.challenge_roll is None:
        splits.append(tuple(range(count)))
    kept = [one for one in splits if not _is_same(one, current)]
    return tuple(_option(places, split) for split in kept)


def _is_same(split: Sequence[int], current: Sequence[int]) -> bool:
    pairs = set(zip(split, current, strict=True))
    return len(pairs) == len(set(split)) == len(set(current))


def _proposal(places: Sequence[MatchTeam]) -> SideOption | None:
    sides = [one.proposed_side for one in places]
    known = tuple(side for side in sides if side is not None)
    return _option(places, known) if len(known) == len(sides) else None


def _option(places: Sequence[MatchTeam], split: tuple[int, ...]) -> SideOption:
    names = [one.name or str(one.person) for one in places]
    name = describe_split(names, split)
    return SideOption(sides=split, name=name[:1].upper() + name[1:])


def _people(places: Sequence[MatchTeam]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(one.person) for one in places))
