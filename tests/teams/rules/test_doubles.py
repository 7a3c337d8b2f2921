"""Advancement rolls with doubles: attributes, affinities, and any keyword."""

from __future__ import annotations

import pytest

from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.entries import Advance, KeywordCategory
from teams.rules.journal import entries as e
from teams.rules.roster.statline import statline
from teams.rules.settlement.advancement import Choice, DrawAffinity, list_choices
from teams.rules.settlement.needs import DecisionKind
from teams.rules.state import Attune, Learn, Raise
from tests.ledger import rule
from tests.teams.rules.growing import categories, grown, keywords, learn, throw
from tests.teams.rules.story import Story, book, changed, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)
BOOK_ORDER = {
    "spirit": "df",
    "void": "df",
    "earth": "affinity",
    "air": "mv",
    "water": "at",
    "fire": "at",
}
THEMATIC = {
    "earth": "df",
    "water": "df",
    "spirit": "affinity",
    "air": "mv",
    "fire": "at",
    "void": "at",
}


def gains(story: Story) -> list[Choice]:
    found = list_choices(story.ninja(KAIKEN), story.state.rules, story.book)
    return [one for one in found if not isinstance(one, Learn)]


def line(story: Story, ninja: NinjaId = KAIKEN) -> tuple[int, int, int]:
    one = story.ninja(ninja)
    found = statline(one, story.book.profiles[one.profile])
    return (found.mv, found.at, found.df)


def affinities(story: Story) -> tuple[Element, ...]:
    one = story.ninja(KAIKEN)
    return statline(one, story.book.profiles[one.profile]).affinities


def grow(story: Story, growth: Raise | Attune) -> None:
    story.write(e.AdvancementChosen(ninja=KAIKEN, growth=growth))


def expected(gain: str) -> list[Choice]:
    if gain == "affinity":
        lacking = [one for one in ELEMENTS if one is not Element.FIRE]
        return [Attune(element=one) for one in lacking]
    return [Raise(attribute=Advance(gain))]


@rule("DBL-01", "DBL-02", "DBL-03")
@pytest.mark.parametrize(("element", "gain"), BOOK_ORDER.items())
def test_doubles_offer_the_gain_of_their_row_or_any_keyword_but_unique(
    element: str, gain: str
) -> None:
    story = grown()
    throw(story, element, element)
    assert gains(story) == expected(gain)
    assert categories(story) == set(KeywordCategory) - {KeywordCategory.UNIQUE}


@rule("DBL-02")
@pytest.mark.parametrize(("element", "gain"), THEMATIC.items())
def test_the_other_reading_of_the_table_is_a_house_rule(
    element: str, gain: str
) -> None:
    story = grown(doubles_mapping=THEMATIC)
    throw(story, element, element)
    assert gains(story) == expected(gain)


@rule("DBL-02")
def test_a_league_may_write_its_own_table() -> None:
    story = grown(doubles_mapping=dict.fromkeys(BOOK_ORDER, "mv"))
    throw(story, "void", "void")
    assert gains(story) == expected("mv")


@rule("DBL-02")
def test_the_printed_rows_are_two_df_an_affinity_one_mv_and_two_at() -> None:
    printed = [str(one) for one in book().advancement.printed_order]
    assert printed == ["df", "df", "affinity", "mv", "at", "at"]
    for reading in book().advancement.readings:
        assert [str(row.advance) for row in reading.rows] == printed


@rule("DBL-01", "KW-08")
def test_a_foreign_mastery_comes_from_doubles_alone() -> None:
    story = grown()
    throw(story, "air", "air")
    learn(story, "water-mastery")
    assert keywords(story) == ("water-mastery",)


@rule("DBL-03")
def test_a_league_may_offer_every_gain_on_any_doubles() -> None:
    story = grown(doubles_free_choice=True)
    throw(story, "void", "void")
    attributes = [Raise(attribute=one) for one in (Advance.MV, Advance.AT, Advance.DF)]
    assert gains(story) == [*attributes, *expected("affinity")]


@rule("DBL-03")
def test_another_row_than_the_rolled_one_is_refused() -> None:
    story = grown()
    throw(story, "air", "air")
    with pytest.raises(Refusal, match="does not offer that"):
        grow(story, Raise(attribute=Advance.AT))


@rule("DBL-04")
def test_the_new_affinity_is_any_the_ninja_lacks() -> None:
    story = grown()
    throw(story, "earth", "earth")
    grow(story, Attune(element=Element.WATER))
    assert affinities(story) == (Element.FIRE, Element.WATER)


@rule("DBL-04")
def test_a_league_may_give_the_rolled_element() -> None:
    story = grown(affinity_choice="rolled_element")
    throw(story, "earth", "earth")
    assert gains(story) == [Attune(element=Element.EARTH)]
    knobs = {"affinity_choice": "rolled_element", "doubles_free_choice": True}
    fiery = grown(**knobs)
    throw(fiery, "fire", "fire")  # which a Tora has already
    assert not [one for one in gains(fiery) if isinstance(one, Attune)]


