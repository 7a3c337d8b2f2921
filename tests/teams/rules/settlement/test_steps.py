"""Which steps a game has, and when one is over."""

from __future__ import annotations

import pytest

from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import PostGameStep as Step
from teams.rules.reports.team_report import GameKind, MatchType, Outcome, TeamReport
from teams.rules.settlement.steps import begin_settlement, has_consequences
from tests.teams.rules.story import house_rules, registered

KAIKEN, OTHER = NinjaId(2), NinjaId(3)


def report(kind: GameKind = GameKind.PLAYED, **what: object) -> TeamReport:
    return TeamReport(match="m", outcome=Outcome.WIN, kind=kind, **what)  # type: ignore[arg-type]


def test_friendlies_and_games_nobody_played_have_no_consequences() -> None:
    rules = house_rules()
    assert has_consequences(report(), rules)
    assert has_consequences(report(standing=MatchType.FREE), rules)
    assert not has_consequences(report(standing=MatchType.FRIENDLY), rules)
    assert not has_consequences(report(GameKind.DOUBLE_FORFEIT), rules)
    both = house_rules(double_forfeit="both_lose")
    assert has_consequences(report(GameKind.DOUBLE_FORFEIT), both)


@pytest.mark.parametrize("kind", list(GameKind))
def test_only_a_played_game_has_a_step_for_experience(kind: GameKind) -> None:
    story = registered()
    steps = begin_settlement(story.state, report(kind), story.book).steps
    assert (Step.XP in steps) is (kind is GameKind.PLAYED)
    assert {Step.REVENUE, Step.RECRUIT, Step.LEGALITY, Step.RATING} <= set(steps)


def test_who_sat_out_is_taken_down_as_the_game_is_reported() -> None:
    story = registered()
    story.correct(ninja=OTHER, games_to_miss=1)
    assert begin_settlement(story.state, report(), story.book).sat_out == (OTHER,)
    quiet = registered(missed_games_tick_on=["bye"])
    quiet.correct(ninja=OTHER, games_to_miss=1)
    assert begin_settlement(quiet.state, report(), quiet.book).sat_out == ()


def test_steps_with_nothing_to_do_are_passed_over() -> None:
    story = registered()
    story.play(kind=GameKind.BYE, ninja=())
    settling = story.state.settling
    assert settling is not None
    assert settling.step is Step.REVENUE
