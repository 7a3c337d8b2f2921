"""What the correction of one match means for the later ones of a league."""

from __future__ import annotations

from collections.abc import Sequence

from challenges.models import Match, MatchTeam
from league.models import Fixture
from league.selectors.results import PARTS
from league.services.facts import facts_keep_all


def fixtures_resettle(matches: Sequence[Match]) -> None:
    """Scores stay; the ratings that counted are others, and so is what was earned."""
    rows = {match.pk: match for match in matches}
    ids = list(rows)
    # Their seasons are few; joined, each would be read as often as it has matches.
    related = Fixture.objects.prefetch_related("competition__season")
    found = list(related.filter(match__in=ids).defer("facts"))
    ratings: dict[int, list[int]] = {}
    places = MatchTeam.objects.filter(match__in=ids).order_by("match_id", "number")
    for match, rating in places.values_list("match_id", "rating_before"):
        ratings.setdefault(match, []).append(rating or 0)
    for fixture in found:
        outcome = fixture.outcome
        if outcome is None or fixture.match_id is None:
            continue
        fixture.match = rows[fixture.match_id]
        parts = zip(outcome[PARTS], ratings[fixture.match_id], strict=True)
        fixture.outcome = outcome | {
            PARTS: [part | {"rating": rating} for part, rating in parts]
        }
    facts_keep_all(found, also=["outcome"])
