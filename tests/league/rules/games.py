"""Short ways to write down teams and games."""

from __future__ import annotations

from league.rules.competitions.results import (
    Contestant,
    EntryId,
    Result,
    TeamResult,
    UnplayedGame,
)

SEED = "5e" * 32
NAMES = ("Ayame", "Botan", "Chidori", "Daiko", "Enoki", "Fuji", "Goro", "Hana")


def entry(number: int) -> EntryId:
    return EntryId(number)


def teams(count: int, **same: object) -> list[Contestant]:
    """Teams 1, 2, ... called Ayame, Botan and so on."""
    return [team(number, **same) for number in range(1, count + 1)]


def team(number: int, **facts: object) -> Contestant:
    name = NAMES[number - 1] if number <= len(NAMES) else f"Team {number:03}"
    return Contestant(entry=EntryId(number), name=name, **facts)  # type: ignore[arg-type]


def game(*scores: tuple[int, int], ratings: tuple[int, ...] = ()) -> Result:
    """Teams with their scores; the higher one stands first."""
    rated = ratings or (10,) * len(scores)
    parts = tuple(
        TeamResult(
            entry=EntryId(number),
            score=score,
            place=1 + sum(other > score for _, other in scores),
            rating=rating,
        )
        for (number, score), rating in zip(scores, rated, strict=True)
    )
    return Result(number=0, parts=parts)


def bye(number: int) -> Result:
    return Result(number=0, parts=(TeamResult(entry=EntryId(number)),))


def forfeit(absent: int, *present: int) -> Result:
    """One team did not turn up; those who did share the first place."""
    there = [
        TeamResult(entry=EntryId(number), place=1, rating=10) for number in present
    ]
    gone = TeamResult(entry=EntryId(absent), place=2, rating=10, is_forfeit=True)
    return Result(number=0, parts=(*there, gone))


def nobody(*absent: int) -> Result:
    parts = [TeamResult(entry=EntryId(number), is_forfeit=True) for number in absent]
    return Result(number=0, parts=tuple(parts))


def planned(*numbers: int) -> UnplayedGame:
    return UnplayedGame(number=0, entries=tuple(EntryId(number) for number in numbers))
