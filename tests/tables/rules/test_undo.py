"""Which moves can be taken back."""

from __future__ import annotations

from tables.rules.undo import PastMove, offer_undo, start_of_activation


def move(number: int, seat: int = 0, **more: bool) -> PastMove:
    facts = {"is_final": False, "begins_activation": False, **more}
    return PastMove(number, seat, "A go E7", **facts)


def test_own_last_move_is_taken_back_freely() -> None:
    offer = offer_undo([move(1, 1), move(2)], (0,), is_over=False)
    assert (offer.kind, offer.number) == ("free", 2)
    assert offer.line == "A go E7"


def test_move_after_which_dice_fell_needs_consent() -> None:
    offer = offer_undo([move(1), move(2, is_final=True)], (0,), is_over=False)
    assert (offer.kind, offer.number) == ("consent", 2)
    assert offer.why


def test_move_that_another_player_answered_needs_consent() -> None:
    offer = offer_undo([move(1), move(2, 1)], (0,), is_over=False)
    assert (offer.kind, offer.number) == ("consent", 1)


def test_nothing_is_taken_back_after_the_game_or_without_a_move() -> None:
    assert offer_undo([move(1)], (0,), is_over=True).kind == "none"
    assert offer_undo([move(1, 1)], (0,), is_over=False).kind == "none"


def test_activation_is_taken_back_whole_until_dice_fall() -> None:
    begun = [move(1, 1), move(2, begins_activation=True), move(3), move(4)]
    assert start_of_activation(begun, (0,)) == 2
    assert start_of_activation([*begun, move(5, is_final=True)], (0,)) is None
    assert start_of_activation([*begun, move(5, 1)], (0,)) is None
