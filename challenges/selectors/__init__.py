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
    said_yes,
    seen_by,
    table_of,
)
from challenges.selectors.drafts import DraftNow, draft_now
from challenges.selectors.hosting import (
    Change,
    Finals,
    MatchHost,
    NoHost,
    Terms,
    host_of,
    register_host,
)
from challenges.selectors.lists import (
    MatchLine,
    match_line,
    matches_of,
    matches_queryset,
    own_matches,
)
from challenges.selectors.pages import (
    MatchPage,
    match_page,
    match_pulse,
    report_content,
)
from challenges.selectors.progress import unwitnessed
from challenges.selectors.sheets import ReportPage, report_page

__all__ = [
    "Change",
    "DraftNow",
    "Finals",
    "MatchHost",
    "MatchLine",
    "MatchPage",
    "NoHost",
    "ReportPage",
    "SeenMatch",
    "Terms",
    "draft_now",
    "host_of",
    "is_arranged",
    "lineup_of",
    "match_line",
    "match_page",
    "match_pulse",
    "match_seen",
    "matches_of",
    "matches_queryset",
    "own_matches",
    "places_of",
    "register_host",
    "report_content",
    "report_page",
    "said_yes",
    "seen_by",
    "table_of",
    "unwitnessed",
]
