"""Short ways to write down settled matches."""

from __future__ import annotations

from kernel.ids import MatchId, NinjaId, TeamId
from league.rules.history.match_facts import MatchFacts, NinjaLine, TeamLine
from tests.league.rules.games import NAMES


def did(number: int, name: str = "", **facts: object) -> NinjaLine:
    return NinjaLine(
        ninja=NinjaId(number),
        name=name or f"Ninja {number}",
        **facts,  # type: ignore[arg-type]
    )


def line(number: int, score: int = 0, *ninja: NinjaLine, **facts: object) -> TeamLine:
    return TeamLine(
        team=TeamId(number),
        name=NAMES[number - 1],
        score=score,
        ninja=ninja,
        **facts,  # type: ignore[arg-type]
    )


def match(number: int, *lines: TeamLine, season: int = 1) -> MatchFacts:
    """Places follow from the scores; who forfeits stands last."""
    placed = []
    for one in lines:
        ahead = sum(other.score > one.score and not other.is_forfeit for other in lines)
        facts = {field: getattr(one, field) for field in one.__struct_fields__}
        facts["place"] = len(lines) if one.is_forfeit else 1 + ahead
        placed.append(TeamLine(**facts))
    return MatchFacts(match=MatchId(number), season=season, teams=tuple(placed))
