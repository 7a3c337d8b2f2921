"""Names and amounts as they stand in sentences."""

from __future__ import annotations

from kernel.elements import Element
from kernel.ids import ClanSlug, KeywordSlug, ProfileSlug
from rulebook.rules.entries import Advance
from teams.rules.journal.entries import Reordered
from teams.rules.phrases import (
    clan_name,
    dice_label,
    growth_label,
    keyword_name,
    ninja_labels,
    ninja_name,
    ninja_names,
    profile_name,
)
from teams.rules.state import Attune, Learn, NothingLeft, Raise
from tests.teams.rules.story import Story, book


def test_nameless_ninja_of_one_profile_are_told_apart_by_their_numbers() -> None:
    story = Story()
    for profile, name in (("tora-kaiken", ""), ("tora-kaiken", ""), ("tora-oni", "")):
        story.recruit(profile, name)
    story.recruit("tora-kaiken", "Aoi")
    oni = book().profiles[ProfileSlug("tora-oni")].name
    labels = ninja_labels(story.state, book())
    assert list(labels.values()) == ["Tora Kaiken #1", "Tora Kaiken #2", oni, "Aoi"]
    everyone = [one.id for one in story.state.ninja]
    assert ninja_names(story.state, everyone[:2], book()) == (
        "Tora Kaiken #1 and Tora Kaiken #2"
    )


def test_the_number_of_a_nameless_ninja_stays_when_the_scroll_is_reordered() -> None:
    story = Story()
    first, second = story.recruit("tora-kaiken"), story.recruit("tora-kaiken")
    before = ninja_labels(story.state, book())
    story.write(Reordered(order=(second, first)))
    assert ninja_labels(story.state, book()) == before


def test_the_only_nameless_ninja_of_a_profile_needs_no_number() -> None:
    story = Story()
    only = story.recruit("tora-chunin")
    assert ninja_name(story.state, only, book()) == "Tora Chunin"
    assert ninja_name(None, only, book()) == f"ninja {only}"


def test_growth_is_told_by_what_it_gives() -> None:
    told = [
        growth_label(one, book())
        for one in (
            Raise(attribute=Advance.AT),
            Attune(element=Element.VOID),
            Learn(keyword=KeywordSlug("focus")),
            NothingLeft(),
        )
    ]
    assert told == [
        "+1 AT",
        "the affinity Void",
        "the keyword Focus",
        "nothing (no keyword was left to learn)",
    ]


def test_dice_are_listed_by_their_elements() -> None:
    faces = (Element.AIR, Element.FIRE)
    assert dice_label(faces) == "Air and Fire"


def test_what_the_rulebook_does_not_know_is_told_by_its_slug() -> None:
    assert profile_name(ProfileSlug("gone"), book()) == "gone"
    assert keyword_name(KeywordSlug("gone"), book()) == "gone"
    assert clan_name(ClanSlug("gone"), book()) == "gone"
    assert clan_name(ClanSlug("ika"), book()) == "Ika"
