"""The bot without a thought."""

from __future__ import annotations

from collections import Counter

from kernel.dice import SeededDice
from skirmish.bots.random_bot import RandomBot
from tests.skirmish.cast import ninja, position, start
from tests.skirmish.random_play import seed_of


def test_every_legal_choice_is_as_likely_as_any_other() -> None:
    game = start(position({"A1": ninja(), "C3": ninja()}, {"T20": ninja()}))
    view = game.view(0)
    bot = RandomBot(SeededDice(seed_of(1)))
    counted = Counter(bot.choose(view) for _ in range(600))
    assert set(counted) == set(view.choices())
    assert min(counted.values()) > 240
    game.apply(view.choices()[0])
    view = game.view(0)
    counted = Counter(bot.choose(view) for _ in range(3000))
    assert set(counted) <= set(view.choices())
    # Walking has far more ways than anything else, and is chosen that much more.
    goes = sum(count for choice, count in counted.items() if choice.verb == "go")
    share = sum(1 for c in view.choices() if c.verb == "go") / len(view.choices())
    assert abs(goes / 3000 - share) < 0.05


def test_the_same_dice_choose_the_same() -> None:
    view = start(position({"A1": ninja(), "C3": ninja()}, {"T20": ninja()})).view(0)
    one, other = (RandomBot(SeededDice(seed_of(3))) for _ in range(2))
    for _ in range(9):
        assert one.choose(view) == other.choose(view)
