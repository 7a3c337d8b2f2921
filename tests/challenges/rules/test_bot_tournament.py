"""Tournaments between bots."""

from __future__ import annotations

import pytest

from challenges.rules.bot_tournament import (
    BotGame,
    BotGameResult,
    build_team,
    count_results,
    list_games,
    play_game,
    wilson_interval,
)
from kernel.errors import Refusal
from rulebook.catalogue import catalogue
from teams.catalogue import sample_teams
from teams.rules.roster.legality import violations
from tests.skirmish.random_play import seed_of


def booked(challenge: str, games: int = 4, seats: int = 2) -> list[BotGame]:
    return list_games(
        challenge,
        games,
        seats=seats,
        champion="novice",
        rival="random",
        book=catalogue(),
    )


def result(booking: BotGame, number: int = 1) -> BotGameResult:
    return play_game(
        booking, seed=seed_of(number), book=catalogue(), samples=sample_teams()
    )


class TestBooking:
    def test_the_champion_sits_in_every_seat_in_turn(self) -> None:
        seats = [booking.champions for booking in booked("brawl", 6, seats=3)]
        assert seats == [(0,), (1,), (2,)] * 2

    def test_where_sides_are_needed_the_champion_has_a_whole_one(self) -> None:
        four = booked("intercept-the-messenger", 2, seats=4)
        assert [booking.sides for booking in four] == [(0, 1, 0, 1)] * 2
        assert [booking.champions for booking in four] == [(0, 2), (1, 3)]
        two = booked("intercept-the-messenger", 1)
        assert two[0].sides is None

    def test_a_challenge_that_is_not_in_the_book_is_refused(self) -> None:
        with pytest.raises(Refusal, match="no challenge called chess"):
            booked("chess")


class TestGames:
    def test_a_game_follows_from_its_booking_and_the_seed(self) -> None:
        (booking,) = booked("king-of-the-hill", 1)
        one = result(booking)
        assert one == result(booking)
        assert one.choices > 100
        assert len(one.scores) == 2
        assert not (one.is_won and one.is_drawn)

    @pytest.mark.parametrize("name", sorted(sample_teams()))
    def test_every_sample_team_can_take_part(self, name: str) -> None:
        team = build_team(sample_teams()[name], "Guests", catalogue())
        assert not violations(team, catalogue())


class TestProof:
    @pytest.mark.parametrize(
        ("won", "games", "low", "high"),
        [
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (50, 100, 0.4038, 0.5962),
            (85, 100, 0.7672, 0.9069),
            (190, 200, 0.9104, 0.9726),
        ],
    )
    def test_wilsons_interval(
        self, won: int, games: int, low: float, high: float
    ) -> None:
        assert wilson_interval(won, games) == pytest.approx((low, high), abs=5e-4)

    def test_a_draw_is_no_win(self) -> None:
        games = [
            BotGameResult("brawl", 0, True, False, (1, 0), (0,), 9),
            BotGameResult("brawl", 1, False, True, (1, 1), (1,), 9),
            BotGameResult("brawl", 2, False, False, (0, 1), (0,), 9),
        ]
        found = count_results("brawl", games)
        assert (found.won, found.drawn, found.lost, found.games) == (1, 1, 1, 3)
        assert found.rate == pytest.approx(1 / 3)
        assert found.bounds == wilson_interval(1, 3)
