"""The order of what follows a game, and that it can be taken up at any point."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice, SeededDice
from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import DiceSource, PostGameStep
from teams.rules.journal import entries as e
from teams.rules.journal.reducer import apply_entry
from teams.rules.journal.settlement_reducer import STEP_OF
from teams.rules.reports.team_report import Feat, MatchType
from teams.rules.roster.readiness import Verdict, readiness
from teams.rules.settlement.needs import DecisionKind, DecisionNeeded
from teams.rules.settlement.next_step import find_next_need
from teams.rules.settlement.responders import AutomaticResponder
from teams.rules.settlement.settlement import answer_decision, proceed, roll_needed
from teams.rules.state import TeamState
from tests.ledger import rule
from tests.teams.rules.story import Story, Table, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def eventful(**knobs: object) -> Story:
    """A game after which every step has something to do."""
    story = registered(starting_koban=200, **knobs)
    story.recruit("benkei")
    story.recruit("tora-yajiri")
    story.correct(ninja=OTHER, games_to_miss=1)
    story.correct(ninja=KAIKEN, xp=7)
    story.play(
        feats={CHUNIN: [Feat(event="injures_enemy")]},
        healing=[KAIKEN],
        all_stars=(CHUNIN,),
    )
    return story


def steps_of(entries: list[e.AnyEntry]) -> list[PostGameStep]:
    kinds = {**STEP_OF, e.AdvancementRolled: PostGameStep.ADVANCEMENT}
    kinds[e.AdvancementChosen] = PostGameStep.ADVANCEMENT
    return list(dict.fromkeys(kinds[type(entry)] for entry in entries))  # type: ignore[index]


@rule("POST-02")
def test_the_steps_are_taken_in_the_order_of_the_inventory() -> None:
    story = eventful()
    entries = story.settle("water", "spirit", "fire")
    assert [str(step) for step in steps_of(entries)] == [
        "xp",
        "all_star",
        "revenue",
        "upkeep",
        "downtime",
        "advancement",
        "absences",
        "recruit",
        "legality",
        "rating",
    ]


@rule("POST-02")
def test_a_league_may_order_its_steps() -> None:
    order = ["revenue", "all_star", "xp", "upkeep", "absences", "downtime"]
    order += ["advancement", "legality", "rating", "recruit"]
    story = eventful(post_game_order=order)
    entries = story.settle("water", "spirit", "fire")
    assert [str(step) for step in steps_of(entries)] == order


@rule("POST-02")
def test_an_entry_of_a_later_step_cannot_have_happened_yet() -> None:
    story = eventful()
    for entry in (
        e.RatingRecorded(match="match-1", rating=9),
        e.RevenueEarned(match="match-1"),
        e.RecruitingClosed(match="match-1"),
    ):
        with pytest.raises(Refusal, match="not at this step"):
            story.write(entry)
    with pytest.raises(Refusal, match="not at this step"):
        story.write(e.ExperienceEarned(match="another match"))


@rule("POST-03", "POST-01")
@pytest.mark.parametrize(("revenue_first", "stays"), [(True, True), (False, False)])
def test_revenue_of_a_game_pays_its_upkeep_unless_the_league_says_no(
    revenue_first: bool, stays: bool
) -> None:
    story = registered(starting_koban=56, revenue_before_upkeep=revenue_first)
    ronin = story.recruit("benkei")
    assert story.koban == 0
    story.game(all_stars=(CHUNIN,))
    assert story.state.holds(ronin) is stays
    assert story.koban == (5 if stays else 10)


@rule("POST-04", "DOWN-06")
def test_experience_from_downtime_may_advance_a_ninja_at_once() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, xp=7)
    story.play(healing=[KAIKEN], all_stars=(CHUNIN,))
    story.settle("water", "spirit", "fire")
    assert story.ninja(KAIKEN).xp == 8
    assert len(story.ninja(KAIKEN).growth) == 1


@rule("POST-05")
def test_a_ronin_that_left_is_not_there_to_be_excused() -> None:
    story = registered(starting_koban=200)
    ronin = story.recruit("benkei")
    story.play(healing=[KAIKEN, ronin], all_stars=(CHUNIN,))
    story.settle("spirit", answers={DecisionKind.UPKEEP: "release"})
    assert not any(isinstance(line.entry, e.DowntimeExcused) for line in story.lines)


@rule("POST-06")
def test_a_team_with_an_open_settlement_starts_no_other_league_game() -> None:
    story = eventful()
    found = readiness(story.state, story.book)
    assert found.verdict is Verdict.NOT_READY
    assert "settlement-open" in {one.code for one in found.reasons}
    for entry in (
        e.GameOpened(match="next", rating=9),
        e.GameReported(report=story.report(match="next", ninja=())),
    ):
        with pytest.raises(Refusal, match="not settled yet"):
            story.write(entry)
    story.write(
        e.GameOpened(match="for fun", rating=9, standing=MatchType.FRIENDLY),
        e.GameCalledOff(match="for fun"),
    )
    story.settle("water", "spirit", "fire")
    assert readiness(story.state, story.book).verdict is Verdict.READY


@rule("POST-07")
def test_the_site_leaves_dice_to_the_table_where_the_league_wants_it() -> None:
    story = eventful(dice_source="table")
    done = proceed(
        story.state, story.book, AutomaticResponder(SeededDice("1" * 64), answers=True)
    )
    assert done.need is not None
    assert done.need.step is PostGameStep.DOWNTIME
    entry = roll_needed(
        done.state,
        done.need,  # type: ignore[arg-type]
        dice=ScriptedDice("earth"),
        source=DiceSource.TABLE,
        book=story.book,
    )
    assert isinstance(entry, e.DowntimeRolled)
    assert entry.source is DiceSource.TABLE


def test_a_settlement_goes_the_same_way_wherever_it_is_taken_up_again() -> None:
    """Stopping after every single entry and starting from the fold changes nothing."""
    whole = eventful()
    whole.settle("water", "spirit", "fire")
    piecemeal = eventful()
    dice = ScriptedDice("water", "spirit", "fire")
    while (need := find_next_need(piecemeal.refold(), piecemeal.book)) is not None:
        entry = (
            need.entry
            if hasattr(need, "entry")
            else Table(dice).respond(piecemeal.refold(), need, piecemeal.book)
        )
        piecemeal.write(entry)
    assert piecemeal.state == whole.state
    assert [one.entry for one in piecemeal.lines] == [one.entry for one in whole.lines]


def test_the_same_seed_settles_a_game_in_the_same_way() -> None:
    ends: list[TeamState] = []
    for _ in range(2):
        story = eventful()
        dice = SeededDice("ab" * 32)
        done = proceed(story.state, story.book, AutomaticResponder(dice, answers=True))
        assert done.need is None
        ends.append(done.state)
    assert ends[0] == ends[1]


def test_without_answers_a_settlement_waits_for_a_person() -> None:
    story = eventful()
    done = proceed(story.state, story.book, AutomaticResponder(SeededDice("2" * 64)))
    assert isinstance(done.need, DecisionNeeded)
    assert done.need.kind is DecisionKind.UPKEEP
    assert done.need.default in {option.key for option in done.need.options}
    assert find_next_need(done.state, story.book) == done.need


def test_an_answer_that_was_not_offered_is_refused() -> None:
    story = eventful()
    need = story.settle_until()
    assert isinstance(need, DecisionNeeded)
    with pytest.raises(Refusal, match="not one of the options"):
        answer_decision(
            story.state, need, "pay double", dice=ScriptedDice(), book=story.book
        )


def test_every_option_of_every_question_can_be_taken() -> None:
    """Follow each answer of each question a settlement asks, to its end."""
    story = eventful()
    dice = SeededDice("3" * 64)
    seen: set[DecisionKind] = set()
    while (need := find_next_need(story.state, story.book)) is not None:
        if isinstance(need, DecisionNeeded):
            seen.add(need.kind)
            for option in need.options:
                entry = answer_decision(
                    story.state, need, option.key, dice=dice.copy(), book=story.book
                )
                after = apply_entry(story.state, entry, story.book)
                assert after != story.state
        story.write(
            need.entry
            if hasattr(need, "entry")
            else Table(dice).respond(story.state, need, story.book)
        )
    assert DecisionKind.UPKEEP in seen


@rule("RECRUIT-09")
def test_a_roster_below_a_minimum_that_cannot_pay_is_flagged_and_may_play() -> None:
    story = registered(revenue_table={"win": 9, "loss": 0})
    story.write(e.Dismissed(ninja=OTHER, refund=0))
    story.correct(koban=-story.koban)
    story.game(all_stars=(CHUNIN,))
    checked = next(
        line.entry for line in story.lines if isinstance(line.entry, e.RosterChecked)
    )
    assert checked.violations == ("below-minimum",)
    assert readiness(story.state, story.book).verdict is Verdict.READY


@rule("RECRUIT-09")
def test_one_that_can_pay_must_recruit_in_its_next_recruiting_step() -> None:
    story = registered()
    story.write(e.Dismissed(ninja=CHUNIN, refund=0), e.Dismissed(ninja=OTHER, refund=0))
    assert readiness(story.state, story.book).verdict is Verdict.READY
    story.play(all_stars=(KAIKEN,))
    need = story.settle_until()
    assert isinstance(need, DecisionNeeded)
    assert [option.key for option in need.options] == [
        "recruit:tora-chunin:pounce",
        "recruit:tora-chunin:tiger-strike",
        "recruit:tora-kaiken",
    ]
    story.recruit("tora-kaiken", "Late")  # or with a name, by the usual way
    story.settle(answers={DecisionKind.RECRUITING: "recruit:tora-chunin:tiger-strike"})
    assert story.codes() == set()
    assert story.state.ninja[-1].abilities == ("tiger-strike",)
    assert story.koban == 60 + 10 - 10 - 20


@rule("RECRUIT-09")
def test_a_league_may_fill_a_roster_up_from_the_treasury() -> None:
    story = registered(illegal_roster_policy="auto_recruit")
    story.write(e.Dismissed(ninja=CHUNIN, refund=0), e.Dismissed(ninja=OTHER, refund=0))
    before = story.koban
    story.game(all_stars=(KAIKEN,))
    assert story.codes() == set()
    assert story.koban == before + 10 - 20 - 10
    chunin = next(one for one in story.state.ninja if one.profile == "tora-chunin")
    assert len(chunin.abilities) == 1


@rule("RECRUIT-09")
def test_it_is_filled_up_only_as_far_as_the_treasury_goes() -> None:
    story = registered(illegal_roster_policy="auto_recruit")
    story.write(e.Dismissed(ninja=CHUNIN, refund=0), e.Dismissed(ninja=OTHER, refund=0))
    story.correct(koban=-story.koban)
    story.game(all_stars=(KAIKEN,))
    assert story.koban == 0  # ten for the win went into a kaiken
    assert story.codes() == {"below-minimum"}
