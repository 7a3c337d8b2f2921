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
from league.rules.competitions.results import UnplayedGame
from league.rules.competitions.swiss import pair_round
from tests.league.rules.entrants import drawn, entrant, entrants, numbers, pairings
from tests.league.rules.games import SEED, entry, game


def test_who_floats_is_told_with_the_reason() -> None:
    alone = drawn(entrants(6, 3, 3, 0))
    assert pairing_reasons(alone, entry(1), entry(2))[0] == (
        "Ayame (6 points) meets Botan (3) because no other team has 6 points."
    )
    odd = drawn(entrants(6, 6, 6, 3))
    assert (
        "an odd number of teams has 6 points"
        in (pairing_reasons(odd, entry(3), entry(4))[0])
    )
    barred = drawn(entrants(6, 6, 3, 3), game((1, 1), (2, 1)))
    assert (
        "it cannot meet any other team with 6 points, or has already met them all"
        in (pairing_reasons(barred, entry(4), entry(2))[0])
    )
    forced = drawn(entrants(6, 6, 3, 3))
    assert (
        "any other round would be less even"
        in (pairing_reasons(forced, entry(1), entry(3))[0])
    )


def test_a_rematch_that_is_avoided_is_named() -> None:
    draw = drawn(entrants(3, 3, 3, 3), game((1, 1), (2, 1)))
    assert pairing_reasons(draw, entry(1), entry(3)) == (
        "Both have 3 points.",
        "Ayame has already met Botan.",
    )


def test_a_rematch_that_could_not_be_avoided_is_owned_up_to() -> None:
    draw = drawn(entrants(3, 3), game((1, 1), (2, 1)))
    assert pairing_reasons(draw, entry(1), entry(2))[1] == (
        "They have already met once. Keeping them apart would make the round less even."
    )


def test_who_is_kept_apart_and_why() -> None:
    draw = drawn(entrants(3, 3, 3, 3), apart=[(1, 2)])
    assert "Ayame cannot meet Botan: the ninja master keeps them apart." in (
        pairing_reasons(draw, entry(1), entry(3))
    )


def test_two_of_one_club_hear_why_they_meet_all_the_same() -> None:
    draw = drawn([entrant(1, club="Kites"), entrant(2, club="Kites")])
    assert "Both play at Kites" in pairing_reasons(draw, entry(1), entry(2))[-1]


def test_a_bye_is_explained() -> None:
    teams = [entrant(1, points=3, byes=1), entrant(2, points=3), entrant(3, points=0)]
    draw = drawn(teams)
    assert (
        "has already had 1 bye. Giving the bye to another"
        in bye_reasons(draw, entry(1))[1]
    )
    assert bye_reasons(draw, entry(2))[1] == (
        "Botan has had no bye yet, and this leaves the best pairings for the other"
        " teams."
    )
    assert (
        "has the fewest points (0) of the teams with no bye yet."
        in bye_reasons(draw, entry(3))[1]
    )


def test_two_teams_change_places() -> None:
    round_ = pairings((1, 2), (3, 4), (5,))
    assert numbers(swap(round_, entry(2), entry(5))) == [(1, 5), (3, 4), (2,)]
    with pytest.raises(Refusal, match="two different teams"):
        swap(round_, entry(2), entry(2))
    with pytest.raises(Refusal, match="two different teams"):
        swap(round_, entry(2), entry(8))


def test_what_was_drawn_and_not_played_is_a_meeting_and_told_as_what_it_is() -> None:
    waiting = [UnplayedGame(number=9, entries=(entry(1), entry(2)))]
    played = [game((1, 1), (2, 0)), game((1, 1), (2, 0))]
    for results, told in (
        ([], ["have been drawn together once without playing."]),
        (
            played,
            [
                "have already met twice.",
                "have been drawn together once without playing.",
            ],
        ),
    ):
        draw = prepare(
            entrants(3, 3, 3, 3), results, SeededDice(SEED), unplayed=waiting
        )
        assert weigh(draw, entry(1), entry(2))[Level.REMATCH] == len(results) + 1
        assert pairing_reasons(draw, entry(1), entry(2))[1 : 1 + len(told)] == tuple(
            f"They {one} Keeping them apart would make the round less even."
            for one in told
        )
        best = pairings((1, 3), (2, 4))
        price = price_of_override(draw, best, swap(best, entry(2), entry(3))).price
        assert {f"Ayame and Botan {one}" for one in told} <= set(price)
        assert not {frozenset({1, 2})} & {
            frozenset(o.entries) for o in pair_round(draw)
        }


def test_an_override_tells_its_price_gravest_first() -> None:
    draw = drawn(entrants(6, 6, 3, 3), game((1, 1), (3, 1)), apart=[(2, 4)])
    best = pairings((1, 2), (3, 4))
    found = price_of_override(draw, best, swap(best, entry(2), entry(3)))
    assert found.price == (
        "Pairings that are not allowed: +1.",
        "Repeated meetings: +1.",
        "Distance in league points (squared): +18.",
        "Ayame and Chidori have already met once.",
        "Ayame and Chidori are 3 league points apart.",
        "Botan and Daiko cannot meet: the ninja master keeps them apart.",
        "Botan and Daiko are 3 league points apart.",
    )
    assert found.is_forbidden
    assert not found.is_better


def test_a_better_round_says_so_and_an_equal_one_too() -> None:
    draw = drawn(entrants(6, 6, 3, 3))
    best, worse = pairings((1, 2), (3, 4)), pairings((1, 3), (2, 4))
    found = price_of_override(draw, worse, best)
    assert found.is_better
    assert found.price == ("Distance in league points (squared): -18.",)
    level = drawn(entrants(3, 3, 3, 3))
    assert price_of_override(level, best, worse).price == (
        "This round is just as good; the draw was random.",
    )


def test_a_second_bye_has_its_price() -> None:
    teams = [entrant(1, byes=1), entrant(2), entrant(3)]
    found = price_of_override(
        drawn(teams), pairings((1, 2), (3,)), pairings((3, 2), (1,))
    )
    assert found.price == (
        "Byes for teams that have already had one: +1.",
        "Ayame would have another bye before every team has had one.",
    )


def test_an_override_leaves_nobody_out_and_names_nobody_twice() -> None:
    draw = drawn(entrants(0, 0, 0, 0))
    best = pairings((1, 2), (3, 4))
    for wanted in (pairings((1, 2)), pairings((1, 2), (3, 1)), pairings((1, 2, 3, 4))):
        with pytest.raises(Refusal, match="must play once"):
            price_of_override(draw, best, wanted)
