"""The abilities as a whole: all of the book's can be played, and no others."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Profile
from skirmish.rules.behaviours import ABILITY, REGISTRY
from skirmish.rules.setup import figure_from
from tests.skirmish.cast import SEED, position, start


def recruits(profile: Profile) -> list[str | None]:
    """What a recruit may choose; to have no choice is one way as well."""
    return [option.slug for option in profile.ability_options] or [None]


@pytest.mark.parametrize("slug", sorted(catalogue().abilities))
def test_every_ability_of_the_book_has_a_room_or_is_a_shot(slug: str) -> None:
    ability = catalogue().abilities[slug]
    assert (ABILITY, slug) in REGISTRY or ability.ranged is not None


def test_every_room_of_an_ability_is_for_one_of_the_book() -> None:
    played = {slug for kind, slug in REGISTRY if kind == ABILITY}
    assert played <= set(catalogue().abilities)


def test_every_profile_can_be_fielded_with_whatever_it_may_choose() -> None:
    for profile in catalogue().profiles.values():
        for ability in recruits(profile):
            figure = figure_from(profile, ability=ability)
            dice = SeededDice(SEED)
            game = start(position({"E5 N": figure}, {"E9 S": figure}, dice=dice))
            owned = {
                (behaviour.kind, behaviour.slug)
                for behaviour in game.figures[0].card.behaviours
            }
            if ability is not None and (ABILITY, ability) in REGISTRY:
                assert (ABILITY, ability) in owned
            assert len(game.figures[0].card.shots) <= 2
