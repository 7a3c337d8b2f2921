"""Bringing teams together, without dragging anybody into a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from challenges.rules.stages import Agreement, MatchStage
from challenges.selectors.match_host import MatchEvent
from challenges.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite_to_match,
)
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match, start_match
from kernel.errors import Conflict, Refusal
from people.models import Person
from people.services.personal_data import delete_person, export_person
from teams.rules.reports.team_report import MatchType
from teams.services.adjustments import adjust_team
from teams.services.games import call_off_game
from tests.cast import browser_of
from tests.challenges.verbs import arranged, fixture, hosted, opened, seen
from tests.ledger import rule
from tests.verbs import found_team, registered_team

pytestmark = pytest.mark.django_db


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.parts[0].code


class TestInvitations:
    def test_who_is_invited_names_a_team_when_they_accept(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = arranged(alice, bob)
        first, second = seen(meeting, bob).places
        assert (first.agreement, second.agreement) == (
            Agreement.AGREED,
            Agreement.INVITED,
        )
        assert second.team is None
        meeting.accept()
        assert seen(meeting, alice).places[1].team_id == meeting.tales[1].team_id

    def test_nobody_is_in_a_game_before_they_agreed(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = arranged(alice, bob)
        assert code_of(meeting.open) == "not-accepted"
        assert not meeting.tales[0].state.open_game, "nobody's roster is locked"

    def test_declining_calls_a_match_of_two_off(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = arranged(alice, bob)
        decline_invitation(meeting.by(bob))
        assert meeting.stage == MatchStage.CALLED_OFF

    def test_a_third_who_declines_leaves_the_others_to_play(
        self, alice: Person, bob: Person, charlie: Person
    ) -> None:
        meeting = arranged(alice, bob, charlie)
        decline_invitation(meeting.by(bob))
        team_id = meeting.tales[2].team_id
        accept_invitation(meeting.by(charlie), team_id=team_id)
        meeting.open()
        places = seen(meeting, alice).places
        assert [place.person for place in places] == [alice, charlie]
        assert [place.number for place in places] == [0, 1]

    def test_a_match_is_not_there_for_strangers(
        self, alice: Person, bob: Person, charlie: Person
    ) -> None:
        meeting = arranged(alice, bob)
        with pytest.raises(Http404):
            seen(meeting, charlie)
        with pytest.raises(Http404):
            start_match(meeting.by(charlie))

    def test_nobody_brings_a_team_of_somebody_else(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = arranged(alice, bob)
        with pytest.raises(Http404):
            accept_invitation(meeting.by(bob), team_id=meeting.tales[0].team_id)

    @pytest.mark.parametrize(
        ("invited", "code"),
        [
            ([], "wrong-count"),
            (["nobody"], "unknown"),
            (["Alice"], "yourself"),
            (["b", "c", "d", "e"], "wrong-count"),
        ],
    )
    def test_invitations_that_lead_nowhere(
        self, alice: Person, invited: list[str], code: str
    ) -> None:
        team_id = registered_team(alice).team_id
        refused = code_of(
            lambda: invite_to_match(actor=alice, team_id=team_id, invited=invited)
        )
        assert refused == code

    def test_a_draft_and_a_league_game_are_not_arranged(
        self, alice: Person, bob: Person
    ) -> None:
        draft, team = found_team(alice), registered_team(alice)

        def arrange(team_id: int, standing: MatchType) -> str:
            return code_of(
                lambda: invite_to_match(
                    actor=alice,
                    team_id=team_id,
                    invited=[bob.username],
                    standing=standing,
                )
            )

        assert arrange(draft.team_id, MatchType.FREE) == "not-registered"
        assert arrange(team.team_id, MatchType.LEAGUE) == "not-a-league-game"


class TestBeginning:
    @rule("UND-09", "RATE-08", "RATE-06")
    def test_rosters_are_locked_and_ratings_frozen(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = opened(alice, bob)
        assert meeting.stage == MatchStage.OPEN
        for tale, place in zip(meeting.tales, seen(meeting, alice).places, strict=True):
            assert tale.state.open_game == meeting.uid.hex
            assert place.rating_before == tale.state.rating_frozen == tale.team.rating
            recruit = partial(tale.recruit, "tora-kaiken")
            assert code_of(recruit) == "roster-locked"

    @rule("POST-06")
    def test_all_begin_or_none(self, alice: Person, bob: Person) -> None:
        meeting = arranged(alice, bob).accept()
        meeting.tales[1].play()
        assert meeting.tales[1].state.settling is not None
        assert code_of(meeting.open) == "settlement-open"
        assert not meeting.tales[0].state.open_game
        assert meeting.stage == MatchStage.ARRANGED

    @rule("UND-10")
    def test_a_league_may_keep_unlike_teams_apart(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, max_rating_difference=0):
            meeting = fixture(alice, bob)
            tale = meeting.tales[0]
            adjust_team(tale.edit, reason="Luck.", ninja=2, xp=22)
            assert code_of(meeting.open) == "rating-gap"

    def test_an_owner_cannot_leave_a_match_by_the_back_door(
        self, alice: Person, bob: Person
    ) -> None:
        tale = opened(alice, bob).tales[0]
        assert code_of(lambda: call_off_game(tale.edit)) == "arranged"
        assert code_of(tale.play) == "arranged"

    def test_calling_off_unlocks_every_roster(self, alice: Person, bob: Person) -> None:
        meeting = opened(alice, bob)
        call_off_match(meeting.by(bob))
        assert meeting.stage == MatchStage.CALLED_OFF
        assert not any(tale.state.open_game for tale in meeting.tales)

    def test_a_league_match_is_called_off_by_its_master(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana) as league:
            meeting = fixture(alice, bob).open()
            with pytest.raises(PermissionDenied):
                call_off_match(meeting.by(alice))
            call_off_match(meeting.by(dana))
            assert league.heard == [
                (MatchEvent.OPENED, alice.pk),
                (MatchEvent.CALLED_OFF, dana.pk),
            ]

    def test_who_looked_at_an_older_version_is_told_so(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = arranged(alice, bob).accept()
        edit = Edit(uid=meeting.uid, actor=alice, version=1)
        with pytest.raises(Conflict):
            start_match(edit)

    def test_a_league_counts_ratings_of_the_rounds_start_if_it_says_so(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rating_snapshot="round_start") as league:
            meeting = fixture(alice, bob)
            first, second = (tale.team_id for tale in meeting.tales)
            league.terms_of_all.round_ratings.update({first: 4, second: 9})
            meeting.open()
            places = seen(meeting, alice).places
        assert [place.rating_before for place in places] == [4, 9]
        assert [place.points_behind for place in places] == [5, 0]

    @rule("GROUP-09")
    def test_two_against_two_is_the_leagues_to_allow(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        people = (alice, bob, charlie, dana)
        with hosted(dana, team_play=False):
            assert code_of(fixture(*people, sides=(0, 1, 0, 1)).open) == "no-team-play"
        with hosted(dana):
            meeting = fixture(*people, sides=(0, 1, 0, 1)).open()
        assert meeting.stage == MatchStage.OPEN


class TestSides:
    def test_friends_play_two_against_two_without_asking_a_league(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        meeting = arranged(alice, bob, charlie, dana, partner="Charlie").accept().open()
        places = seen(meeting, alice).places
        assert [place.side for place in places] == [0, 1, 0, 1]

    def test_a_side_that_is_cut_in_half_does_not_play(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        meeting = arranged(alice, bob, charlie, dana, partner="bob")
        decline_invitation(meeting.by(dana))
        assert meeting.stage == MatchStage.CALLED_OFF

    def test_a_partner_is_one_of_three_who_are_invited(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        assert code_of(lambda: arranged(alice, bob, partner="bob")) == "wrong-count"
        stranger = partial(arranged, alice, bob, charlie, dana, partner="eve")
        assert code_of(stranger) == "not-invited"


class TestLeaving:
    def test_who_leaves_keeps_nobody_waiting(self, alice: Person, bob: Person) -> None:
        invited, begun = arranged(alice, bob), opened(alice, bob)
        played = opened(alice, bob).report()
        delete_person(person=bob)
        assert invited.stage == begun.stage == MatchStage.CALLED_OFF
        assert not begun.tales[0].state.open_game
        assert played.stage == MatchStage.REPORTED

    def test_who_leaves_takes_their_reports_along(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = opened(alice, bob).report()
        (mine,) = export_person(person=alice)["matches"]
        (theirs,) = export_person(person=bob)["matches"]
        assert mine["match"] == theirs["match"] == str(meeting.uid)
        assert [one["number"] for one in mine["reports"]] == [1]
        assert theirs["reports"] == []


class TestThree:
    @rule("GROUP-09")
    def test_one_plays_against_two_who_agree_by_accepting(
        self, alice: Person, bob: Person, charlie: Person
    ) -> None:
        meeting = arranged(alice, bob, charlie, is_alone=True)
        address = f"/matches/{meeting.uid}/"
        page = browser_of(bob).get(address).content.decode()
        assert "If you accept, you agree to them." in page
        meeting.accept().open()
        places = seen(meeting, alice).places
        assert [place.side for place in places] == [0, 1, 1]

    @rule("GROUP-09")
    def test_two_play_against_one(
        self, alice: Person, bob: Person, charlie: Person
    ) -> None:
        meeting = arranged(alice, bob, charlie, partner="charlie").accept().open()
        places = seen(meeting, alice).places
        assert [place.side for place in places] == [0, 1, 0]
