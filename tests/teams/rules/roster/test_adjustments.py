"""Adjustments beside the rules: by whom, what, and with a reason."""

from __future__ import annotations

import pytest

from kernel.elements import Element
from kernel.errors import Refusal
from kernel.ids import KeywordSlug, NinjaId
from teams.rules.journal import entries as e
from teams.rules.journal.journal import history_points
from teams.rules.roster.adjustments import refuse_adjustment
from teams.rules.roster.statline import keywords_of, profile_of, statline
from tests.ledger import rule
from tests.teams.rules.growing import grown, learn, throw
from tests.teams.rules.story import Story, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)
FOCUS, LEAP = KeywordSlug("focus"), KeywordSlug("leap")


def keywords(story: Story) -> tuple[str, ...]:
    one = story.ninja(KAIKEN)
    return keywords_of(one, story.book.profiles[one.profile])


@rule("SCROLL-09")
def test_only_the_ninja_master_corrects_a_scroll_unless_the_league_trusts_players() -> (
    None
):
    entry = e.Adjusted(reason="a slip", koban=1)
    with pytest.raises(Refusal, match="Only the ninja master"):
        refuse_adjustment(registered().state, entry, by_master=False)
    refuse_adjustment(registered().state, entry, by_master=True)
    trusting = registered(player_may_edit_between_games=True)
    refuse_adjustment(trusting.state, entry, by_master=False)


@rule("SCROLL-09", "NM-09")
def test_a_correction_has_a_reason() -> None:
    for reason in ("", "  "):
        with pytest.raises(Refusal, match="Give a reason"):
            refuse_adjustment(
                registered().state, e.Adjusted(reason=reason), by_master=True
            )


@rule("NM-09")
def test_koban_experience_absences_and_keywords_can_be_adjusted() -> None:
    story = registered()
    story.correct(koban=4)
    story.correct(
        ninja=KAIKEN,
        xp=5,
        games_to_miss=2,
        starts_in_healing_house=True,
        keywords_granted=(FOCUS,),
    )
    ninja = story.ninja(KAIKEN)
    assert story.koban == 64
    assert (ninja.xp, ninja.games_to_miss) == (5, 2)
    assert ninja.starts_in_healing_house
    assert keywords(story) == ("focus",)
    assert [type(one.entry) for one in story.lines].count(e.Adjusted) == 2


@rule("KW-02")
def test_a_granted_keyword_is_not_had_twice() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, keywords_granted=(FOCUS,))
    story.correct(ninja=KAIKEN, keywords_granted=(FOCUS,))
    assert keywords(story) == ("focus",)


def test_a_keyword_that_was_taken_can_be_given_back_or_learnt_anew() -> None:
    story = grown(22)
    throw(story, "spirit", "fire")
    learn(story, "focus")
    story.correct(ninja=KAIKEN, keywords_taken=(FOCUS,))
    assert keywords(story) == ()
    story.correct(ninja=KAIKEN, keywords_granted=(FOCUS,))
    assert keywords(story) == ("focus",)
    story.correct(ninja=KAIKEN, keywords_taken=(FOCUS,))
    throw(story, "spirit", "fire")
    learn(story, "focus")
    assert set(keywords(story)) == {"focus"}


def test_taking_a_keyword_nobody_has_does_nothing() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, keywords_taken=(LEAP,))
    story.correct(ninja=KAIKEN, keywords_granted=(LEAP,))
    assert keywords(story) == ("leap",)


def test_no_correction_leaves_less_than_no_experience() -> None:
    story = registered()
    with pytest.raises(Refusal, match="has 0 XP"):
        story.correct(ninja=KAIKEN, xp=-1)
    with pytest.raises(Refusal, match="no advancement to undo"):
        story.correct(ninja=KAIKEN, last_growth_undone=True)


@rule("NM-09")
def test_attributes_and_affinities_can_be_corrected() -> None:
    story = registered()
    profile = profile_of(story.book, story.ninja(KAIKEN).profile)
    story.correct(ninja=KAIKEN, mv=2, df=-1, affinities=(Element.AIR, Element.VOID))
    line = statline(story.ninja(KAIKEN), profile)
    assert (line.mv, line.at, line.df) == (profile.mv + 2, profile.at, profile.df - 1)
    assert set(line.affinities) == {Element.AIR, Element.VOID}
    story.correct(ninja=KAIKEN, mv=-2, df=1, affinities=profile.affinities)
    assert statline(story.ninja(KAIKEN), profile).affinities == profile.affinities
    assert statline(story.ninja(KAIKEN), profile).mv == profile.mv
    assert story.refold() == story.state


@rule("NM-09")
def test_chosen_ability_can_be_corrected_to_another_of_its_profile() -> None:
    story = registered()
    profile = profile_of(story.book, story.ninja(CHUNIN).profile)
    first, second = (one.slug for one in profile.ability_options)
    assert story.ninja(CHUNIN).abilities == (first,)
    story.correct(ninja=CHUNIN, abilities=(second,))
    assert story.ninja(CHUNIN).abilities == (second,)
    *_, last = history_points(story.lines, story.rules, story.book)
    assert "has the chosen abilities Tiger Strike" in last.sentence
    for wrong in ((), (first, second), ("focus",)):
        with pytest.raises(Refusal, match="Choose a special ability for"):
            story.correct(ninja=CHUNIN, abilities=wrong)


@rule("NM-09")
def test_correction_of_a_profile_names_a_ninja_and_a_sensible_value() -> None:
    story = registered()
    for wrong in ({"mv": 1}, {"affinities": (Element.AIR,)}, {"abilities": ()}):
        with pytest.raises(Refusal, match="Choose the ninja"):
            story.correct(**wrong)
    with pytest.raises(Refusal, match="MV must be between 0 and 20"):
        story.correct(ninja=KAIKEN, mv=90)
