"""The questions of a settlement: their keys, their words and their defaults."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from kernel.ids import NinjaId
from teams.rules.settlement.advancement import list_choices
from teams.rules.settlement.decisions import (
    advance_decision,
    choice_key,
    excusal_decision,
    find_choice,
    ninja_key,
    parse_ninja_key,
)
from teams.rules.settlement.needs import DecisionNeeded
from tests.teams.rules.growing import grown, learn, throw
from tests.teams.rules.story import registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def test_a_key_names_a_ninja_or_nobody() -> None:
    assert parse_ninja_key(ninja_key(KAIKEN)) == KAIKEN
    assert parse_ninja_key("nobody") is None


@pytest.mark.parametrize("knobs", [{}, {"random_keywords": True}])
@pytest.mark.parametrize(
    "faces", [("fire", "fire"), ("earth", "earth"), ("air", "void")]
)
def test_every_choice_is_found_again_by_its_key(
    knobs: dict[str, object], faces: tuple[str, str]
) -> None:
    story = grown(**knobs)
    throw(story, *faces)
    ninja = story.ninja(KAIKEN)
    found = list_choices(ninja, story.state.rules, story.book)
    keys = [choice_key(one) for one in found]
    assert len(set(keys)) == len(keys)
    again = [find_choice(key, ninja, story.state.rules, story.book) for key in keys]
    assert tuple(again) == found
    with pytest.raises(Refusal, match="does not offer that"):
        find_choice("learn:everything", ninja, story.state.rules, story.book)


def test_the_words_of_an_advance_say_what_it_is() -> None:
    story = grown()
    throw(story, "air", "air")
    need = advance_decision(story.state, story.ninja(KAIKEN), story.book)
    sentences = [option.sentence for option in need.options]
    assert sentences[0] == "Take +1 MV."
    assert "Take the keyword Focus." in sentences
    assert need.default == "raise:mv"


def test_a_passed_deadline_excuses_the_dearest() -> None:
    story = registered()
    story.correct(ninja=OTHER, xp=8)
    throw(story, "spirit", "fire", ninja=OTHER)
    learn(story, "focus", OTHER)
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(CHUNIN,))
    need = story.settle_until("spirit")
    assert isinstance(need, DecisionNeeded)
    settling = story.state.settling
    assert settling is not None
    assert need == excusal_decision(story.state, settling, CHUNIN, story.book)
    assert need.default == ninja_key(OTHER)
