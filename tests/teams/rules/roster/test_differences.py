"""What a correction would change, told in sentences."""

from __future__ import annotations

from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.roster.differences import describe_differences
from tests.teams.rules.growing import grown, learn, throw
from tests.teams.rules.story import book, registered

KAIKEN, OTHER = NinjaId(2), NinjaId(3)


def test_equal_states_differ_in_nothing() -> None:
    assert describe_differences(registered().state, registered().state, book()) == ()


def test_every_difference_has_its_sentence() -> None:
    story = grown()
    before = story.state
    throw(story, "spirit", "fire")
    learn(story, "focus")
    story.correct(koban=-4)
    story.correct(ninja=KAIKEN, xp=14, games_to_miss=1, starts_in_healing_house=True)
    story.recruit("ryu")
    story.write(e.Dismissed(ninja=OTHER, refund=0))
    assert describe_differences(before, story.state, book()) == (
        "The treasury changes from 60 to 36 koban.",
        "The rating changes from 5 to 8.",
        "Tora Kaiken #3 leaves the team.",
        "Tora Kaiken has 22 XP instead of 8.",
        "Tora Kaiken has these advancements: the keyword Focus.",
        "Tora Kaiken misses 1 game.",
        "Tora Kaiken starts the next game in the Healing House.",
        "Ryu joins the team.",
    )


def test_a_choice_that_waits_is_told() -> None:
    story = grown()
    before = story.state
    throw(story, "spirit", "fire")
    assert describe_differences(before, story.state, book()) == (
        "Tora Kaiken #2 has an advancement to choose.",
    )
    assert describe_differences(story.state, before, book()) == (
        "Tora Kaiken #2 has no advancement to choose.",
    )
