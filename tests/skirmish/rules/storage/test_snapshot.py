"""Saved games: any game at any decision, as a text from which it goes on alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from challenges.catalogue import shelf
from challenges.rules.challenges.registry import SCENARIOS
from kernel.dice import ScriptedDice, SeededDice
from kernel.errors import Refusal
from rulebook.catalogue import catalogue
from skirmish.rules.figure import GAME, STUN, Effect
from skirmish.rules.game import Game
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.replay import lines_of
from skirmish.rules.storage.snapshot import load_game, save_game
from skirmish.rules.text_format.game_file import StoredGame, write_game
from tests.skirmish.cast import (
    SEED,
    drawn_ground,
    figure,
    ninja,
    play,
    position,
    setup_for,
    start,
)
from tests.skirmish.random_play import choose, mixed_team, seed_of
from tests.skirmish.rules.storage.test_recording import standing

CHALLENGES = sorted(SCENARIOS)


def a_setup(slug: str, seats: int = 2) -> GameSetup:
    return setup_for(
        *[mixed_team()] * seats,
        challenge=SCENARIOS[slug](catalogue().challenges[slug]),
        ground=drawn_ground(),
        sides=(0, 1, 0, 1) if slug == "intercept-the-messenger" and seats > 2 else None,
        initiative="janken",
        rerolls=(1, 0, 1, 0),
        moon_powers=(0, 1, 0, 1),
    )


def a_game(slug: str, number: int, steps: int, seats: int = 2) -> Game:
    """A game of random choices, as it stands after so many of them."""
    game = Game.new(a_setup(slug, seats), SeededDice(seed_of(number)))
    random = Random(number)
    for _ in range(steps):
        if game.result is None:
            choose(game, random, fight=True)
    return game


def again(game: Game, *, with_log: bool = True) -> Game:
    """A game that was saved and restored, with dice of the same seed."""
    text = save_game(game, with_log=with_log)
    dice = game.dice
    if isinstance(dice, SeededDice):
        dice = SeededDice(dice.seed)
    return load_game(game.compiled.setup, text, dice)


def known(game: Game) -> tuple[Any, ...]:
    """All there is to know of a game, its options and its log included."""
    facts, asked, slots, *rest = standing(game)
    # It may stay up when the last effect is cured; then it says no more than False.
    slots["has_effects"] = any(figure.effects for figure in game.figures)
    groups = game.decision and game.decision.groups_in(game)
    return facts, asked, slots, *rest, groups, list(game.log), game.asking


def small_game() -> Game:
    return start(
        position(
            {"E5 N": ninja("Ren"), "A1": ninja("Rin")},
            {"E6 S": ninja("Kei"), "K9 W": ninja("Kai", large=True)},
            dice=SeededDice(SEED),
        )
    )


# --- all of it comes back --------------------------------------------------------
@given(
    slug=st.sampled_from(CHALLENGES),
    seats=st.integers(2, 4),
    number=st.integers(1, 10**6),
    steps=st.integers(0, 500),
)
@settings(max_examples=15)
def test_any_game_at_any_decision_comes_back_and_goes_on_alike(
    slug: str, seats: int, number: int, steps: int
) -> None:
    game = a_game(slug, number, steps, seats)
    twin = again(game)
    assert known(twin) == known(game)
    assert save_game(twin) == save_game(game)
    random, other = Random(7), Random(7)
    for _ in range(12):
        if game.result is None:
            choose(game, random, fight=True)
            choose(twin, other, fight=True)
    assert known(twin) == known(game)


@pytest.mark.parametrize("slug", CHALLENGES)
def test_a_game_that_is_over_comes_back_with_its_report(slug: str) -> None:
    game = a_game(slug, 3, 5_000)
    assert game.result is not None
    twin = again(game)
    assert twin.result is not None
    assert (twin.result.winners, twin.result.why) == (
        game.result.winners,
        game.result.why,
    )
    assert twin.report == game.report
    assert lines_of(twin) == lines_of(game)


def test_tokens_effects_and_what_hangs_on_them_come_back() -> None:
    game = small_game()
    ren = figure(game, "a1")
    game.give(ren, STUN, 2)
    game.add_effect(ren, Effect("slowed", 1, ren.key, GAME))
    game.mark_used(ren, "nimble")
    twin = figure(again(game), "a1")
    assert twin == ren
    assert twin.handlers is ren.handlers


def test_a_game_saved_in_the_middle_of_a_roll_still_has_its_dice() -> None:
    game = start(
        position(
            {"E5 N": ninja(keywords=("close-combat-master",)), "A1": ninja()},
            {"E6 S": ninja(), "K9 W": ninja()},
            dice=ScriptedDice(*["fire"] * 3, *["water"] * 2),
        )
    )
    play(game, "activate a1", "attack b1")
    twin = again(game)
    assert known_without_dice(twin) == known_without_dice(game)
    assert twin.stack[-1].facts()[-1] == game.stack[-1].facts()[-1] != ()


def known_without_dice(game: Game) -> tuple[Any, ...]:
    assert game.decision is not None
    return game.facts(), game.decision.groups_in(game), list(game.log)


def test_without_the_log_everything_else_is_there() -> None:
    game = a_game("search", 5, 200)
    twin = again(game, with_log=False)
    assert not list(twin.log)
    assert twin.state_hash() == game.state_hash()
    assert len(save_game(game, with_log=False)) < len(save_game(game))
    assert game.decision is not None
    choice = game.decision.nth(game, 0)
    game.apply(choice)
    twin.apply(choice)
    assert twin.facts() == game.facts()


def test_a_veiled_game_can_be_handed_to_another_process() -> None:
    game = a_game("search", 5, 200)
    assert game.decision is not None
    view = game.view(game.decision.seat)
    text = save_game(view.known_game)
    twin = load_game(game.compiled.setup, text, view.known_game.dice)
    assert twin.facts() == view.known_game.facts()
    others = [s for s in game.seats if s.index != game.decision.seat]
    assert not any(card in text for seat in others for card in set(seat.hand))


def test_the_dice_go_on_from_where_they_stood() -> None:
    game = a_game("brawl", 2, 60)
    assert isinstance(game.dice, SeededDice)
    assert game.dice.drawn > 0
    late = SeededDice(game.dice.seed)
    late.roll(500)
    for dice in (SeededDice(game.dice.seed), late):
        twin = load_game(game.compiled.setup, save_game(game), dice)
        assert twin.dice.copy().roll(40) == game.dice.copy().roll(40)
    assert late.drawn == 500


def test_the_seed_is_not_in_the_text() -> None:
    game = a_game("brawl", 2, 60)
    assert isinstance(game.dice, SeededDice)
    assert game.dice.seed not in save_game(game)


@pytest.mark.parametrize("value", [None, True, 0, 3, (), ((1, 2), ()), (True, False)])
def test_what_a_frame_handed_back_comes_back(value: object) -> None:
    game = small_game()
    game.value = value
    assert repr(again(game).value) == repr(value)


def test_what_nobody_remembers_is_our_own_mistake() -> None:
    game = small_game()
    game.notes["scribble"] = 1
    with pytest.raises(AssertionError, match="scribble"):
        save_game(game)


# --- what is no saved game -------------------------------------------------------
def refusal(setup: GameSetup, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        load_game(setup, text, SeededDice(SEED))
    assert caught.value.sentence.endswith((".", "be read."))
    return caught.value


def test_a_text_that_was_cut_short_is_refused() -> None:
    game = small_game()
    text = save_game(game)
    for length in {0, 1, 10, 30, 40, 80, len(text) // 2, len(text) - 2, len(text) - 1}:
        assert refusal(game.compiled.setup, text[:length]).code in (
            "altered",
            "no-game",
        )


def test_a_text_in_which_anything_was_altered_is_refused() -> None:
    game = small_game()
    text = save_game(game)
    random = Random(1)
    for _ in range(60):
        at = random.randrange(len(text))
        other = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
        refusal(game.compiled.setup, other)


def test_other_texts_and_versions_are_refused() -> None:
    game = small_game()
    setup = game.compiled.setup
    stored = write_game(StoredGame.of(a_game("brawl", 1, 3), seed_of(1)), shelf())
    for text in ("", "{}", "\n\n", stored, "\0" * 50):
        assert refusal(setup, text).code == "no-game"
    newer = save_game(game).replace("game 1", "game 2", 1)
    assert refusal(setup, newer).code == "another-version"


def test_a_game_is_not_restored_with_another_set_up() -> None:
    game = small_game()
    other = setup_for((ninja("Ren"), ninja("Rin")), (ninja("Kei"),))
    assert refusal(other, save_game(game)).code == "another-setup"
