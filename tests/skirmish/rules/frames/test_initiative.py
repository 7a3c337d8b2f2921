"""Who goes first."""

from __future__ import annotations

from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.log import InitiativeWon
from tests.ledger import rule
from tests.skirmish.cast import ninja, play, position, start


@rule("SEQ-13", "SETUP-02")
def test_janken_is_repeated_until_one_is_left() -> None:
    game = position(
        {"A1": ninja()}, {"A20": ninja()}, {"T1": ninja()}, initiative="janken"
    )
    game.push(Initiative(is_setup=False))
    start(game)
    # All three hands at once settle nothing; then two papers beat a rock.
    play(game, "show 1", "show 2", "show 3")
    play(game, "show 2", "show 1", "show 2")
    assert game.decision is not None
    assert game.decision.seat == 0
    play(game, "show 3", "show 1")
    assert InitiativeWon(2, "janken") in list(game.log)


@rule("SEQ-13", "SEQ-02")
def test_every_round_after_the_first_has_its_own_janken() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, initiative="janken")
    start(game)
    play(game, "end", "end", "draw", "draw")
    assert game.round == 2
    assert game.decision is not None
    assert game.decision.kind == "janken"
    play(game, "show 1", "show 2")
    assert game.initiative == 1
    assert game.decision.seat == 1
