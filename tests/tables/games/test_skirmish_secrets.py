"""Nothing that an audience may not know leaves the adapter (property test)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace

import msgspec
import pytest

from kernel.dice import SeededDice, shuffled
from skirmish.rules import log
from skirmish.rules.frames.initiative import HANDS, Initiative
from tables.games.base import Audience, LogMove
from tables.games.skirmish import SkirmishGame
from tables.games.skirmish_log import encode_entries
from tests.tables.games.positions import play_bots, write_setup

GAMES = [
    ("brawl", ("fire-shrine", "water-shrine"), "draw"),
    ("capture-the-medal", ("air-shrine", "earth-shrine"), "janken"),
    ("search", ("spirit-shrine", "void-shrine", "earth-shrine"), "janken"),
    ("intercept-the-messenger", ("fire-shrine", "void-shrine"), "test"),
]
_decoder = msgspec.json.Decoder(list[log.Entry])


def with_other_secrets(hosted: SkirmishGame, mine: tuple[int, ...]) -> SkirmishGame:
    """The same game with everything changed that the audience may not know."""
    game = hosted.game.copy()
    dice = SeededDice("ab" * 32)
    game.dice = SeededDice("cd" * 32)
    unseen = Counter(game.compiled.full_deck())
    own = [card for seat in mine for card in game.seats[seat].hand]
    unseen -= Counter((*own, *game.discard, *game.resolving))
    cards = shuffled(sorted(unseen.elements()), dice)
    for seat in game.seats:
        if seat.index not in mine:
            count = len(seat.hand)
            game.hold(seat, tuple(cards[:count]))
            cards = cards[count:]
    game.deck = tuple(cards[: len(game.deck)])
    for frame in game.stack:
        if isinstance(frame, Initiative):
            frame.hands = tuple(
                hand if seat in mine else (hand + 1) % len(HANDS)
                for seat, hand in zip(frame.seats, frame.hands, strict=False)
            )
    game.compiled.challenge.hide_secrets(game)
    game.compiled.challenge.sample_secrets(game, dice)
    return SkirmishGame(game, "cd" * 32)


def with_other_past(
    hosted: SkirmishGame, moves: list[LogMove], mine: tuple[int, ...]
) -> list[LogMove]:
    """The same moves with other cards drawn, other covered hands and no passes."""
    top = hosted.game.stack[-1] if hosted.game.stack else None
    covered = set(top.seats[: len(top.hands)]) if isinstance(top, Initiative) else set()
    changed = []
    for move in reversed(moves):
        if move.is_hidden and move.seat not in mine:
            continue
        entries = _decoder.decode(move.entries)
        is_covered = move.seat in covered - set(mine) and " show " in move.line
        if is_covered:
            covered.discard(move.seat)
        line = move.line
        for index, entry in enumerate(entries):
            if isinstance(entry, log.CardDrawn) and entry.seat not in mine:
                entries[index] = log.CardDrawn(entry.seat, "sidestep")
            if isinstance(entry, log.Said) and is_covered:
                hand = (entry.arg + 1) % len(HANDS)
                entries[index] = log.Said(entry.seat, "show", entry.owner, hand)
                line = f"{line[:7]}{hand + 1}"
        changed.append(replace(move, line=line, entries=encode_entries(entries)))
    return changed[::-1]


@pytest.mark.parametrize(("challenge", "teams", "initiative"), GAMES)
def test_what_is_sent_does_not_depend_on_hands_deck_dice_or_covered_hands(
    challenge: str, teams: tuple[str, ...], initiative: str
) -> None:
    setup = write_setup(*teams, challenge=challenge, initiative=initiative)
    audiences = [Audience(), *(Audience((seat,)) for seat in range(len(teams)))]
    compared = 0
    for hosted, moves in play_bots(setup, bot="random", most=60):
        for audience in audiences:
            mine = audience.seats
            if hosted.asked in mine:
                continue
            tail = moves[-12:]
            true = hosted.show(audience, tail, 99)
            other = with_other_secrets(hosted, mine)
            false = other.show(audience, with_other_past(hosted, tail, mine), 99)
            assert json.dumps(asdict(true)) == json.dumps(asdict(false))
            compared += 1
    assert compared > 60


def test_hand_of_the_viewer_is_sent_and_others_are_numbers() -> None:
    for hosted, moves in play_bots(write_setup(), most=60):
        view = hosted.show(Audience((0,)), moves, len(moves)).view
        hand = hosted.game.seats[0].hand
        assert [card["slug"] for card in view["hand"]] == list(hand)
        assert view["hands"] == {"B": len(hosted.game.seats[1].hand)}
        assert hosted.show(Audience(), moves, 0).view["hand"] == []


def test_own_options_do_not_depend_on_the_secrets_of_others() -> None:
    compared = 0
    for hosted, moves in play_bots(write_setup(), most=60):
        if hosted.asked is None:
            continue
        mine = (hosted.asked,)
        true = hosted.show(Audience(mine), moves[-3:], 9)
        other = with_other_secrets(hosted, mine)
        false = other.show(Audience(mine), with_other_past(hosted, moves[-3:], mine), 9)
        assert json.dumps(asdict(true)) == json.dumps(asdict(false))
        compared += 1
    assert compared
