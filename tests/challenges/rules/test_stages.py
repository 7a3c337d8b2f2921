"""What may be done with a match, and when."""

from __future__ import annotations

import pytest

from challenges.rules.stages import Act, MatchStage, may, refuse_unless
from kernel.errors import Refusal


@pytest.mark.parametrize("stage", MatchStage)
def test_a_match_is_begun_once(stage: MatchStage) -> None:
    assert may(Act.OPEN, stage) is (stage is MatchStage.ARRANGED)


@pytest.mark.parametrize(
    "act", [one for one in Act if one not in (Act.AMEND, Act.UNDO, Act.WITNESS)]
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
def test_what_is_over_is_over_and_says_so(act: Act, stage: MatchStage) -> None:
    with pytest.raises(Refusal) as caught:
        refuse_unless(act, stage)
    assert caught.value.code == "wrong-stage"


def test_only_what_counted_can_be_put_right() -> None:
    refuse_unless(Act.AMEND, MatchStage.CONFIRMED)
    refuse_unless(Act.AMEND, MatchStage.SETTLED)
    for stage in (MatchStage.REPORTED, MatchStage.CALLED_OFF, MatchStage.VOID):
        with pytest.raises(Refusal):
            refuse_unless(Act.AMEND, stage)


def test_a_correction_is_taken_back_where_there_can_be_one() -> None:
    found = [stage for stage in MatchStage if may(Act.UNDO, stage)]
    assert found == [MatchStage.CONFIRMED, MatchStage.SETTLED, MatchStage.VOID]


def test_a_report_is_confirmed_only_after_it_was_made() -> None:
    refuse_unless(Act.CONFIRM, MatchStage.REPORTED)
    with pytest.raises(Refusal, match="being played"):
        refuse_unless(Act.CONFIRM, MatchStage.OPEN)


def test_entered_dice_are_confirmed_while_a_match_is_being_settled() -> None:
    found = [stage for stage in MatchStage if may(Act.WITNESS, stage)]
    assert found == [MatchStage.CONFIRMED]
