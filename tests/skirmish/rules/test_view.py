"""What one seat sees."""

from __future__ import annotations

from random import Random

from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.log import Said
from skirmish.rules.view import View
from tests.ledger import rule
from tests.skirmish.cast import drawn_ground, ninja, play, position, setup_for, start
from tests.skirmish.random_play import (
    choose,
    mixed_team,
    seed_of,
)


def brawl_of(players: int = 2, ground: str = "moon-garden", **options: object):
    teams = [mixed_team() for _ in range(players)]
    return setup_for(*teams, ground=drawn_ground(ground), **options)


def test_a_view_shows_a_hand_to_its_seat_only() -> None:
    game = Game.new(brawl_of(), SeededDice(seed_of(8)))
    mine, theirs = game.view(0), game.view(1)
    assert mine.hand == game.seats[0].hand
    assert theirs.hand == game.seats[1].hand
    assert mine.seats == theirs.seats
    assert [seat.cards for seat in mine.seats] == [3, 3]
    asked = game.decision
    assert asked is not None
    assert bool(game.view(asked.seat).options)
    assert game.view(1 - asked.seat).options == ()


def test_what_a_seat_cannot_see_does_not_change_its_view() -> None:
    game = Game.new(brawl_of(), SeededDice(seed_of(9)))
    random = Random(9)
    for _ in range(60):
        choose(game, random, fight=True)
    twin = game.copy()
    twin.deck = tuple(reversed(twin.deck))
    hand = twin.seats[1].hand
    other = next(card for card in twin.deck if card not in hand[:1])
    twin.hold(twin.seats[1], (other, *hand[1:]))
    if game.decision is not None and game.decision.seat == 0:
        assert twin.view(0) == game.view(0)
    assert twin.view(0).figures == game.view(0).figures
    assert twin.view(0).log == game.view(0).log
    assert twin.view(1) != game.view(1)


def hands_seen(game: Game, seat: int) -> list[tuple[int, int]]:
    log = game.view(seat).log
    return [(e.seat, e.arg) for e in log if isinstance(e, Said) and e.verb == "show"]


def test_hands_of_janken_are_seen_when_all_have_shown_theirs() -> None:
    setup = setup_for(*[(ninja(),)] * 3, initiative="janken")
    game = Game.new(setup, SeededDice(seed_of(1)))
    play(game, "show 3", "show 3")
    assert hands_seen(game, 2) == []
    play(game, "show 3", "show 1")
    first_lap = [(0, 2), (1, 2), (2, 2)]
    assert hands_seen(game, 2) == first_lap
    # Somebody leaves in the middle of it; that shows nobody's hand.
    game.apply(Choice("concede", arg=2))
    assert hands_seen(game, 1) == first_lap
    play(game, "show 2")
    assert hands_seen(game, 1)[:5] == [*first_lap, (0, 0), (1, 1)]


@rule("SETUP-02", "MULTI-12")
def test_a_hand_stays_covered_when_somebody_who_showed_one_later_leaves() -> None:
    setup = setup_for(*[(ninja(),)] * 4, initiative="janken")
    game = Game.new(setup, SeededDice(seed_of(1)))
    play(game, "show 3", "show 1")
    game.apply(Choice("concede", arg=1))
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (2, "janken")
    assert (0, 2) not in hands_seen(game, 2)


def guarded_view(hand: tuple[str, ...]) -> tuple[View, View]:
    """What A sees while B may answer an attack, and afterwards."""
    game = position(
        {"E5 N": ninja(at=2), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        hands=((), hand),
        dice=ScriptedDice("fire", "fire", "water"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    waiting = game.view(0)
    if game.view(1).asked_kind == "offer.attack":
        play(game, "pass")
    return waiting, game.view(0)


def test_nobody_learns_from_a_pass_that_somebody_held_a_card() -> None:
    waiting, after = guarded_view(("mamoru",))
    _, without = guarded_view(("tumble",))
    assert (waiting.asked_seat, waiting.asked_kind) == (-1, "offer")
    assert waiting.asked_figure == -1
    assert waiting.known_game.decision is not None
    assert waiting.known_game.decision.kind == "offer"
    assert after.log == without.log
    assert after == without
