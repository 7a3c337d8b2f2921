"""Schedules that do not fit into a season, by rounds or days (LEAGUE-03)."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.errors import Refusal
from league.rules.competitions.results import LeagueValue
from teams.rules.phrases import counted, day_words, join_words


class Excess(LeagueValue, frozen=True, kw_only=True):
    """A schedule with more rounds than the season has left (LEAGUE-03)."""

    name: str
    rounds: int
    left: int
    has_begun: bool  # the season has, so that groups are no way out any more
    ways: tuple[str, ...]  # to make it shorter
    after: tuple[str, ...] = ()  # what is planned before it and takes its rounds too

    code = "too-many-rounds"

    @property
    def sentence(self) -> str:
        takes = counted(self.rounds, "round")
        number = f"only {self.left}" if self.left else "none"
        left = number
        if self.after:
            left = f"{number} left after {join_words(self.after)}"
        elif self.has_begun:
            left = f"{number} left"
        ways = (*self.ways, *(["remove one of them"] if self.after else []))
        named = _ways(ways, "give the season more rounds in the house rules")
        return f"{self.name} needs {takes}, but the season has {left}. {named}"


class Overrun(LeagueValue, frozen=True, kw_only=True):
    """A schedule that, drawn today, ends after the season (LEAGUE-03). Days are
    written as in 2026-11-30."""

    name: str
    rounds: int
    days: int  # of each
    ends_on: str
    season_ends_on: str
    has_begun: bool
    ways: tuple[str, ...]

    code = "too-long"

    @property
    def sentence(self) -> str:
        takes = f"{counted(self.rounds, 'round')} of {counted(self.days, 'day')}"
        named = _ways(self.ways, "let the season end later in the house rules")
        return (
            f"{self.name} needs {takes}. If you draw it today, it ends on"
            f" {day_words(self.ends_on)}, but the season ends on"
            f" {day_words(self.season_ends_on)}. {named}"
        )


def _ways(ways: Sequence[str], last: str) -> str:
    return f"You can {', '.join([*ways, ''])}or {last}." if ways else f"You can {last}."


def refuse_excess(excess: Excess | Overrun, *, reason: str) -> None:
    """Refuse the draw. In a running season a master may draw with a reason."""
    if not excess.has_begun:
        raise Refusal(excess.sentence, code=excess.code)
    if not reason:
        raise Refusal(
            f"{excess.sentence} Or give a reason for going on, which everyone"
            " can read.",
            code=excess.code,
            field="reason",
        )
