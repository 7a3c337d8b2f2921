"""The fields of a report: those of this match and no others."""

from __future__ import annotations

from challenges.rules.match_report import Lineup
from challenges.rules.sheets import Sheet, SheetNinja, sheet_of
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.catalogue import catalogue
from teams.rules.entries import Recruited
from tests.challenges.rules.matches import lineup
from tests.ledger import rule
from tests.teams.rules.story import Story, registered


def sheet(match: Lineup, challenge: str = "brawl") -> Sheet:
    return sheet_of(match, ChallengeSlug(challenge), catalogue())


def keys(one: SheetNinja) -> list[str]:
    return [column.field.name.split(".", 2)[2] for column in one.columns]


def robbed() -> tuple[Story, NinjaId]:
    """A team with the ronin who robs whom it injures."""
    story = registered()
    robber = next(
        profile.slug
        for profile in story.book.profiles.values()
        if any(ability.slug == "redistribution" for ability in profile.abilities)
    )
    number = story.state.next_id
    story.write(Recruited(ninja=number, profile=robber, price=1))
    return story, number


@rule("CHAL-04")
def test_only_the_awards_of_the_challenge_are_asked_for() -> None:
    kaiken = sheet(lineup(9, 9), "champion").teams[0].ninja[1]
    assert "chosen-as-champion" in keys(kaiken)
    assert "chosen-as-champion" not in keys(sheet(lineup(9, 9)).teams[0].ninja[1])


@rule("EXP-03")
def test_a_chunin_is_not_asked_for_stunned_chunin() -> None:
    chunin, kaiken, *_ = sheet(lineup(9, 9)).teams[0].ninja
    assert "stunned-chunin" not in keys(chunin)
    assert "stunned-chunin" in keys(kaiken)


@rule("UND-04", "GROUP-07")
def test_the_underdog_has_a_field_for_each_of_its_all_stars() -> None:
    low, high = sheet(lineup(5, 15)).teams
    assert (len(low.stars), len(high.stars)) == (3, 1)


@rule("CHAL-05")
def test_who_misses_the_match_is_named_and_has_no_fields() -> None:
    story = registered()
    story.correct(ninja=NinjaId(2), games_to_miss=1)
    team = sheet(lineup(9, 9, stories=(story, registered()))).teams[0]
    assert team.absent == (2,)
    assert 2 not in [one.ninja for one in team.ninja]
    assert 2 not in team.stars[0].ninja


@rule("CHAL-01", "REC-04")
def test_everybody_was_on_the_board_where_everybody_fits_on_it() -> None:
    crowd = Story()
    kaiken = ["tora-kaiken"] * 4
    for profile in ("tora-chunin", *kaiken, "tora-yajiri", "tora-yajiri", "tora-oni"):
        crowd.recruit(profile)
    crowd.register()
    many = sheet(lineup(9, 9, stories=(crowd, crowd))).teams[0]
    assert not any(one.fielded.initial for one in many.ninja)
    few = sheet(lineup(9, 9)).teams[0]
    assert all(one.fielded.initial for one in few.ninja)


def test_who_earns_nothing_and_robs_nobody_has_nothing_to_count() -> None:
    story, robber = robbed()
    first = sheet(lineup(9, 9, stories=(story, registered()))).teams[0]
    found = next(one for one in first.ninja if one.ninja == robber)
    assert keys(found) == ["injured", "injured-chunin"]
    assert [column.deed.against for column in found.columns] == [1, 1]


def test_a_robber_says_whom_where_there_are_several() -> None:
    story, robber = robbed()
    match = lineup(9, 9, 9, stories=(registered(), story, registered()))
    found = next(one for one in sheet(match).teams[1].ninja if one.ninja == robber)
    assert keys(found) == [
        "injured.0",
        "injured.2",
        "injured-chunin.0",
        "injured-chunin.2",
    ]
    assert [column.deed.against for column in found.columns] == [0, 2, 0, 2]
    assert found.columns[1].label == "Injured ninja of Team 2"


def test_no_two_fields_have_the_same_name() -> None:
    fields = list(sheet(lineup(5, 15, 9), "search").fields())
    assert len(fields) == len({field.name for field in fields})
