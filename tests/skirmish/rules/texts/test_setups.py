"""Set-ups, with their teams, figures and grounds, as text and back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from challenges.catalogue import shelf
from kernel.elements import Element
from kernel.errors import Refusal, Unreadable
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Base, RangedAttack
from skirmish.rules.ground import Ground
from skirmish.rules.setup import FigureSetup, GameSetup, figure_from
from skirmish.rules.texts.document import Document, Line
from skirmish.rules.texts.drawings import is_same
from skirmish.rules.texts.figures import read_figure, written_figure
from skirmish.rules.texts.setups import read_setup, written_setup
from tests.skirmish.cast import (
    at,
    chunin,
    drawn_ground,
    ninja,
    plain_ground,
    setup_for,
    spaces,
)

HEAD = "challenge: brawl\nground: plain\n"
TEAMS = "[team A]\na1 tora-kaiken\n[team B]\nb1 ika-kaiken\n"


def read(text: str) -> GameSetup:
    return read_setup(Document(text), shelf())


def again(setup: GameSetup) -> GameSetup:
    return read("\n".join(written_setup(setup, shelf())))


def fault(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(text)
    return caught.value


def test_a_set_up_survives_being_written_and_read() -> None:
    setup = setup_for(
        (chunin("Ken “the Claw”", at=4, abilities=("pounce",)), ninja(healing=True)),
        (ninja(large=True, ranged=RangedAttack(range=5, at_bonus=2)),),
        (ninja(affinities=("air", "void"), keywords=("nimble", "leap")),),
        ground=drawn_ground("castle-town"),
        is_league=False,
        initiative="janken",
        sides=(0, 1, 0),
        rerolls=(0, 2, 0, 0),
        moon_powers=(1, 0, 0, 0),
        all_stars=(2, 1, 1, 1),
        extra_rounds=3,
        has_last_upkeep=False,
    )
    copy = again(setup)
    assert copy.seats == setup.seats
    assert copy.challenge.slug == "brawl"
    assert (copy.initiative, copy.is_league) == ("janken", False)
    assert (copy.extra_rounds, copy.has_last_upkeep) == (3, False)
    assert is_same(copy.ground, setup.ground)


@pytest.mark.parametrize("slug", sorted(catalogue().profiles))
def test_every_profile_needs_no_more_than_its_name(slug: str) -> None:
    figure = figure_from(catalogue().profiles[slug])
    line = written_figure(figure, "a1", catalogue())
    assert len(line.split('"')) == 3
    assert line.endswith('"')
    assert read_figure(Line(1, line), "a1", catalogue()) == figure


figures = st.builds(
    replace,
    st.sampled_from([figure_from(p) for p in catalogue().profiles.values()]),
    name=st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    mv=st.integers(0, 12),
    at=st.integers(0, 12),
    df=st.integers(0, 12),
    base=st.sampled_from(Base),
    affinities=st.lists(st.sampled_from(Element), min_size=1, max_size=3).map(tuple),
    keywords=st.lists(st.sampled_from(sorted(catalogue().keywords))).map(tuple),
    abilities=st.lists(
        st.sampled_from([*catalogue().abilities.values()]), max_size=2
    ).map(tuple),
    reference=st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    starts_in_healing_house=st.booleans(),
    ranged=st.none() | st.builds(RangedAttack, range=st.integers(1, 9)),
)


@settings(max_examples=60)
@given(figures)
def test_any_figure_survives_being_written_and_read(figure: FigureSetup) -> None:
    line = written_figure(figure, "b7", catalogue())
    assert read_figure(Line(1, line), "b7", catalogue()) == figure


def test_with_adds_keywords_and_abilities_to_those_of_the_profile() -> None:
    setup = read(
        HEAD
        + "[team A]\na1 tora-kunoichi with=nimble,pounce\n[team B]\nb1 ika-kaiken\n"
    )
    fresh = figure_from(catalogue().profiles["tora-kunoichi"])
    figure = setup.seats[0].figures[0]
    assert figure.keywords == (*fresh.keywords, "nimble")
    assert [ability.slug for ability in figure.abilities][-1] == "pounce"


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        ("a2 tora-kaiken", "next figure is a1"),
        ("a1", "needs a profile"),
        ("a1 dragon", "no profile “dragon”"),
        ("a1 tora-kaiken keywords=flying", "no keyword “flying”"),
        ("a1 tora-kaiken abilities=flying", "no ability “flying”"),
        ("a1 tora-kaiken with=flying", "no keyword or ability “flying”"),
        ("a1 tora-kaiken affinities=wood", "no element “wood”"),
        ("a1 tora-kaiken affinities=none", "at least one affinity"),
        ("a1 tora-kaiken at=many", "“many” is no number"),
        ("a1 tora-kaiken at=3 at=4", "said twice"),
        ("a1 tora-kaiken base=huge", "no base “huge”"),
        ("a1 tora-kaiken type=sentry", "no type “sentry”"),
        ("a1 tora-kaiken ranged={}", "no ranged attack"),
        ("a1 tora-kaiken ranged=far", "“far” is no number"),
        ("a1 tora-kaiken tall", "“tall” says nothing"),
        ('a1 tora-kaiken "Ken', "not a name in double quotes"),
        ("a1 tora-kaiken name=Ken", "not a name in double quotes"),
        ("score: 3", "says nothing about a team"),
    ],
)
def test_a_line_that_describes_no_figure_is_refused(figure: str, words: str) -> None:
    problem = fault(f"{HEAD}[team A]\n{figure}\n[team B]\nb1 ika-kaiken\n")
    assert problem.line == 4
    assert words in problem.sentence


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"ground: plain\n{TEAMS}", 1, "“challenge:” is missing"),
        (f"challenge: chess\nground: plain\n{TEAMS}", 1, "no challenge “chess”"),
        (f"challenge: brawl\nground: sea\n{TEAMS}", 2, "no ground “sea”"),
        (f"{HEAD}initiative: dice\n{TEAMS}", 3, "no initiative “dice”"),
        (f"{HEAD}league: maybe\n{TEAMS}", 3, "no league “maybe”"),
        (f"{HEAD}[team A]\na1 tora-kaiken\n", 1, "[team A] and [team B]"),
        (f"{HEAD}{TEAMS}[team D]\nd1 ika-kaiken\n", 7, "then C and D"),
        (f"{HEAD}[team A]\n[team B]\nb1 ika-kaiken\n", 3, "no figures"),
        (f"{HEAD}{TEAMS}rerolls: 2\nrerolls: 1\n", 8, "twice"),
    ],
)
def test_a_text_that_describes_no_set_up_is_refused_with_its_line(
    text: str, line: int, words: str
) -> None:
    problem = fault(text)
    assert problem.line == line
    assert words in problem.sentence


def test_ten_figures_are_too_many() -> None:
    many = "".join(f"a{n} tora-kaiken\n" for n in range(1, 11))
    problem = fault(f"{HEAD}[team A]\n{many}[team B]\nb1 ika-kaiken\n")
    assert problem.line == 13


def test_a_challenge_may_refuse_its_set_up() -> None:
    third = "[team C]\nc1 ika-kaiken\n"
    text = f"challenge: intercept-the-messenger\nground: plain\n{TEAMS}{third}"
    assert "two sides" in fault(text).sentence


# --- drawn grounds ---------------------------------------------------------------
def test_a_drawing_begins_in_the_south_west() -> None:
    ground = read(HEAD + '[ground]\n^#\n~%"x\n' + TEAMS).ground
    assert ground.rough == spaces("A1 C1")
    assert ground.obscuring == spaces("B1 C1 B2")
    assert ground.foliage == spaces("C1")
    assert ground.elevated == spaces("A2 B2")
    assert not ground.enterable >> at("D1") & 1
    assert ground.elements == (spaces("A2 B2"),)


def test_elements_and_deployment_can_be_drawn_too() -> None:
    text = "[ground]\n^^\n\n[elements]\nAB\n[deployment]\nSS.N\n"
    ground = read(HEAD + text + TEAMS).ground
    assert ground.elements == (spaces("A1"), spaces("B1"))
    assert ground.deployment == (spaces("D1"), 0, spaces("A1 B1"), 0)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[ground]\n..?\n", 4, "“?” is no terrain"),
        ("[ground]\n" + "." * 21, 4, "more than 20 spaces"),
        ("[ground]\n" + ".\n" * 21, 24, "more than 20 rows"),
        ("[ground]\n^.\n[elements]\n.A\n", 6, "nothing is elevated"),
        ("[ground]\n^^\n[elements]\nA.\n", 6, "belongs to an element"),
        ("[ground]\n..\n[deployment]\nQ.\n", 6, "none of N, E, S, W"),
    ],
)
def test_a_bad_drawing_is_refused_with_its_line(
    text: str, line: int, words: str
) -> None:
    problem = fault(HEAD + text + "\n" + TEAMS)
    assert problem.line == line
    assert words in problem.sentence


def test_a_drawn_ground_survives_being_written_and_read() -> None:
    ground = plain_ground(
        rough="E5", obscuring="F6 G6", foliage="A1", elevated="G6 H9 T20"
    )
    setup = setup_for((ninja(),), (ninja(),), ground=ground)
    assert is_same(again(setup).ground, ground)


def test_what_no_text_can_say_is_not_written() -> None:
    strange = plain_ground(rough="E5", elevated="E5")
    with pytest.raises(Refusal, match="no letter stands for"):
        written_setup(setup_for((ninja(),), (ninja(),), ground=strange), shelf())
    nobody = replace(ninja(), profile="nobody")
    with pytest.raises(Refusal, match="not in the rulebook"):
        written_setup(setup_for((nobody,), (ninja(),)), shelf())
    setup = setup_for((ninja(),), (ninja(),))
    other = replace(setup, book=replace(setup.book, hand_limit=9))
    with pytest.raises(Refusal, match="another rulebook"):
        written_setup(other, shelf())


def test_a_ground_of_the_rulebook_is_told_from_one_that_borrows_its_name() -> None:
    ground = drawn_ground("moon-garden")
    forged = Ground(
        slug="moon-garden", name="Moon Garden", deployment=ground.deployment
    )
    setup = setup_for((ninja(),), (ninja(),), ground=forged)
    assert is_same(again(setup).ground, forged)
