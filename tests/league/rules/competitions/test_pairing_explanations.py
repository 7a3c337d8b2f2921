"""Pairings explain themselves, and overrides have their price told."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from league.rules.competitions.pairing_explanations import (
    bye_reasons,
    pairing_reasons,
    price_of_override,
    swap,
)
from league.rules.competitions.pairing_weights import Level, prepare, weigh
from league.rules.competitions.results import Planned
from league.rules.competitions.swiss import pair_round
from tests.league.rules.entrants import drawn, entrant, entrants, numbers, pairings
from tests.league.rules.games import SEED, entry, game


def test_who_floats_is_told_with_the_reason() -> None:
    alone = drawn(entrants(6, 3, 3, 0))
    assert pairing_reasons(alone, entry(1), entry(2))[0] == (
        "Ayame floats down from 6 points to meet Botan with 3: nobody else has"
        " 6 points."
    )
    odd = drawn(entrants(6, 6, 6, 3))
    assert (
        "an odd number of teams has 6 points"
        in (pairing_reasons(odd, entry(3), entry(4))[0])
    )
    barred = drawn(entrants(6, 6, 3, 3), game((1, 1), (2, 1)))
    assert (
        "it may not meet anybody else with 6 points, or has already"
        in (pairing_reasons(barred, entry(4), entry(2))[0])
    )
    forced = drawn(entrants(6, 6, 3, 3))
    assert (
        "teams further apart would have to meet"
        in (pairing_reasons(forced, entry(1), entry(3))[0])
    )


def test_a_rematch_that_is_avoided_is_named() -> None:
    draw = drawn(entrants(3, 3, 3, 3), game((1, 1), (2, 1)))
    assert pairing_reasons(draw, entry(1), entry(3)) == (
        "Both have 3 points.",
        "Another game of Ayame with Botan is avoided.",
    )


def test_a_rematch_that_could_not_be_avoided_is_owned_up_to() -> None:
    draw = drawn(entrants(3, 3), game((1, 1), (2, 1)))
    assert pairing_reasons(draw, entry(1), entry(2))[1] == (
        "They have met once before, and no better round avoids it."
    )


def test_who_is_kept_apart_and_why() -> None:
    draw = drawn(entrants(3, 3, 3, 3), apart=[(1, 2)])
    assert "Ayame does not meet Botan: the ninja master keeps them apart." in (
        pairing_reasons(draw, entry(1), entry(3))
    )


def test_two_of_one_club_hear_why_they_meet_all_the_same() -> None:
    draw = drawn([entrant(1, club="Kites"), entrant(2, club="Kites")])
    assert "Both are of Kites" in pairing_reasons(draw, entry(1), entry(2))[-1]


def test_a_bye_is_explained() -> None:
    teams = [entrant(1, points=3, byes=1), entrant(2, points=3), entrant(3, points=0)]
    draw = drawn(teams)
    assert "has had 1 bye; giving it to another" in bye_reasons(draw, entry(1))[1]
    assert bye_reasons(draw, entry(2))[1] == (
        "Botan had no bye yet, and its bye leaves the others the best games."
    )
    assert "has the fewest points of those, 0." in bye_reasons(draw, entry(3))[1]


def test_two_teams_change_places() -> None:
    round_ = pairings((1, 2), (3, 4), (5,))
    assert numbers(swap(round_, entry(2), entry(5))) == [(1, 5), (3, 4), (2,)]
    with pytest.raises(Refusal, match="two different teams"):
        swap(round_, entry(2), entry(2))
    with pytest.raises(Refusal, match="two different teams"):
        swap(round_, entry(2), entry(8))


def test_what_was_drawn_and_not_played_is_a_meeting_and_told_as_what_it_is() -> None:
    waiting = [Planned(number=9, entries=(entry(1), entry(2)))]
    played = [game((1, 1), (2, 0)), game((1, 1), (2, 0))]
    for results, told in (
        ([], "were drawn together once {} and have not played"),
        (
            played,
            "have met twice {} and were drawn together once {} and have not played",
        ),
    ):
        draw = prepare(
            entrants(3, 3, 3, 3), results, SeededDice(SEED), unplayed=waiting
        )
        assert weigh(draw, entry(1), entry(2))[Level.REMATCH] == len(results) + 1
        assert pairing_reasons(draw, entry(1), entry(2))[1] == (
            f"They {told.format(*['before'] * 2)}, and no better round avoids it."
        )
        best = pairings((1, 3), (2, 4))
        price = price_of_override(draw, best, swap(best, entry(2), entry(3))).price
        assert f"Ayame and Botan {told.format(*['already'] * 2)}." in price
        assert not {frozenset({1, 2})} & {
            frozenset(o.entries) for o in pair_round(draw)
        }


def test_an_override_tells_its_price_gravest_first() -> None:
    draw = drawn(entrants(6, 6, 3, 3), game((1, 1), (3, 1)), apart=[(2, 4)])
    best = pairings((1, 2), (3, 4))
    found = price_of_override(draw, best, swap(best, entry(2), entry(3)))
    assert found.price == (
        "More pairings that must not be: +1.",
        "More meetings that are repeated: +1.",
        "More squared distance in league points: +18.",
        "Ayame and Chidori have met once already.",
        "Ayame and Chidori are 3 league points apart.",
        "Botan and Daiko must not meet: the ninja master keeps them apart.",
        "Botan and Daiko are 3 league points apart.",
    )
    assert found.is_forbidden
    assert not found.is_better


def test_a_better_round_says_so_and_an_equal_one_too() -> None:
    draw = drawn(entrants(6, 6, 3, 3))
    best, worse = pairings((1, 2), (3, 4)), pairings((1, 3), (2, 4))
    found = price_of_override(draw, worse, best)
    assert found.is_better
    assert found.price == ("Less squared distance in league points: -18.",)
    level = drawn(entrants(3, 3, 3, 3))
    assert price_of_override(level, best, worse).price == (
        "It is as good; only chance had chosen otherwise.",
    )


def test_a_second_bye_has_its_price() -> None:
    teams = [entrant(1, byes=1), entrant(2), entrant(3)]
    found = price_of_override(
        drawn(teams), pairings((1, 2), (3,)), pairings((3, 2), (1,))
    )
    assert found.price == (
        "More byes for a team that had one before others: +1.",
        "Ayame would have another bye before everybody had one.",
    )


def test_an_override_leaves_nobody_out_and_names_nobody_twice() -> None:
    draw = drawn(entrants(0, 0, 0, 0))
    best = pairings((1, 2), (3, 4))
    for wanted in (pairings((1, 2)), pairings((1, 2), (3, 1)), pairings((1, 2, 3, 4))):
        with pytest.raises(Refusal, match="plays once"):
            price_of_override(draw, best, wanted)
