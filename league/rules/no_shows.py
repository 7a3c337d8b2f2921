"""What becomes of a team that does not turn up (LEAGUE-12, LEAGUE-13)."""

from __future__ import annotations

from collections.abc import Mapping

from league.rules.dates import Ruling, Verdict
from league.rules.results import EntryId, Fact, Part, Result
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.knob_values import NoShow
from teams.rules.words import counted


class NoShowEffect(Fact, frozen=True, kw_only=True):
    """A result for the table, or none if the game never was."""

    result: Result | None
    may_be_retired: frozenset[EntryId]
    sentences: tuple[str, ...]


def no_show_effect(
    ruling: Ruling,
    number: int,
    rules: HouseRules,
    *,
    names: Mapping[EntryId, str],
    ratings: Mapping[EntryId, int],
    no_shows_before: Mapping[EntryId, int],
) -> NoShowEffect:
    """What the ruling means. The ninja master declares it; this only says what.

    `no_shows_before` are those of the season, without this one.
    """
    if ruling.verdict not in (Verdict.NO_SHOW, Verdict.NOBODY):
        raise AssertionError(f"There is no no-show in a ruling of {ruling.verdict}.")
    absent = ruling.absent
    is_void = rules.no_show_policy.treat_as is NoShow.VOID
    parts = tuple(
        Part(
            entry=entry,
            place=2 if entry in absent else 1,
            rating=ratings[entry],
            is_forfeit=entry in absent,
        )
        for entry in sorted(names)
    )
    limit = rules.no_show_policy.retire_after
    often = frozenset(
        entry
        for entry in absent
        if limit is not None and no_shows_before.get(entry, 0) + 1 >= limit
    )
    told = list(ruling.reasons)
    told.append("The game never was." if is_void else _forfeit_words(absent, names))
    told += [
        f"{names[entry]} did not turn up"
        f" {counted(no_shows_before.get(entry, 0) + 1, 'time')} this season; the ninja"
        " master may retire it."
        for entry in sorted(often)
    ]
    return NoShowEffect(
        result=None if is_void else Result(number=number, parts=parts),
        may_be_retired=often,
        sentences=tuple(told),
    )


def _forfeit_words(absent: frozenset[EntryId], names: Mapping[EntryId, str]) -> str:
    if len(absent) == len(names):
        return "Nobody turned up."
    gone = " and ".join(names[entry] for entry in sorted(absent))
    return f"{gone} forfeits the game."
