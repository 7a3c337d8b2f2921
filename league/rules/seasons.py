"""The end of a season, and how the next one starts.

Rules: LEAGUE-03, LEAGUE-06, LEAGUE-15, LEAGUE-16 and LEAGUE-20.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum

from kernel.errors import Refusal, Refusals
from kernel.phrases import count_noun, list_words
from league.rules.competitions.bracket_progress import Progress
from league.rules.competitions.results import (
    Adjustment,
    EntryId,
    LeagueValue,
    UnplayedGame,
)
from league.rules.competitions.standings import Row
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import LengthMode, UnplayedGames, WinnerMethod
from teams.rules.phrases import day_words, often


class UnfinishedSeason(LeagueValue, frozen=True, kw_only=True):
    """What is still open in a season."""

    unplayed: int = 0  # fixtures
    unconfirmed: int = 0  # reports that nobody has answered
    disputed: int = 0
    unsettled: int = 0
    is_playoff_open: bool = False


def objections_to_closing(
    business: UnfinishedSeason, rules: HouseRules
) -> tuple[Refusal, ...]:
    """Return everything to do before a season can close.

    Unplayed fixtures do not prevent it: they are called off.
    """
    return tuple(_objections(business, rules))


def _objections(business: UnfinishedSeason, rules: HouseRules) -> Iterator[Refusal]:
    owed = (
        (business.disputed, "disputed. The ninja master must rule first.", "disputed"),
        (
            business.unconfirmed,
            "waiting for confirmation. Confirm the report or rule on it first.",
            "unconfirmed",
        ),
        (
            business.unsettled,
            "not settled yet. Wait, or make the open choices first.",
            "unsettled",
        ),
    )
    for count, problem, code in owed:
        if count:
            matches = count_noun(count, "match is", "matches are")
            yield Refusal(f"{matches} {problem}", code=f"match-{code}")
    if business.is_playoff_open and rules.winner_method is WinnerMethod.PLAYOFF:
        yield Refusal(
            "The playoffs decide the winner and are not over yet. Play them to"
            " the end.",
            code="playoff-open",
        )


def has_run_its_length(rules: HouseRules, *, today: str, rounds_played: int) -> bool:
    """Return whether a season of fixed length has reached its end. Days are written
    as in 2026-11-30."""
    length = rules.length
    match length.mode:
        case LengthMode.UNTIL_DATE:
            return length.ends_on is not None and today > length.ends_on
        case LengthMode.ROUNDS:
            return length.rounds is not None and rounds_played >= length.rounds
        case LengthMode.OPEN:
            return False


def rounds_left(rules: HouseRules, *, rounds_drawn: int) -> int | None:
    """Return how many rounds are left, or None if the season is not measured in
    rounds."""
    length = rules.length
    if length.mode is not LengthMode.ROUNDS or length.rounds is None:
        return None
    return max(0, length.rounds - rounds_drawn)


def end_sentence(rules: HouseRules, *, is_over: bool = True) -> str:
    """Return how a season of fixed length ended, without the full stop."""
    length = rules.length
    if length.mode is LengthMode.UNTIL_DATE and length.ends_on is not None:
        return f"The season ended on {day_words(length.ends_on)}"
    is_single = length.rounds == 1
    rounds = "The only round" if is_single else f"All {length.rounds or 0} rounds"
    has = "has" if is_single else "have"
    return f"{rounds} of the season {has} been {'played' if is_over else 'drawn'}"


def refuse_beyond_end(
    rules: HouseRules, *, by_master: bool, reason: str, is_over: bool = True
) -> None:
    """Refuse to play on after the end of a season (LEAGUE-03), except for a master
    with a reason."""
    told = end_sentence(rules, is_over=is_over)
    if not by_master:
        raise Refusal(
            f"{told}. Play a friendly, or ask the ninja master.", code="at-its-end"
        )
    if not reason:
        raise Refusal(
            f"{told}. Close the season, or give a reason for going on, which"
            " everyone can read.",
            code="at-its-end",
            field="reason",
        )


class FinalPlace(LeagueValue, frozen=True, kw_only=True):
    entry: EntryId
    name: str
    place: int  # shared by teams that nothing divides
    is_champion: bool
    why: str


def final_places(
    rules: HouseRules, rows: Sequence[Row], playoffs: Progress | None = None
) -> tuple[FinalPlace, ...]:
    """Return everyone's final place, champions first (LEAGUE-06).

    Without playoffs the standings decide. With playoffs their teams come first, in
    playoff order; teams eliminated together share a place. Playoffs without a
    champion decide nothing.
    """
    names = {row.entry: row.name for row in rows}
    by_playoffs = rules.winner_method is WinnerMethod.PLAYOFF
    if not by_playoffs or playoffs is None or playoffs.champion is None:
        return tuple(_by_table(row, is_title=row.place == 1) for row in rows)
    placed = [
        FinalPlace(
            entry=one.entry,
            name=names[one.entry],
            place=one.place,
            is_champion=one.entry == playoffs.champion,
            why="Won the playoffs."
            if one.entry == playoffs.champion
            else "Placed by the playoffs.",
        )
        for one in playoffs.finishes
        if one.entry in names
    ]
    done = {one.entry for one in placed}
    rest = [row for row in rows if row.entry not in done]
    moved = len(placed)
    for index, row in enumerate(rest):
        is_level = index > 0 and rest[index - 1].place == row.place
        place = placed[-1].place if is_level else moved + index + 1
        placed.append(_by_table(row, is_title=False, place=place))
    return tuple(placed)


def _by_table(row: Row, *, is_title: bool, place: int | None = None) -> FinalPlace:
    is_champion = is_title and not row.is_withdrawn and row.played > 0
    return FinalPlace(
        entry=row.entry,
        name=row.name,
        place=row.place if place is None else place,
        is_champion=is_champion,
        why="Finished first in the standings."
        if is_champion
        else "Placed by the standings.",
    )


class CarryOver(StrEnum):
    KEEP = "keep"  # roster, experience, treasury and absences go on
    REDRAFT = "redraft"  # a new roster for what the old one earned
    FRESH = "fresh"  # a new team with the budget of a new team


def carry_over_for(rules: HouseRules, *, redrafts: bool = False) -> CarryOver:
    """Return what happens to rosters after a season (LEAGUE-20)."""
    if rules.season_carry_over:
        return CarryOver.KEEP
    return CarryOver.REDRAFT if redrafts else CarryOver.FRESH


class RedraftFormula(LeagueValue, frozen=True, kw_only=True):
    """How a season pays for the next roster. Shares are in percent."""

    for_each_match: int = 1
    for_each_win: int = 2
    for_each_draw: int = 1
    treasury_percent: int = 50
    at_most: int | None = 150


def refuse_redraft(
    rules: HouseRules, formula: RedraftFormula, *, redrafts: bool
) -> None:
    """Refuse a redraft where rosters are kept, or with numbers out of range."""
    problems = [
        Refusal(
            f"Enter a number from {least} to {most}.", code="bad-number", field=name
        )
        for name, (least, most) in REDRAFT_LIMITS.items()
        if (asked := getattr(formula, name)) is not None and not least <= asked <= most
    ]
    if redrafts and carry_over_for(rules) is CarryOver.KEEP:
        problems.append(
            Refusal(
                "In this league, teams keep their rosters from season to"
                " season. To redraft them, first turn that off in the house"
                " rules.",
                code="rosters-go-on",
                field="redrafts",
            )
        )
    if problems:
        raise Refusals(problems)


# From the least to the most that a formula may say.
REDRAFT_LIMITS = {
    "for_each_match": (0, 50),
    "for_each_win": (0, 50),
    "for_each_draw": (0, 50),
    "treasury_percent": (0, 100),
    "at_most": (1, 1000),
}


def carry_over_sentence(way: CarryOver, formula: RedraftFormula) -> str:
    """Return what happens to rosters, groups and forbidden pairs, as a sentence."""
    match way:
        case CarryOver.KEEP:
            return "Teams keep their rosters, XP and treasuries."
        case CarryOver.REDRAFT:
            return f"Every team is redrafted with {formula_label(formula)}"
        case CarryOver.FRESH:
            return (
                "Everyone starts with a new team. Groups and pairs that must"
                " not meet start afresh too."
            )


def formula_label(formula: RedraftFormula) -> str:
    parts = (
        (formula.for_each_match, "for each match"),
        (formula.for_each_win, "for each win"),
        (formula.for_each_draw, "for each draw"),
    )
    told = ["the koban of a new team"]
    told += [f"{koban} {what}" for koban, what in parts if koban]
    if formula.treasury_percent:
        told.append(f"{formula.treasury_percent}% of the treasury")
    most = "" if formula.at_most is None else f", {formula.at_most} at most"
    return f"{list_words(told)}{most}."


class Budget(LeagueValue, frozen=True, kw_only=True):
    koban: int
    reasons: tuple[str, ...]


def redraft_budget(
    rules: HouseRules, formula: RedraftFormula, row: Row, *, treasury: int
) -> Budget:
    """Return a team's budget for its next roster, with its parts.

    Byes and forfeited games count for nothing, and debts are not carried over.
    """
    matches, wins, draws = row.contested, row.contested_wins, row.contested_draws
    kept = max(0, treasury) * formula.treasury_percent // 100
    parts = (
        (rules.starting_koban, "for a new team"),
        (
            matches * formula.for_each_match,
            f"for {count_noun(matches, 'match', 'matches')}",
        ),
        (wins * formula.for_each_win, f"for {count_noun(wins, 'win')}"),
        (draws * formula.for_each_draw, f"for {count_noun(draws, 'draw')}"),
        (kept, f"from the {max(0, treasury)} koban in the treasury"),
    )
    whole = sum(koban for koban, _ in parts)
    reasons = [f"{koban} koban {what}." for koban, what in parts if koban]
    if formula.at_most is not None and whole > formula.at_most:
        reasons.append(f"A team gets at most {formula.at_most} koban.")
        whole = formula.at_most
    return Budget(koban=whole, reasons=tuple(reasons))


def refuse_restart(
    rules: HouseRules, *, restarts_before: int, has_consent: bool
) -> None:
    """Refuse a restart without consent, or beyond the limit (LEAGUE-16)."""
    allowed = rules.restart_policy.per_season
    if restarts_before >= allowed:
        raise Refusal(
            "In this league, you can restart with a new team at most"
            f" {often(allowed)} a season."
            if allowed
            else "In this league, you cannot restart with a new team during a season.",
            code="no-more-restarts",
        )
    if not has_consent:
        raise Refusal(
            "You need the ninja master's consent to restart with a new team."
            " Ask for it first.",
            code="needs-consent",
        )


def restart_adjustments(
    rules: HouseRules, old: Row, new: EntryId
) -> tuple[Adjustment, ...]:
    """Return the league points a new team keeps from the old one."""
    if not rules.restart_policy.keep_standings or not old.points:
        return ()
    reason = f"Replaces {old.name}."
    return (Adjustment(entry=new, points=old.points, reason=reason),)


class LeftoverGame(LeagueValue, frozen=True, kw_only=True):
    """An unplayed game of a withdrawn team, and what becomes of it."""

    number: int
    becomes: UnplayedGames | None  # none if the others play on without it
    for_entry: EntryId | None  # who has the bye or the win


def games_left_behind(
    planned: Iterable[UnplayedGame], gone: AbstractSet[EntryId], rules: HouseRules
) -> tuple[LeftoverGame, ...]:
    """Return what becomes of unplayed games of withdrawn teams (LEAGUE-15).

    A game that two others can still play continues without them. A team whose
    partner is gone is no side, so a game of two against two is dropped.
    """
    found = []
    for game in planned:
        left = [entry for entry in game.entries if entry not in gone]
        if len(left) == len(game.entries):
            continue
        becomes = _becomes(game, left, rules)
        has_gain = becomes in (UnplayedGames.BYES, UnplayedGames.WINS)
        found.append(
            LeftoverGame(
                number=game.number,
                becomes=becomes,
                for_entry=left[0] if has_gain else None,
            )
        )
    return tuple(found)


def _becomes(
    game: UnplayedGame, left: Sequence[EntryId], rules: HouseRules
) -> UnplayedGames | None:
    if game.has_sides or not left:
        return UnplayedGames.VOID
    return rules.retirement_policy if len(left) == 1 else None


def titles(places: Sequence[FinalPlace], season: str) -> Mapping[EntryId, str]:
    """Return a sentence for each champion."""
    first = [one for one in places if one.is_champion]
    if len(first) > 1:
        return {one.entry: f"{one.name} shared the title of {season}." for one in first}
    return {one.entry: f"{one.name} won {season}." for one in first}


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
        takes = count_noun(self.rounds, "round")
        number = f"only {self.left}" if self.left else "none"
        left = number
        if self.after:
            left = f"{number} left after {list_words(self.after)}"
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
        takes = f"{count_noun(self.rounds, 'round')} of {count_noun(self.days, 'day')}"
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
