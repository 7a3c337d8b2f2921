"""Points that follow from the taps of a report, in every challenge."""

from __future__ import annotations

import pytest

from teams.rules.journal.entries import Recruited
from tests.challenges.rules.matches import lineup
from tests.challenges.rules.reports.test_sheet import hero_of, keys, sheet
from tests.teams.rules.story import registered


@pytest.mark.parametrize(
    ("challenge", "points"),
    [
        ("assassination", {"injures-enemy-vip": 3}),
        (
            "intercept-the-messenger",
            {"injures-messenger": 1, "messenger-exits-attacker-edge": 2},
        ),
        ("champion", {"injured": 3, "injured-chunin": 3}),
        ("king-of-the-hill", {"picked-in-scoring-area": 1}),
        (
            "infiltration",
            {"picks-up-medal": 1, "delivers-medal-to-own-deployment": 2},
        ),
        ("brawl", {"injured": 1, "injured-chunin": 2}),
        ("search", {"checks-crate": 1, "finds-objective": 3}),
        ("capture-the-medal", {"picks-up-medal": 1, "captures-enemy-medal": 4}),
    ],
)
def test_every_challenge_gives_points_for_what_is_counted(
    challenge: str, points: dict[str, int]
) -> None:
    kaiken = sheet(lineup(9, 9), challenge).teams[0].ninja[1]
    found = {one.key: one.points for one in kaiken.columns if one.points}
    found.pop("injured-sentry", None)
    assert found == points


def test_only_injuries_by_the_champion_score() -> None:
    kaiken = sheet(lineup(9, 9), "champion").teams[0].ninja[1]
    scoring = [one for one in kaiken.columns if one.points]
    assert {one.points_need for one in scoring} == {"chosen-as-champion"}
    assert {one.points_need for one in kaiken.victims} == {"chosen-as-champion"}
    assert "chosen-as-champion" in keys(kaiken)


def test_points_that_no_field_counts_are_named() -> None:
    vip = sheet(lineup(9, 9), "assassination")
    assert vip.uncounted == ("An enemy VIP is Stunned. (1 point each time)",)
    assert sheet(lineup(9, 9), "search").uncounted == ()


def test_a_hero_has_fields_for_what_scores() -> None:
    story = registered()
    hero = story.state.next_id
    story.write(Recruited(ninja=hero, profile=hero_of(story), price=1))
    match = lineup(9, 9, stories=(story, registered()))
    team = sheet(match, "search").teams[0]
    found = next(one for one in team.ninja if one.ninja == hero)
    assert {"checks-crate", "finds-objective"} <= set(keys(found))
