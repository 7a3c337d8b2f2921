"""Names: free, one line, one bearer, and heroes keep theirs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kernel.dice import SeededDice
from kernel.errors import Refusals
from kernel.ids import NinjaId, ProfileSlug
from teams.catalogue import name_book, sample_teams
from teams.rules.journal import entries as e
from teams.rules.journal.entries import Recruited
from teams.rules.roster.builder import build_founding, sample_entries
from teams.rules.roster.names import NAME_LENGTH, rename_ninja, rename_team
from tests.ledger import rule
from tests.teams.rules.story import Story, book, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)


def give(story: Story, ninja: NinjaId, name: str) -> None:
    story.write(rename_ninja(story.state, ninja, name, book=story.book))


@rule("SCROLL-06")
def test_a_ninja_may_bear_a_name_and_change_it_at_any_time() -> None:
    story = registered()
    give(story, KAIKEN, "  Zoro   the  Lost ")
    assert story.ninja(KAIKEN).name == "Zoro the Lost"
    story.play()
    give(story, KAIKEN, "Zoro")
    give(story, KAIKEN, "")
    assert story.ninja(KAIKEN).name == ""
    assert story.refold() == story.state


@rule("SCROLL-06")
def test_two_ninja_of_a_team_do_not_share_a_name_however_it_is_written() -> None:
    story = registered()
    give(story, KAIKEN, "Zoro")
    with pytest.raises(Refusals, match="Choose a different name"):
        give(story, CHUNIN, "ZORO")
    give(story, KAIKEN, "zoro")  # its own name is no obstacle


@rule("SCROLL-06")
def test_a_league_may_let_names_repeat() -> None:
    story = registered(unique_model_names=False)
    give(story, KAIKEN, "Zoro")
    give(story, CHUNIN, "Zoro")
    assert story.codes() == set()


@rule("SCROLL-06")
def test_a_draft_with_the_same_name_twice_is_not_registered() -> None:
    for is_unique, codes in ((True, {"same-name"}), (False, set())):
        story = Story(unique_model_names=is_unique)
        story.recruit_minimum()
        story.write(
            e.NinjaRenamed(ninja=KAIKEN, name="Zoro"),
            e.NinjaRenamed(ninja=CHUNIN, name="zoro"),
        )
        assert story.codes() == codes


@rule("SCROLL-06")
@pytest.mark.parametrize("named", ["ryu", "benkei"])
def test_heroes_and_ronin_keep_their_printed_name(named: str) -> None:
    story = registered()
    ninja = story.recruit(named)
    with pytest.raises(Refusals, match="keep their printed names"):
        give(story, ninja, "Bob")
    with pytest.raises(Refusals, match="keep their printed names"):
        story.recruit("kappa" if named == "ryu" else "ryu", "Bob")


@pytest.mark.parametrize(
    "name", ["x" * (NAME_LENGTH + 1), "bell\x07", "zero\u200bwidth"]
)
def test_names_are_short_and_can_be_read(name: str) -> None:
    with pytest.raises(Refusals):
        rename_ninja(registered().state, KAIKEN, name, book=book())
    with pytest.raises(Refusals):
        rename_team(name)


def test_a_team_needs_a_name() -> None:
    with pytest.raises(Refusals, match="Enter a name"):
        rename_team("  ")
    assert rename_team(" Eye of  the Tiger ").name == "Eye of the Tiger"


def test_every_clan_makes_names_of_its_own() -> None:
    names = name_book()
    dice = SeededDice("5" * 64)
    for clan in book().clans:
        ninja = {names.ninja_name(clan, dice) for _ in range(50)}
        teams = {names.team_name(clan, dice) for _ in range(50)}
        assert len(ninja) > 30
        assert len(teams) > 20
        assert all(len(one) <= NAME_LENGTH and one.isprintable() for one in ninja)
    parts = [frozenset(one.bynames) for one in names.clans.values()]
    assert len(set().union(*parts)) == sum(map(len, parts))


def test_a_free_name_is_nobodys() -> None:
    story = registered()
    names = name_book()
    taken = names.free_name(story.state, SeededDice("6" * 64))
    give(story, KAIKEN, taken)
    assert names.free_name(story.state, SeededDice("6" * 64)) != taken


def test_if_every_name_is_taken_there_is_none() -> None:
    story = registered()
    taken = name_book().ninja_name(story.state.clan, SeededDice("7" * 64))
    give(story, KAIKEN, taken)
    dice = SeededDice("7" * 64)
    assert name_book().free_name(story.state, dice, tries=1) == ""


def test_every_recruit_of_a_new_team_gets_a_name_nobody_else_bears() -> None:
    story = Story()
    sample = sample_teams()["open-furnace"]
    entries = sample_entries(sample, "Furnace", story.rules, story.book)
    dice = SeededDice("8" * 64)
    named = name_book().name_recruits(entries, book=story.book, dice=dice)
    recruits = [one for one in named if isinstance(one, Recruited)]
    printed = [book().profiles[one.profile].is_named for one in recruits]
    names = [one.name.casefold() for one in recruits if one.name]
    assert [not one.name for one in recruits] == printed
    assert len(set(names)) == len(names) == printed.count(False)
    again = SeededDice("8" * 64)
    assert name_book().name_recruits(entries, book=story.book, dice=again) == named


def test_a_name_that_was_given_is_kept_and_not_redraw() -> None:
    story = Story()
    drawn = name_book().ninja_name(story.state.clan, SeededDice("9" * 64))
    founded = build_founding("Team", story.state.clan, story.rules, story.book)
    first = Recruited(ninja=NinjaId(1), profile=ProfileSlug("tora-kaiken"), price=8)
    second = replace(first, ninja=NinjaId(2), name=drawn)
    _, one, two = name_book().name_recruits(
        [founded, first, second], book=story.book, dice=SeededDice("9" * 64)
    )
    assert isinstance(one, Recruited)
    assert one.name not in ("", drawn)
    assert two == second
