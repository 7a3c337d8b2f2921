"""Before a result is corrected, its page says what that changes in the table."""

from __future__ import annotations

import pytest
from django.urls import reverse

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.services.corrections import (
    correct_result,
    preview_correction,
    preview_undo,
)
from challenges.services.locks import Edit
from league.models.communication import Notification
from people.models import Person
from tests.cast import browser_of, cast
from tests.challenges.test_amend_views import fields_of
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def settled(dana: Person) -> Match:
    """The first of three matches, won by 3 to 1."""
    league = founded(dana, rollback_policy="any_with_replay")
    for number in range(3):
        entered(league, cast(f"player{number}"))
    first, *_ = [one.match for one in fixtures(begun(league, dana)) if one.match]
    play(first, 3, 1)
    return first


def scored(*scores: int) -> MatchReport:
    return MatchReport(teams=tuple(TeamPart(score=score) for score in scores))


def by(match: Match, person: Person) -> Edit:
    return Edit(uid=match.uid, actor=person)


def names_of(match: Match) -> list[str]:
    return list(match.places.order_by("number").values_list("name", flat=True))


def test_other_scores_alone_change_the_differences(
    settled: Match, dana: Person
) -> None:
    preview = preview_correction(by(settled, dana), report=scored(5, 1))
    first, second = names_of(settled)
    assert preview.table is not None
    assert {one["name"]: one["sentences"] for one in preview.table} == {
        first: [
            "Challenge point difference +4 instead of +2.",
            "5 challenge points scored instead of 3.",
        ],
        second: ["Challenge point difference -4 instead of -2."],
    }


def test_what_was_foretold_of_the_table_is_what_comes(
    settled: Match, dana: Person
) -> None:
    edit = by(settled, dana)
    foretold = preview_correction(edit, report=scored(1, 3))
    done = correct_result(edit, report=scored(1, 3), reason="Upside down.")
    assert foretold.table == done.consequences["table"]
    back = preview_undo(edit, number=1)
    first = names_of(settled)[0]
    told = {one["name"]: one["sentences"] for one in back.table or ()}
    assert (
        "1 win, 0 draws and 0 losses instead of 0 wins, 0 draws and 1 loss."
        in told[first]
    )


def test_a_void_match_takes_its_points_out_of_the_table_and_brings_them_back(
    settled: Match, dana: Person
) -> None:
    edit = by(settled, dana)
    first = names_of(settled)[0]
    foretold = preview_correction(edit, report=None)
    told = {one["name"]: one["sentences"] for one in foretold.table or ()}
    assert "0 league points instead of 3." in told[first]
    correct_result(edit, report=None, reason="It was a friendly.")
    back = preview_undo(edit, number=1)
    told = {one["name"]: one["sentences"] for one in back.table or ()}
    assert "3 league points instead of 0." in told[first]


def test_the_page_tells_it_and_does_not_say_that_nothing_changes(
    settled: Match, dana: Person
) -> None:
    address = reverse("challenges:amend", args=[settled.uid])
    client = browser_of(dana)
    sent = fields_of(client.get(address).content.decode())
    sent |= {"t0.score": "5", "reason": "A medal more."}
    page = client.post(address, sent).content.decode()
    assert "Challenge point difference +4 instead of +2." in page
    assert "Nothing changes but the record" not in page


def test_a_table_that_stays_is_said_to_stay(settled: Match, dana: Person) -> None:
    address = reverse("challenges:amend", args=[settled.uid])
    client = browser_of(dana)
    sent = fields_of(client.get(address).content.decode())
    sent |= {"notes": "Rain.", "reason": "We forgot the weather."}
    page = client.post(address, sent).content.decode()
    assert "The standings stay as they are." in page


def test_both_sides_are_told_of_it(settled: Match, dana: Person) -> None:
    correct_result(by(settled, dana), report=scored(5, 1), reason="One more.")
    told = Notification.objects.filter(kind="amended").values_list("words", flat=True)
    assert len(told) == 2
    assert any(
        "Standings: Challenge point difference +4 instead of +2." in words
        for words in told
    )
