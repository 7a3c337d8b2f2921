"""Players who give up while others still set the game up, or show their hands."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from skirmish.rules.decision import Choice
from skirmish.rules.figure import HEALING_HOUSE
from skirmish.rules.game import Game
from skirmish.rules.log import EdgeChosen, InitiativeWon, TokenPlaced
from tests.challenges.cast import scenario
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
    start,
)
from tests.skirmish.random_play import mixed_team, seed_of

ROCK, PAPER, SCISSORS = "show 1", "show 2", "show 3"


def four(**options: object) -> Game:
    teams = (tuple(ninja(f"N{n}") for n in range(3)) for _ in range(4))
    return Game.new(setup_for(*teams, **options), SeededDice(SEED))


def leave(game: Game, *seats: int) -> None:
    for seat in seats:
        game.apply(Choice("concede", arg=seat))


def asked(game: Game) -> tuple[int, str]:
    assert game.decision is not None
    return game.decision.seat, game.decision.kind


def until(game: Game, kind: str) -> Game:
    """Go on to a kind of decision: A wins Janken, and everybody passes."""
    while game.decision is not None and game.decision.kind != kind:
        if game.decision.kind == "janken":
            play(game, PAPER if game.decision.seat == 0 else ROCK)
        else:
            game.apply(game.decision.groups_in(game)[-1].nth(0))
    return game


@rule("MULTI-12", "SETUP-02")
def test_whoever_left_shows_no_hand_in_janken() -> None:
    game = four(initiative="janken")
    play(game, SCISSORS)
    leave(game, 2, 3)
    assert asked(game) == (1, "janken")
    play(game, SCISSORS)
    # A tie of those who are left, which they play again alone.
    assert asked(game) == (0, "janken")
    play(game, ROCK, PAPER)
    assert game.setup_initiative == 1


@rule("MULTI-12", "SEQ-13")
def test_a_hand_that_was_shown_leaves_with_its_player() -> None:
    game = position(
        {"A1": ninja()}, {"A20": ninja()}, {"T1": ninja()}, initiative="janken"
    )
    start(game)
    play(game, "end", "end", "end", "draw", "draw", "draw")
    assert asked(game) == (0, "janken")
    play(game, PAPER)
    leave(game, 0)
    play(game, SCISSORS, ROCK)
    assert InitiativeWon(2, "janken") in list(game.log)
    assert asked(game)[0] == game.initiative == 2


@rule("MULTI-12")
def test_initiative_goes_to_the_next_who_stays() -> None:
    game = until(four(), "tokens")
    holder = game.setup_initiative
    leave(game, holder, (holder + 1) % 4)
    after = (holder + 2) % 4
    assert (game.setup_initiative, game.initiative) == (after, after)
    assert asked(game) == (after, "tokens")


@rule("MULTI-12", "SETUP-17")
def test_whoever_left_places_no_lantern_and_no_shrine() -> None:
    game = until(four(), "tokens")
    first = game.setup_initiative
    play(game, "shrine J10")
    leave(game, first)
    # A shrine that radiates nothing yet is not there.
    assert not game.shrines
    second, third, fourth = ((first + step) % 4 for step in (1, 2, 3))
    for seat, space in zip((second, third, fourth), ("J9", "J11", "L9"), strict=True):
        assert asked(game) == (seat, "tokens")
        play(game, f"lantern {space}")
    play(game, "lantern L11")
    leave(game, third)
    assert asked(game) == (fourth, "tokens")
    play(game, "pass", "pass")
    assert asked(game) == (game.setup_initiative, "first player")
    placed = [e.seat for e in game.log if isinstance(e, TokenPlaced)]
    assert placed == [second, third, fourth, second]


@rule("MULTI-12", "SETUP-21")
def test_whoever_left_has_no_edge_and_keeps_nobody_from_one() -> None:
    game = until(four(initiative="janken"), "first player")
    holder = game.setup_initiative
    gone = (holder + 1) % 4
    leave(game, gone)
    assert game.decision is not None
    named = {choice.arg for choice in game.decision.choices(game)}
    assert named == set(range(4)) - {gone}
    game.apply(Choice("name", arg=holder))
    play(game, "edge north")
    rest = [seat for seat in range(4) if seat not in (holder, gone)]
    assert asked(game) == (rest[0], "janken")
    leave(game, rest[0])
    assert asked(game) == (rest[1], "edge")
    play(game, "edge south")
    chosen = [e.seat for e in game.log if isinstance(e, EdgeChosen)]
    assert chosen == [holder, rest[1]]
    assert asked(game)[1] != "edge"


@rule("MULTI-12", "SETUP-21")
def test_edges_are_done_when_all_who_lack_one_have_left() -> None:
    game = until(four(initiative="janken"), "first player")
    play(game, "name A", "edge north", SCISSORS, ROCK, ROCK)
    assert asked(game) == (2, "janken")
    play(game, ROCK, PAPER, "edge south")
    free = [seat.index for seat in game.seats if seat.edge < 0]
    leave(game, *free)
    assert asked(game)[1] not in ("janken", "edge")
    assert game.result is None


@rule("MULTI-12", "CHAL-SEARCH-02")
def test_whoever_left_places_no_crate() -> None:
    teams = (tuple(ninja(f"N{n}") for n in range(3)) for _ in range(3))
    setup = setup_for(*teams, challenge=scenario("search"))
    game = Game.new(setup, SeededDice(SEED))
    first = game.setup_initiative
    crates = len(game.notes["crates to place"])
    leave(game, first)
    assert len(game.notes["crates to place"]) == crates
    while game.notes["crates to place"]:
        assert game.decision is not None
        assert game.decision.seat != first
        game.apply(game.decision.nth(game, 0))
    assert game.crates.bit_count() == crates


@rule("MULTI-12")
@pytest.mark.parametrize("initiative", ["draw", "janken", "test"])
@pytest.mark.parametrize("number", range(4))
def test_a_game_that_two_of_four_leave_early_comes_to_its_end(
    initiative: str, number: int
) -> None:
    setup = setup_for(*[mixed_team() for _ in range(4)], initiative=initiative)
    game = Game.new(setup, SeededDice(seed_of(number)))
    moments = {2 + 7 * number: 3, 5 + 11 * number: (number + 1) % 3}
    for step in range(6_000):
        if game.result is not None:
            break
        if step in moments:
            leave(game, moments[step])
            continue
        assert game.decision is not None
        count = game.decision.count(game)
        game.apply(game.decision.nth(game, (7 * step + number) % count))
    assert game.result is not None


@rule("MULTI-12", "UPKEEP-01", "UPKEEP-02")
def test_whoever_leaves_in_its_own_upkeep_takes_nothing_from_the_next() -> None:
    game = position(
        {"A1": ninja()},
        {"A20": ninja(), "-1": ninja(), "-2": ninja()},
        {"T1": ninja()},
        dice=SeededDice(SEED),
    )
    for label in ("b2", "b3"):
        figure(game, label).place = HEALING_HOUSE
    start(game)
    play(game, "end", "end", "end")
    assert asked(game) == (0, "upkeep")
    leave(game, 0)
    assert game.seats[0].hand == ()
    # B begins at the beginning, with somebody to bring home.
    assert asked(game) == (1, "recover")
    assert options(game, "recover") == {"b2", "b3"}


@rule("MULTI-12", "SETUP-23", "XP-15")
def test_whoever_leaves_while_deploying_has_nobody_fielded_by_others() -> None:
    game = until(four(), "deploy")
    first = game.initiative
    assert asked(game) == (first, "deploy")
    play(game, f"deploy {'abcd'[first]}1")
    assert asked(game) == (first, "place")
    leave(game, first)
    fielded = [figure.took_the_field for figure in game.report.seats[first].figures]
    assert not any(fielded)
    assert asked(game) == ((first + 1) % 4, "deploy")


@rule("MULTI-12", "SENTRY-03")
def test_whoever_left_posts_no_sentry() -> None:
    teams = (tuple(ninja(f"N{n}") for n in range(3)) for _ in range(3))
    setup = setup_for(*teams, challenge=scenario("search"))
    game = until(Game.new(setup, SeededDice(SEED)), "place")
    sentry, first = figure(game, "s1"), game.setup_initiative
    assert asked(game) == (first, "place")
    leave(game, first)
    assert not sentry.foot
    assert asked(game) == ((first + 1) % 3, "place")