@rule("DBL-04")
def test_a_league_may_draw_the_affinity() -> None:
    story = grown(affinity_choice="random")
    throw(story, "earth", "earth")
    assert gains(story) == [DrawAffinity()]
    story.play(all_stars=(CHUNIN,))
    story.settle(answers={DecisionKind.ADVANCE: "draw-affinity"}, choices=[1])
    assert affinities(story) == (Element.FIRE, Element.VOID)
    assert story.refold() == story.state
    story.correct(ninja=KAIKEN, xp=14)
    throw(story, "earth", "earth")
    with pytest.raises(Refusal):
        grow(story, Attune(element=Element.FIRE))


@rule("DBL-05")
def test_an_affinity_is_never_taken_twice_and_with_all_six_only_keywords_are_left() -> (
    None
):
    story = grown(246, doubles_mapping=dict.fromkeys(BOOK_ORDER, "affinity"))
    for element in ELEMENTS:
        if element is Element.FIRE:
            continue
        throw(story, "earth", "earth")
        with pytest.raises(Refusal, match="does not offer that"):
            grow(story, Attune(element=Element.FIRE))
        grow(story, Attune(element=element))
    throw(story, "earth", "earth")
    assert gains(story) == []
    assert categories(story) == set(KeywordCategory) - {KeywordCategory.UNIQUE}


@rule("DBL-06", "ADV-05")
def test_a_new_affinity_opens_its_category_for_the_next_advancement() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, xp=22)
    throw(story, "earth", "earth")
    grow(story, Attune(element=Element.WATER))
    throw(story, "spirit", "fire")
    assert categories(story) == {
        KeywordCategory.GENERAL,
        KeywordCategory.FIRE,
        KeywordCategory.WATER,
    }
    learn(story, "drown")
    assert keywords(story) == ("drown",)


@rule("DBL-08")
@pytest.mark.parametrize(
    ("caps", "is_offered"),
    [
        ({}, True),
        ({"at": 3}, False),
        ({"at": 4}, True),
        ({"max_increases": 0}, False),
        ({"max_increases": 1}, True),
        ({"mv": 5, "df": 2}, True),
    ],
)
def test_attributes_rise_without_limit_unless_the_league_sets_one(
    caps: dict[str, int], is_offered: bool
) -> None:
    story = grown(attribute_caps=changed("attribute_caps", **caps))
    throw(story, "fire", "fire")
    assert (gains(story) != []) is is_offered


@rule("DBL-08")
def test_the_number_of_increases_is_counted_for_each_attribute() -> None:
    caps = changed("attribute_caps", max_increases=1)
    story = grown(43, attribute_caps=caps)
    throw(story, "fire", "fire")
    grow(story, Raise(attribute=Advance.AT))
    throw(story, "water", "water")
    assert gains(story) == []
    learn(story, "focus")
    throw(story, "air", "air")
    grow(story, Raise(attribute=Advance.MV))
    assert line(story) == (6, 4, 2)


@rule("DBL-01")
@pytest.mark.parametrize(
    ("element", "after"), [("air", (6, 3, 2)), ("fire", (5, 4, 2)), ("void", (5, 3, 3))]
)
def test_a_raise_adds_one_to_its_attribute(
    element: str, after: tuple[int, int, int]
) -> None:
    story = grown()
    assert line(story) == (5, 3, 2)
    throw(story, element, element)
    (gain,) = gains(story)
    assert isinstance(gain, Raise)
    grow(story, gain)
    assert line(story) == after


@rule("DBL-09")
def test_more_at_raises_close_and_ranged_attacks_alike() -> None:
    story = registered()
    archer = story.recruit("tora-yajiri")
    profile = story.book.profiles[story.ninja(archer).profile]
    before = statline(story.ninja(archer), profile)
    story.correct(ninja=archer, xp=8)
    throw(story, "fire", "fire", ninja=archer)
    story.write(e.AdvancementChosen(ninja=archer, growth=Raise(attribute=Advance.AT)))
    after = statline(story.ninja(archer), profile)
    assert after.at == before.at + 1
    assert after.ranged == before.ranged  # its bonus comes on top of AT


@rule("DBL-10", "SCROLL-08")
def test_no_advance_touches_the_koban_a_ninja_is_worth() -> None:
    story = grown()
    before = story.ninja(KAIKEN).price
    throw(story, "fire", "fire")
    grow(story, Raise(attribute=Advance.AT))
    assert story.ninja(KAIKEN).price == before == 10
    assert {str(one) for one in Advance} == {"mv", "at", "df", "affinity"}
