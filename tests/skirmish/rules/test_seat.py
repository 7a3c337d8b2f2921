"""A seat is plain values, so that a shallow copy is a whole one."""

from __future__ import annotations

from copy import copy

from skirmish.rules.seat import Seat


def test_a_copied_seat_lives_its_own_life() -> None:
    seat = Seat(index=0, side=1, hand=("decoy",))
    twin = copy(seat)
    assert twin == seat
    twin.score += 3
    twin.hand = (*twin.hand, "vault")
    assert (seat.score, seat.hand) == (0, ("decoy",))


def test_a_new_seat_has_nothing_yet() -> None:
    seat = Seat(index=2, side=0)
    assert (seat.score, seat.rerolls, seat.moon_powers, seat.all_stars) == (0, 0, 0, ())
    assert not seat.has_conceded
    assert seat.edge < 0
