"""What a team needs to begin a game, and what helps one that is gutted."""

from __future__ import annotations

import pytest

from kernel.errors import Refusals
from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.readiness import (
    Verdict,
    lend_ninja,
    loans_due,
    open_game,
    readiness,
)
from tests.ledger import rule
from tests.teams.rules.story import Story, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def hurt(fit: int, *, koban: int = 60, **knobs: object) -> Story:
    """A team of three of which so many can play."""
    story = registered(**knobs)
    for ninja in (CHUNIN, KAIKEN, OTHER)[fit:]:
        story.correct(ninja=ninja, games_to_miss=1)
    story.correct(koban=koban - story.koban)
    return story


def verdict(story: Story) -> Verdict:
    return readiness(story.state, story.book).verdict


@rule("RECRUIT-10")
def test_one_ninja_who_is_fit_is_enough() -> None:
    assert verdict(hurt(1)) is Verdict.READY


@rule("RECRUIT-10")
def test_with_nobody_fit_a_team_recruits_if_it_can_pay_for_anybody_legal() -> None:
    assert verdict(hurt(0, koban=8)) is Verdict.MUST_RECRUIT  # a yajiri
    assert verdict(hurt(0, koban=7)) is Verdict.EXCUSED_LOSS
    full = {"max_roster_size": 3}
    assert verdict(hurt(0, koban=60, **full)) is Verdict.EXCUSED_LOSS


@rule("RECRUIT-10")
def test_a_league_may_ask_for_more_ninja() -> None:
    knobs = {"minimum_available_models": 3}
    assert verdict(hurt(3, **knobs)) is Verdict.READY
    assert verdict(hurt(2, **knobs)) is Verdict.MUST_RECRUIT
    story = hurt(2, **knobs)
    story.recruit("tora-yajiri")
    assert verdict(story) is Verdict.READY


@rule("RECRUIT-09")
@pytest.mark.parametrize(
    ("policy", "expected"), [("flag", Verdict.READY), ("block", Verdict.NOT_READY)]
)
def test_a_roster_below_a_minimum_plays_unless_the_league_blocks_it(
    policy: str, expected: Verdict
) -> None:
    story = registered(illegal_roster_policy=policy)
    story.write(e.Dismissed(ninja=OTHER, refund=0))
    assert verdict(story) is expected
    story.recruit("tora-kaiken")
    assert verdict(story) is Verdict.READY


@rule("RECRUIT-11")
def test_by_default_nobody_is_lent() -> None:
    assert loans_due(hurt(0).state) == 0
    assert lend_ninja(hurt(0).state, hurt(0).book) == ()


@rule("RECRUIT-11")
def test_a_league_may_lend_kaiken_until_so_many_can_play() -> None:
    knobs = {"loan_models": {"enabled": True, "up_to": 4}}
    story = hurt(1, koban=0, **knobs)
    guests = lend_ninja(story.state, story.book)
    assert [one.profile for one in guests] == ["tora-kaiken"] * 3
    assert len({one.ninja for one in guests}) == 3
    assert verdict(hurt(0, koban=0, **knobs)) is Verdict.READY
    story.write(*guests)
    assert len(story.state.available) == 4
    assert loans_due(story.state) == 0
    assert story.koban == 0
    assert story.codes() == set()
    assert lend_ninja(registered(**knobs).state, story.book)[1:] == ()


def test_a_draft_a_retired_team_and_one_at_play_are_not_ready() -> None:
    draft = Story()
    assert verdict(draft) is Verdict.NOT_READY
    playing = registered()
    playing.write(open_game(playing.state, playing.book, match="m"))
    assert verdict(playing) is Verdict.NOT_READY
    retired = registered()
    retired.write(e.Retired())
    assert verdict(retired) is Verdict.NOT_READY


def test_a_team_that_is_not_ready_opens_no_league_game_but_may_play_for_fun() -> None:
    story = hurt(0, koban=0)
    with pytest.raises(Refusals, match="needs 1 ninja who can play and has 0"):
        open_game(story.state, story.book, match="m")
    fun = open_game(story.state, story.book, match="m", standing=MatchType.FRIENDLY)
    assert fun.standing is MatchType.FRIENDLY
