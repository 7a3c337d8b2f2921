"""Matches played online: the offer, the start, the result, and what follows."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from challenges.catalogue import shelf
from challenges.models import Match, Report, Settlement
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal
from league.models.communication import Notification, OutgoingEmail
from league.models.leagues import League
from league.models.seasons import Season
from league.selectors.competitions.results import get_season_results
from league.services.communication.match_notifications import send_turn_digests
from people.models import Person
from skirmish.rules.text_format.game_file import read_game
from tables.games.base import Audience
from tables.models import Table
from tables.rules.clock import ClockRules
from tables.rules.stages import TableStage
from tables.selectors.access import get_table, list_seats
from tables.selectors.state import get_state
from tables.services.cleanup import check_table, write_game_file
from tables.services.creation import join_seat
from tables.services.matches import (
    accept_online_play,
    close_tables_of_ended_matches,
    decline_online_play,
    enter_match_result,
    list_due_results,
    offer_online_play,
)
from tables.services.play import concede_game, offer_draw
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures
from tests.tables.opponents import play_on, viewer_for
from tests.verbs import Tale

pytestmark = pytest.mark.django_db


class OnlineFixture:
    """A league fixture between Alice and Bob that has a challenge."""

    def __init__(self, league: League, alice: Person, bob: Person) -> None:
        self.league = league
        self.tales: dict[int, Tale] = {
            person.pk: entered(league, person) for person in (alice, bob)
        }
        self.season: Season = begun(league, league.founder_person)
        match = fixtures(self.season)[0].match
        assert match is not None
        self.uid = match.uid
        choose_challenge(
            Edit(uid=self.uid, actor=alice), challenge="brawl", together=True
        )
        self.people = [one.person for one in match.places.order_by("number")]

    @property
    def match(self) -> Match:
        return Match.objects.get(uid=self.uid)

    @property
    def seats(self) -> dict[int, Person]:
        return dict(enumerate(self.people))

    def start(self, **more: object) -> Table:
        first, second = self.people
        offer_online_play(self.uid, first, ground="moon-garden", **more)
        return accept_online_play(self.uid, second)

    def finish(self, table: Table) -> Table:
        """Concede after some moves, and let the job enter the result."""
        play_on(table, self.seats, 30)
        concede_game(table.uid, viewer_for(self.people[1]))
        # Both players still name their All-Stars.
        play_on(table, self.seats, 10)
        enter_match_result(table.uid)
        return get_table(table.uid)


@pytest.fixture
def online(dana: Person, alice: Person, bob: Person) -> OnlineFixture:
    league = founded(dana)
    league.founder_person = dana
    return OnlineFixture(league, alice, bob)


def test_game_starts_when_both_players_agree(online: OnlineFixture) -> None:
    first, second = online.people
    offered = offer_online_play(online.uid, first, ground="moon-garden")
    assert offered.stage == TableStage.WAITING
    assert online.match.stage == "arranged"
    started = accept_online_play(online.uid, second)
    assert started.stage == TableStage.PLAYING
    assert online.match.stage == "open"
    assert online.match.ground == "moon-garden"
    assert all(tale.state.open_game for tale in online.tales.values())


def test_missing_ninja_and_underdog_help_are_those_of_the_match(
    online: OnlineFixture,
) -> None:
    table = online.start()
    text = get_table(table.uid).setup
    for tale in online.tales.values():
        assert tale.team.name in text
    fit = sum(len(tale.state.available) for tale in online.tales.values())
    state = get_state(table.uid, Audience((0,)))
    assert len(state["view"]["figures"]) == fit
    assert "league: yes" in text


def test_finished_game_reports_its_match_without_confirmation(
    online: OnlineFixture,
) -> None:
    table = online.finish(online.start())
    match = online.match
    assert table.stage == TableStage.OVER
    assert not table.is_result_due
    assert match.stage == "confirmed"
    report = Report.objects.get(match=match)
    assert report.author is None
    assert report.content["teams"][1]["has_conceded"] is True
    assert Settlement.objects.filter(match=match).count() == 1


def test_whole_game_played_online_updates_the_standings(
    online: OnlineFixture,
) -> None:
    table = play_on(online.start(), online.seats, 2000)
    assert table.stage == TableStage.OVER
    assert list_due_results() == [table.uid]
    assert enter_match_result(table.uid)
    match = online.match
    owed = Settlement.objects.get(match=match).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)
    assert online.match.stage == "settled"
    fixture = fixtures(online.season)[0]
    scores = [part["score"] for part in fixture.outcome["parts"]]
    stored = read_game(write_game_file(table) or "", shelf())
    assert scores == [part["score"] for part in Report.objects.get().content["teams"]]
    assert stored.seed == table.seed
    assert [tale.state.games for tale in online.tales.values()] == [1, 1]
    assert get_season_results(online.season)
    assert check_table(table) is None


def test_result_is_entered_once(online: OnlineFixture) -> None:
    table = online.finish(online.start())
    assert not enter_match_result(table.uid)
    assert Report.objects.count() == 1
    assert get_table(table.uid).result_problem == ""


def test_online_result_can_be_corrected_like_any_other(
    online: OnlineFixture, dana: Person
) -> None:
    online.finish(online.start())
    owed = Settlement.objects.get(match=online.match).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)
    amended = correct_result(
        Edit(uid=online.uid, actor=dana),
        report=None,
        reason="The wrong teams were chosen.",
    )
    assert amended is not None
    assert online.match.stage == "void"


def test_match_reported_by_hand_keeps_its_report(online: OnlineFixture) -> None:
    table = online.start()
    first, second = online.people
    submit_report(Edit(uid=online.uid, actor=first))
    confirm_report(Edit(uid=online.uid, actor=second))
    assert close_tables_of_ended_matches() == 1
    assert get_table(table.uid).stage == TableStage.OVER
    assert Report.objects.count() == 1


def test_late_result_is_refused_with_a_sentence(online: OnlineFixture) -> None:
    table = play_on(online.start(), online.seats, 10)
    concede_game(table.uid, viewer_for(online.people[1]))
    play_on(table, online.seats, 10)
    call_off_match(Edit(uid=online.uid, actor=None))
    assert not enter_match_result(table.uid)
    table = get_table(table.uid)
    assert not table.is_result_due
    assert "called off" in table.result_problem


def test_offer_can_be_declined(online: OnlineFixture) -> None:
    first, second = online.people
    offer_online_play(online.uid, first)
    decline_online_play(online.uid, second)
    assert not Table.objects.exists()
    assert online.match.stage == "arranged"


def test_strangers_cannot_offer_accept_or_join(
    online: OnlineFixture, charlie: Person
) -> None:
    with pytest.raises(PermissionDenied):
        offer_online_play(online.uid, charlie)
    table = offer_online_play(online.uid, online.people[0])
    with pytest.raises(Refusal) as refusal:
        accept_online_play(online.uid, charlie)
    assert refusal.value.code == "seat-missing"
    with pytest.raises(Refusal) as refusal:
        join_seat(table.uid, viewer_for(charlie), kind="shrine", slug="fire")
    assert refusal.value.code == "seat-reserved"
    assert [seat.person_id for seat in list_seats(table)].count(None) == 1


def test_match_without_challenge_cannot_be_offered(
    dana: Person, alice: Person, bob: Person
) -> None:
    league = founded(dana)
    for person in (alice, bob):
        entered(league, person)
    match = fixtures(begun(league, dana))[0].match
    assert match is not None
    with pytest.raises(Refusal) as refusal:
        offer_online_play(match.uid, alice)
    assert refusal.value.code == "no-challenge"


def test_match_has_one_table_at_a_time(online: OnlineFixture) -> None:
    offer_online_play(online.uid, online.people[0])
    with pytest.raises(Refusal) as refusal:
        offer_online_play(online.uid, online.people[1])
    assert refusal.value.code == "table-taken"


def test_match_is_not_drawn_by_agreement(online: OnlineFixture) -> None:
    table = online.start()
    with pytest.raises(Refusal) as refusal:
        offer_draw(table.uid, viewer_for(online.people[0]))
    assert refusal.value.code == "draw-impossible"
    assert get_table(table.uid).stage == TableStage.PLAYING


def notices_of(person: Person) -> list[str]:
    return list(
        Notification.objects.filter(person=person).values_list("words", flat=True)
    )


def test_players_hear_of_offers_and_of_the_start(online: OnlineFixture) -> None:
    first, second = online.people
    offer_online_play(online.uid, first)
    assert f"{first} offers to play" in notices_of(second)[0]
    accept_online_play(online.uid, second)
    assert "has started online" in notices_of(first)[0]


def test_absent_player_hears_once_that_it_is_their_turn(online: OnlineFixture) -> None:
    table = play_on(online.start(), online.seats, 40)
    turns = [
        words
        for person in online.people
        for words in notices_of(person)
        if words.startswith("It is your turn")
    ]
    assert 1 <= len(turns) <= 2
    Notification.objects.update(read=timezone.now())
    play_on(table, online.seats, 40)
    assert Notification.objects.filter(
        words__startswith="It is your turn"
    ).count() > len(turns)
    assert not OutgoingEmail.objects.filter(subject__contains="your turn").exists()


def test_one_mail_a_day_lists_the_games_that_wait(online: OnlineFixture) -> None:
    table = online.start(clock=ClockRules(mode="days", days=2))
    OutgoingEmail.objects.all().delete()
    assert send_turn_digests() == 1
    letter = OutgoingEmail.objects.get()
    assert table.asked_seat is not None
    assert letter.person == online.people[table.asked_seat]
    assert "move by" in letter.body
