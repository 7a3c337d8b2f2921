"""The scroll shows what the paper one shows."""

from __future__ import annotations

from kernel.elements import Element
from kernel.ids import NinjaId
from rulebook.rules.entries import Advance
from teams.rules.journal import entries as e
from teams.rules.roster.scroll import scroll
from teams.rules.state import Raise
from tests.ledger import rule
from tests.teams.rules.growing import grown, learn, throw
from tests.teams.rules.story import registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)


@rule("SCROLL-01")
def test_its_head_holds_team_owner_rating_clan_league_and_treasury() -> None:
    story = registered("ika")
    story.write(e.Renamed(name="Eight Arms"), e.LeagueEntered(league="Go Ninja Go"))
    page = scroll(story.state, story.book, owner="Deke")
    assert (page.team, page.owner, page.league) == ("Eight Arms", "Deke", "Go Ninja Go")
    assert (page.clan_name, page.koban) == ("Ika", story.koban)
    assert page.rating.rating == story.rating


@rule("SCROLL-02", "TEAM-10")
def test_each_row_holds_name_type_numbers_affinity_abilities_xp_and_koban() -> None:
    story = registered()
    story.write(e.NinjaRenamed(ninja=CHUNIN, name="Fire Claw"))
    story.correct(ninja=CHUNIN, xp=5)
    row = scroll(story.state, story.book).rows[0]
    assert (row.display_name, row.type) == ("Fire Claw", "chunin")
    assert (row.mv, row.at, row.df) == (5, 4, 3)
    assert row.affinities == (Element.FIRE,)
    assert [one.name for one in row.abilities] == ["Pounce"]
    assert [one.name for one in row.keywords] == ["Close Combat Master", "Fire Mastery"]
    assert (row.xp, row.koban, row.level, row.next_level_at) == (
        5,
        20,
        "New Recruit",
        8,
    )


@rule("TEAM-10")
def test_every_recruit_stands_on_the_scroll_with_its_profile() -> None:
    story = registered(starting_koban=300)
    for profile in ("tora-oni", "ryu", "benkei"):
        story.recruit(profile)
    rows = scroll(story.state, story.book).rows
    assert len(rows) == len(story.state.ninja)
    for row in rows:
        profile = story.book.profiles[row.profile]
        assert (row.mv, row.at, row.df) == (profile.mv, profile.at, profile.df)
        assert {one.slug for one in profile.abilities} <= {
            one.slug for one in row.abilities
        }
        assert row.ranged == profile.ranged


@rule("SCROLL-04")
def test_every_advance_is_recorded_on_the_scroll() -> None:
    story = grown(22)
    throw(story, "fire", "fire")
    story.write(e.AdvancementChosen(ninja=KAIKEN, growth=Raise(attribute=Advance.AT)))
    row = scroll(story.state, story.book).rows[1]
    assert (row.at, row.raised[Advance.AT]) == (4, 1)
    assert (row.advancements, row.advancements_pending) == (2, 1)
    throw(story, "spirit", "fire")
    learn(story, "focus")
    row = scroll(story.state, story.book).rows[1]
    assert [one.name for one in row.keywords] == ["Focus"]
    assert row.advancements_pending == 0


def test_heroes_and_ronin_have_no_level_and_ronin_an_upkeep() -> None:
    story = registered()
    story.recruit("benkei")
    page = scroll(story.state, story.book)
    row = page.rows[-1]
    assert (row.level, row.next_level_at, row.upkeep) == ("", None, 5)
    assert page.upkeep_due == 5


def test_it_shows_what_is_wrong_and_who_is_away() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, games_to_miss=2, starts_in_healing_house=True)
    story.write(e.Dismissed(ninja=NinjaId(3), refund=0))
    page = scroll(story.state, story.book)
    assert [one.code for one in page.violations] == ["below-minimum"]
    assert (page.rows[1].games_to_miss, page.rows[1].starts_in_healing_house) == (
        2,
        True,
    )
