"""Past results put right, with everything that follows for everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from msgspec.structs import replace
from pytest_django import DjangoCaptureOnCommitCallbacks

from challenges import tasks
from challenges.models import Correction, Match, MatchTeam, Report, Settlement
from challenges.rules.reports.match_report import (
    Deed,
    MatchReport,
    NinjaPart,
    read_report,
)
from challenges.rules.stages import CorrectionStage, MatchStage, SettlementStage
from challenges.selectors.match_host import MatchEvent
from challenges.services.corrections import (
    TRIES,
    correct_result,
    list_due_corrections,
    preview_correction,
    run_correction,
)
from challenges.services.invitations import create_league_match
from challenges.services.locks import Edit
from kernel.errors import Conflict, Refusal
from kernel.ids import NinjaId
from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.settlement.advancement import list_waiting
from teams.selectors.game_records import get_team_records
from teams.selectors.history import get_history_page
from teams.selectors.journal_store import fold_lines, get_state, list_lines
from teams.selectors.version_cache import TeamVersion
from teams.services.reconciliation import reconcile_teams
from tests.at_once import at_once
from tests.cast import cast
from tests.challenges.verbs import Meeting, fixture, hosted
from tests.ledger import rule
from tests.verbs import Tale

pytestmark = pytest.mark.django_db

ANY = "any_with_replay"


def met(*tales: Tale, scores: tuple[int, ...] = (3, 1), **more: Any) -> Meeting:
    """A league's match between teams that are there, played and settled."""
    match = create_league_match(
        team_ids=[tale.team_id for tale in tales], challenge="brawl"
    )
    meeting = Meeting(match, tales)
    return meeting.open().report(*scores, **more).confirm().settle()


def report_of(meeting: Meeting) -> MatchReport:
    return read_report(meeting.settlement.report.content)


def with_scores(report: MatchReport, *scores: int) -> MatchReport:
    parts = zip(report.teams, scores, strict=True)
    return replace(report, teams=tuple(replace(one, score=n) for one, n in parts))


def amend(
    meeting: Meeting, master: Person, report: MatchReport | None, **more: Any
) -> Correction:
    more.setdefault("reason", "The slip said so.")
    return correct_result(meeting.by(master), report=report, **more)


def sentences(amendment: Correction) -> str:
    found = amendment.consequences
    return " ".join(
        sentence
        for one in (*found["teams"], *found["matches"])
        for sentence in one["sentences"]
    )


def assert_sound() -> None:
    assert list(reconcile_teams()) == []
    for team in Team.objects.all():
        assert fold_lines(list_lines(team)) == get_state(team)


def koban(*tales: Tale) -> list[int]:
    return [tale.state.koban for tale in tales]


def dates(team: Team) -> list[datetime]:
    """When everything on the back of its scroll happened."""
    records = get_team_records(TeamVersion(team.pk, team.version, team.updated))
    games, treasury = records.games, records.treasury
    return [*(one.played for one in games), *(one.written for one in treasury)]


