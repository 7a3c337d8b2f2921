"""How far the playoffs of a season have come."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from league.models import Competition
from league.models.seasons import EntrantStage
from league.rules.playoff_progress import Progress, progress
from league.rules.playoffs import Bracket
from league.rules.results import EntryId, Result
from league.selectors.results import result_of

# What a competition's settings hold once its bracket is drawn.
BRACKET = "bracket"
SEEDING = "seeding"
GROUPS = "groups"


def playoffs_progress(competition: Competition) -> Progress | None:
    """How far the playoffs have come; nothing before they are drawn. Three queries."""
    plain = competition.settings
    if BRACKET not in plain:
        return None
    games: dict[int, list[Result]] = defaultdict(list)
    fixtures = competition.fixtures.prefetch_related("sides").order_by("number", "leg")
    for fixture in fixtures:
        result = result_of(fixture)
        if result is not None:
            games[fixture.number].append(result)
    gone = competition.season.entrants.exclude(stage=EntrantStage.ACTIVE)
    return progress(
        msgspec.convert(plain[BRACKET], Bracket),
        games=games,
        seeding=[EntryId(one) for one in plain.get(SEEDING, ())],
        groups=plain.get(GROUPS),
        withdrawn=frozenset(map(EntryId, gone.values_list("pk", flat=True))),
    )
