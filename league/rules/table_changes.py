"""What becomes of a table when a result in it is another: told for each team."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from league.rules.results import EntryId, Fact
from league.rules.standings import Row
from league.rules.wording import ordinal
from teams.rules.words import counted


class RowChange(Fact, frozen=True, kw_only=True):
    """A team whose line of the table reads otherwise, in sentences."""

    entry: EntryId
    group: str
    name: str
    sentences: tuple[str, ...]


Tables = Mapping[str, Sequence[Row]]


def table_changes(before: Tables, after: Tables) -> tuple[RowChange, ...]:
    """Every team that stands otherwise, in the order of the later tables.

    Ratings are left out: they are those of the teams, whatever is played.
    """
    known = {row.entry: row for rows in before.values() for row in rows}
    return tuple(
        RowChange(entry=row.entry, group=group, name=row.name, sentences=told)
        for group, rows in after.items()
        for row in rows
        if (told := tuple(_told(known[row.entry], row)))
    )


def _told(old: Row, new: Row) -> Iterator[str]:
    if old.place != new.place:
        yield f"{ordinal(new.place)} place instead of {ordinal(old.place)}."
    if old.points != new.points:
        yield f"{counted(new.points, 'league point')} instead of {old.points}."
    was, now = (old.won, old.drawn, old.lost), (new.won, new.drawn, new.lost)
    if was != now:
        yield (
            f"Won {now[0]}, drawn {now[1]} and lost {now[2]} instead of"
            f" {was[0]}, {was[1]} and {was[2]}."
        )
    if old.score_difference != new.score_difference:
        yield (
            f"Difference of challenge points {new.score_difference:+d} instead of"
            f" {old.score_difference:+d}."
        )
    if old.score_for != new.score_for:
        yield (
            f"{counted(new.score_for, 'challenge point')} scored instead of"
            f" {old.score_for}."
        )
    if old.underdog_wins != new.underdog_wins:
        yield (
            f"{counted(new.underdog_wins, 'win')} as the lower rated team instead of"
            f" {old.underdog_wins}."
        )
