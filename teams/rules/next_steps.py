"""What comes next in a settlement, read off the state of the team alone (POST-02)."""

from __future__ import annotations

from collections.abc import Callable

from kernel.ids import NinjaId, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.knob_values import (
    IllegalRoster,
    PostGameStep,
    RecruitWindow,
    RoninAllowed,
)
from teams.rules import advancement
from teams.rules import entries as e
from teams.rules.all_stars import all_star_awards, all_star_candidates, xp_for
from teams.rules.decisions import (
    advance_decision,
    all_star_decision,
    excusal_decision,
    recruiting_decision,
    upkeep_decision,
)
from teams.rules.experience import earned_in
from teams.rules.legality import BELOW_MINIMUM, violations
from teams.rules.needs import Need, Ready, RollKind, ToDecide, ToRoll
from teams.rules.recruiting import reasons_against
from teams.rules.revenue import income
from teams.rules.state import Settling, TeamState
from teams.rules.statline import profile_of
from teams.rules.upkeep import can_pay, upkeep_of
from teams.rules.worth import rating


def next_need(state: TeamState, book: Catalogue) -> Need | None:
    """What the settlement waits for now; None when there is none, or it is over."""
    settling = state.settling
    if settling is None:
        return None
    return _NEEDS[settling.step](state, settling, book)


def growth_need(state: TeamState, book: Catalogue) -> ToRoll | ToDecide | None:
    """The advancement that waits to be chosen or rolled, inside a settlement or not."""
    for ninja in state.members:
        if ninja.advancement_roll:
            return advance_decision(state, ninja, book)
    candidates = advancement.waiting(state)
    if not candidates:
        return None
    return ToRoll(
        step=PostGameStep.ADVANCEMENT,
        kind=RollKind.ADVANCEMENT,
        candidates=candidates,
        may_postpone=not state.rules.advancement_must_resolve,
    )


def _xp(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    awards = tuple(earned_in(state, settling, book))
    entry = e.ExperienceEarned(match=settling.report.match, awards=awards)
    return Ready(step=PostGameStep.XP, entry=entry)


def _all_stars(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    """Those the report names, in its order; then ask."""
    report = settling.report
    given = all_star_awards(report, state.rules, book) - settling.all_stars_left
    named = report.all_stars[given : given + 1]
    if named and named[0] in all_star_candidates(state, settling, book):
        entry = all_star_entry(state, settling, named[0], book)
        return Ready(step=PostGameStep.ALL_STAR, entry=entry)
    return all_star_decision(state, settling, book)


def all_star_entry(
    state: TeamState, settling: Settling, ninja: NinjaId | None, book: Catalogue
) -> e.AllStarNamed:
    match = settling.report.match
    if ninja is None:
        return e.AllStarNamed(match=match, ninja=None)
    xp = xp_for(ninja, state, settling, book)
    return e.AllStarNamed(match=match, ninja=ninja, xp=xp)


def _revenue(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    items = income(state, settling, book)
    entry = e.RevenueEarned(match=settling.report.match, items=items)
    return Ready(step=PostGameStep.REVENUE, entry=entry)


def _upkeep_need(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    """Ronin by ronin. Who cannot be paid leaves without a question (RONIN-04)."""
    ninja = state.find(settling.upkeep_due[0])
    if can_pay(state, upkeep_of(ninja, book)):
        return upkeep_decision(state, ninja, book)
    entry = e.RoninReleased(
        match=settling.report.match, ninja=ninja.id, was_affordable=False
    )
    return Ready(step=PostGameStep.UPKEEP, entry=entry)


def _downtime(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    if settling.excusing is not None:
        return excusal_decision(state, settling, settling.excusing, book)
    return ToRoll(
        step=PostGameStep.DOWNTIME,
        kind=RollKind.DOWNTIME,
        candidates=settling.to_roll,
    )


def _advancement(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    need = growth_need(state, book)
    if need is None:
        raise AssertionError(f"{settling.step} has nothing to do.")
    return need


def _absences(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    entry = e.AbsencesTicked(match=settling.report.match, ninja=settling.sat_out)
    return Ready(step=PostGameStep.ABSENCES, entry=entry)


def _recruit(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    """Open for its player where recruiting has this step only (RECRUIT-01)."""
    if state.rules.ronin_allowed is RoninAllowed.POOL and not settling.has_offer:
        return ToRoll(step=PostGameStep.RECRUIT, kind=RollKind.RONIN_OFFER)
    if state.rules.recruit_window is RecruitWindow.POST_GAME:
        return recruiting_decision()
    entry = e.RecruitingClosed(match=settling.report.match)
    return Ready(step=PostGameStep.RECRUIT, entry=entry)


def _legality(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    found = violations(state, book)
    if state.rules.illegal_roster_policy is IllegalRoster.AUTO_RECRUIT:
        for one in found:
            if one.code == BELOW_MINIMUM and one.profile is not None:
                entry = _filled_up(state, one.profile, book)
                if entry is not None:
                    return Ready(step=PostGameStep.LEGALITY, entry=entry)
    codes = tuple(sorted({one.code for one in found}))
    checked = e.RosterChecked(match=settling.report.match, violations=codes)
    return Ready(step=PostGameStep.LEGALITY, entry=checked)


def _filled_up(
    state: TeamState, slug: ProfileSlug, book: Catalogue
) -> e.Recruited | None:
    """Somebody the team must hold, if the treasury can pay (RECRUIT-09)."""
    profile = profile_of(book, slug)
    against = [
        one
        for one in reasons_against(state, profile, book)
        if one.code != "not-at-this-step"
    ]
    if against:
        return None
    options = profile.ability_options[: profile.abilities_to_choose]
    return e.Recruited(
        ninja=state.next_id,
        profile=slug,
        price=profile.koban,
        abilities=tuple(one.slug for one in options),
    )


def _rating(state: TeamState, settling: Settling, book: Catalogue) -> Need:
    entry = e.RatingRecorded(match=settling.report.match, rating=rating(state, book))
    return Ready(step=PostGameStep.RATING, entry=entry)


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
