from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernel
from kernel import dice as dice_module
from kernel.dice import (
    FACES,
    DiceDraw,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    commitment,
    elements_of,
    shuffled,
)
from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal
from tests.ledger import rule

SEED = "00112233445566778899aabbccddeeff" * 2
# Changing one of these changes the outcome of every stored game.
GOLDEN_DICE = (5, 4, 2, 0, 5, 5, 1, 5, 1, 2, 1, 2, 4, 5, 3, 1, 5, 3, 4, 2)
GOLDEN_LIMITS = (1, 2, 6, 7, 36, 52, 1000)
GOLDEN_CHOICES = [0, 1, 4, 6, 29, 32, 718]
GOLDEN_DECK = (4, 4, 3, 0, 2, 4, 1, 3, 0, 1, 4, 5, 0, 0, 5, 5, 3, 1, 4, 4)
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


def written_out(seed: str, stream: str) -> list[int]:
    """The first dice of a row, by the recipe of the module's docstring alone."""
    name = b"moonlight dice " + bytes.fromhex(seed) + stream.encode()
    key = hashlib.sha256(name).digest()
    row = b"".join(
        hashlib.sha512(key + block.to_bytes(8, "big")).digest() for block in range(5)
    )
    return [byte % 6 for byte in row if byte <= 251]


