"""Tapes: games that are gone through forth and back without the rules."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from challenges.catalogue import shelf
from kernel.dice import SeededDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.log import Conceded, Said
from skirmish.rules.storage.recording import GameRecording, Playback
from skirmish.rules.storage.replay import lines_of, record_game
from skirmish.rules.text_format.game_file import StoredGame, read_game
from tests.skirmish.cast import ninja, setup_for
from tests.skirmish.golden import file_of
from tests.skirmish.random_play import choose, seed_of

KINDS = [("brawl", 2), ("king-of-the-hill", 3), ("assassination", 4)]
# Told by the facts, compared below, or scratch.
ELSEWHERE = {"decision", "dice", "figures", "log", "result", "seats", "stack"}
ELSEWHERE |= {"asking", "last_flood", "zones"}


@cache
def tape_of(slug: str = "king-of-the-hill", seats: int = 3) -> GameRecording:
    """The tape of a golden game; nobody may add to it."""
    return read_game(file_of(slug, seats).read_text(encoding="utf-8"), shelf()).record()


def choices_of(game: Game) -> list[Choice]:
    found = []
    for entry in game.log:
        if isinstance(entry, Said):
            found.append(Choice(entry.verb, entry.owner, entry.arg))
        elif isinstance(entry, Conceded):
            found.append(Choice("concede", arg=entry.seat))
    return found


def small_setup(**options: object):
    return setup_for((ninja("Ren"), ninja("Rin")), (ninja("Kei"),), **options)


def small_tape(decisions: int = 12) -> GameRecording:
    recording = GameRecording(Game.new(small_setup(), SeededDice(seed_of(1))))
    for _ in range(decisions):
        decision = recording.game.decision
        assert decision is not None
        recording.play(decision.nth(recording.game, 0))
    return recording


def standing(game: Game) -> tuple[Any, ...]:
    """All there is to know of a game, and what its dice would give next."""
    decision = game.decision
    asked = decision and (decision.seat, decision.kind, decision.figure)
    slots = {
        name: getattr(game, name)
        for part in Game.__mro__
        for name in getattr(part, "__slots__", ())
        if name not in ELSEWHERE
    }
    slots["notes"] = dict(game.notes)
    hooks = [figure.handlers for figure in (*game.figures, *game.seats)]
    next_dice = game.dice.copy().roll(8)
    return game.facts(), asked, slots, hooks, next_dice, len(game.log)


def stands_alike(game: Game, other: tuple[Any, ...]) -> bool:
    """Whether a game stands so, and knows its zones without having looked."""
    ignorant = game.copy()
    for figure in game.figures[::5]:
        assert game.enemy_zones(figure) == ignorant.enemy_zones(figure)
    return standing(game) == other


@pytest.mark.parametrize(("slug", "seats"), KINDS)
def test_it_goes_forth_and_back_through_what_the_rules_made(
    slug: str, seats: int
) -> None:
    recording = tape_of(slug, seats)
    game = recording.beginning()
    stands = [standing(game)]
    for choice in choices_of(recording.game):
        game.apply(choice, trusted=True)
        stands.append(standing(game))
    assert len(recording) == len(stands) - 1 > 80

    playback = Playback(recording)
    for at, stand in enumerate(stands):
        assert stands_alike(playback.game, stand), at
        if at < len(recording):
            playback.forward()
    assert playback.game.state_hash() == game.state_hash()
    assert list(playback.game.log) == list(game.log)
    assert playback.game.report == game.report
    for at in reversed(range(len(recording))):
        playback.back()
        assert stands_alike(playback.game, stands[at]), at
    assert playback.at == 0


@pytest.mark.parametrize(("slug", "seats"), KINDS)
def test_a_game_goes_on_by_the_rules_from_wherever_it_stands(
    slug: str, seats: int
) -> None:
    recording = tape_of(slug, seats)
    choices = choices_of(recording.game)
    random = Random(seats)
    playback = Playback(recording)
    for _ in range(3):
        playback.seek(random.randrange(len(recording)))
        game = playback.game.copy()
        for choice in choices[playback.at :]:
            game.apply(choice, trusted=True)
        assert game.state_hash() == recording.game.state_hash()
        assert list(game.log) == list(recording.game.log)


def test_options_on_a_tape_are_those_of_the_game() -> None:
    recording = tape_of()
    game, playback = recording.beginning(), Playback(recording)
    for choice in choices_of(recording.game):
        assert game.decision is not None
        assert playback.game.decision is not None
        options = game.decision.groups_in(game)
        assert playback.game.decision.groups_in(playback.game) == options
        game.apply(choice)
        playback.forward()


def test_a_game_can_be_played_on_itself_and_leaves_the_tape_as_it_was() -> None:
    recording = tape_of()
    choices = choices_of(recording.game)
    playback = Playback(recording)
    playback.seek(40)
    random = Random(3)
    for _ in range(40):
        choose(playback.game, random, fight=True)
    with pytest.raises(Refusal) as caught:
        playback.forward()
    assert caught.value.code == "left-tape"
    with pytest.raises(Refusal):
        playback.back()

    again = Playback(recording)
    again.seek(40)
    for choice in choices[40:]:
        again.game.apply(choice, trusted=True)
    assert again.game.state_hash() == recording.game.state_hash()


def test_nothing_done_to_a_game_comes_onto_the_tape() -> None:
    recording = tape_of("capture-the-medal", 3)
    noted = [c.after.notes is not None and c.after.decision for c in recording.steps]
    at = [bool(decision) for decision in noted].index(True)
    playback = Playback(recording)
    playback.seek(at + 1)
    before = dict(playback.game.notes)
    playback.game.notes["scribble"] = 1
    assert playback.game.decision is not None
    playback.game.decision.kind = "riddle"
    playback.back()
    playback.forward()
    assert playback.game.notes == before
    assert playback.game.decision.kind != "riddle"


def test_two_playbacks_of_one_tape_do_not_disturb_each_other() -> None:
    recording = tape_of()
    one, other = Playback(recording), Playback(recording)
    one.seek(len(recording))
    other.seek(9)
    here = standing(other.game)
    one.seek(5)
    assert standing(other.game) == here


def test_a_copy_keeps_its_log_when_the_playback_goes_back() -> None:
    playback = Playback(tape_of())
    playback.seek(30)
    twin = playback.game.copy()
    said = list(twin.log)
    playback.seek(0)
    assert list(twin.log) == said
    playback.seek(60)
    assert list(twin.log) == said
    twin.apply(Choice("concede", arg=0))
    assert list(twin.log)[: len(said) + 1] == [*said, Conceded(0)]


def test_concessions_are_on_it_too() -> None:
    setup = setup_for(*((ninja("Ren"), ninja("Rin")) for _ in range(3)))
    recording = GameRecording(Game.new(setup, SeededDice(seed_of(2))))
    random = Random(2)
    for number in range(60):
        game = recording.game
        if number == 40:
            decision = game.decision
            assert decision is not None
            recording.play(Choice("concede", arg=(decision.seat + 1) % 3))
        else:
            decision = game.decision
            assert decision is not None
            recording.play(decision.nth(game, random.randrange(decision.count(game))))
    playback = Playback(recording)
    playback.seek(41)
    assert sum(seat.has_conceded for seat in playback.game.seats) == 1
    playback.back()
    assert not any(seat.has_conceded for seat in playback.game.seats)
    playback.seek(60)
    assert playback.game.state_hash() == recording.game.state_hash()


def test_what_the_rules_refuse_does_not_come_onto_it() -> None:
    recording = small_tape()
    before = standing(recording.game)
    with pytest.raises(Refusal):
        recording.play(Choice("dance"))
    assert len(recording) == 12
    assert standing(recording.game) == before


def test_it_may_begin_in_the_middle_of_a_game_which_is_left_alone() -> None:
    game = small_tape(5).game.copy()
    said, stand = list(game.log), game.state_hash()
    recording = GameRecording(game)
    decision = recording.game.decision
    assert decision is not None
    recording.play(decision.nth(recording.game, 0))
    assert (game.state_hash(), list(game.log)) == (stand, said)
    playback = Playback(recording)
    assert playback.game.state_hash() == stand
    playback.forward()
    assert list(playback.game.log)[: len(said)] == said
    assert len(playback.game.log) == len(recording.game.log) > len(said)


def test_a_game_of_its_set_up_can_be_handed_in() -> None:
    recording = small_tape()
    game = Game.new(recording.game.compiled.setup, SeededDice(seed_of(1)))
    playback = Playback(recording, game)
    playback.seek(len(recording))
    assert game.state_hash() == recording.game.state_hash()
    assert list(game.log) == list(recording.game.log)


def test_a_tape_of_another_set_up_is_refused() -> None:
    recording = small_tape()
    stranger = Game.new(small_setup(initiative="test"), SeededDice(seed_of(1)))
    with pytest.raises(Refusal) as caught:
        Playback(recording, stranger)
    assert caught.value.code == "another-setup"


def test_a_game_that_stands_elsewhere_is_refused() -> None:
    recording = small_tape()
    with pytest.raises(Refusal) as caught:
        Playback(recording, recording.game.copy())
    assert caught.value.code == "not-at-beginning"


def test_nobody_goes_past_its_ends() -> None:
    playback = Playback(small_tape())
    with pytest.raises(Refusal) as caught:
        playback.back()
    assert caught.value.code == "tape-begins"
    playback.seek(12)
    stand = standing(playback.game)
    with pytest.raises(Refusal) as caught:
        playback.forward()
    assert caught.value.code == "tape-ends"
    for beyond in (-1, 13):
        with pytest.raises(Refusal) as caught:
            playback.seek(beyond)
        assert caught.value.code == "not-on-tape"
    assert standing(playback.game) == stand


def test_a_tape_whose_game_was_played_on_beside_it_takes_no_more() -> None:
    recording = small_tape()
    decision = recording.game.decision
    assert decision is not None
    recording.game.apply(decision.nth(recording.game, 0))
    with pytest.raises(Refusal) as caught:
        recording.play(Choice("pass"))
    assert caught.value.code == "left-tape"


def test_lines_that_do_not_fit_are_refused_with_their_number() -> None:
    game = small_tape().game
    setup, lines = game.compiled.setup, lines_of(game)
    recording = record_game(
        setup, SeededDice(seed_of(1)), lines, state_hash=game.state_hash()
    )
    assert recording.game.state_hash() == game.state_hash()
    with pytest.raises(Unreadable) as caught:
        record_game(setup, SeededDice(seed_of(1)), [*lines[:4], "A dance", *lines[5:]])
    assert caught.value.line == 5
    stored = StoredGame.of(game, seed_of(1))
    assert len(stored.record()) == len(lines)
