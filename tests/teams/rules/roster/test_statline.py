"""Advances laid over a profile."""

from __future__ import annotations

import pytest

from kernel.elements import Element
from kernel.errors import Refusal
from kernel.ids import AbilitySlug, KeywordSlug, NinjaId, ProfileSlug
from rulebook.rules.entries import Advance
from teams.rules.roster.statline import profile_of, statline
from teams.rules.state import Attune, Learn, NinjaState, Raise
from tests.teams.rules.story import book

PROFILE = ProfileSlug("tora-chunin")


def ninja(**what: object) -> NinjaState:
    return NinjaState(id=NinjaId(1), profile=PROFILE, price=20, **what)  # type: ignore[arg-type]


def test_without_advances_the_profile_stands() -> None:
    line = statline(ninja(), profile_of(book(), PROFILE))
    assert (line.mv, line.at, line.df) == (5, 4, 3)
    assert line.affinities == (Element.FIRE,)
    assert line.keywords == ("close-combat-master", "fire-mastery")
    assert line.abilities == ()
    assert set(line.raised.values()) == {0}


def test_advances_are_added_each_to_its_own() -> None:
    grown = ninja(
        growth=(
            Raise(attribute=Advance.MV),
            Raise(attribute=Advance.MV),
            Raise(attribute=Advance.DF),
            Attune(element=Element.WATER),
            Learn(keyword=KeywordSlug("focus")),
        ),
        abilities=(AbilitySlug("tiger-strike"),),
    )
    line = statline(grown, profile_of(book(), PROFILE))
    assert (line.mv, line.at, line.df) == (7, 4, 4)
    assert line.attribute(Advance.MV) == 7
    assert line.raised == {Advance.MV: 2, Advance.AT: 0, Advance.DF: 1}
    assert line.affinities == (Element.FIRE, Element.WATER)
    assert line.keywords[-1] == "focus"
    assert [one.slug for one in line.abilities] == ["tiger-strike"]


def test_printed_abilities_are_there_without_being_chosen() -> None:
    oni = ProfileSlug("kitsune-oni")
    one = NinjaState(id=NinjaId(1), profile=oni, price=19)
    line = statline(one, profile_of(book(), oni))
    assert [ability.slug for ability in line.abilities] == ["spirit-senses"]


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(Refusal, match="no profile called samurai"):
        profile_of(book(), ProfileSlug("samurai"))
