"""The small changes that entries are made of."""

from __future__ import annotations

import pytest

from kernel.ids import NinjaId
from teams.rules.journal.state_changes import (
    NotEnoughKoban,
    with_koban,
    with_ninja,
    without_ninja,
)
from teams.rules.state import NinjaState
from tests.teams.rules.story import Story, registered


def test_a_draft_may_overspend_and_a_team_may_not() -> None:
    assert with_koban(Story().state, -101).koban == -1
    with pytest.raises(NotEnoughKoban) as caught:
        with_koban(registered().state, -61)
    assert caught.value.short_by == 1
    assert with_koban(registered(allow_debt=True).state, -61).koban == -1


def test_income_is_taken_even_in_debt() -> None:
    state = with_koban(registered(allow_debt=True).state, -70)
    assert with_koban(state, 3).koban == -7


def test_numbers_of_ninja_are_positive_and_their_own() -> None:
    state = registered().state
    for number in (0, 1):
        with pytest.raises(
            Exception, match="Another ninja on this team already has number"
        ):
            with_ninja(state, NinjaState(id=NinjaId(number), profile="p", price=1))  # type: ignore[arg-type]


def test_who_left_is_remembered_only_where_it_matters() -> None:
    state = registered().state
    ninja = state.ninja[0]
    assert without_ninja(state, ninja, is_remembered=False).departures == ()
    assert len(without_ninja(state, ninja, is_remembered=True).departures) == 1
