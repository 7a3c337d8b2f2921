"""Open ladders: who may challenge whom, and how often (LEAGUE-04, -05, -19, UND-10).

The caller numbers the weeks. Arranged games count like played ones, so that no one
books a week twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kernel.errors import Refusal
from kernel.phrases import count_noun
from league.rules.competitions.pairing_weights import Entrant, Pair, pair_of
from league.rules.competitions.results import EntryId, LeagueValue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import Matchmaking
from teams.rules.phrases import often


class Booked(LeagueValue, frozen=True, kw_only=True):
    """A counted game of the season, played or arranged, with its week and partners."""

    entries: tuple[EntryId, ...]
    week: int
    partners: frozenset[Pair] = frozenset()

    def is_meeting(self, pair: Pair) -> bool:
        return set(pair) <= set(self.entries) and pair not in self.partners


class Opponent(LeagueValue, frozen=True, kw_only=True):
    """A possible opponent, or the reasons against it."""

    entry: EntryId
    name: str
    rating_gap: int  # above zero, the opponent is rated higher
    times_met: int
    refusals: tuple[Refusal, ...]

    @property
    def may_be_challenged(self) -> bool:
        return not self.refusals


def refuse_arranging(rules: HouseRules, *, by_master: bool) -> None:
    """Refuse members who arrange games where match-ups are not free (LEAGUE-05)."""
    if rules.matchmaking is not Matchmaking.FREE and not by_master:
        is_drawn = rules.matchmaking is Matchmaking.RANDOM_WEEKLY
        raise Refusal(
            "This league draws its matches at random every week. Play a friendly, or"
            " ask the ninja master."
            if is_drawn
            else "This league plays to a schedule. Play a friendly, or ask the ninja"
            " master.",
            code="scheduled-only",
        )


def objections(
    challengers: Sequence[Entrant],
    booked: Iterable[Booked],
    week: int,
    rules: HouseRules,
    *,
    kept_apart: Mapping[Pair, str] | None = None,
    partners: frozenset[Pair] = frozenset(),
) -> tuple[Refusal, ...]:
    """Return all reasons against a counted game of these teams in this week."""
    games = [one for one in booked if one.week == week]
    found = _objections(challengers, games, rules, kept_apart or {}, partners)
    return tuple(found)


def _objections(
    teams: Sequence[Entrant],
    games: Sequence[Booked],
    rules: HouseRules,
    kept_apart: Mapping[Pair, str],
    partners: frozenset[Pair] = frozenset(),
) -> Iterator[Refusal]:
    limit = rules.games_per_week
    if limit is not None:
        busy = Counter(entry for one in games for entry in one.entries)
        for one in teams:
            if busy[one.entry] >= limit:
                yield Refusal(
                    f"{one.name} already has"
                    f" {count_noun(busy[one.entry], 'match', 'matches')} this week, and"
                    f" this league counts at most {limit}. Choose another week.",
                    code="week-full",
                )
    for number, one in enumerate(teams):
        for other in teams[number + 1 :]:
            if pair_of(one.entry, other.entry) not in partners:
                yield from _between(one, other, games, rules, kept_apart)
            yield from _together(one, other, rules)


def _together(one: Entrant, other: Entrant, rules: HouseRules) -> Iterator[Refusal]:
    """Yield reasons against two teams at one table, whether or not they are
    partners."""
    names = f"{one.name} and {other.name}"
    if one.entry == other.entry:
        yield Refusal("A team cannot play against itself.", code="same-team")
        return
    if one.person is not None and one.person == other.person:
        yield Refusal(f"{names} belong to the same person.", code="same-person")
    gap = abs(one.rating - other.rating)
    allowed = rules.max_rating_difference
    if allowed is not None and gap > allowed:
        yield Refusal(
            f"{names} are {gap} rating points apart, and this league allows at"
            f" most {allowed}. Choose another opponent.",
            code="rating-gap",
        )


def _between(
    one: Entrant,
    other: Entrant,
    games: Sequence[Booked],
    rules: HouseRules,
    kept_apart: Mapping[Pair, str],
) -> Iterator[Refusal]:
    """Yield reasons against two teams as opponents."""
    if one.entry == other.entry:
        return
    names = f"{one.name} and {other.name}"
    pair = pair_of(one.entry, other.entry)
    reason = kept_apart.get(pair)
    if reason is not None:
        yield Refusal(f"{names} cannot play each other: {reason}.", code="kept-apart")
    times = sum(game.is_meeting(pair) for game in games)
    if rules.max_rematches is not None and times >= rules.max_rematches:
        yield Refusal(
            f"{names} have already played {often(times)} this week, and this"
            " league counts at most"
            f" {count_noun(rules.max_rematches, 'match', 'matches')} between the"
            " same teams. Play a friendly, or wait until next week.",
            code="too-many-rematches",
        )


def opponents(
    challenger: Entrant,
    others: Sequence[Entrant],
    booked: Sequence[Booked],
    week: int,
    rules: HouseRules,
    *,
    kept_apart: Mapping[Pair, str] | None = None,
) -> tuple[Opponent, ...]:
    """Return all other teams: allowed ones first, then by rating gap and games
    played."""
    met = Counter(
        entry
        for game in booked
        for entry in game.entries
        if game.is_meeting(pair_of(challenger.entry, entry))
    )
    games = [one for one in booked if one.week == week]
    found = [
        Opponent(
            entry=one.entry,
            name=one.name,
            rating_gap=one.rating - challenger.rating,
            times_met=met[one.entry],
            refusals=tuple(
                _objections((challenger, one), games, rules, kept_apart or {})
            ),
        )
        for one in others
        if one.entry != challenger.entry
    ]
    return tuple(
        sorted(
            found,
            key=lambda one: (
                not one.may_be_challenged,
                abs(one.rating_gap),
                one.times_met,
                one.name,
            ),
        )
    )


def suggest_table(
    challenger: Entrant,
    others: Sequence[Entrant],
    booked: Sequence[Booked],
    week: int,
    rules: HouseRules,
    *,
    size: int,
    kept_apart: Mapping[Pair, str] | None = None,
) -> tuple[EntryId, ...]:
    """Return the fairest opponents for a table of this size who may all meet.

    There are fewer if no other team may join everyone at the table.
    """
    known = {one.entry: one for one in others}
    games = [one for one in booked if one.week == week]
    table = [challenger]
    apart = kept_apart or {}
    for found in opponents(challenger, others, booked, week, rules, kept_apart=apart):
        one = known[found.entry]
        fits = not any(
            any(_objections((there, one), games, rules, apart)) for there in table
        )
        if fits and len(table) < size:
            table.append(one)
    return tuple(one.entry for one in table[1:])
