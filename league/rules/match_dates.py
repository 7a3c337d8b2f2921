"""Agree on dates: offers, answers, and no-shows.

Timestamps are seconds since an epoch of the caller's choice. The log is the only
state. Each side offers dates; the other accepts one or makes a counter-offer. A team
that offered three suitable dates and got no answer wins if the match is never played
(LEAGUE-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from kernel.errors import Refusal, Refusals
from kernel.phrases import count_noun, list_words
from league.rules.competitions.results import EntryId, LeagueValue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DoubleForfeit, NoShow

Timestamp = int  # in seconds
HOUR = 3600
DAY = 24 * HOUR


class StepKind(StrEnum):
    PROPOSE = "propose"
    ACCEPT = "accept"
    DECLINE = "decline"


class DateStep(LeagueValue, frozen=True, kw_only=True):
    """One entry of the date log."""

    entry: EntryId
    kind: StepKind
    at: Timestamp
    dates: tuple[Timestamp, ...] = ()


class Window(LeagueValue, frozen=True, kw_only=True):
    """When a fixture is to be played, and how long answers may take."""

    opens: Timestamp
    closes: Timestamp
    answer_within: Timestamp = 3 * DAY
    notice: Timestamp = DAY  # a date is further away than this when it is named
    dates_needed: int = 3
    hours_apart: int = 12  # dates nearer to one another are one date


class Talks(LeagueValue, frozen=True, kw_only=True):
    """The state of the dates of one fixture."""

    agreed: Timestamp | None
    open_dates: Mapping[Timestamp, frozenset[EntryId]]  # each with whom it suits
    waiting_for: frozenset[EntryId]
    answer_by: Timestamp | None


def talks(
    entries: Sequence[EntryId], steps: Sequence[DateStep], window: Window
) -> Talks:
    """Compute the state from the log.

    A date stays open until someone declines. An agreement holds until everyone
    accepts another date.
    """
    everybody = frozenset(entries)
    agreed: Timestamp | None = None
    suits: dict[Timestamp, set[EntryId]] = {}
    asked: dict[EntryId, Timestamp] = {}  # who owes an answer, and since when
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


def _due(asked_at: Timestamp, window: Window) -> Timestamp:
    return min(asked_at + window.answer_within, window.closes)


def propose(
    entry: EntryId, dates: Sequence[Timestamp], at: Timestamp, window: Window
) -> DateStep:
    """Offer dates, if all of them are possible."""
    refusals = list(_impossible(dates, at, window))
    if refusals:
        raise Refusals(refusals)
    kept = tuple(sorted(set(dates)))
    return DateStep(entry=entry, kind=StepKind.PROPOSE, at=at, dates=kept)


def _impossible(
    dates: Sequence[Timestamp], at: Timestamp, window: Window
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


def accept(standing: Talks, entry: EntryId, date: Timestamp, at: Timestamp) -> DateStep:
    """Accept a date that another side offered."""
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


def decline(standing: Talks, entry: EntryId, at: Timestamp) -> DateStep:
    """Decline all dates. Offering other dates instead is friendlier."""
    others = [who for who in standing.open_dates.values() if who - {entry}]
    if not others:
        raise Refusal("There is no date to decline.", code="nothing-to-decline")
    return DateStep(entry=entry, kind=StepKind.DECLINE, at=at)


def is_reasonable(step: DateStep, window: Window) -> bool:
    """Return whether an offer has enough dates, well apart, with notice and within
    the round.

    It must come early enough for an answer to be due before the round closes.
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
    NO_SHOW = "no-show"  # a team did not answer
    NOBODY = "nobody"  # no team did anything
    MASTER = "master"  # the log does not say who is to blame


class Ruling(LeagueValue, frozen=True, kw_only=True):
    verdict: Verdict
    absent: frozenset[EntryId] = frozenset()
    reasons: tuple[str, ...] = ()


def rule_on(
    steps: Sequence[DateStep],
    window: Window,
    now: Timestamp,
    names: Mapping[EntryId, str],
) -> Ruling:
    """Return what the log decides about a fixture not played by the end of its
    round."""
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
    """Return whether a side did not answer a suitable offer in time."""
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
    dates = count_noun(window.dates_needed, "suitable date")
    for entry in sorted(tried):
        yield f"{names[entry]} offered {dates}."
    for entry in sorted(silent):
        yield f"{names[entry]} did not answer in time."
    if not silent and tried:
        yield "Every team answered, but they found no date."
    if not tried:
        yield f"No team offered {dates}."


def reminders(window: Window, standing: Talks) -> tuple[Timestamp, ...]:
    """Return when to send reminders: a day before an answer is due, the round closes
    or the game starts."""
    if standing.agreed is not None:
        return (standing.agreed - DAY,)
    due = [window.closes - DAY]
    if standing.answer_by is not None:
        due.append(standing.answer_by - DAY)
    return tuple(sorted(set(due)))


class NoShowEffect(LeagueValue, frozen=True, kw_only=True):
    """What a no-show means. `is_void` if the match does not count; otherwise absent
    teams forfeit."""

    is_void: bool
    may_be_retired: frozenset[EntryId]
    sentences: tuple[str, ...]


def is_no_show(ruling: Ruling) -> bool:
    """Return whether the log shows who did not turn up."""
    return ruling.verdict in (Verdict.NO_SHOW, Verdict.NOBODY)


def no_show_effect(
    ruling: Ruling,
    rules: HouseRules,
    *,
    names: Mapping[EntryId, str],
    no_shows_before: Mapping[EntryId, int],
) -> NoShowEffect:
    """Return what a ruling means; the ninja master declares it.

    `no_shows_before` are those of the season, without this one.
    """
    if not is_no_show(ruling):
        raise AssertionError(f"A ruling of {ruling.verdict} has no no-show.")
    is_void = rules.no_show_policy.treat_as is NoShow.VOID
    times = {entry: no_shows_before.get(entry, 0) + 1 for entry in ruling.absent}
    often = too_often(times, rules)
    told = [*ruling.reasons, *_becomes(ruling.absent, names, rules)]
    told += [
        many_no_shows_sentence(names[entry], times[entry]) for entry in sorted(often)
    ]
    return NoShowEffect(is_void=is_void, may_be_retired=often, sentences=tuple(told))


def too_often(times: Mapping[EntryId, int], rules: HouseRules) -> frozenset[EntryId]:
    """Return the teams with so many no-shows that they may be retired (LEAGUE-12)."""
    limit = rules.no_show_policy.retire_after
    return frozenset(
        entry for entry in times if limit is not None and times[entry] >= limit
    )


def many_no_shows_sentence(name: str, times: int) -> str:
    return (
        f"{name} has missed {count_noun(times, 'match', 'matches')} this season."
        " The ninja master may retire the team."
    )


def reopened_no_show_sentence(absent: Sequence[str], is_mistake: bool) -> str:
    """Return whether the no-shows of a reopened match still count, as a sentence."""
    if not absent:
        return ""
    names = list_words(absent)
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
    gone = list_words([names[entry] for entry in sorted(absent)])
    yield f"{gone} {'forfeits' if len(absent) == 1 else 'forfeit'} the match."
