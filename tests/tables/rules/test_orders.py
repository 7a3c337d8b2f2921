"""Standing orders."""

from __future__ import annotations

from tables.rules.orders import StandingOrders, read_orders

WINDOW = {"is_window": True, "is_reroll": False, "is_own_activation": False}
REROLL = {"is_window": True, "is_reroll": True, "is_own_activation": False}


def test_player_without_orders_is_asked() -> None:
    assert StandingOrders().answer(**WINDOW) is None
    assert StandingOrders().answer(**REROLL) is None


def test_windows_are_passed_only_in_the_activation_of_an_opponent() -> None:
    orders = StandingOrders(pass_windows=True)
    assert orders.answer(**WINDOW) == "pass"
    assert orders.answer(**{**WINDOW, "is_own_activation": True}) is None
    question = {**WINDOW, "is_window": False}
    assert orders.answer(**question) is None


def test_rerolls_follow_their_own_order() -> None:
    assert StandingOrders(reroll="never").answer(**REROLL) == "pass"
    orders = StandingOrders(pass_windows=True, reroll="lieutenant")
    assert orders.answer(**REROLL) == "lieutenant"
    assert orders.answer(**WINDOW) == "pass"


def test_lieutenant_answers_every_question() -> None:
    orders = StandingOrders(lieutenant=True)
    assert orders.answer(**{**WINDOW, "is_window": False}) == "lieutenant"


def test_orders_that_cannot_be_read_count_as_none() -> None:
    assert read_orders({"lieutenant": "often"}) == StandingOrders()
    assert read_orders({"lieutenant": True}) == StandingOrders(lieutenant=True)
