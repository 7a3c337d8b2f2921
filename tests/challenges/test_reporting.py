"""A report, and what the others say to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Match, Report, Settlement
from challenges.rules.reports.draft import Tap
from challenges.rules.reports.match_report import (
    MatchReport,
    Presence,
    TeamPart,
    read_report,
)
from challenges.rules.stages import MatchStage, ReportKind
from challenges.selectors.match_host import MatchEvent
from challenges.selectors.match_list import list_matches
from challenges.selectors.match_page import get_match_page
from challenges.selectors.report_drafts import get_report_draft
from challenges.services.absences import forfeit_match
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match
from challenges.services.report_drafts import add_taps, fill_draft
from challenges.services.reports import (
    confirm_overdue_reports,
    confirm_report,
    dispute_report,
    rule_on_report,
    submit_report,
)
from kernel.errors import Refusal
from people.models import Person
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.reports.team_report import GameKind, MatchType
from tests.challenges.verbs import (
    Meeting,
    arranged,
    fixture,
    hosted,
    opened,
    seen,
    told,
)
from tests.ledger import rule

pytestmark = pytest.mark.django_db


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.parts[0].code


@pytest.fixture
def meeting(alice: Person, bob: Person) -> Meeting:
    return opened(alice, bob)


class TestTaps:
    def test_two_phones_see_each_others_taps(
        self, meeting: Meeting, alice: Person, bob: Person
    ) -> None:
        first = Tap(id="a", field="t0.score", add=2)
        add_taps(meeting.by(alice), taps=[first])
        add_taps(meeting.by(bob), taps=[Tap(id="b", field="t1.score", add=1)])
        add_taps(meeting.by(alice), taps=[first])  # sent again
        now = get_report_draft(meeting.uid, bob)
        assert (now.values["t0.score"], now.values["t1.score"]) == (2, 1)
        assert now.version == 2

    def test_a_page_of_fields_keeps_what_others_tapped_meanwhile(
        self, meeting: Meeting, alice: Person, bob: Person
    ) -> None:
        shown = get_report_draft(meeting.uid, alice)
        tap = Tap(id="b", field="t1.score", add=1)
        add_taps(meeting.by(bob), taps=[tap])
        sent = shown.values | {"t0.score": 4}
        fill_draft(meeting.by(alice), seen=shown.version, sent=sent)
        now = get_report_draft(meeting.uid, alice).values
        assert (now["t0.score"], now["t1.score"]) == (4, 1)

    def test_taps_need_a_match_that_has_begun(self, alice: Person, bob: Person) -> None:
        meeting = arranged(alice, bob).accept()
        tap = Tap(id="a", field="t0.score", add=1)
        refused = lambda: add_taps(meeting.by(alice), taps=[tap])  # noqa: E731
        assert code_of(refused) == "wrong-stage"

    def test_the_draft_is_what_is_sent_in(
        self, meeting: Meeting, alice: Person
    ) -> None:
        taps = [
            Tap(id="a", field="t0.score", add=5),
            Tap(id="b", field="t0.n2.injured", add=1),
            Tap(id="c", field="notes", value="Rain."),
        ]
        add_taps(meeting.by(alice), taps=taps)
        report = read_report(submit_report(meeting.by(alice)).content)
        assert report.teams[0].score == 5
        assert report.notes == "Rain."
        assert report.challenge == "brawl"


class TestConfirming:
    @rule("LEAGUE-17")
    def test_nothing_touches_a_scroll_before_the_other_said_yes(
        self, meeting: Meeting
    ) -> None:
        versions = [tale.version for tale in meeting.tales]
        meeting.report()
        assert meeting.stage == MatchStage.REPORTED
        assert [tale.version for tale in meeting.tales] == versions
        meeting.confirm()
        assert meeting.stage == MatchStage.CONFIRMED
        assert meeting.settlement.stage == "owed"

    def test_nobody_confirms_their_own_report(
        self, meeting: Meeting, alice: Person
    ) -> None:
        meeting.report()
        confirm = lambda: confirm_report(meeting.by(alice))  # noqa: E731
        assert code_of(confirm) == "own-report"

    def test_among_three_everybody_else_says_yes(
        self, alice: Person, bob: Person, charlie: Person
    ) -> None:
        meeting = opened(alice, bob, charlie).report(3, 2, 1).confirm()
        assert meeting.stage == MatchStage.REPORTED
        confirm_report(meeting.by(charlie))
        assert meeting.stage == MatchStage.CONFIRMED

    def test_silence_is_a_yes_after_the_deadline(self, meeting: Meeting) -> None:
        meeting.report()
        assert confirm_overdue_reports() == 0
        late = timezone.now() - timedelta(minutes=1)
        Match.objects.filter(uid=meeting.uid).update(confirm_by=late)
        assert confirm_overdue_reports() == 1
        assert meeting.stage == MatchStage.CONFIRMED
        assert confirm_overdue_reports() == 0

    def test_an_overdue_report_that_cannot_count_is_disputed_once_with_its_reason(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana) as league:
            meeting = fixture(alice, bob).open().report(2, 2)
            late = timezone.now() - timedelta(minutes=1)
            Match.objects.filter(uid=meeting.uid).update(confirm_by=late)
            league.terms_of_all = dataclasses.replace(
                league.terms_of_all, needs_winner=True
            )
            for _ in range(2):
                assert confirm_overdue_reports() == 0
            assert league.heard.count((MatchEvent.DISPUTED, None)) == 1
            page = get_match_page(meeting.uid, alice)
            assert page.stage == MatchStage.DISPUTED
            assert page.report is not None
            (answer,) = page.report.answers
            assert answer.person == "the site"
            assert "needs a winner" in answer.reason
            assert page.may.report, "also who wrote the first one"
            meeting.report(3, 2).confirm()
        assert meeting.stage == MatchStage.CONFIRMED

    def test_who_was_faster_than_the_deadline_is_left_alone(
        self, meeting: Meeting, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        meeting.report()
        late = timezone.now() - timedelta(minutes=1)
        Match.objects.filter(uid=meeting.uid).update(confirm_by=late)
        confirm = confirm_report

        def beaten(edit: Edit) -> Match:
            meeting.confirm()
            return confirm(edit)

        monkeypatch.setattr("challenges.services.reports.confirm_report", beaten)
        assert confirm_overdue_reports() == 0
        assert meeting.stage == MatchStage.CONFIRMED

    @rule("LEAGUE-17")
    def test_a_league_may_take_every_report_as_it_is(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, result_confirmation="none"):
            meeting = fixture(alice, bob).open().report()
        assert meeting.stage == MatchStage.CONFIRMED

    @rule("LEAGUE-17")
    def test_where_a_master_confirms_nobody_else_does_not_even_the_clock(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, result_confirmation="ninja_master"):
            meeting = fixture(alice, bob).open().report()
            assert code_of(meeting.confirm) == "masters-confirm"
            assert meeting.match.confirm_by is None
            # As if it had been reported while silence was a yes.
            late = timezone.now() - timedelta(minutes=1)
            Match.objects.filter(uid=meeting.uid).update(confirm_by=late)
            assert confirm_overdue_reports() == 0
            assert meeting.match.confirm_by is None
            page = get_match_page(meeting.uid, bob)
            assert page.stage == MatchStage.REPORTED
            assert page.waiting == ("A ninja master",)
            assert not page.may.confirm
            assert page.may.dispute
            assert not list_matches(bob)[0].is_mine_to_do
            assert get_match_page(meeting.uid, dana).may.confirm
            confirm_report(meeting.by(dana))
        assert meeting.stage == MatchStage.CONFIRMED

    @rule("LEAGUE-17", "NM-07")
    def test_the_only_master_does_not_confirm_a_match_of_their_own(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice, result_confirmation="ninja_master"):
            meeting = fixture(alice, bob).open().report()
            assert get_match_page(meeting.uid, bob).waiting == ("Bob",)
            confirm = lambda: confirm_report(meeting.by(alice))  # noqa: E731
            assert code_of(confirm) == "own-report"
            meeting.confirm()
        assert meeting.stage == MatchStage.CONFIRMED

    def test_what_cannot_be_true_is_refused_with_every_reason(
        self, meeting: Meeting, alice: Person
    ) -> None:
        report = told(meeting, -1, 1000)
        with pytest.raises(Refusal) as refused:
            submit_report(meeting.by(alice), report=report)
        codes = [part.code for part in refused.value.parts]
        assert codes == ["wrong-score", "wrong-score"]
        assert meeting.stage == MatchStage.OPEN


class TestDisputes:
    def test_a_no_has_a_reason_and_may_say_how_it_went(
        self, meeting: Meeting, alice: Person, bob: Person
    ) -> None:
        meeting.report(3, 1)
        counter = told(meeting, 1, 3)
        no = dispute_report
        assert code_of(lambda: no(meeting.by(bob), reason=" ")) == "no-reason"
        assert code_of(lambda: no(meeting.by(alice), reason="Eh?")) == "own-report"
        no(meeting.by(bob), reason="It was the other way round.", counter=counter)
        assert meeting.stage == MatchStage.DISPUTED
        kinds = list(Report.objects.values_list("kind", flat=True))
        assert kinds == [ReportKind.FIRST, ReportKind.COUNTER]

    def test_the_first_may_take_the_others_word_for_it(
        self, meeting: Meeting, alice: Person, bob: Person
    ) -> None:
        meeting.report(3, 1)
        counter = told(meeting, 1, 3)
        dispute_report(meeting.by(bob), reason="No.", counter=counter)
        confirm_report(meeting.by(alice), number=2)
        assert meeting.stage == MatchStage.CONFIRMED
        assert meeting.settlement.report.number == 2

    def test_the_others_may_change_their_mind(
        self, meeting: Meeting, bob: Person
    ) -> None:
        meeting.report(3, 1)
        dispute_report(meeting.by(bob), reason="No.")
        confirm_report(meeting.by(bob), number=1)
        assert meeting.settlement.report.number == 1

    def test_a_new_report_may_end_a_dispute(
        self, meeting: Meeting, alice: Person, bob: Person
    ) -> None:
        meeting.report(3, 1)
        dispute_report(meeting.by(bob), reason="Two of them.")
        submit_report(meeting.by(alice), report=told(meeting, 3, 2))
        assert meeting.stage == MatchStage.DISPUTED
        meeting.confirm()
        assert meeting.settlement.report.number == 2

    @rule("NM-04")
    def test_the_master_has_the_last_word(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana) as league:
            meeting = fixture(alice, bob).open().report(3, 1)
            dispute_report(meeting.by(bob), reason="No.")
            with pytest.raises(PermissionDenied):
                rule_on_report(meeting.by(bob), reason="Mine.", number=1)
            ruling = told(meeting, 2, 2)
            rule_on_report(meeting.by(dana), reason="A draw.", report=ruling)
            assert meeting.stage == MatchStage.CONFIRMED
            assert meeting.settlement.report.kind == ReportKind.RULING
            assert [what for what, _ in league.heard] == [
                MatchEvent.OPENED,
                MatchEvent.REPORTED,
                MatchEvent.DISPUTED,
                MatchEvent.RULED,
                MatchEvent.CONFIRMED,
            ]

    @rule("NM-07")
    def test_a_master_does_not_rule_on_their_own_match_while_a_deputy_can(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(alice, dana):
            meeting = fixture(alice, bob).open().report(3, 1)
            rule_on = lambda who: rule_on_report(  # noqa: E731
                meeting.by(who), reason="So be it.", number=1
            )
            assert code_of(lambda: rule_on(alice)) == "own-match"
            rule_on(dana)
        assert meeting.stage == MatchStage.CONFIRMED

    @rule("NM-07")
    def test_a_masters_own_report_waits_for_the_opponent(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob).open().report(3, 1)
            assert not get_match_page(meeting.uid, alice).may.confirm
            confirm = lambda: confirm_report(meeting.by(alice))  # noqa: E731
            assert code_of(confirm) == "own-report"
            assert meeting.stage == MatchStage.REPORTED
            meeting.confirm()
        assert meeting.stage == MatchStage.CONFIRMED


class TestNotPlayed:
    @rule("LEAGUE-11")
    def test_everybody_may_forfeit_their_own_match_and_nobody_elses(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = fixture(alice, bob)
            with pytest.raises(PermissionDenied):
                forfeit_match(meeting.by(alice), absent=[1])
            forfeit_match(meeting.by(alice), absent=[0])
        assert meeting.stage == MatchStage.CONFIRMED
        kinds = [one["kind"] for one in meeting.settlement.reports]
        assert kinds == [GameKind.FORFEIT_LOST, GameKind.FORFEIT_WON]

    @rule("LEAGUE-12", "LEAGUE-13")
    def test_the_master_declares_who_did_not_come(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = fixture(alice, bob)
            declare = lambda why: forfeit_match(  # noqa: E731
                meeting.by(dana),
                absent=[0, 1],
                presence=Presence.NO_SHOW,
                reason=why,
            )
            assert code_of(lambda: declare(" ")) == "no-reason"
            declare("The hall was empty.")
        assert meeting.settlement.report.note == "The hall was empty."
        kinds = {one["kind"] for one in meeting.settlement.reports}
        assert kinds == {GameKind.DOUBLE_FORFEIT}

    @rule("LEAGUE-12")
    def test_where_no_shows_are_void_the_match_never_was(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        policy = {"treat_as": "void", "retire_after": 2}
        with hosted(dana, no_show_policy=policy) as league:
            meeting = fixture(alice, bob).open()
            forfeit_match(
                meeting.by(dana),
                absent=[1],
                presence=Presence.NO_SHOW,
                reason="I waited.",
            )
            assert league.heard[-1] == (MatchEvent.VOIDED, dana.pk)
        assert meeting.stage == MatchStage.VOID
        assert not any(tale.state.open_game for tale in meeting.tales)
        assert not Settlement.objects.exists()

    @rule("NM-07")
    def test_a_master_who_plays_does_not_say_that_the_other_stayed_away(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(alice, dana):
            meeting = fixture(alice, bob)
            declare = lambda who, absent: forfeit_match(  # noqa: E731
                meeting.by(who),
                absent=[absent],
                presence=Presence.NO_SHOW,
                reason="So.",
            )
            assert code_of(lambda: declare(alice, 1)) == "own-match"
            assert code_of(lambda: declare(alice, 0)) == "own-match"
            call_off = lambda: call_off_match(meeting.by(alice))  # noqa: E731
            assert code_of(call_off) == "own-match"
            assert meeting.stage == MatchStage.ARRANGED
            page = get_match_page(meeting.uid, alice)
            assert (page.is_judge, page.may.call_off) == (False, False)
            assert page.may.forfeit, "they may still give up their own"
            forfeit_match(meeting.by(alice), absent=[0])
        assert meeting.settlement.report.kind == ReportKind.FIRST

    def test_a_free_game_is_called_off_instead(
        self, meeting: Meeting, alice: Person
    ) -> None:
        forfeit = lambda: forfeit_match(meeting.by(alice), absent=[0])  # noqa: E731
        assert code_of(forfeit) == "not-a-league-game"

    @rule("LEAGUE-14")
    def test_a_conceded_match_is_reported_like_any_other(
        self, meeting: Meeting, alice: Person
    ) -> None:
        report = told(meeting, 5, 1)
        first = replace(report.teams[0], has_conceded=True)
        report = replace(report, teams=(first, report.teams[1]))
        submit_report(meeting.by(alice), report=report)
        meeting.confirm()
        outcomes = [one["outcome"] for one in meeting.settlement.reports]
        assert outcomes == ["loss", "win"]

    @rule("LEAGUE-14")
    @pytest.mark.parametrize(("rounds", "xp"), [(None, 3), (0, 0), (1, 3)])
    def test_conceded_match_of_unknown_length_gives_both_teams_an_all_star(
        self, meeting: Meeting, alice: Person, rounds: int | None, xp: int
    ) -> None:
        report = told(meeting, 5, 1, all_stars=False)
        first = replace(report.teams[0], has_conceded=True)
        teams = (first, report.teams[1])
        report = replace(report, teams=teams, rounds_played=rounds)
        submit_report(meeting.by(alice), report=report)
        meeting.confirm().run()
        for tale in meeting.tales:
            settling = tale.state.settling
            waits = settling is not None and settling.step is PostGameStep.ALL_STAR
            assert waits == bool(xp)

    def test_an_abandoned_match_counts_as_it_stood(
        self, meeting: Meeting, alice: Person
    ) -> None:
        report = MatchReport(
            teams=(TeamPart(score=2), TeamPart(score=2)), is_abandoned=True
        )
        submit_report(meeting.by(alice), report=report)
        meeting.confirm()
        assert {one["outcome"] for one in meeting.settlement.reports} == {"draw"}


def test_a_friendly_is_told_and_leaves_no_trace(alice: Person, bob: Person) -> None:
    meeting = opened(alice, bob, standing=MatchType.FRIENDLY).report().confirm()
    before = meeting.tales[0].state.koban
    meeting.run()
    assert meeting.stage == MatchStage.SETTLED
    assert meeting.tales[0].state.koban == before
    assert meeting.tales[0].state.friendlies == 1
    assert seen(meeting, bob).match.settled is not None
