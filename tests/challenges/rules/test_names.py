"""Telling the ninja of a team apart."""

from __future__ import annotations

from challenges.rules.names import distinct_names, name_in
from kernel.ids import NinjaId
from rulebook.catalogue import catalogue
from tests.teams.rules.story import Story


def test_only_those_that_share_a_name_are_counted() -> None:
    story = Story()
    for profile, name in (("tora-kaiken", ""), ("tora-kaiken", ""), ("tora-oni", "")):
        story.recruit(profile, name)
    story.recruit("tora-kaiken", "Aoi")
    names = distinct_names(story.state, catalogue())
    kaiken, oni = "Tora Kaiken", catalogue().profiles["tora-oni"].name
    assert list(names.values()) == [f"{kaiken} 1", f"{kaiken} 2", oni, "Aoi"]


def test_who_has_left_is_known_by_the_number() -> None:
    assert name_in({}, NinjaId(7)) == "ninja 7"
