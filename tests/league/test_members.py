"""Who belongs to a league, and as what."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from kernel.errors import Refusal
from league.models.leagues import Admission, League, Role, Visibility
from league.selectors.access import role_of
from league.services import members
from league.services.leagues import create_league
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import entered, founded
from tests.ledger import rule


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


class TestJoining:
    def test_an_open_league_takes_whoever_comes(
        self, league: League, alice: Person
    ) -> None:
        members.join_league(uid=league.uid, person=alice)
        assert role_of(league.pk, alice) is Role.PLAYER
        with pytest.raises(Refusal, match="Alice is already a member of Moon Cup"):
            members.join_league(uid=league.uid, person=alice)

    def test_spectators_come_to_look(self, league: League, alice: Person) -> None:
        members.join_league(uid=league.uid, person=alice, as_spectator=True)
        assert role_of(league.pk, alice) is Role.SPECTATOR

    def test_the_code_opens_a_private_league_and_no_other(
        self, dana: Person, alice: Person, league: League
    ) -> None:
        hidden = create_league(
            founder=dana, name="Hidden", visibility=Visibility.PRIVATE
        )
        for code in ("", "AAAA2222", league.code):
            with pytest.raises((Http404, Refusal)):
                members.join_league(uid=hidden.uid, person=alice, code=code)
        members.join_league(uid=hidden.uid, person=alice, code=hidden.code.lower())
        assert role_of(hidden.pk, alice) is Role.PLAYER

    def test_by_invitation_means_by_invitation(
        self, dana: Person, alice: Person
    ) -> None:
        closed = create_league(founder=dana, name="Closed")
        with pytest.raises(Refusal, match="need an invitation"):
            members.join_league(uid=closed.uid, person=alice)
        with pytest.raises(
            Refusal, match="only join this league with its link or code"
        ):
            members.request_to_join(uid=closed.uid, person=alice)

    def test_the_master_answers_who_asks(
        self, dana: Person, alice: Person, bob: Person
    ) -> None:
        asked = create_league(founder=dana, name="Asked", admission=Admission.REQUEST)
        for person in (alice, bob):
            members.request_to_join(uid=asked.uid, person=person, words="Please!")
        with pytest.raises(Refusal, match="already asked"):
            members.request_to_join(uid=asked.uid, person=alice)
        first, second = asked.join_requests.all()
        answer = {"uid": asked.uid, "actor": dana}
        with pytest.raises(PermissionDenied):
            members.answer_join_request(
                uid=asked.uid, actor=alice, request_id=first.pk, is_accepted=True
            )
        members.answer_join_request(**answer, request_id=first.pk, is_accepted=True)
        members.answer_join_request(**answer, request_id=second.pk, is_accepted=False)
        assert role_of(asked.pk, alice) is Role.PLAYER
        assert role_of(asked.pk, bob) is None
        with pytest.raises(Refusal, match="answered or withdrawn"):
            members.answer_join_request(
                **answer, request_id=second.pk, is_accepted=True
            )


class TestGoing:
    def test_who_has_a_team_withdraws_it_first(
        self, league: League, alice: Person
    ) -> None:
        entered(league, alice)
        with pytest.raises(Refusal, match="must be withdrawn first"):
            members.leave_league(uid=league.uid, person=alice)

    def test_who_has_gone_may_come_again(self, league: League, alice: Person) -> None:
        members.join_league(uid=league.uid, person=alice)
        members.leave_league(uid=league.uid, person=alice)
        assert role_of(league.pk, alice) is None
        members.join_league(uid=league.uid, person=alice)
        assert role_of(league.pk, alice) is Role.PLAYER

    def test_nobody_is_removed_without_a_reason(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        members.join_league(uid=league.uid, person=alice)
        removal = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        with pytest.raises(Refusal, match="Give a reason"):
            members.remove_member(**removal, reason=" ")
        members.remove_member(**removal, reason="Threw the board.")
        assert role_of(league.pk, alice) is None
        line = league.audit_lines.first()
        assert line is not None
        assert line.wording == "Dana removed Alice: Threw the board."
        assert line.is_override
        told = alice.notices.get()
        assert told.words == "Dana removed you from the league: Threw the board."
        assert told.address == "/leagues/"

    def test_the_master_cannot_just_go(self, league: League, dana: Person) -> None:
        with pytest.raises(Refusal, match="Hand the league over first"):
            members.leave_league(uid=league.uid, person=dana)


class TestLookingOn:
    """Somebody who looks on wants to play."""

    @pytest.fixture
    def onlooker(self, league: League, alice: Person) -> Person:
        members.join_league(uid=league.uid, person=alice, as_spectator=True)
        return alice

    def test_in_an_open_league_they_just_do(
        self, league: League, onlooker: Person
    ) -> None:
        with pytest.raises(Refusal, match="is already a member of Moon Cup"):
            members.join_league(uid=league.uid, person=onlooker, as_spectator=True)
        members.join_league(uid=league.uid, person=onlooker)
        assert role_of(league.pk, onlooker) is Role.PLAYER
        line = league.audit_lines.first()
        assert line is not None
        assert line.wording == "Alice became a player."

    def test_where_others_ask_they_ask(
        self, league: League, onlooker: Person, dana: Person
    ) -> None:
        League.objects.update(admission=Admission.REQUEST)
        with pytest.raises(Refusal, match="need an invitation"):
            members.join_league(uid=league.uid, person=onlooker)
        asked = members.request_to_join(uid=league.uid, person=onlooker)
        assert dana.notices.get().words == "Alice asks to play in the league."
        answer = {"uid": league.uid, "actor": dana, "request_id": asked.pk}
        members.answer_join_request(**answer, is_accepted=True)
        assert role_of(league.pk, onlooker) is Role.PLAYER
        with pytest.raises(Refusal, match="is already a member of Moon Cup"):
            members.request_to_join(uid=league.uid, person=onlooker)

    def test_the_masters_help_answers_what_they_asked(
        self, league: League, onlooker: Person, dana: Person
    ) -> None:
        League.objects.update(admission=Admission.REQUEST)
        asked = members.request_to_join(uid=league.uid, person=onlooker)
        change = {"uid": league.uid, "actor": dana, "person_id": onlooker.pk}
        members.set_member_role(**change, role=Role.CO_MASTER)
        answer = {"uid": league.uid, "actor": dana, "request_id": asked.pk}
        with pytest.raises(Refusal, match="answered or withdrawn"):
            members.answer_join_request(**answer, is_accepted=True)
        assert role_of(league.pk, onlooker) is Role.CO_MASTER

    def test_elsewhere_they_need_the_code(
        self, league: League, onlooker: Person
    ) -> None:
        League.objects.update(admission=Admission.INVITED)
        with pytest.raises(
            Refusal, match="only join this league with its link or code"
        ):
            members.request_to_join(uid=league.uid, person=onlooker)
        members.join_league(uid=league.uid, person=onlooker, code=league.code)
        assert role_of(league.pk, onlooker) is Role.PLAYER

    @pytest.mark.parametrize(
        ("admission", "way"),
        [
            (Admission.OPEN, "Become a player"),
            (Admission.REQUEST, "Ask to play"),
            (Admission.INVITED, "Become a player"),
        ],
    )
    def test_the_pages_lead_there(
        self, league: League, onlooker: Person, admission: str, way: str
    ) -> None:
        League.objects.update(admission=admission)
        browser = browser_of(onlooker)
        join = f"/leagues/{league.uid}/join/"
        home = browser.get(f"/leagues/{league.uid}/").content.decode()
        assert join in home
        assert way in home
        page = browser.get(join).content.decode()
        assert way in page
        assert "only want to watch" not in page
        door = f"/leagues/join/{league.code}/"
        is_invited = admission == Admission.INVITED
        assert (door in page) is is_invited
        browser.post(door if is_invited else join, {"code": league.code})
        is_asked = admission == Admission.REQUEST
        wanted = Role.SPECTATOR if is_asked else Role.PLAYER
        assert role_of(league.pk, onlooker) is wanted
        again = browser.get(f"/leagues/{league.uid}/").content.decode()
        assert ("You have asked to play" in again) is is_asked


class TestOffices:
    @rule("NM-01")
    def test_there_is_one_master_and_there_are_deputies_where_rules_allow(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        members.join_league(uid=league.uid, person=alice)
        change = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        with pytest.raises(Refusal, match="exactly one ninja master"):
            members.set_member_role(**change, role=Role.MASTER)
        members.set_member_role(**change, role=Role.CO_MASTER)
        assert role_of(league.pk, alice) is Role.CO_MASTER
        assert alice.notices.get().words == "Dana made you a co-master of the league."
        members.set_member_role(**change, role=Role.CO_MASTER)
        assert alice.notices.count() == 1

    @rule("NM-01")
    def test_without_deputies_nobody_becomes_one(
        self, dana: Person, alice: Person
    ) -> None:
        strict = founded(dana, "Strict", deputies=False)
        members.join_league(uid=strict.uid, person=alice)
        with pytest.raises(Refusal, match="do not allow co-masters"):
            members.set_member_role(
                uid=strict.uid, actor=dana, person_id=alice.pk, role=Role.CO_MASTER
            )
