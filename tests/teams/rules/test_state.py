"""A team as a value."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from kernel.ids import NinjaId
from teams.rules.state import Settling
from tests.teams.rules.story import registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)


def test_a_ninja_is_found_by_its_number_or_refused() -> None:
    state = registered().state
    assert state.find(KAIKEN).profile == "tora-kaiken"
    assert state.holds(KAIKEN)
    assert not state.holds(NinjaId(9))
    with pytest.raises(Refusal, match="Ninja 9 is not on the team"):
        state.find(NinjaId(9))


def test_available_are_those_who_miss_nothing() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, games_to_miss=1)
    assert [one.id for one in story.state.available] == [1, 3]
    assert len(story.state.members) == 3


def test_the_next_number_follows_the_highest_ever_given() -> None:
    story = registered()
    extra = story.recruit("tora-oni")
    story.dismiss(extra)
    assert story.state.next_id == extra + 1


def test_experience_of_a_game_is_added_up() -> None:
    story = registered()
    settling = Settling(
        report=story.report(),
        steps=(),
        xp_earned=((CHUNIN, 2), (KAIKEN, 1), (CHUNIN, 3)),
    )
    assert (settling.xp_of(CHUNIN), settling.xp_of(NinjaId(3))) == (5, 0)
