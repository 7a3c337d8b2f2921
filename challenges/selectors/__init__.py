"""Everything that is known about matches. Nothing here writes.

Pages are frozen dataclasses made with a fixed number of queries. Whoever may not
see a match gets Http404, as if there were none.
"""

from __future__ import annotations

from challenges.selectors.access import (
    SeenMatch,
    is_arranged,
    lineup_of,
    match_seen,
    places_of,
    seen_by,
)
from challenges.selectors.hosting import (
    Change,
    MatchHost,
    NoHost,
    Terms,
    host_of,
    register_host,
)
from challenges.selectors.lists import own_matches

__all__ = [
    "Change",
    "MatchHost",
    "NoHost",
    "SeenMatch",
    "Terms",
    "host_of",
    "is_arranged",
    "lineup_of",
    "match_seen",
    "own_matches",
    "places_of",
    "register_host",
    "seen_by",
]
