"""What comes next is read off the state of the team alone."""

from __future__ import annotations

from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.journal import entries as e
from teams.rules.settlement.needs import AutomaticStep, RollKind, RollNeeded
from teams.rules.settlement.next_step import find_growth_need, find_next_need
from tests.teams.rules.growing import grown
from tests.teams.rules.story import registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)


def test_without_a_settlement_nothing_is_needed() -> None:
    story = grown()
    assert find_next_need(story.state, story.book) is None
    assert find_growth_need(registered().state, story.book) is None


def test_an_advancement_outside_a_settlement_has_its_own_need() -> None:
    story = grown()
    need = find_growth_need(story.state, story.book)
    assert isinstance(need, RollNeeded)
    assert (need.kind, need.candidates) == (RollKind.ADVANCEMENT, (KAIKEN,))
    assert not need.may_postpone


def test_the_first_need_of_a_played_game_is_its_experience() -> None:
    story = registered()
    story.play(all_stars=(CHUNIN,))
    need = find_next_need(story.state, story.book)
    assert isinstance(need, AutomaticStep)
    assert need.step is PostGameStep.XP
    assert isinstance(need.entry, e.ExperienceEarned)


def test_a_named_all_star_who_is_gone_is_asked_for_anew() -> None:
    story = registered()
    extra = story.recruit("tora-yajiri")
    story.play(all_stars=(extra,))
    story.write(find_next_need(story.state, story.book).entry)  # type: ignore[union-attr]
    story.write(e.Dismissed(ninja=extra, refund=0))
    need = story.settle_until()
    assert need.step is PostGameStep.ALL_STAR
