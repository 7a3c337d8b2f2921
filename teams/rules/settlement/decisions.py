"""The decisions of a settlement, with their options and defaults.

Forms, the API and stored choices use the same key for an option.
"""

from __future__ import annotations

from itertools import combinations

from kernel.errors import Refusal
from kernel.ids import AbilitySlug, NinjaId, ProfileSlug
from kernel.phrases import list_words
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Ability, Profile
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.phrases import growth_label, ninja_name
from teams.rules.settlement.advancement import (
    Choice,
    DrawAffinity,
    DrawKeyword,
    keyword_warning,
    list_choices,
)
from teams.rules.settlement.all_stars import (
    all_star_candidates,
    all_star_is_owed,
    all_star_xp,
    xp_for,
)
from teams.rules.settlement.downtime import list_excusable
from teams.rules.settlement.needs import DecisionKind, DecisionNeeded, Option
from teams.rules.settlement.upkeep import upkeep_of
from teams.rules.state import (
    Attune,
    Learn,
    NinjaState,
    NothingLeft,
    Raise,
    Settling,
    TeamState,
)

NOBODY = "nobody"
PAY = "pay"
RELEASE = "release"
CLOSE = "close"


def ninja_key(ninja: NinjaId) -> str:
    return f"ninja:{ninja}"


def parse_ninja_key(key: str) -> NinjaId | None:
    """Return the ninja that a key names; None for `NOBODY`."""
    return None if key == NOBODY else NinjaId(int(key.partition(":")[2]))


def all_star_decision(
    state: TeamState, settling: Settling, book: Catalogue
) -> DecisionNeeded:
    """Return the choice of an All-Star. The default earned most in the game."""
    candidates = all_star_candidates(state, settling, book)
    worth = all_star_xp(book)
    options = [
        Option(
            key=ninja_key(one),
            sentence=f"Name {ninja_name(state, one, book)}.",
            warning=(
                None
                if xp_for(one, state, settling, book, worth=worth)
                else "This ninja cannot gain the experience, so it is lost."
            ),
        )
        for one in candidates
    ]
    if not all_star_is_owed(state, settling, candidates, book):
        options.append(Option(key=NOBODY, sentence="Skip this award."))
    return DecisionNeeded(
        step=PostGameStep.ALL_STAR,
        kind=DecisionKind.ALL_STAR,
        options=tuple(options),
        default=options[0].key,
    )


def upkeep_decision(
    state: TeamState, ninja: NinjaState, book: Catalogue
) -> DecisionNeeded:
    """Return the choice to pay or release a ronin. The default pays if it can."""
    koban = upkeep_of(ninja, book)
    name = ninja_name(state, ninja.id, book)
    return DecisionNeeded(
        step=PostGameStep.UPKEEP,
        kind=DecisionKind.UPKEEP,
        ninja=ninja.id,
        options=(
            Option(key=PAY, sentence=f"Pay {name} {koban} koban."),
            Option(key=RELEASE, sentence=f"Release {name}."),
        ),
        default=PAY if state.koban >= koban else RELEASE,
    )


def excusal_decision(
    state: TeamState, settling: Settling, by: NinjaId, book: Catalogue
) -> DecisionNeeded:
    """Return the choice whom Spirit excuses (p. 69). The default is worth most."""
    candidates = list_excusable(settling, by, state.rules, book)
    dearest = max(candidates, key=lambda one: _dearness(state.find(one)))
    return DecisionNeeded(
        step=PostGameStep.DOWNTIME,
        kind=DecisionKind.EXCUSAL,
        ninja=by,
        options=(
            *(
                Option(
                    key=ninja_key(one),
                    sentence=f"Excuse {ninja_name(state, one, book)}.",
                )
                for one in candidates
            ),
            Option(key=NOBODY, sentence="Excuse no one."),
        ),
        default=ninja_key(dearest),
    )


def _dearness(ninja: NinjaState) -> tuple[int, int]:
    return (len(ninja.growth), ninja.price)


def advance_decision(
    state: TeamState, ninja: NinjaState, book: Catalogue
) -> DecisionNeeded:
    """Return the choice that an advancement roll offers."""
    found = list_choices(ninja, state.rules, book)
    return DecisionNeeded(
        step=PostGameStep.ADVANCEMENT,
        kind=DecisionKind.ADVANCE,
        ninja=ninja.id,
        options=tuple(
            Option(
                key=choice_key(choice),
                sentence=_choice_sentence(choice, book),
                warning=(
                    keyword_warning(choice.keyword, ninja, book)
                    if isinstance(choice, Learn)
                    else None
                ),
            )
            for choice in found
        ),
        default=choice_key(found[0]),
    )


def recruiting_decision(due: tuple[Profile, ...]) -> DecisionNeeded:
    """Return the choice to finish recruiting.

    While ninja that the team must have are missing, it offers only those (RECRUIT-09).
    """
    options = tuple(
        Option(
            key=recruit_key(profile, ability),
            sentence=_recruit_sentence(profile, ability),
        )
        for profile in due
        for ability in _ability_choices(profile)
    ) or (Option(key=CLOSE, sentence="Finish recruiting."),)
    return DecisionNeeded(
        step=PostGameStep.RECRUIT,
        kind=DecisionKind.RECRUITING,
        options=options,
        default=options[0].key,
    )


def _ability_choices(profile: Profile) -> tuple[tuple[Ability, ...], ...]:
    """Return every way to choose the abilities of a profile."""
    return tuple(combinations(profile.ability_options, profile.abilities_to_choose))


def recruit_key(profile: Profile, abilities: tuple[Ability, ...]) -> str:
    return ":".join(("recruit", profile.slug, *(one.slug for one in abilities)))


def parse_recruit_key(key: str) -> tuple[ProfileSlug, tuple[AbilitySlug, ...]]:
    """Return the profile and the abilities that a key recruits."""
    _, slug, *abilities = key.split(":")
    return ProfileSlug(slug), tuple(AbilitySlug(one) for one in abilities)


def _recruit_sentence(profile: Profile, abilities: tuple[Ability, ...]) -> str:
    if not abilities:
        return f"Recruit {profile.name}."
    chosen = list_words([one.name for one in abilities])
    return f"Recruit {profile.name} with {chosen}."


def choice_key(choice: Choice) -> str:
    match choice:
        case Raise():
            return f"raise:{choice.attribute}"
        case Attune():
            return f"attune:{choice.element}"
        case Learn():
            return f"learn:{choice.keyword}"
        case DrawKeyword():
            return f"draw:{choice.category}"
        case DrawAffinity():
            return "draw-affinity"
        case _:
            return "nothing-left"


def find_choice(
    key: str, ninja: NinjaState, rules: HouseRules, book: Catalogue
) -> Choice:
    """Return the choice with this key."""
    for choice in list_choices(ninja, rules, book):
        if choice_key(choice) == key:
            return choice
    raise Refusal(
        "This roll does not offer that. Choose one of the listed advancements.",
        code="not-offered",
        field="choice",
    )


def _choice_sentence(choice: Choice, book: Catalogue) -> str:
    match choice:
        case DrawKeyword():
            return f"Draw a random {choice.category.title()} keyword."
        case DrawAffinity():
            return "Draw a random affinity."
        case NothingLeft():
            return "Take nothing: this ninja already knows every keyword."
        case _:
            return f"Take {growth_label(choice, book)}."
