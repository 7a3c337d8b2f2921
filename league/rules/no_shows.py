"""What becomes of a team that does not turn up (LEAGUE-12, LEAGUE-13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from league.rules.dates import Ruling, Verdict
from league.rules.results import EntryId, Fact
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.knob_values import DoubleForfeit, NoShow
from teams.rules.words import counted, join_words


class NoShowEffect(Fact, frozen=True, kw_only=True):
    """`is_void` if the game never was; whoever is absent forfeits it otherwise."""

    is_void: bool
    may_be_retired: frozenset[EntryId]
    sentences: tuple[str, ...]


def is_no_show(ruling: Ruling) -> bool:
    """Whether the log says who did not turn up."""
    return ruling.verdict in (Verdict.NO_SHOW, Verdict.NOBODY)


def no_show_effect(
    ruling: Ruling,
    rules: HouseRules,
    *,
    names: Mapping[EntryId, str],
    no_shows_before: Mapping[EntryId, int],
) -> NoShowEffect:
    """What the ruling means. The ninja master declares it; this only says what.

    `no_shows_before` are those of the season, without this one.
    """
    if not is_no_show(ruling):
        raise AssertionError(f"There is no no-show in a ruling of {ruling.verdict}.")
    is_void = rules.no_show_policy.treat_as is NoShow.VOID
    times = {entry: no_shows_before.get(entry, 0) + 1 for entry in ruling.absent}
    often = too_often(times, rules)
    told = [*ruling.reasons, *_becomes(ruling.absent, names, rules)]
    told += [often_words(names[entry], times[entry]) for entry in sorted(often)]
    return NoShowEffect(is_void=is_void, may_be_retired=often, sentences=tuple(told))


def too_often(times: Mapping[EntryId, int], rules: HouseRules) -> frozenset[EntryId]:
    """Who stayed away so often that the ninja master may retire it (LEAGUE-12)."""
    limit = rules.no_show_policy.retire_after
    return frozenset(
        entry for entry in times if limit is not None and times[entry] >= limit
    )


def often_words(name: str, times: int) -> str:
    return (
        f"{name} did not turn up {counted(times, 'time')} this season; the ninja"
        " master may retire it."
    )


def still_counted(absent: Sequence[str], is_mistake: bool) -> str:
    """What a match that is played again means for teams that did not come to it; they
    are given by name."""
    if not absent:
        return ""
    stayed = f"That {join_words(absent)} did not turn up"
    if is_mistake:
        return f"{stayed} was declared by mistake and no longer counts."
    return f"{stayed} still counts."


def _becomes(
    absent: frozenset[EntryId], names: Mapping[EntryId, str], rules: HouseRules
) -> Iterator[str]:
    came = [entry for entry in names if entry not in absent]
    is_void = rules.no_show_policy.treat_as is NoShow.VOID
    if is_void or (not came and rules.double_forfeit is DoubleForfeit.VOID):
        yield "The game never was."
        return
    gone = join_words([names[entry] for entry in sorted(absent)])
    yield f"{gone} {'forfeits' if len(absent) == 1 else 'forfeit'} the game."
