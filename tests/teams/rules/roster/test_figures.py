"""A scroll becomes figures."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.elements import Element
from rulebook.rules.entries import Advance, Base, NinjaType
from teams.rules.journal.entries import LoanJoined
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.figures import build_figure, build_seat
from teams.rules.roster.underdog import help_for
from teams.rules.state import Attune, Learn, Raise
from tests.ledger import rule
from tests.teams.rules.story import Story, book, house_rules, registered


def test_a_fresh_ninja_stands_as_its_profile_has_it() -> None:
    story = registered()
    kaiken = story.book.profiles["tora-kaiken"]
    ninja = next(n for n in story.state.ninja if n.profile == kaiken.slug)
    figure = build_figure(ninja, book())
    assert (figure.mv, figure.at, figure.df) == (kaiken.mv, kaiken.at, kaiken.df)
    assert figure.affinities == kaiken.affinities
    assert figure.keywords == kaiken.keywords
    assert figure.type is NinjaType.KAIKEN
    assert figure.base is Base.SMALL
    assert (figure.reference, figure.name) == (str(ninja.id), kaiken.name)
    assert figure.learns
    assert not figure.starts_in_healing_house


def test_advances_corrections_and_the_own_name_go_along() -> None:
    story = registered()
    grown = replace(
        story.state.ninja[-1],
        name="Kenji",
        growth=(
            Raise(attribute=Advance.AT),
            Raise(attribute=Advance.MV),
            Attune(element=Element.WATER),
            Learn(keyword="nimble"),
        ),
        keywords_granted=("focus",),
        starts_in_healing_house=True,
    )
    profile = story.book.profiles[grown.profile]
    figure = build_figure(grown, book())
    assert (figure.mv, figure.at, figure.df) == (
        profile.mv + 1,
        profile.at + 1,
        profile.df,
    )
    assert figure.affinities[-1] is Element.WATER
    assert figure.keywords[-2:] == ("nimble", "focus")
    assert figure.name == "Kenji"
    assert figure.starts_in_healing_house
    assert not build_figure(
        grown, book(), standing=MatchType.FRIENDLY
    ).starts_in_healing_house


def test_of_several_abilities_only_the_chosen_one_goes_along() -> None:
    story = Story("tora")
    chunin = story.recruit("tora-chunin", abilities=("pounce",))
    madoushi = story.recruit("tora-madoushi", abilities=("volcano-pots",))
    for ninja, ability in ((chunin, "pounce"), (madoushi, "volcano-pots")):
        profile = story.book.profiles[story.ninja(ninja).profile]
        figure = build_figure(story.ninja(ninja), book())
        others = {one.slug for one in profile.ability_options} - {ability}
        slugs = {one.slug for one in figure.abilities}
        assert ability in slugs
        assert not slugs & others


@rule("XP-09")
def test_heroes_and_ronin_bring_the_keyword_that_bars_them_from_learning() -> None:
    story = Story("tora", starting_koban=500)
    for profile, keyword in (("ryu", "hero"), ("benkei", "ronin")):
        figure = build_figure(story.ninja(story.recruit(profile)), book())
        assert keyword in figure.keywords


def test_a_bow_and_a_large_base_go_along() -> None:
    story = Story("tora", starting_koban=500)
    yajiri = build_figure(story.ninja(story.recruit("tora-yajiri")), book())
    oni = build_figure(story.ninja(story.recruit("tora-oni")), book())
    assert yajiri.ranged == story.book.profiles["tora-yajiri"].ranged
    assert yajiri.ranged is not None
    assert oni.base is Base.LARGE


def test_whoever_misses_games_sits_out_unless_it_is_a_friendly() -> None:
    story = registered()
    absent = story.state.ninja[0].id
    story.correct(ninja=absent, games_to_miss=1)
    league = build_seat(story.state, book())
    assert str(absent) not in {figure.reference for figure in league.figures}
    assert len(league.figures) == len(story.state.ninja) - 1
    friendly = build_seat(story.state, book(), standing=MatchType.FRIENDLY)
    assert len(friendly.figures) == len(story.state.ninja)


def test_who_is_lent_plays_and_learns_nothing() -> None:
    story = registered()
    story.write(LoanJoined(ninja=story.state.next_id, profile="tora-kaiken"))
    *others, lent = build_seat(story.state, book()).figures
    assert not lent.learns
    assert all(figure.learns for figure in others)


@rule("UNDERDOG-02", "UNDERDOG-05", "UNDERDOG-08")
def test_an_underdog_comes_with_its_tokens() -> None:
    story = registered()
    helped = help_for(12, house_rules(), book())
    seat = build_seat(story.state, book(), help_given=helped)
    assert (seat.rerolls, seat.moon_powers, seat.all_stars) == (12, 1, 3)
    plain = build_seat(story.state, book())
    assert (plain.rerolls, plain.moon_powers, plain.all_stars) == (0, 0, 1)
