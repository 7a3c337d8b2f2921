"""How many teams play a match, and how they can split into sides (p. 73)."""

from __future__ import annotations

from kernel.errors import Refusal

TEAMS_MIN = 2
TEAMS_MAX = 4


def refuse_team_count(count: int, *, field: str | None = None) -> None:
    """Refuse a match between fewer than two or more than four teams (GROUP-02)."""
    if count > TEAMS_MAX:
        raise Refusal(
            f"At most {TEAMS_MAX} teams can play in one match. You chose {count}:"
            f" remove {count - TEAMS_MAX}.",
            code="too-many-teams",
            field=field,
        )
    if count < TEAMS_MIN:
        raise Refusal(
            "A match needs at least two teams. Choose an opponent.",
            code="too-few-teams",
            field=field,
        )
