"""Feeds and calendars: what programs fetch without logging in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from defusedxml import ElementTree
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from league.models.communication import FeedKey
from league.models.competitions import Fixture, Round
from league.models.leagues import League, Visibility
from league.services.communication import news
from league.services.communication.news import renew_feed_key
from league.services.members import leave_league
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def fixture(league: League, dana: Person, alice: Person, bob: Person) -> Fixture:
    entered(league, alice)
    entered(league, bob)
    (made,) = fixtures(begun(league, dana))
    return made


def events(client: Client, address: str) -> list[dict[str, object]]:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    found = Calendar.from_ical(answer.content).walk("VEVENT")
    return [{name: one.decoded(name) for name in one} for one in found]


class TestAtom:
    def test_published_issues_are_in_it_and_drafts_are_not(
        self, league: League, dana: Person, visitor: Client
    ) -> None:
        where = {"uid": league.uid, "actor": dana, "number": 1}
        news.draft_post(uid=league.uid, actor=dana)
        news.edit_post(**where, title="A & B", text="**Bold**")
        address = f"/leagues/{league.uid}/news.atom"
        feed = ElementTree.fromstring(visitor.get(address).content)
        assert feed.findall(f"{ATOM}entry") == []
        news.publish_post(**where)
        answer = visitor.get(address)
        assert answer["Content-Type"].startswith("application/atom+xml")
        (entry,) = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
        assert entry.findtext(f"{ATOM}title") == "A & B"
        assert "<strong>Bold</strong>" in entry.findtext(f"{ATOM}summary")

    def test_a_private_league_wants_the_key_of_a_member(
        self, league: League, alice: Person, bob: Person, visitor: Client
    ) -> None:
        entered_key, strange_key = (renew_feed_key(person=one) for one in (alice, bob))
        league.visibility = Visibility.PRIVATE
        league.save()
        league.memberships.create(person=alice, role="spectator")
        address = f"/leagues/{league.uid}/news.atom"
        assert visitor.get(address).status_code == 404
        assert visitor.get(address, {"key": strange_key}).status_code == 404
        assert visitor.get(address, {"key": entered_key}).status_code == 200
        leave_league(uid=league.uid, person=alice)
        assert visitor.get(address, {"key": entered_key}).status_code == 404


class TestCalendars:
    def test_a_fixture_is_an_event_at_its_date(
        self, league: League, fixture: Fixture, visitor: Client
    ) -> None:
        address = f"/leagues/{league.uid}/fixtures.ics"
        (event,) = events(visitor, address)
        assert event["SUMMARY"].startswith("Play by today:")
        assert fixture.round is not None
        assert fixture.round.closes is not None
        assert event["DTSTART"] == fixture.round.closes.date()
        fixture.agreed_for = datetime(2027, 3, 2, 19, 30, tzinfo=UTC)
        fixture.save()
        (event,) = events(visitor, address)
        assert event["DTSTART"] == fixture.agreed_for
        assert event["DTEND"] == fixture.agreed_for + timedelta(hours=2)
        first, second = (str(side) for side in fixture.sides.order_by("number"))
        assert event["SUMMARY"] == f"{first} against {second}"

    def test_the_last_day_is_that_of_whoever_reads(
        self, fixture: Fixture, alice: Person, visitor: Client
    ) -> None:
        alice.time_zone = "Pacific/Auckland"
        alice.save()
        assert fixture.round is not None
        fixture.round.closes = datetime(2027, 3, 2, 22, tzinfo=UTC)
        fixture.round.save()
        key = renew_feed_key(person=alice)
        league = fixture.competition.season.league
        for address in (
            f"/leagues/feeds/{key}.ics",
            f"/leagues/{league.uid}/fixtures.ics?key={key}",
        ):
            (event,) = events(visitor, address)
            assert event["DTSTART"] == date(2027, 3, 3)

    def test_ones_own_calendar_holds_ones_own_matches(
        self, fixture: Fixture, alice: Person, charlie: Person, visitor: Client
    ) -> None:
        assert fixture
        mine, theirs = (renew_feed_key(person=one) for one in (alice, charlie))
        assert len(events(visitor, f"/leagues/feeds/{mine}.ics")) == 1
        assert events(visitor, f"/leagues/feeds/{theirs}.ics") == []
        assert visitor.get("/leagues/feeds/guess.ics").status_code == 404

    def test_what_is_to_be_played_soonest_comes_before_all_else(
        self,
        league: League,
        dana: Person,
        visitor: Client,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        tales = crowd(league, 4)
        season = begun(league, dana)
        first, second, third = season.competitions.get().rounds.order_by("number")
        monkeypatch.setattr("league.selectors.communication.feeds.FIXTURES", 2)
        address = f"/leagues/{league.uid}/fixtures.ics"

        def shown(where: str = address) -> set[int]:
            uids = (str(one["UID"]) for one in events(visitor, where))
            return {int(one.split("@")[0].rpartition("-")[2]) for one in uids}

        def of(one: Round) -> set[int]:
            return set(one.fixtures.values_list("pk", flat=True))

        assert shown() == of(first)
        own = renew_feed_key(person=tales[0].owner)
        assert len(shown(f"/leagues/feeds/{own}.ics") & of(third)) == 0
        assert first.closes is not None
        with time_machine.travel(first.closes + timedelta(hours=1)):
            assert shown() == of(second), "those of the last round are late"
        for fixture in first.fixtures.select_related("match"):
            play(fixture.match, 2, 1)
        assert shown() == of(second), "those of the last round are over"
        late = third.fixtures.first()
        late.agreed_for = timezone.now() + timedelta(hours=1)
        late.save()
        assert late.pk in shown()

    def test_a_new_key_kills_the_old_one(
        self, alice: Person, alice_client: Client, visitor: Client
    ) -> None:
        page = alice_client.get("/leagues/feeds/")
        assert "Create addresses" in page.content.decode()
        assert not FeedKey.objects.exists(), "Looking makes no key."
        alice_client.post("/leagues/feeds/")
        old = FeedKey.objects.get(person=alice).key
        assert old in alice_client.get("/leagues/feeds/").content.decode()
        alice_client.post("/leagues/feeds/")
        assert visitor.get(f"/leagues/feeds/{old}.ics").status_code == 404

    def test_a_closed_account_has_no_calendar(
        self, alice: Person, visitor: Client
    ) -> None:
        key = renew_feed_key(person=alice)
        alice.is_active = False
        alice.save()
        assert visitor.get(f"/leagues/feeds/{key}.ics").status_code == 404
