"""What is said of a schedule that does not fit into its season."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from league.rules.seasons import Excess, Overrun, refuse_excess

EXCESS = Excess(name="Winter", rounds=3, left=1, has_begun=False, ways=())
OVERRUN = Overrun(
    name="Winter",
    rounds=3,
    days=7,
    ends_on="2026-12-09",
    season_ends_on="2026-11-30",
    has_begun=False,
    ways=("draw groups", "remove it and plan shorter rounds"),
)


def test_rounds_that_others_take_are_told_with_their_names() -> None:
    told = Excess(
        name="Winter",
        rounds=3,
        left=1,
        has_begun=False,
        ways=("draw groups",),
        after=("Spring", "Autumn"),
    )
    assert told.sentence == (
        "Winter needs 3 rounds, but the season has only 1 left after Spring and Autumn."
        " You can draw groups, remove one of them, or give the season more rounds in"
        " the house rules."
    )


def test_a_schedule_that_is_too_long_for_the_calendar_names_both_days() -> None:
    assert OVERRUN.sentence == (
        "Winter needs 3 rounds of 7 days. If you draw it today, it ends on 9 December"
        " 2026, but the season ends on 30 November 2026. You can draw groups, remove"
        " it and plan shorter rounds, or let the season end later in the house rules."
    )


@pytest.mark.parametrize("found", [EXCESS, OVERRUN])
def test_before_the_season_no_reason_helps(found: Excess | Overrun) -> None:
    with pytest.raises(Refusal) as no:
        refuse_excess(found, reason="We want it.")
    assert no.value.sentence == found.sentence
    assert no.value.field is None
