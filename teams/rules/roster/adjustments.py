"""Manual adjustments of a scroll, with a reason (NM-09, SCROLL-09, ADV-08)."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.elements import Element
from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Profile
from teams.rules.journal.entries import Adjusted
from teams.rules.journal.state_changes import with_changed_ninja
from teams.rules.roster.legality import ability_problem
from teams.rules.roster.statline import affinities_of, keywords_of, profile_of, statline
from teams.rules.settlement.experience import can_earn
from teams.rules.state import NinjaState, TeamState

ATTRIBUTE_MAX = 20


def refuse_adjustment(state: TeamState, entry: Adjusted, *, by_master: bool) -> None:
    """Refuse an adjustment by the wrong person, or without a reason."""
    if not by_master and not state.rules.player_may_edit_between_games:
        raise Refusal(
            "Only the ninja master can adjust this scroll. Ask them, and give your"
            " reason.",
            code="master-only",
        )
    if not entry.reason.strip():
        raise Refusal(
            "Give a reason. The team's history will show it.",
            code="no-reason",
            field="reason",
        )


def apply_adjustment(state: TeamState, entry: Adjusted, book: Catalogue) -> TeamState:
    """Return the team after an adjustment of one of its ninja, if it names one."""
    if entry.ninja is None:
        _refuse_profile(entry)
        return state
    ninja = state.find(entry.ninja)
    if entry.xp and not can_earn(ninja, profile_of(book, ninja.profile)):
        raise Refusal(
            "Heroes and ronin never gain experience, not even by an adjustment.",
            code="never-grows",
            field="xp",
        )
    if ninja.xp + entry.xp < 0:
        raise Refusal(
            f"This ninja has {ninja.xp} XP. You cannot take away more than that.",
            code="negative-xp",
            field="xp",
        )
    growth = ninja.growth
    if entry.last_growth_undone:
        if not growth:
            raise Refusal("This ninja has no advancement to undo.", code="no-growth")
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
    return with_changed_ninja(
        state, _with_profile(ninja, entry, profile_of(book, ninja.profile))
    )


def _refuse_profile(entry: Adjusted) -> None:
    """Refuse changes to a profile if no ninja is named."""
    numbers = entry.mv or entry.at or entry.df
    if numbers or entry.affinities is not None or entry.abilities is not None:
        raise Refusal(
            "Choose the ninja whose profile you want to adjust.",
            code="no-ninja",
            field="ninja",
        )


def _with_profile(ninja: NinjaState, entry: Adjusted, profile: Profile) -> NinjaState:
    """Return the ninja with adjusted attributes, affinities and abilities."""
    ninja = replace(
        ninja,
        mv_adjusted=ninja.mv_adjusted + entry.mv,
        at_adjusted=ninja.at_adjusted + entry.at,
        df_adjusted=ninja.df_adjusted + entry.df,
    )
    line = statline(ninja, profile)
    for name, value in (("MV", line.mv), ("AT", line.at), ("DF", line.df)):
        if not 0 <= value <= ATTRIBUTE_MAX:
            raise Refusal(
                f"{name} must be between 0 and {ATTRIBUTE_MAX}, not {value}.",
                code="odd-attribute",
                field=name.lower(),
            )
    if entry.affinities is not None:
        ninja = _with_affinities(ninja, entry.affinities, profile)
    if entry.abilities is not None:
        ninja = replace(ninja, abilities=entry.abilities)
        problem = ability_problem(ninja, profile)
        if problem:
            raise Refusal(problem, code="abilities", field="abilities")
    return ninja


def _with_affinities(
    ninja: NinjaState, wanted: tuple[Element, ...], profile: Profile
) -> NinjaState:
    bare = replace(ninja, affinities_granted=(), affinities_taken=())
    owned = affinities_of(bare, profile)
    return replace(
        bare,
        affinities_granted=tuple(one for one in wanted if one not in owned),
        affinities_taken=tuple(one for one in owned if one not in wanted),
    )
