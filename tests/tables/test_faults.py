"""A bad network loses no move and plays none twice."""

from __future__ import annotations

import pytest

from people.models import Person
from tests.tables import faults


@pytest.mark.django_db
def test_no_move_is_lost_or_doubled_while_requests_and_streams_are_cut(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.services.play.count_attempt", lambda *_, **__: None)
    tally = faults.play_with_cuts((alice, bob), moves=300)
    faults.assert_nothing_lost_or_doubled(tally)
    assert tally.cut_requests
    assert tally.cut_answers
    assert tally.cut_streams
