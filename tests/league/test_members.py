"""Who belongs to a league, as what, and who runs it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from kernel.errors import Refusal
from league.models import League
from league.models.leagues import Admission, Role, Visibility
from league.selectors.access import role_of
from league.services import members
from league.services.founding import league_found
from people.models import Person
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.ledger import rule


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


class TestJoining:
    def test_an_open_league_takes_whoever_comes(
        self, league: League, alice: Person
    ) -> None:
        members.league_join(uid=league.uid, person=alice)
        assert role_of(league.pk, alice) is Role.PLAYER
        with pytest.raises(Refusal, match="Alice is a member of Moon Cup already"):
            members.league_join(uid=league.uid, person=alice)

    def test_spectators_come_to_look(self, league: League, alice: Person) -> None:
        members.league_join(uid=league.uid, person=alice, as_spectator=True)
        assert role_of(league.pk, alice) is Role.SPECTATOR

    def test_the_code_opens_a_private_league_and_no_other(
        self, dana: Person, alice: Person, league: League
    ) -> None:
        hidden = league_found(
            founder=dana, name="Hidden", visibility=Visibility.PRIVATE
        )
        for code in ("", "AAAA2222", league.code):
            with pytest.raises((Http404, Refusal)):
                members.league_join(uid=hidden.uid, person=alice, code=code)
        members.league_join(uid=hidden.uid, person=alice, code=hidden.code.lower())
        assert role_of(hidden.pk, alice) is Role.PLAYER

    def test_by_invitation_means_by_invitation(
        self, dana: Person, alice: Person
    ) -> None:
        closed = league_found(founder=dana, name="Closed")
        with pytest.raises(Refusal, match="by invitation"):
            members.league_join(uid=closed.uid, person=alice)
        with pytest.raises(Refusal, match="link or code alone"):
            members.join_request(uid=closed.uid, person=alice)

    def test_the_master_answers_who_asks(
        self, dana: Person, alice: Person, bob: Person
    ) -> None:
        asked = league_found(founder=dana, name="Asked", admission=Admission.REQUEST)
        for person in (alice, bob):
            members.join_request(uid=asked.uid, person=person, words="Please!")
        with pytest.raises(Refusal, match="asked already"):
            members.join_request(uid=asked.uid, person=alice)
        first, second = asked.join_requests.all()
        answer = {"uid": asked.uid, "actor": dana}
        with pytest.raises(PermissionDenied):
            members.join_request_answer(
                uid=asked.uid, actor=alice, request_id=first.pk, is_accepted=True
            )
        members.join_request_answer(**answer, request_id=first.pk, is_accepted=True)
        members.join_request_answer(**answer, request_id=second.pk, is_accepted=False)
        assert role_of(asked.pk, alice) is Role.PLAYER
        assert role_of(asked.pk, bob) is None
        with pytest.raises(Refusal, match="answered or taken back"):
            members.join_request_answer(
                **answer, request_id=second.pk, is_accepted=True
            )


class TestGoing:
    def test_who_has_a_team_withdraws_it_first(
        self, league: League, alice: Person
    ) -> None:
        entered(league, alice)
        with pytest.raises(Refusal, match="withdraw it first"):
            members.league_leave(uid=league.uid, person=alice)

    def test_who_has_gone_may_come_again(self, league: League, alice: Person) -> None:
        members.league_join(uid=league.uid, person=alice)
        members.league_leave(uid=league.uid, person=alice)
        assert role_of(league.pk, alice) is None
        members.league_join(uid=league.uid, person=alice)
        assert role_of(league.pk, alice) is Role.PLAYER

    def test_nobody_is_removed_without_a_reason(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        members.league_join(uid=league.uid, person=alice)
        removal = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        with pytest.raises(Refusal, match="Say why"):
            members.member_remove(**removal, reason=" ")
        members.member_remove(**removal, reason="Threw the board.")
        assert role_of(league.pk, alice) is None
        line = league.audit_lines.first()
        assert line is not None
        assert line.wording == "Dana removed Alice: Threw the board."
        assert line.is_override

    def test_the_master_cannot_just_go(self, league: League, dana: Person) -> None:
        with pytest.raises(Refusal, match="hand the office over first"):
            members.league_leave(uid=league.uid, person=dana)


class TestOffices:
    @rule("NM-01")
    def test_there_is_one_master_and_there_are_deputies_where_rules_allow(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        members.league_join(uid=league.uid, person=alice)
        change = {"uid": league.uid, "actor": dana, "person_id": alice.pk}
        with pytest.raises(Refusal, match="exactly one ninja master"):
            members.member_set_role(**change, role=Role.MASTER)
        members.member_set_role(**change, role=Role.CO_MASTER)
        assert role_of(league.pk, alice) is Role.CO_MASTER

    @rule("NM-01")
    def test_without_deputies_nobody_becomes_one(
        self, dana: Person, alice: Person
    ) -> None:
        strict = founded(dana, "Strict", deputies=False)
        members.league_join(uid=strict.uid, person=alice)
        with pytest.raises(Refusal, match="know no co-masters"):
            members.member_set_role(
                uid=strict.uid, actor=dana, person_id=alice.pk, role=Role.CO_MASTER
            )

    @rule("NM-08")
    def test_the_master_appoints_a_successor(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        members.league_join(uid=league.uid, person=alice)
        members.mastership_hand_over(uid=league.uid, actor=dana, person_id=alice.pk)
        assert role_of(league.pk, alice) is Role.MASTER
        assert role_of(league.pk, dana) is Role.CO_MASTER
        with pytest.raises(Refusal, match="Only the ninja master hands"):
            members.mastership_hand_over(uid=league.uid, actor=dana, person_id=dana.pk)

    @rule("NM-08")
    def test_a_majority_replaces_a_master_who_is_away_for_thirty_days(
        self, league: League, dana: Person
    ) -> None:
        players = [cast(name) for name in ("erik", "fumi", "gero")]
        for person in players:
            members.league_join(uid=league.uid, person=person)
        erik, fumi, gero = players
        vote = {"uid": league.uid, "person_id": erik.pk}
        dana.last_login = timezone.now() - timedelta(days=29)
        dana.save()
        with pytest.raises(Refusal, match="has been here within 30 days"):
            members.succession_vote(**vote, voter=fumi)
        dana.last_login = timezone.now() - timedelta(days=30)
        dana.save()
        assert not members.succession_vote(**vote, voter=fumi)
        assert not members.succession_vote(**vote, voter=fumi)
        assert role_of(league.pk, erik) is Role.PLAYER
        assert members.succession_vote(**vote, voter=gero)
        assert role_of(league.pk, erik) is Role.MASTER
        assert role_of(league.pk, dana) is Role.CO_MASTER

    @rule("NM-08")
    def test_spectators_have_no_vote(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        dana.last_login = timezone.now() - timedelta(days=99)
        dana.save()
        members.league_join(uid=league.uid, person=alice, as_spectator=True)
        with pytest.raises(Refusal, match="have no vote"):
            members.succession_vote(uid=league.uid, voter=alice, person_id=alice.pk)
