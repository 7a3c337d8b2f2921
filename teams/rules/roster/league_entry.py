"""Entering a league and adopting its house rules (TEAM-18, LEAGUE-09)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from kernel.errors import Refusal, Refusals
from kernel.ids import ProfileSlug
from kernel.phrases import count_noun
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from teams.rules.journal.entries import (
    AnyEntry,
    BudgetGranted,
    Founded,
    LeagueEntered,
    RulesAdopted,
)
from teams.rules.journal.reducer import apply_entry, budget_change
from teams.rules.roster.legality import price_problems, violations
from teams.rules.roster.recruitment import NOBODY
from teams.rules.roster.statline import profile_of
from teams.rules.state import Stage, TeamState


def adopt_rules(
    state: TeamState, changes: Mapping[str, object], *, book: Catalogue, label: str = ""
) -> RulesAdopted:
    """Return the entry that puts a team under house rules, given as stored."""
    rules = book.house_rules.read(changes)
    return RulesAdopted(
        changes=dict(changes), label=label, budget_change=budget_change(state, rules)
    )


def plan_league(
    state: TeamState,
    league: str,
    changes: Mapping[str, object],
    *,
    book: Catalogue,
    label: str = "",
) -> RulesAdopted:
    """Plan a draft for a league that it will enter later; "" for none."""
    if state.stage is not Stage.DRAFT:
        raise Refusal(
            f"{state.name} is already registered. Make a copy of it to build a team"
            " for a league.",
            code="not-a-draft",
        )
    if state.league:
        raise Refusal(
            f"{state.name} already plays in {state.league}. Leave that league first.",
            code="in-a-league",
        )
    adopted = adopt_rules(state, changes, book=book, label=label)
    return replace(adopted, planned_league=league)


def begin_for_league(
    entries: Sequence[AnyEntry],
    league: str,
    changes: Mapping[str, object],
    *,
    book: Catalogue,
    label: str = "",
) -> tuple[AnyEntry, ...]:
    """Return the first entries of a draft for a league, with the league's rules.

    The team is founded with the book's budget; adopting the rules changes it.
    """
    founded, *others = entries
    assert isinstance(founded, Founded)
    rules = book.default_house_rules
    founded = replace(
        founded,
        koban=rules.starting_koban,
        changes=book.house_rules.changes_to_store(rules),
    )
    state = apply_entry(None, founded, book)
    adopted = plan_league(state, league, changes, book=book, label=label)
    return (founded, adopted, *others)


def enter_league(
    state: TeamState,
    league: str,
    changes: Mapping[str, object],
    *,
    book: Catalogue,
    label: str = "",
    takes_veterans: bool = False,
    taken_elsewhere: frozenset[ProfileSlug] = NOBODY,
    granted: int = 0,
    grant_reason: str = "",
) -> tuple[RulesAdopted | BudgetGranted | LeagueEntered, ...]:
    """Enter a league with a draft, or with a new and legal team.

    A team that has already played may only enter if `takes_veterans` is set. `granted`
    is what a draft may spend beyond the starting koban; it replaces what another
    league granted.
    """
    adopted = adopt_rules(state, changes, book=book, label=label)
    after = apply_entry(state, adopted, book)
    problems = list(_problems(state, after.rules))
    if not takes_veterans:
        problems += list_reasons_not_new(state, after.rules)
        problems += _other_prices(after, book)
    if state.stage is Stage.REGISTERED:
        found = violations(after, book, taken_elsewhere=taken_elsewhere)
        problems += [one.as_refusal() for one in found]
    if problems:
        raise Refusals(problems)
    entered = LeagueEntered(league=league)
    more = granted - state.granted
    if state.stage is not Stage.DRAFT or not more:
        return adopted, entered
    return adopted, BudgetGranted(koban=more, reason=grant_reason), entered


def _other_prices(state: TeamState, book: Catalogue) -> list[Refusal]:
    """Return refusals for a registered team that paid other prices (TEAM-02)."""
    if state.stage is not Stage.REGISTERED or state.shrine:
        return []
    under = book_under(book, state.rules)
    held = [(one, profile_of(under, one.profile)) for one in state.members]
    return [one.as_refusal() for one in price_problems(held)]


def list_reasons_not_new(state: TeamState, rules: HouseRules) -> tuple[Refusal, ...]:
    """Return why a team is not new to this league (LEAGUE-09); empty if it is."""
    return tuple(_not_fresh(state, rules))


def _not_fresh(state: TeamState, rules: HouseRules) -> Iterator[Refusal]:
    if state.games:
        played = count_noun(state.games, "game")
        yield Refusal(
            f"{state.name} has already played {played}, but this league starts with"
            " new teams. Enter a copy of the team, or ask the ninja master to accept it"
            " as it is.",
            code="not-fresh",
        )
    budget, theirs = state.budget, rules.starting_koban
    if state.stage is Stage.REGISTERED and budget != theirs:
        yield Refusal(
            f"{state.name} was built with {budget} koban, but teams in this league"
            f" start with {theirs}. Enter a copy of the team as a draft, or ask the"
            " ninja master to accept it as it is.",
            code="other-budget",
        )


def _problems(state: TeamState, rules: HouseRules) -> Iterator[Refusal]:
    if state.league:
        yield Refusal(
            f"{state.name} already plays in {state.league}. Leave that league first.",
            code="in-a-league",
        )
    if state.shrine and not rules.allow_shrine_teams:
        yield Refusal(
            "This league does not allow shrine teams. Build a clan team instead.",
            code="no-shrine-teams",
        )
