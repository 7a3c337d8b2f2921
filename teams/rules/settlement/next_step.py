"""Find the next step of a settlement from the team's state alone (POST-02)."""

from __future__ import annotations

from collections.abc import Callable

from kernel.ids import AbilitySlug, NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Profile
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import (
    IllegalRoster,
    PostGameStep,
    RecruitWindow,
    RoninAllowed,
)
from teams.rules.journal import entries as e
from teams.rules.roster.legality import violations
from teams.rules.roster.rating import rating
from teams.rules.roster.recruitment import due_recruits
from teams.rules.settlement import advancement
from teams.rules.settlement.all_stars import (
    all_star_awards,
    all_star_candidates,
    all_star_xp,
    xp_for,
)
from teams.rules.settlement.decisions import (
    advance_decision,
    all_star_decision,
    excusal_decision,
    recruiting_decision,
    upkeep_decision,
)
from teams.rules.settlement.experience import list_earned
from teams.rules.settlement.needs import (
    AutomaticStep,
    DecisionNeeded,
    Need,
    RollKind,
    RollNeeded,
)
from teams.rules.settlement.revenue import list_income
from teams.rules.settlement.upkeep import can_pay, upkeep_of
from teams.rules.state import Settling, TeamState


def find_next_need(state: TeamState, book: Catalogue) -> Need | None:
    """Return what the settlement needs next; None if there is none, or it is over."""
    settling = state.settling
    if settling is None:
        return None
    book = book_under(book, state.rules)
    return _NEEDS[settling.step](state, settling, book)


def find_growth_need(
    state: TeamState, book: Catalogue
) -> RollNeeded | DecisionNeeded | None:
    """Return the next advancement to roll or choose, in a settlement or outside."""
    for ninja in state.members:
        if ninja.advancement_roll:
            return advance_decision(state, ninja, book)
    candidates = advancement.list_waiting(state)
    if not candidates:
        return None
    return RollNeeded(
        step=PostGameStep.ADVANCEMENT,
        kind=RollKind.ADVANCEMENT,
        candidates=candidates,
        may_postpone=not state.rules.advancement_must_resolve,
    )


def _xp(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    awards = tuple(list_earned(state, settling, book))
    entry = e.ExperienceEarned(match=settling.report.match, awards=awards)
    return AutomaticStep(step=PostGameStep.XP, entry=entry)


def _all_stars(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    """Give the awards that the report names, in its order, then ask for the rest."""
    report = settling.report
    given = all_star_awards(report, state.rules, book) - settling.all_stars_left
    named = report.all_stars[given : given + 1]
    if named and named[0] in all_star_candidates(state, settling, book):
        entry = all_star_entry(state, settling, named[0], book)
        return AutomaticStep(step=PostGameStep.ALL_STAR, entry=entry)
    return all_star_decision(state, settling, book)


def all_star_entry(
    state: TeamState, settling: Settling, ninja: NinjaId | None, book: Catalogue
) -> e.AllStarNamed:
    match = settling.report.match
    if ninja is None:
        return e.AllStarNamed(match=match, ninja=None)
    xp = xp_for(ninja, state, settling, book, worth=all_star_xp(book))
    return e.AllStarNamed(match=match, ninja=ninja, xp=xp)


def _revenue(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    items = list_income(state, settling, book)
    entry = e.RevenueEarned(match=settling.report.match, items=items)
    return AutomaticStep(step=PostGameStep.REVENUE, entry=entry)


def _upkeep_need(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    """Handle one ronin at a time. Unaffordable ronin leave unasked (RONIN-04)."""
    ninja = state.find(settling.upkeep_due[0])
    if can_pay(state, upkeep_of(ninja, book)):
        return upkeep_decision(state, ninja, book)
    entry = e.RoninReleased(
        match=settling.report.match, ninja=ninja.id, was_affordable=False
    )
    return AutomaticStep(step=PostGameStep.UPKEEP, entry=entry)


def _downtime(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    if settling.excusing is not None:
        return excusal_decision(state, settling, settling.excusing, book)
    return RollNeeded(
        step=PostGameStep.DOWNTIME,
        kind=RollKind.DOWNTIME,
        candidates=settling.to_roll,
    )


def _advancement(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    need = find_growth_need(state, book)
    if need is None:
        raise AssertionError(f"{settling.step} has nothing to do.")
    return need


def _absences(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    entry = e.AbsencesTicked(match=settling.report.match, ninja=settling.sat_out)
    return AutomaticStep(step=PostGameStep.ABSENCES, entry=entry)


def _recruit(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    """Ask the player if this is the only time to recruit, or if the team must recruit
    to reach a minimum (RECRUIT-01, RECRUIT-09)."""
    rules = state.rules
    if rules.ronin_allowed is RoninAllowed.POOL and not settling.has_offer:
        return RollNeeded(step=PostGameStep.RECRUIT, kind=RollKind.RONIN_OFFER)
    is_flagged = rules.illegal_roster_policy is IllegalRoster.FLAG
    due = due_recruits(state, book) if is_flagged else ()
    if due or rules.recruit_window is RecruitWindow.POST_GAME:
        return recruiting_decision(due)
    entry = e.RecruitingClosed(match=settling.report.match)
    return AutomaticStep(step=PostGameStep.RECRUIT, entry=entry)


def _legality(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    if state.rules.illegal_roster_policy is IllegalRoster.AUTO_RECRUIT:
        for profile in due_recruits(state, book):
            options = profile.ability_options[: profile.abilities_to_choose]
            filled = build_recruit(state, profile, tuple(one.slug for one in options))
            return AutomaticStep(step=PostGameStep.LEGALITY, entry=filled)
    codes = sorted({one.code for one in violations(state, book)})
    match = settling.report.match
    checked = e.RosterChecked(match=match, violations=tuple(codes))
    return AutomaticStep(step=PostGameStep.LEGALITY, entry=checked)


def build_recruit(
    state: TeamState, profile: Profile, abilities: tuple[AbilitySlug, ...]
) -> e.Recruited:
    return e.Recruited(
        ninja=state.next_id,
        profile=profile.slug,
        price=profile.koban,
        abilities=abilities,
    )


def _rating(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    entry = e.RatingRecorded(match=settling.report.match, rating=rating(state, book))
    return AutomaticStep(step=PostGameStep.RATING, entry=entry)


_NEEDS: dict[PostGameStep, Callable[[TeamState, Settling, Catalogue], Need]] = {
    PostGameStep.XP: _xp,
    PostGameStep.ALL_STAR: _all_stars,
    PostGameStep.REVENUE: _revenue,
    PostGameStep.UPKEEP: _upkeep_need,
    PostGameStep.DOWNTIME: _downtime,
    PostGameStep.ADVANCEMENT: _advancement,
    PostGameStep.ABSENCES: _absences,
    PostGameStep.RECRUIT: _recruit,
    PostGameStep.LEGALITY: _legality,
    PostGameStep.RATING: _rating,
}
