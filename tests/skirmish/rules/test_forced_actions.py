"""What is left to a figure that is driven to attack somebody."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.registry import rules_of
from rulebook.catalogue import catalogue
from skirmish.rules.behaviours import ACTION, MOVE, NOTHING, STRIKE
from skirmish.rules.board.grid import DIRECTION_NAMES, SMALL, WITHIN
from skirmish.rules.decision import FIGURE, OptionGroup
from skirmish.rules.forced_actions import (
    EVERYBODY,
    counts_as,
    facings_towards,
    find_promising_spaces,
    narrow_menu,
)
from tests.skirmish.cast import at, figure, ninja, position


@pytest.mark.parametrize(
    ("verb", "kind"),
    [
        ("attack", STRIKE),
        ("go", MOVE),
        ("face", NOTHING),
        ("run", ACTION),
        ("shoot-2", ACTION),
        ("end", ACTION),
        ("use pounce", STRIKE),
        ("use wind-walk", MOVE),
        ("use healing", ACTION),
        ("use sneaky", MOVE),
        ("play rushing-river", NOTHING),
        ("play rushing-river moon", ACTION),
        ("play vault", MOVE),
        ("play vault moon", MOVE),
    ],
)
def test_every_option_of_a_menu_is_something(verb: str, kind: int) -> None:
    owner = ninja(abilities=("pounce", "wind-walk"), keywords=("healing", "sneaky"))
    game = position({"E5": owner}, {"T20": ninja()})
    assert counts_as(game, verb) == kind


@pytest.mark.parametrize(
    ("slug", "kind"),
    [("intercept-the-messenger", MOVE), ("infiltration", MOVE), ("brawl", ACTION)],
)
def test_what_a_challenge_offers_is_its_own_affair(slug: str, kind: int) -> None:
    challenge = rules_of(catalogue().challenges[slug])
    game = position({"E5": ninja()}, {"T20": ninja()}, challenge=challenge)
    assert counts_as(game, "do something") == kind


def test_facings_towards_somebody_are_those_it_could_attack_from() -> None:
    game = position({"E5 S": ninja()}, {"E6": ninja(), "D5": ninja(), "T20": ninja()})
    me, foe = figure(game, "a1"), figure(game, "b1")
    names = {
        name
        for index, name in enumerate(DIRECTION_NAMES)
        if facings_towards(game, me, 1 << foe.key) >> index & 1
    }
    assert names == {"N", "NE", "E", "NW", "W"}
    assert facings_towards(game, me, EVERYBODY).bit_count() > len(names)
    assert facings_towards(game, me, 1 << figure(game, "b3").key) == 0
    assert DIRECTION_NAMES[me.facing] == "S"


def test_a_menu_is_narrowed_for_one_verb_alone() -> None:
    menu = [OptionGroup("attack", FIGURE, 0b110, 3), OptionGroup("pick", FIGURE, 0b110)]
    found = narrow_menu(menu, "attack", 0b011)
    assert [(g.verb, g.bits, g.owner) for g in found] == [
        ("attack", 0b010, 3),
        ("pick", 0b110, -1),
    ]


def test_a_promising_space_leaves_points_enough_for_the_goal() -> None:
    game = position({"E5": ninja()}, {"T20": ninja()})
    goal = at("E8")
    spaces = find_promising_spaces(
        figure(game, "a1"), 4, lambda slack: WITHIN[SMALL][slack][goal]
    )
    # Three steps away with four points: one may be spent on a detour.
    assert all(spaces >> at(name) & 1 for name in ("E8", "E6", "D5", "C6"))
    assert not any(spaces >> at(name) & 1 for name in ("F4", "E9", "A5"))
