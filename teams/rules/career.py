"""Which entries of a journal belong to the life of one ninja."""

from __future__ import annotations

from kernel.ids import NinjaId
from teams.rules import entries as e
from teams.rules.entries import AnyEntry


def concerns(entry: AnyEntry, ninja: NinjaId) -> bool:
    """Whether an entry tells of this ninja: by itself, or among others."""
    return ninja in everybody_in(entry)


def everybody_in(entry: AnyEntry) -> tuple[NinjaId, ...]:
    """All who have a part in an entry, as far as the entry itself knows."""
    match entry:
        case e.DowntimeExcused():
            return (entry.by,) if entry.ninja is None else (entry.ninja, entry.by)
        case e.ExperienceEarned():
            return tuple(award.ninja for award in entry.awards)
        case e.RevenueEarned():
            return tuple(one.ninja for one in entry.items if one.ninja is not None)
        case e.GameReported():
            return tuple(
                row.ninja
                for row in entry.report.ninja
                if row.was_fielded or row.in_healing_house or row.feats
            )
        case e.Traded():
            return (*entry.given, *(one.id for one in entry.received))
        case e.AbsencesTicked():
            return entry.ninja
        case _:
            named = getattr(entry, "ninja", None)
            return () if named is None else (named,)
