"""How many teams play a match, and how they can split into sides (p. 73)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kernel.errors import Refusal
from kernel.phrases import list_words

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


def list_splits(count: int) -> tuple[tuple[int, ...], ...]:
    """Return every way for three or four teams to split into two sides (GROUP-09).

    Three play one against two, four play two against two. A split is the side of each
    team; the first team is on side 0.
    """
    sizes = {3: (1, 2), 4: (2,)}.get(count, ())
    return tuple(
        tuple(int(number not in (0, *partners)) for number in range(count))
        for size in sizes
        for partners in combinations(range(1, count), size - 1)
    )


def check_split(sides: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the split with sides counted from 0, or refuse one that is not allowed.

    Every team on a side of its own is allowed too: then each plays for itself.
    """
    order = list(dict.fromkeys(sides))
    split = tuple(order.index(side) for side in sides)
    if split not in (*list_splits(count), tuple(range(count))) or count < 3:
        raise Refusal(
            "Three teams play one against two, and four play two against two. Choose"
            " one of the sides on the match page.",
            code="wrong-sides",
            field="sides",
        )
    return split


def has_allies(sides: Sequence[int]) -> bool:
    """Return whether any teams play together."""
    return len(set(sides)) < len(sides)


def describe_split(names: Sequence[str], sides: Sequence[int]) -> str:
    """Say who plays with whom: "Foxes against Cranes and Bears"."""
    if not has_allies(sides):
        return "everyone for themselves"
    members: dict[int, list[str]] = {}
    for name, side in zip(names, sides, strict=True):
        members.setdefault(side, []).append(name)
    return " against ".join(map(list_words, members.values()))
