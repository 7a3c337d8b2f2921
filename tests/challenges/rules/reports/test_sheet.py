"""The fields of a report: those of this match and no others."""

from __future__ import annotations

import pytest

from challenges.rules.reports.match_report import Lineup
from challenges.rules.reports.sheet import Sheet, SheetNinja, build_sheet
from kernel.ids import ChallengeSlug, NinjaId, ProfileSlug
from rulebook.catalogue import catalogue
from teams.rules.journal.entries import Recruited
from teams.rules.reports.team_report import Victim
from tests.challenges.rules.matches import lineup
from tests.ledger import rule
from tests.teams.rules.story import Story, house_rules, registered


def sheet(match: Lineup, challenge: str = "brawl") -> Sheet:
    return build_sheet(match, ChallengeSlug(challenge), catalogue())


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


def hero_of(story: Story) -> ProfileSlug:
    return next(
        profile.slug
        for profile in story.book.profiles.values()
        if profile.is_named and profile.clan == story.state.clan
    )


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


@rule("EXP-09")
def test_who_never_learns_is_credited_with_injuries_alone() -> None:
    story, robber = robbed()
    hero = story.state.next_id
    story.write(Recruited(ninja=hero, profile=hero_of(story), price=1))
    match = lineup(9, 9, stories=(story, registered()))
    for number in (robber, hero):
        first = sheet(match).teams[0]
        found = next(one for one in first.ninja if one.ninja == number)
        assert keys(found) == ["injured", "injured-chunin"]
        assert [column.deed.against for column in found.columns] == [1, 1]


@rule("EXP-11")
def test_heroes_are_all_stars_only_where_the_league_lets_them() -> None:
    story = registered()
    hero = story.state.next_id
    story.write(Recruited(ninja=hero, profile=hero_of(story), price=1))
    stories = (story, registered())
    assert hero in sheet(lineup(9, 9, stories=stories)).teams[0].stars[0].ninja
    strict = house_rules(all_star_hero_allowed=False)
    match = lineup(9, 9, stories=stories, rules=strict)
    assert hero not in sheet(match).teams[0].stars[0].ninja


@rule("DOWN-16")
@pytest.mark.parametrize(
    ("has_upkeep", "words"),
    [(True, "after the upkeep of the last round"), (False, "has no upkeep")],
)
def test_it_says_when_to_look_into_the_healing_house(
    has_upkeep: bool, words: str
) -> None:
    rules = house_rules(last_upkeep_before_end=has_upkeep)
    assert words in sheet(lineup(9, 9, rules=rules)).healing_words


@rule("REV-05")
def test_it_asks_who_won_the_test_only_where_a_tie_needs_one() -> None:
    assert sheet(lineup(9, 9)).teams[0].won_tie is None
    assert sheet(lineup(9, 9)).tie_words == ""
    decided = sheet(lineup(9, 9, needs_winner=True))
    assert decided.teams[1].won_tie is not None
    assert "an affinity test decides" in decided.tie_words


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
    assert found.columns[1].title == "Injured ninja of Team 2"
    assert [column.kind for column in found.columns] == [
        *["injured"] * 2,
        *["injured-chunin"] * 2,
    ]


def test_no_two_fields_have_the_same_name() -> None:
    fields = list(sheet(lineup(5, 15, 9), "search").fields())
    assert len(fields) == len({field.name for field in fields})


def test_whoever_injures_may_say_whom_of_all_who_stand_against_it() -> None:
    match = lineup(9, 9, 9, 9, sides=(0, 1, 0, 1))
    first = sheet(match).teams[0].ninja[1]
    assert {victim.team for victim in first.victims} == {1, 3}
    one = first.victims[1]
    assert one.field.name == "t0.n2.whom.1.2"
    assert (one.deed.against, one.deed.of) == (1, 2)
    assert one.deed.victim is Victim.NINJA
    assert first.victims[0].deed.victim is Victim.CHUNIN


def test_who_misses_the_match_is_nobodys_victim() -> None:
    story = registered()
    story.correct(ninja=NinjaId(2), games_to_miss=1)
    first = sheet(lineup(9, 9, stories=(registered(), story))).teams[0].ninja[1]
    assert 2 not in [victim.ninja for victim in first.victims]


def test_the_only_chunin_there_is_need_not_be_named() -> None:
    """Whoever counts an injured or a stunned chunin has said whom."""
    kaiken = sheet(lineup(9, 9)).teams[0].ninja[1]
    by_key = {column.field.name.rsplit(".")[-1]: column for column in kaiken.columns}
    assert by_key["injured-chunin"].deed.of == 1
    assert by_key["stunned-chunin"].deed.of == 1
    assert by_key["injured"].deed.of is None
    chunin = next(victim for victim in kaiken.victims if victim.ninja == 1)
    assert chunin.field is by_key["injured-chunin"].field
    # With two of them it has to be asked.
    several = sheet(lineup(9, 9, 9)).teams[0].ninja[1]
    assert all(column.deed.of is None for column in several.columns)
    assert several.victims[0].field.name == "t0.n2.whom.1.1"


@rule("CHAL-BRAWL-02", "CHAL-BRAWL-03", "CHAL-BRAWL-04")
def test_a_brawls_points_are_those_of_its_injuries() -> None:
    chunin, kaiken, *_ = sheet(lineup(9, 9)).teams[0].ninja
    assert [column.points for column in chunin.columns] == [1, 1, 0]
    assert [column.points for column in kaiken.columns] == [1, 2, 0, 0]
    assert {victim.points for victim in kaiken.victims} == {1, 2}
    assert sheet(lineup(9, 9)).uncounted == ()