class TestAmending:
    @rule("LEAGUE-18", "POST-02", "REC-03")
    def test_the_other_side_has_won(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY) as league:
            meeting = fixture(alice, bob).open().report(3, 1, injuries={2: 3})
            meeting.confirm().settle()
            before = koban(*meeting.tales)
            done = amend(meeting, dana, with_scores(report_of(meeting), 1, 3))
            assert (MatchEvent.AMENDED, dana.pk) in league.heard
        assert done.stage == CorrectionStage.DONE
        assert koban(*meeting.tales) == [before[0] - 4, before[1] + 4]
        assert f"from {before[0]} to {before[0] - 4} koban" in sentences(done)
        last = Report.objects.filter(match__uid=meeting.uid).latest("number")
        assert (last.kind, last.author, last.note) == (
            "amended",
            dana,
            "The slip said so.",
        )
        stages = list(
            Settlement.objects.filter(match__uid=meeting.uid).values_list(
                "revision", "stage"
            )
        )
        assert stages == [(1, SettlementStage.REPLACED), (2, SettlementStage.DONE)]
        assert meeting.stage == MatchStage.SETTLED
        assert_sound()

    def test_a_preview_says_the_same_and_writes_nothing(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            lines = JournalLine.objects.count()
            report = with_scores(report_of(meeting), 1, 3)
            preview = preview_correction(meeting.by(dana), report=report)
            assert JournalLine.objects.count() == lines
            assert meeting.match.version == preview.version
            done = amend(meeting, dana, report)
        assert list(preview.teams) == done.consequences["teams"]
        assert list(preview.matches) == done.consequences["matches"]

    @rule("POST-02")
    def test_dice_and_choices_are_kept(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open()
            meeting.report(3, 1, hurt=[3, 4], injuries={2: 4}).confirm().settle()
            meeting.run()
            kinds = ["downtime-rolled", "advancement-rolled", "advancement-chosen"]
            team = meeting.tales[0].team_id
            rows = JournalLine.objects.filter(team=team, kind__in=kinds)
            before = list(rows.values_list("entry", "dice"))
            assert before
            amend(meeting, dana, with_scores(report_of(meeting), 1, 3))
            after = list(
                rows.filter(pk__gt=rows.order_by("pk")[len(before) - 1].pk).values_list(
                    "entry", "dice"
                )
            )
        assert after == before
        assert_sound()

    def test_scrolls_date_what_is_settled_again_on_its_own_day(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        played = datetime(2026, 3, 1, tzinfo=UTC)
        corrected = played + timedelta(days=9)
        with hosted(dana, rollback_policy=ANY):
            with time_machine.travel(played, tick=False):
                meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            with time_machine.travel(corrected, tick=False):
                amend(meeting, dana, with_scores(report_of(meeting), 1, 3))
        team = meeting.tales[0].team
        assert set(dates(team)) == {played}
        # In its chart only the correction itself is of that day.
        points = get_history_page(team.pk, team.owner).points
        assert [one.created for one in points if one.created > played] == [corrected]

    def test_nothing_new_is_refused_and_nothing_said_twice_is_done_twice(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            report = report_of(meeting)
            with pytest.raises(Refusal, match="same as the current result"):
                amend(meeting, dana, report)
            first = amend(meeting, dana, with_scores(report, 1, 3))
            lines = JournalLine.objects.count()
            again = amend(meeting, dana, with_scores(report, 1, 3))
            assert again == first
            assert JournalLine.objects.count() == lines
            # There and back again is two corrections.
            back = amend(meeting, dana, report)
        assert back.number == 2
        assert meeting.settlement.revision == 3
        assert_sound()

    def test_whoever_looked_at_an_older_version_looks_again(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            seen = Edit(uid=meeting.uid, actor=dana, version=meeting.match.version)
            report = report_of(meeting)
            correct_result(seen, report=with_scores(report, 1, 3), reason="One slip.")
            with pytest.raises(Conflict):
                correct_result(
                    seen, report=with_scores(report, 2, 2), reason="Another slip."
                )

    def test_a_reason_and_a_possible_report_are_asked_for(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            report = report_of(meeting)
            with pytest.raises(Refusal, match="Say why"):
                amend(meeting, dana, None, reason=" ")
            nobody = NinjaPart(ninja=NinjaId(99), was_fielded=True)
            part = replace(report.teams[0], ninja=(nobody,))
            odd = replace(report, teams=(part, report.teams[1]))
            with pytest.raises(Refusal, match="not on the team"):
                amend(meeting, dana, odd)
            with pytest.raises(PermissionDenied):
                amend(meeting, alice, with_scores(report, 1, 3))


class TestPolicy:
    @rule("LEAGUE-18")
    def test_some_leagues_never_look_back(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy="never"):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            with pytest.raises(Refusal, match="does not allow corrections"):
                amend(meeting, dana, with_scores(report_of(meeting), 1, 3))

    @rule("LEAGUE-18")
    def test_by_the_book_only_the_latest_match_of_both_teams_is_rolled_back(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            first = fixture(alice, bob).open().report(3, 1).confirm().settle()
            second = met(*first.tales)
            with pytest.raises(Refusal, match="has played since"):
                amend(first, dana, with_scores(report_of(first), 1, 3))
            amend(second, dana, with_scores(report_of(second), 1, 3))
            amend(second, dana, None)
            # Now the first one is the latest.
            amend(first, dana, with_scores(report_of(first), 1, 3))
        assert_sound()

    @rule("LEAGUE-18")
    def test_or_any_match_with_all_that_followed(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            first = fixture(alice, bob).open().report(3, 1).confirm().settle()
            met(*first.tales)
            before = koban(*first.tales)
            amend(first, dana, with_scores(report_of(first), 1, 3))
        assert koban(*first.tales) == [before[0] - 4, before[1] + 4]
        assert_sound()


class TestVoiding:
    @rule("LEAGUE-18")
    def test_a_void_match_never_happened(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY) as league:
            meeting = fixture(alice, bob)
            before = [tale.state for tale in meeting.tales]
            meeting.open().report(3, 1, hurt=[3], injuries={2: 3}).confirm().settle()
            done = amend(meeting, dana, None)
            assert (MatchEvent.VOIDED, dana.pk) in league.heard
            assert amend(meeting, dana, None) == done
        assert meeting.stage == MatchStage.VOID
        for tale, state in zip(meeting.tales, before, strict=True):
            assert replace(tale.state, last_id=0) == replace(state, last_id=0)
        assert_sound()

    def test_what_is_void_stays_void(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            report = report_of(meeting)
            amend(meeting, dana, None)
            with pytest.raises(Refusal, match="void"):
                amend(meeting, dana, with_scores(report, 1, 3))


class TestConsequences:
    def test_koban_that_were_spent_fall_in_words(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            tale = meeting.tales[0]
            before = len(tale.state.ninja)
            tale.recruit("tora-kunoichi", name="Akemi")
            assert len(tale.state.ninja) == before + 1
            done = amend(meeting, dana, with_scores(report_of(meeting), 1, 3))
        found = sentences(done)
        assert "Akemi" in found
        assert "This is no longer possible" in found
        assert len(tale.state.ninja) == before
        assert_sound()

    @rule("UND-01", "RATE-08")
    def test_help_for_the_underdog_runs_through_three_teams(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        """What Alice's ninja learnt against Bob makes Carol the underdog later, and
        what Carol earns by it makes a difference to whomever she recruits."""
        with hosted(dana, rollback_policy=ANY) as league:
            first = fixture(alice, bob).open()
            first.report(3, 1, injuries={2: 9, 3: 9, 4: 9}).confirm().settle()
            carol = fixture(cast("carol"), cast("dave")).tales[0]
            second = met(first.tales[0], carol)
            behind = MatchTeam.objects.get(match__uid=second.uid, team=carol.team_id)
            assert behind.points_behind > 0
            earned = carol.state.koban
            report = report_of(first)
            part = replace(
                report.teams[0],
                ninja=tuple(replace(row, deeds=()) for row in report.teams[0].ninja),
            )
            done = amend(first, dana, replace(report, teams=(part, report.teams[1])))
            behind.refresh_from_db()
        assert behind.points_behind == 0
        assert "0 rating points behind instead of" in sentences(done)
        assert second.settlement.revision == 2
        assert league.felt == [second.uid]
        assert carol.state.koban <= earned
        assert_sound()

    def test_a_match_that_is_being_played_goes_on_with_the_new_ratings(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            first = fixture(alice, bob).open()
            first.report(3, 1, injuries={2: 9, 3: 9, 4: 9}).confirm().settle()
            match = create_league_match(
                team_ids=[tale.team_id for tale in first.tales], challenge="brawl"
            )
            second = Meeting(match, first.tales).open()
            place = MatchTeam.objects.get(match=match, number=1)
            assert place.points_behind > 0
            amend(first, dana, None)
            place.refresh_from_db()
            assert place.points_behind == 0
            second.report(3, 1).confirm().settle()
        assert_sound()

    def test_what_was_never_chosen_stays_open_for_its_player(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        """More experience than was told: the advancement waits, now."""
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            met(*meeting.tales)
            report = report_of(meeting)
            deed = Deed(event="injures_enemy", times=9, against=1)
            rows = tuple(
                replace(row, deeds=(deed,)) if row.ninja == 3 else row
                for row in report.teams[0].ninja
            )
            part = replace(report.teams[0], ninja=rows)
            amend(meeting, dana, replace(report, teams=(part, report.teams[1])))
            assert NinjaId(3) in list_waiting(meeting.tales[0].state)
            assert meeting.stage == MatchStage.SETTLED
        assert_sound()


class TestFarBack:
    def test_a_large_correction_is_left_to_a_worker(
        self,
        alice: Person,
        bob: Person,
        dana: Person,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        monkeypatch.setattr("challenges.services.corrections.AT_ONCE", 0)
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            before = koban(*meeting.tales)
            report = with_scores(report_of(meeting), 1, 3)
            with django_capture_on_commit_callbacks():
                owed = amend(meeting, dana, report)
            assert owed.stage == CorrectionStage.OWED
            assert koban(*meeting.tales) == before
            with pytest.raises(Refusal, match="Another correction"):
                amend(meeting, dana, None)
            assert list_due_corrections() == [owed.pk]
            tasks.amend(owed.pk)
            tasks.amend(owed.pk)
        owed.refresh_from_db()
        assert owed.stage == CorrectionStage.DONE
        assert koban(*meeting.tales) == [before[0] - 4, before[1] + 4]
        assert meeting.settlement.revision == 2
        assert_sound()

    def test_what_has_become_impossible_says_so_and_is_done_with(
        self,
        alice: Person,
        bob: Person,
        dana: Person,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("challenges.services.corrections.AT_ONCE", 0)
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            owed = amend(meeting, dana, None)
            Match.objects.filter(uid=meeting.uid).update(version=99)
            run_correction(correction_id=owed.pk)
        owed.refresh_from_db()
        assert owed.stage == CorrectionStage.FAILED
        assert "changed" in owed.error

    def test_what_breaks_is_tried_again_with_pauses_and_not_for_ever(
        self,
        alice: Person,
        bob: Person,
        dana: Person,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("challenges.services.corrections.AT_ONCE", 0)

        def break_down(*_args: object, **_kwargs: object) -> None:
            raise ZeroDivisionError

        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            before = koban(*meeting.tales)
            owed = amend(meeting, dana, None)
            monkeypatch.setattr(
                "challenges.services.corrections.apply_correction", break_down
            )
            pauses = []
            for _ in range(TRIES):
                assert list_due_corrections() == [owed.pk]
                with pytest.raises(ZeroDivisionError):
                    run_correction(correction_id=owed.pk)
                assert list_due_corrections() == []
                owed.refresh_from_db()
                pauses.append(owed.next_try - timezone.now())
                Correction.objects.update(next_try=timezone.now())
            run_correction(correction_id=owed.pk)
        owed.refresh_from_db()
        assert pauses == sorted(pauses)
        assert owed.stage == CorrectionStage.FAILED
        assert "nothing was changed" in owed.error
        assert list_due_corrections() == []
        assert koban(*meeting.tales) == before


@pytest.mark.usefixtures("transactional_db")
def test_who_correct_at_once_do_it_one_after_the_other() -> None:
    dana, alice, bob = cast("dana"), cast("alice"), cast("bob")
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        seen = Edit(uid=meeting.uid, actor=dana, version=meeting.match.version)
        report = report_of(meeting)

        def correct(score: int) -> Callable[[], object]:
            return lambda: correct_result(
                seen, report=with_scores(report, score, 4), reason="A slip."
            )

        met_with = at_once([correct(score) for score in range(3)], expected=Conflict)
        assert met_with.count(None) == 1
        assert meeting.settlement.revision == 2
    assert_sound()
