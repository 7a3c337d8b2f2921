"""Advancements: the roll, and what it offers a ninja (ADV, KW, DBL).

An advancement rolls two dice. Without doubles the ninja gains a new keyword: a General
one, or one of its own affinities. Doubles also offer the gain of their element, or a
keyword of any category except unique.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kernel.dice import Dice, elements_of
from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal
from kernel.ids import KeywordSlug, NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Advance, KeywordCategory, Profile, Use
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import AffinityChoice, DiceSource
from teams.rules.journal.entries import AdvancementChosen, AdvancementRolled
from teams.rules.roster.statline import (
    ATTRIBUTES,
    abilities_of,
    affinities_of,
    keywords_of,
    profile_of,
    statline,
)
from teams.rules.settlement.downtime import refuse_source
from teams.rules.settlement.experience import advancements_pending, can_earn
from teams.rules.state import (
    AnyGrowth,
    Attune,
    Learn,
    NinjaState,
    NothingLeft,
    Raise,
    TeamState,
)


class DrawKeyword(msgspec.Struct, frozen=True, kw_only=True):
    """A random keyword of this category."""

    category: KeywordCategory


class DrawAffinity(msgspec.Struct, frozen=True, kw_only=True):
    """A random new affinity."""


Choice = AnyGrowth | DrawKeyword | DrawAffinity


def is_waiting(ninja: NinjaState, rules: HouseRules) -> bool:
    """Return whether the ninja has an advancement to roll or to choose."""
    return bool(ninja.advancement_roll) or advancements_pending(ninja, rules) > 0


def list_waiting(state: TeamState) -> tuple[NinjaId, ...]:
    rules = state.rules
    return tuple([one.id for one in state.members if is_waiting(one, rules)])


def refuse_roll(ninja: NinjaState, rules: HouseRules, book: Catalogue) -> None:
    profile = profile_of(book, ninja.profile)
    if not can_earn(ninja, profile):
        raise Refusal(
            f"Heroes and ronin such as {profile.name} never earn advancements.",
            code="never-grows",
            field="ninja",
        )
    if ninja.advancement_roll:
        raise Refusal(
            "This ninja has already rolled. Choose an advancement from that roll"
            " first.",
            code="already-rolled",
            field="ninja",
        )
    if advancements_pending(ninja, rules) < 1:
        raise Refusal(
            "This ninja has not reached a new experience level.",
            code="no-advancement",
            field="ninja",
        )


def roll_advancement(
    state: TeamState,
    ninja: NinjaId,
    *,
    dice: Dice,
    source: DiceSource,
    book: Catalogue,
) -> AdvancementRolled:
    refuse_roll(state.find(ninja), state.rules, book)
    refuse_source(source, state.rules)
    faces = elements_of(dice.roll(book.advancement.dice))
    return AdvancementRolled(ninja=ninja, dice=faces, source=source)


def list_choices(
    ninja: NinjaState, rules: HouseRules, book: Catalogue
) -> tuple[Choice, ...]:
    """Return everything the ninja's roll offers, gains before keywords."""
    profile = profile_of(book, ninja.profile)
    faces = ninja.advancement_roll
    is_doubles = len(set(faces)) == 1
    gains = tuple(_gains(ninja, profile, faces[0], rules)) if is_doubles else ()
    found = gains + tuple(_keywords(ninja, profile, is_doubles, rules, book))
    return found or (NothingLeft(),)


def choose_advancement(
    ninja: NinjaState, choice: Choice, *, dice: Dice, rules: HouseRules, book: Catalogue
) -> AdvancementChosen:
    """Take one of the choices. Dice are rolled only for a random choice."""
    if choice not in list_choices(ninja, rules, book):
        raise _does_not_fit()
    profile = profile_of(book, ninja.profile)
    if isinstance(choice, DrawKeyword):
        pool = _learnable(ninja, profile, book, (choice.category,))
        growth: AnyGrowth = Learn(keyword=pool[dice.below(len(pool))])
    elif isinstance(choice, DrawAffinity):
        lacking = _lacking(ninja, profile)
        growth = Attune(element=lacking[dice.below(len(lacking))])
    else:
        return AdvancementChosen(ninja=ninja.id, growth=choice)
    return AdvancementChosen(ninja=ninja.id, growth=growth, is_drawn=True)


