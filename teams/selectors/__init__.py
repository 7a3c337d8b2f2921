"""Everything that is known about stored teams. Nothing here writes.

Pages are frozen dataclasses made with a fixed number of queries, whatever the size
of the team. Whoever may not see a team gets Http404, as if there were none.
"""

from __future__ import annotations

from teams.selectors.access import (
    LeagueTerms,
    LeagueTies,
    Viewer,
    is_arranged,
    is_owner,
    may_see,
    register_matches,
    register_ties,
    team_owned,
    team_seen,
    team_shared,
    ties,
)
from teams.selectors.builder import (
    AbilityChoice,
    BuilderPage,
    BuilderRow,
    builder_page,
)
from teams.selectors.exchange import (
    document_of,
    own_teams,
    team_document,
    team_file,
)
from teams.selectors.head import TeamHead, team_head
from teams.selectors.history import (
    CareerPage,
    DiceShown,
    HistoryLine,
    HistoryPage,
    Point,
    XpSeries,
    history_page,
    ninja_career,
)
from teams.selectors.lists import (
    ClanStart,
    TeamLine,
    clan_starts,
    team_line,
    teams_count,
    teams_of,
    teams_queryset,
)
from teams.selectors.scroll import (
    RowMarks,
    ScrollPage,
    XpTrack,
    public_scroll,
    scroll_page,
)
from teams.selectors.settlement import (
    AnswerPreview,
    SettlementPage,
    settlement_page,
    waiting_for,
)
from teams.selectors.stored import (
    folded,
    line_of,
    lines_by_team,
    lines_of,
    rows_of,
    state_of,
    stored_values,
)

__all__ = [
    "AbilityChoice",
    "AnswerPreview",
    "BuilderPage",
    "BuilderRow",
    "CareerPage",
    "ClanStart",
    "DiceShown",
    "HistoryLine",
    "HistoryPage",
    "LeagueTerms",
    "LeagueTies",
    "Point",
    "RowMarks",
    "ScrollPage",
    "SettlementPage",
    "TeamHead",
    "TeamLine",
    "Viewer",
    "XpSeries",
    "XpTrack",
    "builder_page",
    "clan_starts",
    "document_of",
    "folded",
    "history_page",
    "is_arranged",
    "is_owner",
    "line_of",
    "lines_by_team",
    "lines_of",
    "may_see",
    "ninja_career",
    "own_teams",
    "public_scroll",
    "register_matches",
    "register_ties",
    "rows_of",
    "scroll_page",
    "settlement_page",
    "state_of",
    "stored_values",
    "team_document",
    "team_file",
    "team_head",
    "team_line",
    "team_owned",
    "team_seen",
    "team_shared",
    "teams_count",
    "teams_of",
    "teams_queryset",
    "ties",
    "waiting_for",
]
