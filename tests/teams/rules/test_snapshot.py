"""States that are stored and read back."""

from __future__ import annotations

import json

import pytest

from kernel.errors import Unreadable
from teams.rules import state
from tests.teams.rules.story import Story, book, registered


def told(story: Story) -> dict[str, object]:
    return state.encode_state(story.state, story.book)


def test_a_state_comes_back_as_it_was() -> None:
    story = registered("ika", starting_koban=120, max_heroes=1)
    story.play(healing=[1])
    plain = json.loads(json.dumps(told(story)))
    assert plain == told(story)
    assert state.decode_state(plain, book()) == story.state


def test_house_rules_are_kept_as_what_they_change() -> None:
    by_default = told(registered())["rules"]
    assert by_default == {
        "max_rematches": None,
        "rehire_delay_games": 0,
        "team_play": True,
    }
    changed = told(registered(starting_koban=90))["rules"]
    assert changed == {**by_default, "starting_koban": 90}


def test_snapshot_from_before_defaults_changed_keeps_the_former_ones() -> None:
    plain = told(registered()) | {"rules": {}}
    rules = state.decode_state(plain, book()).rules
    assert (rules.max_rematches, rules.rehire_delay_games) == (2, 1)
    assert not rules.team_play


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain.pop("rules"),
        lambda plain: plain.pop("clan"),
        lambda plain: plain.update(purse=3),
        lambda plain: plain.update(koban="much"),
        lambda plain: plain.update(rules={"starting_gold": 3}),
        lambda plain: plain.update(rules=7),
    ],
)
def test_another_shape_is_refused(change: object) -> None:
    plain = told(registered())
    change(plain)  # type: ignore[operator]
    with pytest.raises(Unreadable):
        state.decode_state(plain, book())
