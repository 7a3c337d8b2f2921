"""What a correction would change, told in sentences."""

from __future__ import annotations

from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.roster.differences import compare
from tests.teams.rules.growing import grown, learn, throw
from tests.teams.rules.story import book, registered

KAIKEN, OTHER = NinjaId(2), NinjaId(3)


def test_equal_states_differ_in_nothing() -> None:
    assert compare(registered().state, registered().state, book()) == ()


def test_every_difference_has_its_sentence() -> None:
    story = grown()
    before = story.state
    throw(story, "spirit", "fire")
    learn(story, "focus")
    story.correct(koban=-4)
    story.correct(ninja=KAIKEN, xp=14, games_to_miss=1, starts_in_healing_house=True)
    story.recruit("ryu")
    story.write(e.Dismissed(ninja=OTHER, refund=0))
    assert compare(before, story.state, book()) == (
        "The treasury holds 36 koban instead of 60.",
        "The rating is 8 instead of 5.",
        "Tora Kaiken #3 is not on the team.",
        "Tora Kaiken has 22 XP instead of 8.",
        "Tora Kaiken has gained the keyword Focus.",
        "Tora Kaiken misses 1 game.",
        "Tora Kaiken starts its next game in the Healing House.",
        "Ryu is on the team.",
    )


def test_a_choice_that_waits_is_told() -> None:
    story = grown()
    before = story.state
    throw(story, "spirit", "fire")
    assert compare(before, story.state, book()) == (
        "An advancement of Tora Kaiken #2 waits for a choice.",
    )
    assert compare(story.state, before, book()) == (
        "An advancement of Tora Kaiken #2 is not waiting.",
    )
