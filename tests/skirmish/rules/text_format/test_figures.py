"""Figures of a team, one line each."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.elements import Element
from kernel.errors import Unreadable
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Base, RangedAttack
from skirmish.rules.setup import FigureSetup, figure_from
from skirmish.rules.text_format.document import Line
from skirmish.rules.text_format.figures import read_figure, write_figure


def figure_of(line: str) -> FigureSetup:
    return read_figure(Line(4, line), "a1", catalogue())


@pytest.mark.parametrize("slug", sorted(catalogue().profiles))
def test_every_profile_needs_no_more_than_its_name(slug: str) -> None:
    figure = figure_from(catalogue().profiles[slug])
    line = write_figure(figure, "a1", catalogue())
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
    learns=st.booleans(),
    ranged=st.none() | st.builds(RangedAttack, range=st.integers(1, 9)),
)


@settings(max_examples=60)
@given(figures)
def test_any_figure_survives_being_written_and_read(figure: FigureSetup) -> None:
    line = write_figure(figure, "b7", catalogue())
    assert read_figure(Line(1, line), "b7", catalogue()) == figure


def test_with_adds_keywords_and_abilities_to_those_of_the_profile() -> None:
    figure = figure_of("a1 tora-kunoichi with=nimble,pounce")
    fresh = figure_from(catalogue().profiles["tora-kunoichi"])
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
        ("a1 tora-kaiken at=many", "“many” is not a number"),
        ("a1 tora-kaiken at=3 at=4", "appears twice"),
        ("a1 tora-kaiken base=huge", "no base “huge”"),
        ("a1 tora-kaiken type=sentry", "no type “sentry”"),
        ("a1 tora-kaiken ranged={}", "not a valid ranged attack"),
        ("a1 tora-kaiken ranged=far", "“far” is not a number"),
        ("a1 tora-kaiken tall", "“tall” does not describe"),
        ('a1 tora-kaiken "Ken', "not a name in double quotes"),
        ("a1 tora-kaiken name=Ken", "not a name in double quotes"),
    ],
)
def test_a_line_that_describes_no_figure_is_refused(figure: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        figure_of(figure)
    assert caught.value.line == 4
    assert words in caught.value.sentence
