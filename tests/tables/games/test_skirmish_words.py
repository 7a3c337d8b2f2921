"""Sentences that the page shows: choices, prompts, cards and the ground."""

from __future__ import annotations

import pytest

from rulebook.rules.moon import CardTiming
from skirmish.rules.storage.notation import read_choice
from tables.games.base import Audience
from tables.games.skirmish import SkirmishGame
from tables.games.skirmish_view import MOMENTS
from tables.games.skirmish_words import describe_choice
from tests.skirmish.cast import ninja, play, position, start
from tests.tables.games.positions import ADAPTER, SEED, play_bots, write_setup


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("A face S", "turn to the south"),
        ("A stop NW", "stop facing north-west"),
        ("A go E7", "go to E7"),
        ("A end", "end the activation"),
        ("A attack b1", "attack Isao (b1)"),
        ("A lantern J10", "place a lantern on J10"),
    ],
)
def test_line_is_described_as_people_say_it(line: str, sentence: str) -> None:
    game = position({"E5": ninja()}, {"E9": ninja("Isao")})
    assert (
        describe_choice(game.compiled, read_choice(game.compiled, line)[1]) == sentence
    )


def test_set_up_prompt_offers_only_what_can_be_done() -> None:
    prompts = set()
    for game, _ in play_bots(write_setup(), most=12):
        assert game.asked is not None
        question = game.show(Audience((game.asked,)), []).question
        assert question is not None
        if question["kind"] == "tokens":
            verbs = {option["verb"] for option in question["options"]}
            assert ("pass" in question["prompt"]) == ("pass" in verbs)
            assert ("shrine" in question["prompt"]) == ("shrine" in verbs)
            assert ("lantern" in question["prompt"]) == ("lantern" in verbs)
            prompts.add(question["prompt"])
    assert "Place a lantern or a shrine." in prompts


def test_card_that_cannot_be_played_says_when_it_can() -> None:
    assert set(MOMENTS) == set(CardTiming)
    hand = ("inazamis-embrace", "sidestep")
    team = {"E5": ninja(), "A1": ninja()}
    game = position(team, {"T20": ninja()}, hands=(hand,))
    start(game)
    play(game, "activate a1")
    cards = SkirmishGame(game, SEED).show(Audience((0,)), []).view["hand"]
    told = {card["slug"]: card["why_not"] for card in cards}
    assert told["inazamis-embrace"] == "Playable after a roll."
    assert told["sidestep"] == (
        "Playable after a failed dodge, or before a dodge under its moon."
    )


def test_every_space_of_a_ground_has_the_name_of_what_is_painted_there() -> None:
    terrain = ADAPTER.terrain(write_setup())
    names = {
        space: name for name, spaces in terrain["names"].items() for space in spaces
    }
    assert len(names) == 400
    assert names["A1"] == "bamboo"
    assert "A1" in terrain["foliage"]
    assert names["D8"] == "torii"
    walls = {space for space, name in names.items() if name == "garden wall"}
    assert walls == set(terrain["structure"])
