"""Stellar Alignment: another moon."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from kernel.elements import Element
from skirmish.rules.figure import DELAY
from skirmish.rules.frames.round import FIRST_CARDS, Round
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs

STARS = "stellar-alignment"


def dawn(
    *dice: str,
    hands: tuple[tuple[str, ...], ...],
    moon: str = "fire",
    first: int = 0,
    round_number: int = 1,
    delay: int = 0,
) -> Game:
    """A round that is about to begin."""
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja(), "T19": ninja()},
        dice=ScriptedDice(*dice, choices=(0,)),
        hands=hands,
        moon=moon,
    )
    game.setup_initiative = first
    game.initiative = 1 - first if round_number == 1 else first
    game.round = round_number
    game.give(figure(game, "a1"), DELAY, delay)
    frame = game.stack[-1]
    assert isinstance(frame, Round)
    frame.pc = FIRST_CARDS
    return start(game)


def moon(game: Game) -> str:
    return list(Element)[game.moon].value


def seat(game: Game) -> int:
    assert game.decision is not None
    return game.decision.seat


@rule("CARD-18", "MOON-08")
def test_the_moon_takes_the_phase_of_a_die() -> None:
    game = dawn("water", hands=((STARS,), ()))
    assert verbs(game) == {f"play {STARS}", "pass"}
    play(game, f"play {STARS}")
    assert moon(game) == "water"
    assert game.discard == (STARS,)
    assert verbs(game) == {"activate"}


@rule("CARD-18")
def test_under_the_spirit_moon_its_player_names_the_phase() -> None:
    game = dawn(hands=((STARS,), ()), moon="spirit")
    assert len(options(game, f"play {STARS} moon")) == 6
    play(game, f"play {STARS} moon void")
    assert moon(game) == "void"


@rule("CARD-18")
def test_there_is_one_lap_from_the_janken_winner_and_one_card_each() -> None:
    hands = ((STARS, STARS), (STARS, STARS))
    game = dawn("spirit", hands=hands, first=1)
    assert seat(game) == 1
    play(game, f"play {STARS}")
    # The second card meets the moon that the first one set.
    assert seat(game) == 0
    play(game, f"play {STARS} moon earth")
    assert moon(game) == "earth"
    assert verbs(game) == {"activate"}
    assert [s.hand for s in game.seats] == [(STARS,), (STARS,)]


@rule("CARD-18")
def test_who_passed_is_not_asked_again() -> None:
    game = dawn("water", hands=((STARS,), (STARS,)))
    play(game, "pass", f"play {STARS}")
    assert moon(game) == "water"
    assert game.seats[0].hand == (STARS,)
    assert verbs(game) == {"activate"}


@rule("CARD-18", "SEQ-19")
def test_later_rounds_ask_before_delay_and_initiative_in_the_last_order() -> None:
    game = dawn(hands=((STARS,), (STARS,)), first=1, round_number=2, delay=1)
    assert seat(game) == 1
    play(game, "pass")
    assert seat(game) == 0
    assert figure(game, "a1").tokens[DELAY] == 1
    assert game.initiative == 1
    play(game, "pass")
    assert figure(game, "a1").tokens[DELAY] == 0
    assert game.initiative == 0


@rule("CARD-18", "CARD-34")
def test_the_die_may_be_rolled_again_by_another_card() -> None:
    hands = ((STARS,), ("suinijs-depths",))
    game = dawn("fire", "air", hands=hands, moon="void")
    play(game, f"play {STARS}", "play suinijs-depths 1")
    assert moon(game) == "air"
