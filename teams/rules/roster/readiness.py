"""Whether a team may start a game (POST-06, ADV-07, RECRUIT-09 to RECRUIT-11)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType, Profile
from rulebook.rules.rule_setting_values import IllegalRoster
from teams.rules.journal.entries import GameOpened, LoanJoined
from teams.rules.phrases import ninja_names
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.legality import violations
from teams.rules.roster.rating import rating
from teams.rules.roster.recruitment import reasons_against
from teams.rules.settlement.advancement import list_waiting
from teams.rules.state import Stage, TeamState


class Verdict(StrEnum):
    READY = "ready"
    NOT_READY = "not-ready"
    MUST_RECRUIT = "must-recruit"  # too few are fit, and the team can recruit
    EXCUSED_LOSS = "excused-loss"  # too few are fit, and the team cannot recruit


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    verdict: Verdict
    reasons: tuple[Refusal, ...] = ()


def readiness(state: TeamState, book: Catalogue) -> Readiness:
    """Return everything that keeps a team from starting its next league game."""
    blocking = tuple(_blocking(state, book))
    if blocking:
        return Readiness(verdict=Verdict.NOT_READY, reasons=blocking)
    needed = state.rules.minimum_available_models
    fit = len(state.available) + loans_due(state)
    if fit >= needed:
        return Readiness(verdict=Verdict.READY)
    few = Refusal(
        f"{state.name} needs {needed} ninja who can play and has {fit}.",
        code="too-few-fit",
    )
    can_recruit = any(
        not any(reasons_against(state, profile, book))
        for profile in _market(state, book)
    )
    verdict = Verdict.MUST_RECRUIT if can_recruit else Verdict.EXCUSED_LOSS
    return Readiness(verdict=verdict, reasons=(few,))


def _blocking(state: TeamState, book: Catalogue) -> Iterator[Refusal]:
    if state.stage is not Stage.REGISTERED:
        yield Refusal(f"{state.name} is not registered.", code="not-registered")
    if state.open_game:
        yield Refusal(f"{state.name} is already in another game.", code="game-open")
    if state.settling is not None:
        yield Refusal(
            f"The last game of {state.name} is not settled yet.", code="settlement-open"
        )
    growing = list_waiting(state)
    if growing and state.rules.advancement_must_resolve:
        names = ninja_names(state, growing, book)
        yield Refusal(
            f"Choose the open advancements first: {names}.", code="advancement-pending"
        )
    if state.rules.illegal_roster_policy is IllegalRoster.BLOCK:
        for one in violations(state, book):
            yield one.as_refusal()


def _market(state: TeamState, book: Catalogue) -> tuple[Profile, ...]:
    return book.profiles_of(state.clan) + book.ronin


def loans_due(state: TeamState) -> int:
    """Return how many kaiken the clan lends for the next game (RECRUIT-11)."""
    loans = state.rules.loan_models
    return max(0, loans.up_to - len(state.available)) if loans.enabled else 0


def lend_ninja(state: TeamState, book: Catalogue) -> tuple[LoanJoined, ...]:
    """Return entries for the ninja on loan that join for the next game."""
    kaiken = _loan_profile(state, book)
    first = state.last_id + 1
    return tuple(
        LoanJoined(ninja=NinjaId(first + number), profile=kaiken)
        for number in range(loans_due(state))
    )


def _loan_profile(state: TeamState, book: Catalogue) -> ProfileSlug:
    return next(
        one.slug
        for one in book.clans[state.clan].profiles
        if one.type is NinjaType.KAIKEN
    )


def open_game(
    state: TeamState,
    book: Catalogue,
    *,
    match: str,
    opponents: tuple[str, ...] = (),
    standing: MatchType = MatchType.LEAGUE,
) -> GameOpened:
    """Start a game: lock the roster and freeze the rating (RATE-08, UND-09)."""
    found = readiness(state, book)
    if standing is not MatchType.FRIENDLY and found.verdict is not Verdict.READY:
        raise Refusals(found.reasons)
    return GameOpened(
        match=match,
        rating=rating(state, book),
        standing=standing,
        opponents=opponents,
    )
