"""Seeds promised before a game and revealed after it."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernel.dice import DiceDraw, RecordedDice, SeededDice, commitment, verify
from kernel.errors import Refusal

seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)
# What a game may ask of its dice: a roll of that many, or a choice below that.
requests = st.lists(
    st.tuples(st.booleans(), st.integers(1, 60)), min_size=1, max_size=12
)


def played(seed: str, asked: list[tuple[bool, int]], stream: str) -> list[DiceDraw]:
    dice = RecordedDice(SeededDice(seed, stream))
    for is_roll, number in asked:
        if is_roll:
            dice.roll(number)
        else:
            dice.below(number)
    return dice.record


@given(seed=seeds, asked=requests, stream=st.sampled_from(["dice", "deck"]))
def test_an_honest_game_can_be_told_again(
    seed: str, asked: list[tuple[bool, int]], stream: str
) -> None:
    record = played(seed, asked, stream)
    verify(seed=seed, promised=commitment(seed), record=record, stream_name=stream)


@given(seed=seeds, other=seeds, asked=requests)
def test_another_seed_than_the_promised_one_is_found_out(
    seed: str, other: str, asked: list[tuple[bool, int]]
) -> None:
    assume(seed != other)
    record = played(other, asked, "dice")
    with pytest.raises(Refusal, match="not the one that was promised") as caught:
        verify(seed=other, promised=commitment(seed), record=record)
    assert caught.value.code == "seed-not-promised"


@given(seed=seeds, asked=requests, data=st.data())
def test_a_changed_roll_is_found_out_and_named(
    seed: str, asked: list[tuple[bool, int]], data: st.DataObject
) -> None:
    record = played(seed, asked, "dice")
    position = data.draw(st.integers(0, len(record) - 1), label="roll")
    drawn = record[position]
    assume(drawn.limit > 1)
    die = data.draw(st.integers(0, len(drawn.results) - 1), label="die")
    turned = data.draw(st.integers(1, drawn.limit - 1), label="turned by")
    results = list(drawn.results)
    results[die] = (results[die] + turned) % drawn.limit
    record[position] = replace(drawn, results=tuple(results))
    with pytest.raises(Refusal, match=f"Roll {position + 1} was recorded") as caught:
        verify(seed=seed, promised=commitment(seed), record=record)
    assert caught.value.code == "roll-not-derived"


def test_a_roll_left_out_is_found_out() -> None:
    seed = "17" * 32
    record = played(seed, [(True, 5), (True, 5), (True, 5)], "dice")
    with pytest.raises(Refusal, match="Roll 2"):
        verify(seed=seed, promised=commitment(seed), record=[record[0], record[2]])


def test_the_record_of_one_stream_is_none_of_another() -> None:
    seed = "17" * 32
    record = played(seed, [(True, 12)], "deck")
    with pytest.raises(Refusal, match=r"Roll 1 was recorded as .* gives"):
        verify(seed=seed, promised=commitment(seed), record=record)


@pytest.mark.parametrize(
    "impossible",
    [
        DiceDraw((6,)),
        DiceDraw((-1,)),
        DiceDraw((9,), 9),
        DiceDraw((), 9),
        DiceDraw((1, 2), 9),
        DiceDraw((0,), 0),
        DiceDraw((0,), -3),
    ],
)
def test_a_roll_that_no_dice_can_give_is_refused(impossible: DiceDraw) -> None:
    seed = "17" * 32
    with pytest.raises(Refusal, match="Roll 1 of the record is none"):
        verify(seed=seed, promised=commitment(seed), record=[impossible])


def test_a_promise_is_a_plain_hash_that_anybody_can_make() -> None:
    seed = "17" * 32
    by_hand = hashlib.sha256(b"moonlight seed " + bytes.fromhex(seed)).hexdigest()
    assert commitment(seed) == by_hand
    assert commitment(seed.upper()) == by_hand


@given(seed=seeds)
def test_a_promise_does_not_give_the_dice_away(seed: str) -> None:
    promised = commitment(seed)
    assert seed not in promised
    assert SeededDice(promised).roll(40) != SeededDice(seed).roll(40)
