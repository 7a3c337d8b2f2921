"""What may be done with a match, and when."""

from __future__ import annotations

import pytest

from challenges.rules.stages import (
    MatchAction,
    MatchStage,
    is_allowed,
    refuse_unless_allowed,
)
from kernel.errors import Refusal


@pytest.mark.parametrize("stage", MatchStage)
def test_a_match_is_begun_once(stage: MatchStage) -> None:
    assert is_allowed(MatchAction.OPEN, stage) is (stage is MatchStage.ARRANGED)


@pytest.mark.parametrize(
    "act",
    [
        one
        for one in MatchAction
        if one not in (MatchAction.AMEND, MatchAction.UNDO, MatchAction.WITNESS)
    ],
)
@pytest.mark.parametrize(
    "stage",
    [
        MatchStage.CONFIRMED,
        MatchStage.SETTLED,
        MatchStage.CALLED_OFF,
        MatchStage.VOID,
    ],
)
def test_what_is_over_is_over_and_says_so(act: MatchAction, stage: MatchStage) -> None:
    with pytest.raises(Refusal) as caught:
        refuse_unless_allowed(act, stage)
    assert caught.value.code == "wrong-stage"


def test_only_what_counted_can_be_put_right() -> None:
    refuse_unless_allowed(MatchAction.AMEND, MatchStage.CONFIRMED)
    refuse_unless_allowed(MatchAction.AMEND, MatchStage.SETTLED)
    for stage in (MatchStage.REPORTED, MatchStage.CALLED_OFF, MatchStage.VOID):
        with pytest.raises(Refusal):
            refuse_unless_allowed(MatchAction.AMEND, stage)


def test_a_correction_is_taken_back_where_there_can_be_one() -> None:
    found = [stage for stage in MatchStage if is_allowed(MatchAction.UNDO, stage)]
    assert found == [MatchStage.CONFIRMED, MatchStage.SETTLED, MatchStage.VOID]


def test_a_report_is_confirmed_only_after_it_was_made() -> None:
    refuse_unless_allowed(MatchAction.CONFIRM, MatchStage.REPORTED)
    with pytest.raises(Refusal, match="being played"):
        refuse_unless_allowed(MatchAction.CONFIRM, MatchStage.OPEN)


def test_entered_dice_are_confirmed_while_a_match_is_being_settled() -> None:
    found = [stage for stage in MatchStage if is_allowed(MatchAction.WITNESS, stage)]
    assert found == [MatchStage.CONFIRMED]
