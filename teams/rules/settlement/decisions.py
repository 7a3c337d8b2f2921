"""The questions a settlement asks a person, with their options and defaults.

Every option has a key that forms, the API and stored answers use alike.
"""

from __future__ import annotations

from itertools import combinations

from kernel.errors import Refusal
from kernel.ids import AbilitySlug, NinjaId, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Ability, Profile
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.phrases import growth_words, join_words, ninja_name
from teams.rules.settlement.advancement import (
    Choice,
    DrawAffinity,
    DrawKeyword,
    choices,
    warning,
)
from teams.rules.settlement.all_stars import (
    all_star_candidates,
    all_star_is_owed,
    all_star_xp,
    xp_for,
)
from teams.rules.settlement.downtime import excusable
from teams.rules.settlement.needs import DecisionKind, Option, ToDecide
from teams.rules.settlement.upkeep import upkeep_of
from teams.rules.state import (
    Attune,
    Learn,
    NinjaState,
    Raise,
    Settling,
    TeamState,
)

NOBODY = "nobody"
PAY = "pay"
RELEASE = "release"
CLOSE = "close"


def key_of_ninja(ninja: NinjaId) -> str:
    return f"ninja:{ninja}"


def ninja_of(key: str) -> NinjaId | None:
    """Whom a key names; nobody for the key that says so."""
    return None if key == NOBODY else NinjaId(int(key.partition(":")[2]))


def all_star_decision(
    state: TeamState, settling: Settling, book: Catalogue
) -> ToDecide:
    """Whom to name; the one who earned most in the game is suggested."""
    candidates = all_star_candidates(state, settling, book)
    worth = all_star_xp(book)
    options = [
        Option(
            key=key_of_ninja(one),
            sentence=f"Name {ninja_name(state, one, book)}.",
            warning=(
                None
                if xp_for(one, state, settling, book, worth=worth)
                else "The experience is lost: this ninja gains none."
            ),
        )
        for one in candidates
    ]
    if not all_star_is_owed(state, settling, candidates, book):
        options.append(Option(key=NOBODY, sentence="Do not give this award."))
    return ToDecide(
        step=PostGameStep.ALL_STAR,
        kind=DecisionKind.ALL_STAR,
        options=tuple(options),
        default=options[0].key,
    )


def upkeep_decision(state: TeamState, ninja: NinjaState, book: Catalogue) -> ToDecide:
    """Pay or release one ronin. A deadline pays only what the treasury holds."""
    koban = upkeep_of(ninja, book)
    name = ninja_name(state, ninja.id, book)
    return ToDecide(
        step=PostGameStep.UPKEEP,
        kind=DecisionKind.UPKEEP,
        ninja=ninja.id,
        options=(
            Option(key=PAY, sentence=f"Pay {name} {koban} koban."),
            Option(key=RELEASE, sentence=f"Let {name} go."),
        ),
        default=PAY if state.koban >= koban else RELEASE,
    )


def excusal_decision(
    state: TeamState, settling: Settling, by: NinjaId, book: Catalogue
) -> ToDecide:
    """Whom Spirit excuses, if anybody (p. 69); a deadline takes the dearest."""
    candidates = excusable(settling, by, state.rules, book)
    dearest = max(candidates, key=lambda one: _dearness(state.find(one)))
    return ToDecide(
        step=PostGameStep.DOWNTIME,
        kind=DecisionKind.EXCUSAL,
        ninja=by,
        options=(
            *(
                Option(
                    key=key_of_ninja(one),
                    sentence=f"Excuse {ninja_name(state, one, book)}.",
                )
                for one in candidates
            ),
            Option(key=NOBODY, sentence="Excuse nobody."),
        ),
        default=key_of_ninja(dearest),
    )


def _dearness(ninja: NinjaState) -> tuple[int, int]:
    return (len(ninja.growth), ninja.price)


def advance_decision(state: TeamState, ninja: NinjaState, book: Catalogue) -> ToDecide:
    """What to make of an advancement roll."""
    found = choices(ninja, state.rules, book)
    return ToDecide(
        step=PostGameStep.ADVANCEMENT,
        kind=DecisionKind.ADVANCE,
        ninja=ninja.id,
        options=tuple(
            Option(
                key=key_of_choice(choice),
                sentence=_choice_sentence(choice, book),
                warning=(
                    warning(choice.keyword, ninja, book)
                    if isinstance(choice, Learn)
                    else None
                ),
            )
            for choice in found
        ),
        default=key_of_choice(found[0]),
    )


def recruiting_decision(due: tuple[Profile, ...]) -> ToDecide:
    """Done with recruiting, or first somebody the team must hold (RECRUIT-09)."""
    options = tuple(
        Option(
            key=key_of_recruit(profile, ability),
            sentence=_recruit_words(profile, ability),
        )
        for profile in due
        for ability in _ability_choices(profile)
    ) or (Option(key=CLOSE, sentence="Done with recruiting."),)
    return ToDecide(
        step=PostGameStep.RECRUIT,
        kind=DecisionKind.RECRUITING,
        options=options,
        default=options[0].key,
    )


def _ability_choices(profile: Profile) -> tuple[tuple[Ability, ...], ...]:
    """Every way to choose the abilities a profile asks for."""
    return tuple(combinations(profile.ability_options, profile.abilities_to_choose))


def key_of_recruit(profile: Profile, abilities: tuple[Ability, ...]) -> str:
    return ":".join(("recruit", profile.slug, *(one.slug for one in abilities)))


def recruit_of(key: str) -> tuple[ProfileSlug, tuple[AbilitySlug, ...]]:
    """Whom a key recruits, and with which abilities."""
    _, slug, *abilities = key.split(":")
    return ProfileSlug(slug), tuple(AbilitySlug(one) for one in abilities)


def _recruit_words(profile: Profile, abilities: tuple[Ability, ...]) -> str:
    chosen = join_words([one.name for one in abilities])
    return f"Recruit {profile.name}{f' with {chosen}' if chosen else ''}."


def key_of_choice(choice: Choice) -> str:
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


def choice_for(
    key: str, ninja: NinjaState, rules: HouseRules, book: Catalogue
) -> Choice:
    """The choice that a key stands for."""
    for choice in choices(ninja, rules, book):
        if key_of_choice(choice) == key:
            return choice
    raise Refusal(
        "The dice do not offer this; choose from the list of this advancement.",
        code="not-offered",
        field="choice",
    )


def _choice_sentence(choice: Choice, book: Catalogue) -> str:
    match choice:
        case DrawKeyword():
            return f"Draw a keyword of the category {choice.category.title()}."
        case DrawAffinity():
            return "Draw a new affinity."
        case _:
            return f"Take {growth_words(choice, book)}."
