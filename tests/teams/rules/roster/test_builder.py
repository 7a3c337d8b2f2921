"""What can be recruited, and ways to begin with more than nothing."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from kernel.ids import ClanSlug, ProfileSlug
from rulebook.rules.entries import NinjaType
from teams.catalogue import name_book, sample_teams
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.roster.builder import (
    copy_entries,
    list_hireable,
    list_offers,
    random_entries,
    sample_entries,
    shrine_entries,
)
from tests.teams.rules.story import Story, book, registered

CLANS = ["tora", "yamazaru", "kitsune", "ika", "tanchyo", "ijin"]


def story_of(entries: tuple[AnyEntry, ...], **knobs: object) -> Story:
    story = Story(**knobs)
    story.lines.clear()
    story._state = None
    story.write(*entries)
    return story


@pytest.mark.parametrize("clan", CLANS)
@pytest.mark.parametrize("seed", range(8))
def test_a_random_team_is_legal_and_spends_what_it_can(clan: str, seed: int) -> None:
    story = Story(clan)
    entries = random_entries(
        ClanSlug(clan),
        story.rules,
        story.book,
        dice=SeededDice(f"{seed:064x}", clan),
        names=name_book(),
    )
    team = story_of(entries)
    assert team.codes() == set()
    assert 0 <= team.koban < 14
    types = [book().profiles[one.profile].type for one in team.state.ninja]
    assert types.count(NinjaType.RONIN) <= 1
    team.register()


def test_the_same_dice_make_the_same_team_and_others_another() -> None:
    def team(seed: str) -> tuple[AnyEntry, ...]:
        story = Story()
        return random_entries(
            ClanSlug("tora"),
            story.rules,
            story.book,
            dice=SeededDice(seed * 64),
            names=name_book(),
        )

    assert team("a") == team("a")
    assert team("a") != team("b")


def test_a_random_team_keeps_to_the_rules_of_its_league() -> None:
    knobs = {"starting_koban": 250, "ronin_allowed": "none", "max_roster_size": 5}
    story = Story(**knobs)
    entries = random_entries(
        ClanSlug("ijin"),
        story.rules,
        story.book,
        dice=SeededDice("c" * 64),
        names=name_book(),
    )
    team = story_of(entries, **knobs)
    assert team.codes() == set()
    assert len(team.state.ninja) == 5


def test_a_budget_too_small_for_a_legal_team_is_refused() -> None:
    story = Story(starting_koban=39)
    with pytest.raises(Refusal, match="costs more than 39 koban"):
        random_entries(
            ClanSlug("tora"),
            story.rules,
            story.book,
            dice=SeededDice("d" * 64),
            names=name_book(),
        )


def test_two_legal_samples_for_every_clan() -> None:
    found = sample_teams()
    assert sorted(one.clan for one in found.values()) == sorted(CLANS * 2)
    for sample in found.values():
        story = Story(sample.clan)
        entries = sample_entries(sample, sample.name, story.rules, story.book)
        team = story_of(entries)
        assert team.codes() == set(), sample.slug
        assert team.koban <= 10
        assert sample.idea.endswith(".")


@pytest.mark.parametrize("slug", ["fire-shrine", "void-shrine", "water-shrine"])
def test_a_shrine_team_comes_as_it_is(slug: str) -> None:
    story = Story()
    team = story_of(shrine_entries(slug, "Fire", story.rules, story.book))
    assert team.state.shrine == slug
    assert len(team.state.ninja) == 9
    with pytest.raises(Refusal, match="no shrine team"):
        shrine_entries("salt-shrine", "Salt", story.rules, story.book)


def test_a_copy_has_the_people_and_not_what_they_learnt() -> None:
    old = registered()
    old.write(e.NinjaRenamed(ninja=old.state.ninja[0].id, name="Boss"))
    old.correct(ninja=old.state.ninja[0].id, xp=50)
    old.recruit("benkei")
    team = story_of(copy_entries(old.state, "Copy", old.rules, old.book))
    assert [one.profile for one in team.state.ninja] == [
        one.profile for one in old.state.ninja
    ]
    assert (team.state.ninja[0].name, team.state.ninja[0].xp) == ("Boss", 0)
    assert team.codes() == set()


def test_the_market_holds_the_clan_and_the_ronin_the_league_lets_in() -> None:
    assert len(list_hireable(Story().state, book())) == 8 + 18
    extra = Story(ronin_allowed="all_with_extra")
    assert len(list_hireable(extra.state, book())) == 8 + 32
    assert len(list_hireable(Story(ronin_allowed="none").state, book())) == 8
    pooled = registered(ronin_allowed="pool", ronin_pool=2)
    pooled.write(e.RoninOffered(profiles=(ProfileSlug("benkei"),)))
    assert len(list_hireable(pooled.state, book())) == 8 + 1


def test_an_offer_says_how_many_there_are_and_what_speaks_against_more() -> None:
    story = Story(starting_koban=45)
    story.recruit_minimum()
    found = {one.profile.slug: one for one in list_offers(story.state, book())}
    kaiken = found[ProfileSlug("tora-kaiken")]
    assert (kaiken.held, kaiken.least, kaiken.most) == (2, 2, 4)
    assert [one.code for one in kaiken.reasons] == ["not-enough-koban"]
    assert {one.code for one in found[ProfileSlug("tora-chunin")].reasons} == {
        "above-maximum",
        "not-enough-koban",
    }
    rich = Story()
    rich.recruit_minimum()
    open_ = {one.profile.slug for one in list_offers(rich.state, book()) if one.is_open}
    assert "tora-kaiken" in open_
    assert "tora-chunin" not in open_
