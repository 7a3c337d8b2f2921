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


def form_sides(count: int, *, partner: int | None, is_alone: bool) -> tuple[int, ...]:
    """Return the side of each team, or nothing if each plays for itself (p. 73).

    The first team plays with its `partner`, given by number, against the others. Among
    three, it can also play alone against the two others.
    """
    if partner is None and not is_alone:
        return ()
    if partner is not None and is_alone:
        raise Refusal(
            "Choose one: play with a partner, or alone against the two others.",
            code="sides-unclear",
            field="partner",
        )
    if count < 3:
        raise Refusal(
            "Sides need three or four teams. Choose another opponent.",
            code="wrong-count",
            field="partner",
        )
    if is_alone and count > 3:
        raise Refusal(
            "One against two is for three teams. Four play two against two.",
            code="wrong-count",
            field="is_alone",
        )
    return tuple(int(number not in (0, partner)) for number in range(count))
