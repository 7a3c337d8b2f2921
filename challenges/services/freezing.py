"""Ratings that were taken when a match began, after an earlier one was corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from challenges.models import MatchTeam
from challenges.rules.match_report import Contender, points_behind
from rulebook.rules.knob_values import RatingSnapshot
from teams.rules.state import TeamState
from teams.services import rows_rewrite


def freeze_begun(ids: Sequence[int], states: Mapping[int, TeamState]) -> None:
    """Matches that are being played go on with the ratings as they now are."""
    rows = list(
        MatchTeam.objects.filter(match__in=ids)
        .select_related("match")
        .order_by("match_id", "number")
    )
    by_match: dict[int, list[MatchTeam]] = {}
    for place in rows:
        state = states[place.team_id or 0]
        is_round = state.rules.rating_snapshot is RatingSnapshot.ROUND_START
        if state.open_game == place.match.uid.hex and not is_round:
            place.rating_before = state.rating_frozen
        by_match.setdefault(place.match_id, []).append(place)
    for places in by_match.values():
        contenders = [
            Contender(
                name=place.name,
                rating=place.rating_before or 0,
                side=place.side,
                state=states[place.team_id or 0],
            )
            for place in places
        ]
        for place, behind in zip(places, points_behind(contenders), strict=True):
            place.points_behind = behind
    ratings_save(rows)


def ratings_save(places: Sequence[MatchTeam]) -> None:
    rows_rewrite(places, ["rating_before", "points_behind"])
