"""Koban and ninja that change hands where a league allows it."""

from __future__ import annotations

import pytest

from kernel.errors import Refusals
from kernel.ids import NinjaId
from teams.rules.roster.readiness import open_game
from teams.rules.roster.trades import trade
from tests.ledger import rule
from tests.teams.rules.story import Story, book, registered

KAIKEN = NinjaId(2)


def trader(clan: str = "tora") -> Story:
    return registered(clan, allow_trades=True, starting_koban=200)


def refused(one: Story, other: Story, **what: object) -> set[str]:
    with pytest.raises(Refusals) as caught:
        trade(one.state, other.state, book=book(), **what)  # type: ignore[arg-type]
    return {part.code for part in caught.value.parts}


@rule("REV-08")
def test_without_the_leagues_leave_neither_koban_nor_ninja_change_hands() -> None:
    assert refused(registered(), trader(), one_pays=5) == {"no-trades"}


@rule("REV-08")
def test_where_trades_are_allowed_koban_and_ninja_go_over_with_what_they_know() -> None:
    one, other = trader(), trader()
    sold = one.recruit("tora-oni")
    one.correct(ninja=sold, xp=9)
    before = (one.koban, other.koban)
    first, second = trade(
        one.state, other.state, book=book(), one_gives=(sold,), one_pays=-12
    )
    one.write(first)
    other.write(second)
    assert (one.koban, other.koban) == (before[0] + 12, before[1] - 12)
    assert not one.state.holds(sold)
    bought = other.state.ninja[-1]
    assert (bought.profile, bought.xp, bought.price) == ("tora-oni", 9, 18)
    assert other.refold() == other.state


def test_a_trade_leaves_both_teams_legal() -> None:
    one, other = trader(), trader("ika")
    sold = one.recruit("tora-oni")
    assert refused(one, other, one_gives=(sold,)) == {"foreign-clan"}
    assert refused(one, trader(), one_gives=(KAIKEN,)) == {"below-minimum"}


def test_nobody_pays_what_it_does_not_have_or_gives_whom_it_does_not_know() -> None:
    one, other = trader(), trader()
    assert refused(one, other, one_pays=one.koban + 1) == {"not-enough-koban"}
    with pytest.raises(Exception, match="not on the team"):
        trade(one.state, other.state, book=book(), one_gives=(NinjaId(9),))


def test_locked_rosters_do_not_trade() -> None:
    one, other = trader(), trader()
    other.write(open_game(other.state, book(), match="m"))
    assert refused(one, other, one_pays=1) == {"roster-locked"}
