"""The entries of a settlement, each in its own step and no other."""

from __future__ import annotations

import pytest

from kernel.elements import Element
from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import DiceSource, PostGameStep
from teams.rules.journal import entries as e
from teams.rules.journal.settlement_reducer import STEP_OF
from teams.rules.settlement.advancement import list_waiting
from tests.teams.rules.story import registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def test_every_step_has_its_entries() -> None:
    assert set(STEP_OF.values()) == set(PostGameStep)


def test_nobody_loses_experience_in_a_game() -> None:
    story = registered()
    story.play()
    with pytest.raises(Refusal, match="cannot lose experience"):
        story.write(
            e.ExperienceEarned(
                match="match-1", awards=(e.EarnedXp(ninja=KAIKEN, xp=-1),)
            )
        )


def test_an_excusal_needs_a_spirit_and_somebody_to_excuse() -> None:
    story = registered()
    story.play(healing=[CHUNIN, KAIKEN], all_stars=(CHUNIN,))
    story.settle_until()
    excused = e.DowntimeExcused(match="match-1", ninja=KAIKEN, by=CHUNIN)
    with pytest.raises(Refusal, match="did not roll Spirit"):
        story.write(excused)
    story.settle_until("spirit")
    for ninja in (CHUNIN, OTHER):
        with pytest.raises(Refusal, match="excuses another ninja"):
            story.write(e.DowntimeExcused(match="match-1", ninja=ninja, by=CHUNIN))
    story.write(excused)


def test_the_excusal_comes_before_the_next_roll() -> None:
    story = registered()
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(CHUNIN,))
    story.settle_until("spirit")
    with pytest.raises(Refusal, match="no downtime roll to make"):
        story.write(
            e.DowntimeRolled(
                match="match-1",
                ninja=KAIKEN,
                dice=(Element.FIRE,),
                source=DiceSource.SERVER,
            )
        )


def test_a_roll_without_a_die_cannot_have_happened() -> None:
    story = registered()
    story.play(healing=[CHUNIN], all_stars=(CHUNIN,))
    story.settle_until()
    with pytest.raises(Refusal, match="Enter the downtime die"):
        story.write(
            e.DowntimeRolled(
                match="match-1", ninja=CHUNIN, dice=(), source=DiceSource.TABLE
            )
        )


def test_who_leaves_in_the_middle_of_a_settlement_holds_nobody_up() -> None:
    """A correction or a trade may take somebody away whom a step waits for."""
    story = registered(starting_koban=200)
    ronin = story.recruit("benkei")
    story.play(healing=[ronin], all_stars=(CHUNIN,))
    story.settle_until()
    story.write(e.Dismissed(ninja=ronin, refund=0))
    story.settle()
    assert story.state.settling is None


def test_open_advancement_can_be_skipped_by_later_steps() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, xp=8)
    story.play(all_stars=(CHUNIN,))
    story.settle_until()  # stops at the advancement
    story.write(e.RecruitingClosed(match="match-1"))
    story.settle()
    assert list_waiting(story.state) == (KAIKEN,)
