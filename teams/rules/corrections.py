"""Adjustments beside the rules, with a reason (NM-09, SCROLL-09, ADV-08)."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from teams.rules.changes import changed
from teams.rules.entries import Corrected
from teams.rules.experience import can_earn
from teams.rules.state import TeamState
from teams.rules.statline import keywords_of, profile_of


def refuse_correction(state: TeamState, entry: Corrected, *, by_master: bool) -> None:
    """Refuse a correction nobody may make, or without a word why."""
    if not by_master and not state.rules.player_may_edit_between_games:
        raise Refusal(
            "Only the ninja master corrects a scroll; ask for it with your reason.",
            code="master-only",
        )
    if not entry.reason.strip():
        raise Refusal(
            "Say why, so that everybody can read it in the history.",
            code="no-reason",
            field="reason",
        )


def corrected(state: TeamState, entry: Corrected, book: Catalogue) -> TeamState:
    """What an adjustment makes of the ninja it concerns, if it concerns one."""
    if entry.ninja is None:
        return state
    ninja = state.find(entry.ninja)
    if entry.xp and not can_earn(ninja, profile_of(book, ninja.profile)):
        raise Refusal(
            "Heroes and ronin never gain experience, not even by a correction.",
            code="never-grows",
            field="xp",
        )
    if ninja.xp + entry.xp < 0:
        raise Refusal(
            f"That would leave less than no experience; at most {ninja.xp} can go.",
            code="negative-xp",
            field="xp",
        )
    growth = ninja.growth
    if entry.last_growth_undone:
        if not growth:
            raise Refusal("There is no advance to undo.", code="no-growth")
        growth = growth[:-1]
    owned = keywords_of(ninja, profile_of(book, ninja.profile))
    granted = tuple(one for one in entry.keywords_granted if one not in owned)
    back = set(entry.keywords_granted)
    taken = tuple(one for one in ninja.keywords_taken if one not in back)
    absent = entry.games_to_miss
    healing = entry.starts_in_healing_house
    ninja = replace(
        ninja,
        xp=ninja.xp + entry.xp,
        growth=growth,
        games_to_miss=ninja.games_to_miss if absent is None else absent,
        starts_in_healing_house=(
            ninja.starts_in_healing_house if healing is None else healing
        ),
        keywords_granted=(
            *(one for one in ninja.keywords_granted if one not in entry.keywords_taken),
            *(one for one in granted if one not in ninja.keywords_taken),
        ),
        keywords_taken=(
            *taken,
            *(one for one in entry.keywords_taken if one in owned),
        ),
    )
    return changed(state, ninja)
