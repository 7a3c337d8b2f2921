"""A ninja master who plays leaves what concerns their own team to a deputy."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from challenges.models import Match
from challenges.rules.reports.match_report import Presence
from challenges.rules.stages import MatchStage
from challenges.services.absences import forfeit_match
from challenges.services.corrections import answer_correction, correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match
from challenges.services.reports import confirm_report
from kernel.errors import Refusal
from league.models.competitions import Fixture
from league.models.leagues import AuditEntry, League, Role
from league.rules.league_templates import Kind
from league.services import entrants, members
from league.services.competitions import competitions, match_dates, pairing_overrides
from league.services.competitions.arrangements import reopen_fixture
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.league.test_dates import long_ago
from tests.ledger import rule
from tests.verbs import Tale

pytestmark = [pytest.mark.django_db, rule("NM-07")]

Act = Callable[[Person], object]


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def tale(league: League, dana: Person) -> Tale:
    return entered(league, dana)


@pytest.fixture
def fixture(league: League, tale: Tale, bob: Person, dana: Person) -> Fixture:
    assert tale
    entered(league, bob)
    return fixtures(begun(league, dana, days=7))[0]


def deputy(league: League, person: Person, master: Person) -> None:
    members.join_league(uid=league.uid, person=person)
    member = league.memberships.get(person=person)
    members.set_member_role(
        uid=league.uid, actor=master, person_id=member.person_id, role=Role.CO_MASTER
    )


def match_of(fixture: Fixture) -> Match:
    assert fixture.match is not None
    return fixture.match


def refused_then_done(act: Act, dana: Person, alice: Person) -> None:
    """Dana may not; her deputy does it."""
    with pytest.raises(Refusal) as refused:
        act(dana)
    assert refused.value.code in ("own-affair", "own-match")
    act(alice)


def test_points_for_their_own_team(
    league: League, tale: Tale, dana: Person, alice: Person
) -> None:
    deputy(league, alice, dana)
    adjust = {"uid": league.uid, "team_id": tale.team_id, "reason": "A prize."}
    refused_then_done(
        lambda who: entrants.adjust_points(**adjust, actor=who, points=3), dana, alice
    )


def test_a_no_show_by_the_log_of_dates(
    league: League, fixture: Fixture, dana: Person, alice: Person
) -> None:
    deputy(league, alice, dana)
    long_ago(fixture)
    rule_on = {"uid": league.uid, "fixture_id": fixture.pk}
    refused_then_done(
        lambda who: match_dates.rule_on_fixture(**rule_on, actor=who), dana, alice
    )


def test_a_no_show_by_hand(
    league: League, fixture: Fixture, dana: Person, alice: Person, bob: Person
) -> None:
    deputy(league, alice, dana)
    match = match_of(fixture)
    theirs = match.places.get(person=bob).number
    refused_then_done(
        lambda who: forfeit_match(
            Edit(uid=match.uid, actor=who),
            absent=[theirs],
            presence=Presence.NO_SHOW,
            reason="I waited.",
        ),
        dana,
        alice,
    )


def test_calling_off_and_playing_again(
    league: League, fixture: Fixture, dana: Person, alice: Person
) -> None:
    deputy(league, alice, dana)
    uid = match_of(fixture).uid
    refused_then_done(
        lambda who: call_off_match(Edit(uid=uid, actor=who)),
        dana,
        alice,
    )
    again = {"uid": league.uid, "fixture_id": fixture.pk}
    refused_then_done(lambda who: reopen_fixture(**again, actor=who), dana, alice)


def test_another_pairing(
    league: League, tale: Tale, dana: Person, alice: Person
) -> None:
    crowd(league, 3)
    season = begun(league, dana, kind=Kind.SWISS)
    deputy(league, alice, dana)
    first, second = fixtures(season)
    teams = (tale.team_id, _other_team(first, second, tale.team_id))
    swap = {"uid": league.uid, "round_id": first.round_id, "teams": teams}
    refused_then_done(
        lambda who: pairing_overrides.override_pairings(
            **swap, actor=who, reason="A car."
        ),
        dana,
        alice,
    )


def _other_team(first: Fixture, second: Fixture, mine: int) -> int:
    """A team of the fixture that one's own is not in."""
    for one in (first, second):
        teams = set(one.sides.values_list("entrant__team_id", flat=True))
        if mine not in teams:
            return teams.pop()
    raise AssertionError("One of two fixtures is that of others.")