def refuse_growth(
    ninja: NinjaState, growth: AnyGrowth, rules: HouseRules, book: Catalogue
) -> None:
    """Refuse a gain that the ninja's roll does not offer, random or chosen."""
    if not ninja.advancement_roll:
        raise Refusal(
            "Roll the dice for this advancement first.",
            code="not-rolled",
            field="ninja",
        )
    offered = list_choices(ninja, rules, book)
    if growth in offered:
        return
    profile = profile_of(book, ninja.profile)
    if isinstance(growth, Learn):
        drawn = tuple(one.category for one in offered if isinstance(one, DrawKeyword))
        if growth.keyword in _learnable(ninja, profile, book, drawn):
            return
    if (
        isinstance(growth, Attune)
        and DrawAffinity() in offered
        and growth.element in _lacking(ninja, profile)
    ):
        return
    raise _does_not_fit()


def keyword_warning(
    keyword: KeywordSlug, ninja: NinjaState, book: Catalogue
) -> str | None:
    """Return a warning if a keyword is of little use to this ninja (KW-05)."""
    if book.keywords[keyword].use is not Use.RANGED_ATTACK:
        return None
    profile = profile_of(book, ninja.profile)
    if profile.ranged or any(one.ranged for one in abilities_of(ninja, profile)):
        return None
    return "This ninja has no ranged attack, so the keyword only helps with shuriken."


def _does_not_fit() -> Refusal:
    return Refusal(
        "This roll does not offer that. Choose one of the listed advancements.",
        code="not-offered",
        field="choice",
    )


def _gains(
    ninja: NinjaState, profile: Profile, rolled: Element, rules: HouseRules
) -> Iterator[Choice]:
    """Return what doubles offer besides keywords: one row, or any row (DBL-03)."""
    offered = (
        tuple(Advance)
        if rules.doubles_free_choice
        else (rules.doubles_mapping.advance_for(rolled),)
    )
    for attribute in ATTRIBUTES:
        if attribute in offered and _may_rise(ninja, profile, attribute, rules):
            yield Raise(attribute=attribute)
    lacking = _lacking(ninja, profile)
    if Advance.AFFINITY in offered and lacking:
        match rules.affinity_choice:
            case AffinityChoice.FREE:
                yield from (Attune(element=element) for element in lacking)
            case AffinityChoice.ROLLED_ELEMENT:
                if rolled in lacking:
                    yield Attune(element=rolled)
            case AffinityChoice.RANDOM:
                yield DrawAffinity()


def _may_rise(
    ninja: NinjaState, profile: Profile, attribute: Advance, rules: HouseRules
) -> bool:
    line = statline(ninja, profile)
    caps = rules.attribute_caps
    cap = caps.cap_for(attribute)
    most = caps.max_increases
    is_below_cap = cap is None or line.attribute(attribute) < cap
    return is_below_cap and (most is None or line.raised[attribute] < most)


def _lacking(ninja: NinjaState, profile: Profile) -> tuple[Element, ...]:
    owned = affinities_of(ninja, profile)
    return tuple(element for element in ELEMENTS if element not in owned)


def _keywords(
    ninja: NinjaState,
    profile: Profile,
    is_doubles: bool,
    rules: HouseRules,
    book: Catalogue,
) -> Iterator[Choice]:
    own = tuple(KeywordCategory(one) for one in affinities_of(ninja, profile))
    familiar = (*own, KeywordCategory.GENERAL)
    foreign = tuple(
        one
        for one in KeywordCategory
        if one not in familiar and one is not KeywordCategory.UNIQUE
    )
    # A ninja that knows every familiar keyword may choose a foreign one (KW-07).
    is_open = is_doubles or not _learnable(ninja, profile, book, familiar)
    categories = familiar + foreign if is_open else familiar
    if rules.random_keywords:
        for category in categories:
            if _learnable(ninja, profile, book, (category,)):
                yield DrawKeyword(category=category)
    else:
        for keyword in _learnable(ninja, profile, book, categories):
            yield Learn(keyword=keyword)


def _learnable(
    ninja: NinjaState,
    profile: Profile,
    book: Catalogue,
    categories: tuple[KeywordCategory, ...],
) -> tuple[KeywordSlug, ...]:
    """Return the keywords that the ninja lacks, category by category."""
    owned = keywords_of(ninja, profile)
    return tuple(
        keyword.slug
        for category in categories
        for keyword in book.keywords.values()
        if keyword.category is category and keyword.slug not in owned
    )
