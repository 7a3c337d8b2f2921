"""A correction asks what nobody was asked before: who answers, and what is told.

Who was named All-Star turns out not to have played, so somebody else is to be.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from challenges.rules.corrections import OPENED, UNASKED
from challenges.rules.reports.match_report import MatchReport
from challenges.rules.stages import MatchStage, SettlementStage
from challenges.services.corrections import preview_correction
from challenges.services.settlements import finish_open_settlements
from people.models import Person
from teams.models import JournalLine
from teams.rules.journal.entries import Voided
from teams.rules.journal.journal import Line
from teams.rules.journal.line_index import find_steps_dropped_by_correction
from teams.selectors.dice_check import check_all_lines
from teams.selectors.journal_store import list_lines
from teams.services.games import choose_option
from tests.challenges.test_amending import (
    ANY,
    amend,
    assert_sound,
    met,
    report_of,
    sentences,
)
from tests.challenges.verbs import Meeting, fixture, hosted
from tests.ledger import rule

pytestmark = pytest.mark.django_db


def without_the_star(meeting: Meeting) -> MatchReport:
    report = report_of(meeting)
    rows = tuple(row for row in report.teams[0].ninja if row.ninja != 2)
    part = replace(report.teams[0], ninja=rows, all_stars=())
    return replace(report, teams=(part, report.teams[1]))


@rule("POST-02")
def test_it_is_open_and_afterwards_the_old_dice_count_again(
    alice: Person, bob: Person, dana: Person
) -> None:
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1, hurt=[3, 4])
        meeting.confirm().settle()
        tale = meeting.tales[0]
        kinds = ("downtime-rolled", "downtime-excused")
        lines = JournalLine.objects.filter(team=tale.team_id, kind__in=kinds)
        rows = lines.order_by("number").values_list("entry", "dice")
        before = list(rows.all())
        assert before
        done = amend(meeting, dana, without_the_star(meeting))
        assert OPENED in sentences(done)
        assert meeting.stage == MatchStage.CONFIRMED
        assert meeting.settlement.stage == SettlementStage.OPEN
        assert list(rows.all()) == before
        choose_option(tale.edit, choice="ninja:5")
        assert list(rows.all())[len(before) :] == before
        assert tale.state.settling is None
        finish_open_settlements()
    assert meeting.stage == MatchStage.SETTLED
    assert {one.refusal for one in check_all_lines()} == {""}
    assert_sound()


def test_what_its_player_has_undone_does_not_come_back(
    alice: Person, bob: Person, dana: Person
) -> None:
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        tale = meeting.tales[0]
        amend(meeting, dana, without_the_star(meeting))
        lines = list_lines(tale.team)
        assert find_steps_dropped_by_correction(lines, meeting.uid.hex)
        choose_option(tale.edit, choice="ninja:5")
        later = list_lines(tale.team)
        chosen = [one for one in later if one.number > len(lines)]
        undone = Line(
            number=len(later) + 1,
            batch="undone",
            entry=Voided(batches=(chosen[0].batch,)),
        )
    again = find_steps_dropped_by_correction([*later, undone], meeting.uid.hex)
    assert not {one.number for one in again} & {one.number for one in chosen}


@rule("POST-02")
def test_behind_a_later_game_the_default_is_named_beforehand_and_told(
    alice: Person, bob: Person, dana: Person
) -> None:
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        met(*meeting.tales)
        report = without_the_star(meeting)
        preview = preview_correction(meeting.by(dana), report=report)
        done = amend(meeting, dana, report)
    assert meeting.stage == MatchStage.SETTLED
    for found in (preview.teams, done.consequences["teams"]):
        mine = next(one for one in found if one["team"] == meeting.tales[0].team_id)
        (told,) = [one for one in mine["sentences"] if one.startswith(UNASKED)]
        assert "All-Star" in told
    of_match = next(one for one in preview.matches if one["is_corrected"])
    assert sum(UNASKED in one for one in of_match["sentences"]) == 1
    assert_sound()
