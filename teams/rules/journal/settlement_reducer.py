"""Reducer for the entries of a settlement.

Each belongs to one step; an entry of another step or another match is refused.
"""

from __future__ import annotations

from functools import cache, singledispatch

from msgspec.structs import replace

from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.journal import entries as e
from teams.rules.journal.entries import StepEntry
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.journal.state_changes import (
    with_changed_ninja,
    with_koban,
    without_ninja,
)
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.absences import reduce_absence
from teams.rules.settlement.downtime import apply_downtime, is_excusal, list_excusable
from teams.rules.settlement.experience import can_earn
from teams.rules.settlement.steps import skip_step
from teams.rules.state import DowntimeNote, NinjaState, Settling, TeamState

STEP_OF: dict[type[StepEntry], PostGameStep] = {
    e.ExperienceEarned: PostGameStep.XP,
    e.AllStarNamed: PostGameStep.ALL_STAR,
    e.RevenueEarned: PostGameStep.REVENUE,
    e.UpkeepPaid: PostGameStep.UPKEEP,
    e.RoninReleased: PostGameStep.UPKEEP,
    e.DowntimeRolled: PostGameStep.DOWNTIME,
    e.DowntimeExcused: PostGameStep.DOWNTIME,
    e.AdvancementsPostponed: PostGameStep.ADVANCEMENT,
    e.AbsencesTicked: PostGameStep.ABSENCES,
    e.RecruitingClosed: PostGameStep.RECRUIT,
    e.RosterChecked: PostGameStep.LEGALITY,
    e.RatingRecorded: PostGameStep.RATING,
}


def apply_step_entry(state: TeamState, entry: StepEntry, book: Catalogue) -> TeamState:
    settling = _at(state, STEP_OF[type(entry)], entry.match, book)
    return _rule_for(type(entry))(entry, state, settling, book)


@singledispatch
def _apply(
    entry: JournalEntry, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    """Finish the step: most entries do nothing else."""
    return _done(state, settling)


@_apply.register
def _(
    entry: e.RevenueEarned, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    return _done(with_koban(state, e.koban_moved(entry)), settling)


@_apply.register
def _(
    entry: e.UpkeepPaid, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    _refuse_unless_due(settling, entry.ninja)
    due = tuple(one for one in settling.upkeep_due if one != entry.ninja)
    state = replace(state, settling=replace(settling, upkeep_due=due))
    return with_koban(state, -entry.koban)


@_apply.register
def _(
    entry: e.RoninReleased, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    _refuse_unless_due(settling, entry.ninja)
    return without_ninja(state, state.find(entry.ninja), is_remembered=True)


def _at(state: TeamState, step: PostGameStep, match: str, book: Catalogue) -> Settling:
    """Return the settlement of this match, which must be at this step.

    Open advancements may be skipped: a corrected game can add one that was not chosen
    at the time, although the steps after it have been taken.
    """
    settling = state.settling
    if settling is not None and settling.report.match == match:
        if settling.step is PostGameStep.ADVANCEMENT and step in settling.steps[1:]:
            settling = skip_step(state, settling, book)
        if settling.step is step:
            return settling
    raise Refusal(
        f"The settlement of match {match} is not at this step.",
        code="not-at-this-step",
    )


def _done(state: TeamState, settling: Settling) -> TeamState:
    return replace(state, settling=replace(settling, steps=settling.steps[1:]))


@_apply.register
def _(
    entry: e.ExperienceEarned, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    for award in entry.awards:
        state = _learnt(state, state.find(award.ninja), award.xp, book)
    earned = tuple((award.ninja, award.xp) for award in entry.awards)
    return _done(state, replace(settling, xp_earned=settling.xp_earned + earned))


def _learnt(state: TeamState, ninja: NinjaState, xp: int, book: Catalogue) -> TeamState:
    if xp and not can_earn(ninja, profile_of(book, ninja.profile)):
        raise Refusal("Heroes and ronin never gain experience.", code="never-grows")
    if xp < 0:
        raise Refusal("A ninja cannot lose experience in a game.", code="negative-xp")
    return with_changed_ninja(state, replace(ninja, xp=ninja.xp + xp))


@_apply.register
def _(
    entry: e.AllStarNamed, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    settling = replace(settling, all_stars_left=settling.all_stars_left - 1)
    if entry.ninja is not None:
        state = _learnt(state, state.find(entry.ninja), entry.xp, book)
        settling = replace(
            settling,
            all_stars=(*settling.all_stars, entry.ninja),
            xp_earned=(*settling.xp_earned, (entry.ninja, entry.xp)),
        )
    return replace(state, settling=settling)


def _refuse_unless_due(settling: Settling, ninja: NinjaId) -> None:
    if ninja not in settling.upkeep_due:
        raise Refusal("No upkeep is due for this ninja.", code="no-upkeep-due")


@_apply.register
def _(
    entry: e.DowntimeRolled, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    if entry.ninja not in settling.to_roll or settling.excusing is not None:
        raise Refusal("This ninja has no downtime roll to make.", code="no-downtime")
    if not entry.dice:
        raise Refusal("Enter the downtime die.", code="no-dice", field="dice")
    element = entry.dice[-1]
    ninja = state.find(entry.ninja)
    note = DowntimeNote(
        ninja=ninja.id,
        element=element,
        games_to_miss_before=ninja.games_to_miss,
        started_in_healing_house_before=ninja.starts_in_healing_house,
    )
    is_to_be_ticked = ninja.id in settling.sat_out
    after = apply_downtime(ninja, element, is_to_be_ticked=is_to_be_ticked, book=book)
    state = _learnt(with_koban(state, entry.koban), after, entry.xp, book)
    settling = replace(
        settling,
        to_roll=tuple(one for one in settling.to_roll if one != ninja.id),
        downtime=(*settling.downtime, note),
    )
    if is_excusal(element, book) and list_excusable(
        settling, ninja.id, state.rules, book
    ):
        settling = replace(settling, excusing=ninja.id)
    return replace(state, settling=settling)


@_apply.register
def _(
    entry: e.DowntimeExcused, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    if settling.excusing != entry.by:
        raise Refusal(
            "This ninja did not roll Spirit, so it cannot excuse anyone.",
            code="no-excusal",
        )
    if entry.ninja is None:
        return replace(state, settling=replace(settling, excusing=None))
    if entry.ninja not in list_excusable(settling, entry.by, state.rules, book):
        raise Refusal(
            "Spirit excuses another ninja in the Healing House. Choose one of those.",
            code="not-excusable",
            field="ninja",
        )
    for note in settling.downtime:
        if note.ninja == entry.ninja:
            ninja = replace(
                state.find(entry.ninja),
                games_to_miss=note.games_to_miss_before,
                starts_in_healing_house=note.started_in_healing_house_before,
            )
            state = with_changed_ninja(state, ninja)
    settling = replace(
        settling,
        excusing=None,
        to_roll=tuple(one for one in settling.to_roll if one != entry.ninja),
        downtime=tuple(one for one in settling.downtime if one.ninja != entry.ninja),
    )
    return replace(state, settling=settling)


@_apply.register
def _(
    entry: e.AbsencesTicked, state: TeamState, settling: Settling, book: Catalogue
) -> TeamState:
    state = replace(
        state,
        ninja=tuple(
            reduce_absence(one) if one.id in entry.ninja else one for one in state.ninja
        ),
    )
    return _done(state, replace(settling, sat_out=()))


# The handler is looked up once for each kind of entry.
_rule_for = cache(_apply.dispatch)
