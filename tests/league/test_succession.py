"""The next ninja master: asked by the present one, or chosen by the players."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import NotificationKind
from league.models.leagues import League, LeagueStage, Role
from league.models.seasons import SeasonStage
from league.selectors.access import role_of
from league.services import mastership, members
from people.models import Person
from people.services.tokens import create_token
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule


@pytest.fixture
def league(dana: Person, alice: Person) -> League:
    """With Alice as a player."""
    made = founded(dana)
    members.join_league(uid=made.uid, person=alice)
    return made


def heard(person: Person) -> list[str]:
    found = person.notices.filter(kind=NotificationKind.ROLES).order_by("pk")
    return list(found.values_list("words", flat=True))


class TestHandingOver:
    @rule("NM-08")
    def test_the_master_appoints_a_successor_who_takes_the_office(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        members.join_league(uid=league.uid, person=bob)
        hand = {"uid": league.uid, "actor": dana}
        mastership.offer_handover(**hand, person_id=alice.pk)
        assert role_of(league.pk, dana) is Role.MASTER
        assert role_of(league.pk, alice) is Role.PLAYER
        assert heard(alice) == [
            "Dana would like you to be the next ninja master. Accept or decline."
        ]
        mastership.answer_handover(uid=league.uid, person=alice, is_accepted=True)
        assert role_of(league.pk, alice) is Role.MASTER
        assert role_of(league.pk, dana) is Role.CO_MASTER
        told = "Dana handed the league over to Alice."
        assert heard(bob) == heard(dana) == [told]
        line = league.audit_lines.first()
        assert line is not None
        assert line.wording == told
        with pytest.raises(Refusal, match="Only the ninja master can hand"):
            mastership.offer_handover(**hand, person_id=bob.pk)

    def test_nobody_has_to(self, league: League, dana: Person, alice: Person) -> None:
        hand = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        mastership.offer_handover(**hand)
        mastership.answer_handover(uid=league.uid, person=alice, is_accepted=False)
        assert role_of(league.pk, dana) is Role.MASTER
        assert heard(dana) == ["Alice declined to become the ninja master."]
        with pytest.raises(Refusal, match="cancelled"):
            mastership.answer_handover(uid=league.uid, person=alice, is_accepted=True)

    def test_only_whoever_was_asked_last_can_say_yes(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        members.join_league(uid=league.uid, person=bob)
        hand = {"uid": league.uid, "actor": dana}
        mastership.offer_handover(**hand, person_id=alice.pk)
        mastership.offer_handover(**hand, person_id=bob.pk)
        with pytest.raises(Refusal, match="cancelled"):
            mastership.answer_handover(uid=league.uid, person=alice, is_accepted=True)
        with pytest.raises(Refusal, match="already"):
            mastership.offer_handover(**hand, person_id=dana.pk)
        mastership.cancel_handover(**hand)
        assert (
            heard(bob)[-1] == "Dana cancelled the handover and stays the ninja master."
        )
        with pytest.raises(Refusal, match="no handover to cancel"):
            mastership.cancel_handover(**hand)

    def test_who_leaves_is_asked_no_more(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        hand = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        mastership.offer_handover(**hand)
        members.leave_league(uid=league.uid, person=alice)
        members.join_league(uid=league.uid, person=alice)
        with pytest.raises(Refusal, match="cancelled"):
            mastership.answer_handover(uid=league.uid, person=alice, is_accepted=True)

    def test_the_pages_say_what_will_happen_and_ask(
        self,
        league: League,
        alice: Person,
        dana_client: Client,
        alice_client: Client,
    ) -> None:
        page = f"/leagues/{league.uid}/members/"
        way = f"{page}{alice.pk}/master/"
        assert way in dana_client.get(page).content.decode()
        asked = dana_client.get(way).content.decode()
        assert "as soon as they accept" in asked
        assert "you are a co-master" in asked
        assert role_of(league.pk, alice) is Role.PLAYER
        assert alice_client.get(way).status_code == 403
        assert dana_client.get(f"{page}0/master/").status_code == 404
        dana_client.post(way)
        assert "has not answered yet" in dana_client.get(page).content.decode()
        assert "wants you to become the" in alice_client.get(page).content.decode()
        office = f"/leagues/{league.uid}/mastership/"
        dana_client.post(f"{office}keep/")
        assert "wants you to become the" not in alice_client.get(page).content.decode()
        dana_client.post(way)
        alice_client.post(f"{office}decline/")
        dana_client.post(way)
        alice_client.post(f"{office}accept/")
        assert role_of(league.pk, alice) is Role.MASTER
        assert alice_client.post(f"{office}nonsense/").status_code == 404


class TestVoting:
    @rule("NM-08")
    def test_a_majority_replaces_a_master_who_is_away_for_thirty_days(
        self, dana: Person
    ) -> None:
        league = founded(dana)
        players = [cast(name) for name in ("erik", "fumi", "gero")]
        for person in players:
            members.join_league(uid=league.uid, person=person)
        erik, fumi, gero = players
        vote = {"uid": league.uid, "person_id": erik.pk}
        dana.last_login = timezone.now() - timedelta(days=29)
        dana.save()
        with pytest.raises(Refusal, match="was active in the last 30 days"):
            mastership.vote_for_master(**vote, voter=fumi)
        dana.last_login = timezone.now() - timedelta(days=30)
        dana.save()
        assert not mastership.vote_for_master(**vote, voter=fumi)
        assert not mastership.vote_for_master(**vote, voter=fumi)
        assert role_of(league.pk, erik) is Role.PLAYER
        assert mastership.vote_for_master(**vote, voter=gero)
        assert role_of(league.pk, erik) is Role.MASTER
        assert role_of(league.pk, dana) is Role.CO_MASTER
        told = ["A majority voted Erik the new ninja master."]
        assert heard(erik) == heard(fumi) == heard(dana) == told

    @rule("NM-08")
    def test_whoever_stays_logged_in_and_comes_by_is_not_away(
        self, league: League, alice: Person, dana_client: Client
    ) -> None:
        vote = {"uid": league.uid, "voter": alice, "person_id": alice.pk}
        with time_machine.travel(timezone.now() + timedelta(days=10)):
            assert dana_client.get("/").status_code == 200
        with (
            time_machine.travel(timezone.now() + timedelta(days=35)),
            pytest.raises(Refusal, match="was active in the last 30 days"),
        ):
            mastership.vote_for_master(**vote)
        with time_machine.travel(timezone.now() + timedelta(days=41)):
            assert mastership.vote_for_master(**vote)

    @rule("NM-08")
    def test_whose_programs_act_for_them_is_not_away(
        self, league: League, dana: Person, alice: Person, client: Client
    ) -> None:
        secret = create_token(person=dana, name="Bot").secret
        bearer = {"Authorization": f"Bearer {secret}"}
        with time_machine.travel(timezone.now() + timedelta(days=40)):
            assert client.get("/api/v1/leagues/", headers=bearer).status_code == 200
            with pytest.raises(Refusal, match="was active in the last 30 days"):
                mastership.vote_for_master(
                    uid=league.uid, voter=alice, person_id=alice.pk
                )

    @rule("NM-08")
    def test_spectators_have_no_vote(self, dana: Person, alice: Person) -> None:
        league = founded(dana)
        dana.last_login = timezone.now() - timedelta(days=99)
        dana.save()
        members.join_league(uid=league.uid, person=alice, as_spectator=True)
        with pytest.raises(Refusal, match="cannot vote"):
            mastership.vote_for_master(uid=league.uid, voter=alice, person_id=alice.pk)


class TestBeforeItIsTooLate:
    """What is hard to take back is told first, on a page that needs no script."""

    def test_closing_a_season(
        self, league: League, dana: Person, dana_client: Client, alice_client: Client
    ) -> None:
        plan = f"/leagues/{league.uid}/plan/"
        assert dana_client.get(f"{plan}close/").status_code == 404
        crowd(league, 3)
        season = begun(league, dana)
        assert f"{plan}close/" in dana_client.get(plan).content.decode()
        assert "no champion" in dana_client.get(f"{plan}close/").content.decode()
        match = next(one.match for one in fixtures(season) if one.match)
        winner = match.places.get(number=0).name
        play(match, 3, 1)
        page = dana_client.get(f"{plan}close/").content.decode()
        assert f"{winner.replace(chr(39), '&#x27;')} will have won" in page
        assert "2 matches that have not started will be called off" in page
        season.refresh_from_db()
        assert season.stage == SeasonStage.RUNNING
        assert alice_client.get(f"{plan}close/").status_code == 403
        dana_client.post(f"{plan}close/")
        season.refresh_from_db()
        assert season.stage == SeasonStage.CLOSED

    def test_what_stands_in_the_way_is_told_there(
        self, dana: Person, dana_client: Client
    ) -> None:
        league = founded(dana, "Finals", winner_method="playoff")
        crowd(league, 2)
        begun(league, dana)
        address = f"/leagues/{league.uid}/plan/close/"
        page = dana_client.get(address).content.decode()
        assert "are not over yet. Play them" in page
        assert "Close the season</button>" not in page

    def test_archiving(self, league: League, dana_client: Client) -> None:
        settings = f"/leagues/{league.uid}/settings/"
        assert f"{settings}archive/" in dana_client.get(settings).content.decode()
        page = dana_client.get(f"{settings}archive/").content.decode()
        assert "nothing can change" in page
        league.refresh_from_db()
        assert league.stage == LeagueStage.RUNNING
        dana_client.post(f"{settings}archive/")
        league.refresh_from_db()
        assert league.stage == LeagueStage.ARCHIVED
