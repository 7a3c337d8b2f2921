"""States that are stored and read back."""

from __future__ import annotations

import json

import pytest

from kernel.errors import Unreadable
from teams.rules import snapshot
from tests.teams.rules.story import Story, book, registered


def told(story: Story) -> dict[str, object]:
    return snapshot.taken(story.state, story.book)


def test_a_state_comes_back_as_it_was() -> None:
    story = registered("ika", starting_koban=120, max_heroes=1)
    story.play(healing=[1])
    plain = json.loads(json.dumps(told(story)))
    assert plain == told(story)
    assert snapshot.restored(plain, book()) == story.state


def test_house_rules_are_kept_as_what_they_change() -> None:
    assert told(registered())["rules"] == {}
    assert told(registered(starting_koban=90))["rules"] == {"starting_koban": 90}


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
        snapshot.restored(plain, book())