class TestSeededDice:
    @given(seed=seeds, stream=st.text(max_size=20), counts=st.lists(st.integers(0, 40)))
    def test_follow_the_published_recipe_however_they_are_asked_for(
        self, seed: str, stream: str, counts: list[int]
    ) -> None:
        row = iter(written_out(seed, stream))
        dice = SeededDice(seed, stream)
        for count in islice(counts, 7):
            assert dice.roll(count) == tuple(islice(row, count))

    def test_give_these_very_results_for_ever(self) -> None:
        dice = SeededDice(SEED)
        assert dice.roll(20) == GOLDEN_DICE
        assert [dice.below(limit) for limit in GOLDEN_LIMITS] == GOLDEN_CHOICES
        assert dice.stream("deck").roll(20) == GOLDEN_DECK

    @pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
    def test_are_the_same_in_every_process(self, hash_seed: str) -> None:
        program = (
            "from kernel.dice import SeededDice, shuffled\n"
            f"dice = SeededDice({SEED!r})\n"
            "print(dice.roll(20), shuffled(range(52), dice.stream('deck')))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=Path(kernel.__file__).parent.parent,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        deck = shuffled(range(52), SeededDice(SEED, "deck"))
        assert done.stdout.strip() == f"{GOLDEN_DICE} {deck}"

    @rule("TEST-01")
    def test_show_one_of_the_six_elements_each(self) -> None:
        thrown = SeededDice(SEED).roll(1000)
        assert set(elements_of(thrown)) == set(Element)

    @rule("TEST-01")
    def test_give_each_face_exactly_the_same_share_of_the_bytes(self) -> None:
        every_byte = bytes(range(256))
        kept = every_byte.translate(
            dice_module._FACE_OF_BYTE, dice_module._UNFAIR_BYTES
        )
        assert Counter(kept) == dict.fromkeys(range(6), 42)

    @rule("TEST-01")
    @pytest.mark.parametrize("seed", [SEED, "5a" * 32, "00" * 32])
    def test_are_fair_by_chi_square(self, seed: str) -> None:
        dice = SeededDice(seed)
        singles = Counter(dice.roll(60_000))
        assert chi_square(singles, kinds=6) < 20.52  # 5 degrees of freedom, p = 0.001
        pairs = Counter(zip(*[iter(dice.roll(72_000))] * 2, strict=True))
        assert chi_square(pairs, kinds=36) < 66.62  # 35 degrees of freedom, p = 0.001

    @given(limit=st.integers(1, 500), seed=seeds)
    def test_choose_below_any_limit(self, limit: int, seed: str) -> None:
        assert 0 <= SeededDice(seed).below(limit) < limit

    @pytest.mark.parametrize("limit", [2, 5, 7, 36, 37, 52])
    def test_choose_fairly(self, limit: int) -> None:
        dice = SeededDice(SEED, f"below {limit}")
        chosen = Counter(dice.below(limit) for _ in range(400 * limit))
        assert set(chosen) == set(range(limit))
        # Mean plus five standard deviations of chi-square: far beyond chance.
        freedom = limit - 1
        assert chi_square(chosen, kinds=limit) < freedom + 5 * (2 * freedom) ** 0.5

    @given(seed=seeds)
    def test_choose_below_six_as_one_die(self, seed: str) -> None:
        assert (SeededDice(seed).below(FACES),) == SeededDice(seed).roll(1)

    @given(seed=seeds)
    def test_spend_no_die_where_there_is_no_choice(self, seed: str) -> None:
        dice = SeededDice(seed)
        assert dice.below(1) == 0
        assert dice.roll(3) == SeededDice(seed).roll(3)

    @given(seed=seeds, before=st.integers(0, 200), after=st.integers(0, 200))
    def test_a_copy_goes_on_alike_and_apart(
        self, seed: str, before: int, after: int
    ) -> None:
        dice = SeededDice(seed)
        dice.roll(before)
        twin = dice.copy()
        assert dice.roll(after) == twin.roll(after)
        dice.roll(1)
        third = twin.copy()
        assert twin.below(52) == third.below(52)
        assert (twin.seed, twin.stream_name) == (dice.seed, dice.stream_name)

    @given(seed=seeds, drawn=st.integers(0, 100))
    def test_streams_do_not_disturb_each_other(self, seed: str, drawn: int) -> None:
        dice, other = SeededDice(seed), SeededDice(seed)
        other.stream("deck").roll(drawn)
        assert dice.roll(50) == other.roll(50)
        assert dice.stream("deck").roll(50) != dice.stream("bots").roll(50)

    def test_streams_agree_no_more_than_chance(self) -> None:
        one, other = (
            SeededDice(SEED).roll(30_000),
            SeededDice(SEED, "deck").roll(30_000),
        )
        agree = sum(a == b for a, b in zip(one, other, strict=True))
        assert abs(agree - 5_000) < 5 * (30_000 * 5 / 36) ** 0.5

    @pytest.mark.parametrize("seed", ["", "12", "zz" * 32, "a" * 63, "ab " * 32])
    def test_refuse_a_seed_that_is_none(self, seed: str) -> None:
        for use in (SeededDice, commitment):
            with pytest.raises(Refusal, match="64 hexadecimal digits") as caught:
                use(seed)
            assert (caught.value.code, caught.value.field) == ("bad-seed", "seed")

    def test_cannot_be_rolled_backwards(self) -> None:
        dice = SeededDice(SEED)
        assert dice.roll(0) == ()
        with pytest.raises(AssertionError, match="Cannot roll -1"):
            dice.roll(-1)
        with pytest.raises(AssertionError, match="Cannot choose below 0"):
            dice.below(0)
        assert dice.roll(20) == GOLDEN_DICE


def chi_square(counted: Counter[object], *, kinds: int) -> float:
    expected = counted.total() / kinds
    seen = sum((count - expected) ** 2 for count in counted.values())
    unseen = (kinds - len(counted)) * expected**2
    return (seen + unseen) / expected


class TestShuffled:
    @given(items=st.lists(st.integers(), max_size=60), seed=seeds)
    def test_loses_and_invents_nothing(self, items: list[int], seed: str) -> None:
        before = list(items)
        assert Counter(shuffled(items, SeededDice(seed))) == Counter(items)
        assert items == before

    def test_gives_every_order_its_fair_share(self) -> None:
        dice = SeededDice(SEED, "deck")
        orders = Counter(tuple(shuffled("abcd", dice)) for _ in range(24 * 400))
        assert len(orders) == 24
        assert chi_square(orders, kinds=24) < 49.73  # 23 degrees of freedom, p = 0.001


class TestScriptedDice:
    def test_give_what_was_written_and_in_that_order(self) -> None:
        dice = ScriptedDice("fire", Element.VOID, "air", choices=[4, 0])
        assert elements_of(dice.roll(2)) == (Element.FIRE, Element.VOID)
        assert dice.below(5) == 4
        assert elements_of(dice.roll(1)) == (Element.AIR,)
        assert dice.below(1) == 0
        dice.assert_spent()

    def test_complain_when_more_is_rolled_than_was_written(self) -> None:
        with pytest.raises(AssertionError, match="1 dice left, 2 were rolled"):
            ScriptedDice("fire").roll(2)
        with pytest.raises(AssertionError, match="no choice below 3 left"):
            ScriptedDice("fire").below(3)

    def test_complain_about_a_choice_that_is_none(self) -> None:
        with pytest.raises(AssertionError, match="chose 3, not below 3"):
            ScriptedDice(choices=[3]).below(3)

    def test_complain_about_an_element_that_is_none(self) -> None:
        with pytest.raises(ValueError, match="wind"):
            ScriptedDice("wind")

    def test_complain_about_what_was_never_asked_for(self) -> None:
        dice = ScriptedDice("fire", "air", choices=[1])
        dice.roll(1)
        with pytest.raises(AssertionError, match="1 dice and 1 choices"):
            dice.assert_spent()

    def test_a_copy_is_apart(self) -> None:
        dice = ScriptedDice(*ELEMENTS, choices=[1, 2])
        twin = dice.copy()
        assert dice.roll(6) == twin.roll(6)
        assert dice.below(2) == twin.below(2) == 1


class TestRecordedDice:
    def test_remember_each_request_apart(self) -> None:
        dice = RecordedDice(ScriptedDice("fire", "air", "void", choices=[7]))
        dice.roll(2)
        dice.below(9)
        dice.roll(1)
        assert dice.record == [
            DiceDraw((Element.FIRE.face, Element.AIR.face)),
            DiceDraw((7,), 9),
            DiceDraw((Element.VOID.face,)),
        ]

    @given(seed=seeds)
    def test_pass_on_what_the_other_dice_gave(self, seed: str) -> None:
        plain, dice = SeededDice(seed), RecordedDice(SeededDice(seed))
        assert dice.roll(9) == plain.roll(9)
        assert dice.below(52) == plain.below(52)

    def test_a_copy_keeps_the_record_and_goes_on_apart(self) -> None:
        dice = RecordedDice(SeededDice(SEED))
        dice.roll(2)
        twin = dice.copy()
        assert twin.roll(3) == dice.roll(3)
        twin.below(4)
        assert twin.record[:2] == dice.record
        assert len(twin.record) == 3

    def test_a_draw_is_told_in_words(self) -> None:
        assert str(DiceDraw((5, 3))) == "fire, air"
        assert str(DiceDraw(())) == "no dice"
        assert str(DiceDraw((7,), 9)) == "7 below 9"


def test_dice_of_a_seed_can_be_put_where_they_stood() -> None:
    dice = SeededDice(SEED)
    assert dice.drawn == 0
    for count in (1, 0, 5, 700, 64):
        dice.roll(count)
        dice.below(52)
        again = SeededDice(SEED).moved_to(dice.drawn)
        assert again.drawn == dice.drawn == dice.copy().drawn
        assert again.roll(300) == dice.copy().roll(300)


def test_dice_of_another_stream_are_put_along_their_own_row() -> None:
    dice = SeededDice(SEED, "deck")
    dice.roll(90)
    assert dice.moved_to(90).roll(20) == dice.roll(20)