def test_whom_they_never_meet(
    league: League, tale: Tale, bob: Person, dana: Person, alice: Person
) -> None:
    pair = (tale.team_id, entered(league, bob).team_id)
    deputy(league, alice, dana)
    refused_then_done(
        lambda who: competitions.forbid_pair(
            uid=league.uid, actor=who, team_ids=pair, reason="Too strong."
        ),
        dana,
        alice,
    )
    found = league.seasons.get().forbidden_pairs.get()
    refused_then_done(
        lambda who: competitions.allow_pair(
            uid=league.uid, actor=who, pair_id=found.pk
        ),
        dana,
        alice,
    )


def test_points_for_their_own_team_need_a_comaster(
    league: League, tale: Tale, dana: Person
) -> None:
    with pytest.raises(Refusal) as refused:
        entrants.adjust_points(
            uid=league.uid,
            actor=dana,
            team_id=tale.team_id,
            reason="A prize.",
            points=3,
        )
    assert refused.value.code == "own-affair"


def test_no_show_by_the_only_master_is_a_report_and_logged(
    league: League, fixture: Fixture, dana: Person, bob: Person
) -> None:
    match = match_of(fixture)
    theirs = match.places.get(person=bob).number
    forfeit_match(
        Edit(uid=match.uid, actor=dana),
        absent=[theirs],
        presence=Presence.NO_SHOW,
        reason="I waited.",
    )
    match.refresh_from_db()
    assert match.stage == MatchStage.REPORTED
    line = AuditEntry.objects.get(kind="match-reported")
    assert line.actor == dana
    confirm_report(Edit(uid=match.uid, actor=bob))
    match.refresh_from_db()
    assert match.stage == MatchStage.CONFIRMED


def test_no_show_by_the_log_of_dates_is_a_report_without_a_comaster(
    league: League, fixture: Fixture, dana: Person
) -> None:
    long_ago(fixture)
    match_dates.rule_on_fixture(uid=league.uid, fixture_id=fixture.pk, actor=dana)
    assert "counts once the opponent confirms" in (
        AuditEntry.objects.get(kind="no-show").wording
    )
    assert match_of(Fixture.objects.get(pk=fixture.pk)).stage == MatchStage.REPORTED


def test_correction_of_the_masters_own_match_is_logged_with_its_consent(
    league: League, fixture: Fixture, dana: Person, bob: Person
) -> None:
    match = match_of(fixture)
    play(match, 3, 1)
    edit = Edit(uid=match.uid, actor=dana)
    asked = correct_result(edit, report=None, reason="Never played.")
    lines = AuditEntry.objects.filter(kind="match-consent")
    assert "Dana, who plays in the match, asked to declare" in lines.get().wording
    assert bob.notices.filter(words__contains="Dana wants to declare").exists()
    answer_correction(Edit(uid=match.uid, actor=bob), number=asked.number, is_yes=True)
    assert "Bob agreed to the correction" in lines.order_by("pk").last().wording
    match.refresh_from_db()
    assert match.stage == MatchStage.VOID


def test_match_of_her_own_is_not_undone_on_the_masters_scroll(
    league: League, tale: Tale, fixture: Fixture, dana: Person, client: Client
) -> None:
    play(match_of(fixture), 3, 1)
    reported = next(
        line
        for line in tale.team.journal_lines.order_by("number")
        if line.kind == "game-reported"
    )
    client.force_login(dana)
    answer = client.get(f"/teams/{tale.team_id}/history/{reported.batch}/")
    assert answer.status_code == 422
    assert "your opponent can agree" in answer.content.decode()


def test_what_is_written_on_their_scroll(
    league: League, tale: Tale, dana: Person, alice: Person, client: Client
) -> None:
    client.force_login(dana)
    batch = tale.history().lines[-1].batch
    address = f"/teams/{tale.team_id}/history/{batch}/"
    history = f"/teams/{tale.team_id}/history/"
    assert client.get(address).status_code == 200
    assert address in client.get(history).content.decode()
    deputy(league, alice, dana)
    assert client.get(address).status_code == 422
    assert address not in client.get(history).content.decode()
    client.force_login(alice)
    assert client.get(address).status_code == 200
