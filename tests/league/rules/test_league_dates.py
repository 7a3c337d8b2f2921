"""The dates of a league in words, and dates that cannot be."""

from __future__ import annotations

from datetime import date

import pytest

from kernel.errors import Refusal
from league.rules.league_dates import LeagueDates, check_dates

FIRST, LAST = date(2026, 11, 30), date(2027, 2, 1)


@pytest.mark.parametrize(
    ("dates", "text"),
    [
        (LeagueDates(), ""),
        (LeagueDates(starts_on=FIRST), "from 30 November 2026"),
        (LeagueDates(ends_on=LAST), "until 1 February 2027"),
        (
            LeagueDates(starts_on=FIRST, ends_on=LAST),
            "30 November 2026 to 1 February 2027",
        ),
    ],
)
def test_dates_are_said_as_far_as_they_are_known(dates: LeagueDates, text: str) -> None:
    assert dates.text == text


def test_a_league_of_one_day_is_fine() -> None:
    check_dates(LeagueDates(starts_on=FIRST, ends_on=FIRST))


def test_a_league_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(Refusal, match="starts on 1 February 2027") as refused:
        check_dates(LeagueDates(starts_on=LAST, ends_on=FIRST))
    assert refused.value.field == "ends_on"
