"""The site, a passed deadline, and the memory of an earlier settlement."""

from __future__ import annotations

from kernel.dice import ScriptedDice, SeededDice
from kernel.elements import Element
from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import Feat, Outcome
from teams.rules.settlement.needs import DecisionKind, RollNeeded
from teams.rules.settlement.responders import (
    AutomaticResponder,
    EarlierAnswers,
    KnownDice,
)
from teams.rules.settlement.settlement import proceed
from tests.teams.rules.story import Story, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)
NEVER = ScriptedDice()


def reported(**more: object) -> Story:
    """A game after which two recover, one advances and a ronin is to be paid."""
    story = registered(starting_koban=200)
    story.recruit("benkei")
    story.correct(ninja=OTHER, xp=8)
    more.setdefault("healing", [CHUNIN, KAIKEN])
    story.play(**more)
    return story


def settled() -> list[e.AnyEntry]:
    """What was rolled and chosen in the first settlement, none of it by default."""
    story = reported()
    return story.settle(
        "spirit",
        "air",
        "fire",
        answers={
            DecisionKind.ALL_STAR: f"ninja:{OTHER}",
            DecisionKind.UPKEEP: "release",
            DecisionKind.ADVANCE: "learn:sneaky",
        },
    )


def again(story: Story, old: list[e.AnyEntry]) -> list[e.AnyEntry]:
    memory = EarlierAnswers(
        old, dice=NEVER, then=AutomaticResponder(NEVER, answers=True)
    )
    done = proceed(story.state, story.book, memory)
    assert done.need is None
    return [entry for _, entry in done.entries]


def test_the_memory_repeats_a_settlement_without_asking_anybody() -> None:
    old = settled()
    assert again(reported(), old) == old


def test_an_amended_result_changes_the_revenue_and_nothing_else() -> None:
    old = settled()
    new = again(reported(outcome=Outcome.LOSS), old)
    changed = [(was, now) for was, now in zip(old, new, strict=True) if was != now]
    assert len(changed) == 1
    assert isinstance(changed[0][1], e.RevenueEarned)


def test_dice_of_those_who_no_longer_roll_are_forgotten() -> None:
    """The chunin was never in the Healing House, so nobody excused the kaiken."""
    story = reported(healing=[KAIKEN])
    fresh = AutomaticResponder(ScriptedDice("fire"), answers=True)
    memory = EarlierAnswers(settled(), dice=NEVER, then=fresh)
    done = proceed(story.state, story.book, memory)
    rolls = [one for _, one in done.entries if isinstance(one, e.DowntimeRolled)]
    assert [(one.ninja, one.dice) for one in rolls] == [(KAIKEN, (Element.FIRE,))]
    assert done.state.find(KAIKEN).games_to_miss == 1


def test_a_choice_that_no_longer_fits_is_asked_again() -> None:
    story = registered(starting_koban=200)
    story.correct(ninja=KAIKEN, xp=8)
    story.play(all_stars=(CHUNIN,))
    old = story.settle(
        "air", "fire", answers={DecisionKind.ADVANCE: "learn:fire-mastery"}
    )
    other = registered("ika", starting_koban=200)
    other.correct(ninja=KAIKEN, xp=8)
    other.play(all_stars=(CHUNIN,))
    memory = EarlierAnswers(old, dice=NEVER, then=AutomaticResponder(NEVER))
    done = proceed(other.state, other.book, memory)
    assert done.need is not None
    assert done.state.find(KAIKEN).advancement_roll == (Element.AIR, Element.FIRE)


def test_new_rolls_come_from_the_dice_that_follow() -> None:
    old = settled()
    many = {KAIKEN: [Feat(event="injures_enemy", times=8)]}
    memory = EarlierAnswers(
        old,
        dice=NEVER,
        then=AutomaticResponder(ScriptedDice("void", "water"), answers=True),
    )
    story = reported(feats=many)
    done = proceed(story.state, story.book, memory)
    assert done.need is None
    assert len(done.state.find(KAIKEN).growth) == 1


def test_known_dice_show_what_is_known_and_then_what_follows() -> None:
    dice = KnownDice((Element.FIRE,), ScriptedDice("air", choices=[3]))
    assert dice.copy().roll(2) == (Element.FIRE.face, Element.AIR.face)
    assert dice.roll(1) == (Element.FIRE.face,)
    assert dice.roll(1) == (Element.AIR.face,)
    assert dice.below(5) == 3


def test_without_answers_the_site_only_rolls() -> None:
    story = registered()
    story.play(healing=[CHUNIN], all_stars=(CHUNIN,))
    done = proceed(story.state, story.book, AutomaticResponder(SeededDice("9" * 64)))
    assert done.need is None  # nothing but dice was needed
    assert any(isinstance(entry, e.DowntimeRolled) for _, entry in done.entries)


def test_where_dice_fall_at_tables_the_site_rolls_only_what_is_overdue() -> None:
    story = registered(dice_source="table")
    story.play(healing=[CHUNIN], all_stars=(CHUNIN,))
    dice = SeededDice("9" * 64)
    waiting = proceed(story.state, story.book, AutomaticResponder(dice, answers=True))
    assert isinstance(waiting.need, RollNeeded)
    late = AutomaticResponder(dice, answers=True, is_overdue=True)
    done = proceed(story.state, story.book, late)
    assert done.need is None
    assert done.state.rules.dice_source is DiceSource.TABLE, "that stays the rule"
