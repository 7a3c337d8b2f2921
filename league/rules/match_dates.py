"""Agreeing on a date: proposals, answers, and what follows from the log of them.

Moments are seconds since an epoch that whoever asks has chosen. The log is all there
is: where a date stands follows from its steps. Each side names dates, the other takes
one or makes a counter-proposal. Whoever named three reasonable dates and heard nothing
has done its part, and wins the game if it was never played (LEAGUE-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from kernel.errors import Refusal, Refusals
from league.rules.competitions.results import EntryId, Fact
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DoubleForfeit, NoShow
from teams.rules.phrases import counted, join_words

Moment = int  # in seconds
HOUR = 3600
DAY = 24 * HOUR


class StepKind(StrEnum):
    PROPOSE = "propose"
    ACCEPT = "accept"
    DECLINE = "decline"


class DateStep(Fact, frozen=True, kw_only=True):
    """One thing that was said, and when."""

    entry: EntryId
    kind: StepKind
    at: Moment
    dates: tuple[Moment, ...] = ()


class Window(Fact, frozen=True, kw_only=True):
    """When a fixture is to be played, and how long people may take to answer."""

    opens: Moment
    closes: Moment
    answer_within: Moment = 3 * DAY
    notice: Moment = DAY  # a date is further away than this when it is named
    dates_needed: int = 3
    hours_apart: int = 12  # dates nearer to one another are one date


class Talks(Fact, frozen=True, kw_only=True):
    """Where the talks about one fixture stand."""

    agreed: Moment | None
    open_dates: Mapping[Moment, frozenset[EntryId]]  # each with whom it suits
    waiting_for: frozenset[EntryId]
    answer_by: Moment | None


def talks(
    entries: Sequence[EntryId], steps: Sequence[DateStep], window: Window
) -> Talks:
    """Read the log from its beginning.

    A date stands until somebody declines. What has been agreed stands until another
    date suits everybody.
    """
    everybody = frozenset(entries)
    agreed: Moment | None = None
    suits: dict[Moment, set[EntryId]] = {}
    asked: dict[EntryId, Moment] = {}  # who owes an answer, and since when
    for step in steps:
        asked.pop(step.entry, None)
        if step.kind is StepKind.DECLINE:
            suits.clear()
            continue
        for date in step.dates:
            suits.setdefault(date, set()).add(step.entry)
        done = [date for date in step.dates if suits[date] == everybody]
        if done:
            agreed = done[0]
            suits.clear()
            asked.clear()
        elif step.kind is StepKind.PROPOSE:
            for other in everybody - {step.entry}:
                asked.setdefault(other, step.at)
    oldest = min(asked.values(), default=None)
    return Talks(
        agreed=agreed,
        open_dates={date: frozenset(who) for date, who in sorted(suits.items())},
        waiting_for=frozenset(asked),
        answer_by=None if oldest is None else _due(oldest, window),
    )


def _due(asked_at: Moment, window: Window) -> Moment:
    return min(asked_at + window.answer_within, window.closes)


def propose(
    entry: EntryId, dates: Sequence[Moment], at: Moment, window: Window
) -> DateStep:
    """Name dates, fewer than three if it must be; all of them have to be possible."""
    refusals = list(_impossible(dates, at, window))
    if refusals:
        raise Refusals(refusals)
    kept = tuple(sorted(set(dates)))
    return DateStep(entry=entry, kind=StepKind.PROPOSE, at=at, dates=kept)


def _impossible(
    dates: Sequence[Moment], at: Moment, window: Window
) -> Iterator[Refusal]:
    if not dates:
        yield Refusal("Offer at least one date.", code="no-date", field="dates")
    if any(date <= at for date in dates):
        yield Refusal(
            "One of these dates is in the past. Choose a later one.",
            code="date-past",
            field="dates",
        )
    to_come = [date for date in dates if date > at]
    if any(not window.opens <= date <= window.closes for date in to_come):
        yield Refusal(
            "One of these dates is outside the round. Choose a date within the"
            " round, or ask the ninja master for more time.",
            code="date-outside",
            field="dates",
        )


def accept(standing: Talks, entry: EntryId, date: Moment, at: Moment) -> DateStep:
    """Take a date that another side named."""
    if date not in standing.open_dates:
        raise Refusal(
            "This date is no longer on offer. Reload the page to see the"
            " current dates.",
            code="date-gone",
            field="date",
        )
    if entry in standing.open_dates[date]:
        raise Refusal(
            "You have already accepted this date. Your opponent has not answered yet.",
            code="date-yours",
            field="date",
        )
    if date <= at:
        raise Refusal(
            "This date has passed. Offer another one.", code="date-past", field="date"
        )
    return DateStep(entry=entry, kind=StepKind.ACCEPT, at=at, dates=(date,))


def decline(standing: Talks, entry: EntryId, at: Moment) -> DateStep:
    """None of the dates will do. Naming others instead is the kinder answer."""
    others = [who for who in standing.open_dates.values() if who - {entry}]
    if not others:
        raise Refusal("There is no date to decline.", code="nothing-to-decline")
    return DateStep(entry=entry, kind=StepKind.DECLINE, at=at)


def is_reasonable(step: DateStep, window: Window) -> bool:
    """Three dates, well apart, each with notice and within the round.

    They are named early enough for an answer to be due before the round closes.
    """
    dates = sorted(
        date
        for date in step.dates
        if step.at + window.notice <= date and window.opens <= date <= window.closes
    )
    gap = window.hours_apart * HOUR
    apart = dates[:1]
    for date in dates[1:]:
        if date - apart[-1] >= gap:
            apart.append(date)
    leaves_time = step.at + window.answer_within <= window.closes
    is_proposal = step.kind is StepKind.PROPOSE
    return is_proposal and leaves_time and len(apart) >= window.dates_needed


class Verdict(StrEnum):
    WAIT = "wait"  # the round is not over
    AGREED = "agreed"  # a date was agreed on; the game is to be reported
    NO_SHOW = "no-show"  # somebody did not answer
    NOBODY = "nobody"  # nobody did anything
    MASTER = "master"  # the log does not say who is to blame


class Ruling(Fact, frozen=True, kw_only=True):
    verdict: Verdict
    absent: frozenset[EntryId] = frozenset()
    reasons: tuple[str, ...] = ()


def rule_on(
    steps: Sequence[DateStep],
    window: Window,
    now: Moment,
    names: Mapping[EntryId, str],
) -> Ruling:
    """What the log says about a fixture that was not played by the end of its round."""
    entries = sorted(names)
    standing = talks(entries, steps, window)
    if standing.agreed is not None:
        return Ruling(verdict=Verdict.AGREED)
    if now <= window.closes:
        return Ruling(verdict=Verdict.WAIT)
    tried = {step.entry for step in steps if is_reasonable(step, window)}
    silent = {entry for entry in entries if _left_waiting(entry, steps, window)}
    told = tuple(_reasons(tried, silent, window, names))
    if not steps:
        return Ruling(
            verdict=Verdict.NOBODY,
            absent=frozenset(entries),
            reasons=("No team offered a date.",),
        )
    if silent and tried - silent:
        return Ruling(verdict=Verdict.NO_SHOW, absent=frozenset(silent), reasons=told)
    return Ruling(verdict=Verdict.MASTER, reasons=told)


def _left_waiting(entry: EntryId, steps: Sequence[DateStep], window: Window) -> bool:
    """Whether three reasonable dates of another side got no answer in time."""
    for number, step in enumerate(steps):
        if step.entry == entry or not is_reasonable(step, window):
            continue
        due = _due(step.at, window)
        if not any(
            later.entry == entry and later.at <= due for later in steps[number + 1 :]
        ):
            return True
    return False


def _reasons(
    tried: set[EntryId],
    silent: set[EntryId],
    window: Window,
    names: Mapping[EntryId, str],
) -> Iterator[str]:
    dates = counted(window.dates_needed, "suitable date")
    for entry in sorted(tried):
        yield f"{names[entry]} offered {dates}."
    for entry in sorted(silent):
        yield f"{names[entry]} did not answer in time."
    if not silent and tried:
        yield "Every team answered, but they found no date."
    if not tried:
        yield f"No team offered {dates}."


def reminders(window: Window, standing: Talks) -> tuple[Moment, ...]:
    """When to remind people: a day before an answer is due, or the round closes, or
    the game begins."""
    if standing.agreed is not None:
        return (standing.agreed - DAY,)
    due = [window.closes - DAY]
    if standing.answer_by is not None:
        due.append(standing.answer_by - DAY)
    return tuple(sorted(set(due)))


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
        raise AssertionError(f"A ruling of {ruling.verdict} has no no-show.")
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
        f"{name} has missed {counted(times, 'match', 'matches')} this season."
        " The ninja master may retire the team."
    )


def still_counted(absent: Sequence[str], is_mistake: bool) -> str:
    """What a match that is played again means for teams that did not come to it; they
    are given by name."""
    if not absent:
        return ""
    names = join_words(absent)
    if is_mistake:
        return f"The no-show of {names} was a mistake and no longer counts."
    return f"The no-show of {names} still counts."


def _becomes(
    absent: frozenset[EntryId], names: Mapping[EntryId, str], rules: HouseRules
) -> Iterator[str]:
    came = [entry for entry in names if entry not in absent]
    is_void = rules.no_show_policy.treat_as is NoShow.VOID
    if is_void or (not came and rules.double_forfeit is DoubleForfeit.VOID):
        yield "The match does not count."
        return
    gone = join_words([names[entry] for entry in sorted(absent)])
    yield f"{gone} {'forfeits' if len(absent) == 1 else 'forfeit'} the match."
