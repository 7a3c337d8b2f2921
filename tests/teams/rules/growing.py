"""Verbs for advancing a ninja in tests: reach a level, throw the dice, learn."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from kernel.ids import KeywordSlug, NinjaId
from rulebook.rules.entries import KeywordCategory
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.roster.statline import keywords_of, profile_of
from teams.rules.settlement.advancement import list_choices, roll_advancement
from teams.rules.state import Learn
from tests.teams.rules.story import Story, registered

KAIKEN = NinjaId(2)


def grown(xp: int = 8, *, clan: str = "tora", **knobs: object) -> Story:
    """A team whose kaiken has this much experience."""
    story = registered(clan, **knobs)
    story.correct(ninja=KAIKEN, xp=xp)
    return story


def throw(story: Story, *faces: str, ninja: NinjaId = KAIKEN) -> None:
    story.write(
        roll_advancement(
            story.state,
            ninja,
            dice=ScriptedDice(*faces),
            source=DiceSource.SERVER,
            book=story.book,
        )
    )


def learn(story: Story, keyword: str, ninja: NinjaId = KAIKEN) -> None:
    growth = Learn(keyword=KeywordSlug(keyword))
    story.write(e.AdvancementChosen(ninja=ninja, growth=growth))


def categories(story: Story, ninja: NinjaId = KAIKEN) -> set[KeywordCategory]:
    found = list_choices(story.ninja(ninja), story.state.rules, story.book)
    return {
        story.book.keywords[one.keyword].category
        for one in found
        if isinstance(one, Learn)
    }


def keywords(story: Story, ninja: NinjaId = KAIKEN) -> tuple[str, ...]:
    one = story.ninja(ninja)
    return keywords_of(one, profile_of(story.book, one.profile))
