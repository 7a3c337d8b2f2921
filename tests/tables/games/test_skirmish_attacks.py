"""What the page is told about an attack before it is declared."""

from __future__ import annotations

from typing import Any

import pytest

from skirmish.rules.odds.combat import combat_odds
from tables.games.base import Audience
from tables.games.skirmish import SkirmishGame
from tests.skirmish.cast import at, figure, ninja, play, position, start
from tests.tables.games.positions import SEED, play_bots, write_setup

BONUS = 2


def declare(
    *, attack: int = 4, defence: int = 2, hand: tuple[str, ...] = (), moon: str = "void"
) -> dict[str, Any]:
    """The hint for a1, which stands before b1 and is not assisted."""
    game = position(
        {"E5 N": ninja(at=attack), "A1": ninja()},
        {"E6 S": ninja(df=defence), "T20": ninja()},
        moon=moon,
        hands=(hand,),
    )
    start(game)
    play(game, "activate a1")
    shown = SkirmishGame(game, SEED).show(Audience((0,)), [])
    (hint,) = shown.hints["attacks"]
    return hint


def chances(hint: dict[str, Any]) -> dict[str, float]:
    return {result["element"]: result["chance"] for result in hint["best"]}


def test_best_results_add_up_with_no_result_in_every_attack_of_a_game() -> None:
    seen = 0
    for game, _ in play_bots(write_setup(), most=250):
        if game.asked is None:
            continue
        for hint in game.show(Audience((game.asked,)), []).hints["attacks"]:
            if hint["how"] == "attack":
                seen += 1
                total = sum(chances(hint).values()) + hint["none"]
                assert total == pytest.approx(1, abs=1e-3)
    assert seen > 10


def test_attacker_who_chooses_stuns_or_injures_whenever_such_a_die_is_left() -> None:
    hint = declare()
    best, odds = chances(hint), combat_odds(4, 2)
    assert hint["chooser"] == "A"
    assert [result["element"] for result in hint["best"]][:2] == ["void", "earth"]
    expected = odds.chance_any((1, 2))
    assert best["void"] + best["earth"] == pytest.approx(expected, abs=1e-3)


def test_choosing_defender_takes_a_stun_only_if_nothing_else_is_left() -> None:
    hint = declare(attack=2, defence=4)
    best, odds = chances(hint), combat_odds(2, 4)
    assert hint["chooser"] == "B"
    assert hint["best"][0]["element"] == "spirit"
    expected = odds.chance_forced((1, 2))
    assert best["void"] + best["earth"] == pytest.approx(expected, abs=1e-3)


def test_card_in_hand_tells_what_it_would_change() -> None:
    (card,) = declare(hand=("fire-aura", "sidestep"), moon="void")["cards"]
    better = chances(declare(attack=4 + BONUS))
    percent = round((better["void"] + better["earth"]) * 100)
    assert card == {
        "slug": "fire-aura",
        "name": "Fire Aura",
        "effect": f"{4 + BONUS} dice against 2, {percent}% stun or better",
    }


def test_card_under_its_moon_is_named_so() -> None:
    names = {c["name"] for c in declare(hand=("fire-aura",), moon="fire")["cards"]}
    assert names == {"Fire Aura", "Fire Aura with its moon effect"}


def test_no_card_is_tried_in_the_game_itself() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        hands=(("fire-aura",),),
    )
    start(game)
    play(game, "activate a1")
    table = SkirmishGame(game, SEED)
    before = table.state_hash()
    assert table.show(Audience((0,)), []).hints["attacks"][0]["cards"]
    assert table.state_hash() == before
    assert figure(game, "a1").space == at("E5")
