"""Sides that players form on the match page before the match starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from challenges.rules.reports.match_report import Presence
from challenges.selectors.match_list import list_matches
from challenges.selectors.match_page import get_match_page
from challenges.services.absences import forfeit_match
from challenges.services.invitations import accept_invitation, decline_invitation
from challenges.services.side_proposals import decline_sides, propose_sides
from kernel.errors import Refusal
from people.models import Person
from tests.cast import browser_of
from tests.challenges.verbs import Meeting, arranged, fixture, hosted, seen
from tests.ledger import rule

pytestmark = pytest.mark.django_db

ALONE = (0, 1, 1)  # the first team against the two others


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.parts[0].code


def sides_of(meeting: Meeting) -> list[int]:
    return list(meeting.match.places.order_by("number").values_list("side", flat=True))


def propose(meeting: Meeting, person: Person, *sides: int) -> None:
    propose_sides(meeting.by(person), sides=sides)


@rule("GROUP-09")
def test_sides_are_set_once_everyone_has_agreed(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie).accept()
    propose(meeting, alice, *ALONE)
    assert sides_of(meeting) == [0, 1, 2]
    section = get_match_page(meeting.uid, bob).sides
    assert section.proposal is not None
    assert section.proposal.sides == ALONE
    assert (section.agreed, section.waiting) == (("Alice",), ("Bob", "Charlie"))
    propose(meeting, bob, *ALONE)
    assert sides_of(meeting) == [0, 1, 2]
    propose(meeting, charlie, *ALONE)
    assert sides_of(meeting) == [0, 1, 1]
    assert get_match_page(meeting.uid, bob).sides.proposal is None
    meeting.open()
    assert [place.side for place in seen(meeting, alice).places] == [0, 1, 1]


@rule("GROUP-09")
def test_four_players_form_two_pairs_on_the_page(
    alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    people = (alice, bob, charlie, dana)
    meeting = arranged(*people).accept()
    address = f"/matches/{meeting.uid}/"
    browsers = [browser_of(person) for person in people]
    page = browsers[0].get(address).content.decode()
    assert "Play in two sides?" in page
    assert 'value="0,1,0,1"' in page
    typed = {"version": meeting.match.version, "sides": "0,1,0,1"}
    assert browsers[0].post(f"{address}sides/", typed).status_code == 302
    page = browsers[1].get(address).content.decode()
    assert "Agree to these sides" in page
    assert "Alice agreed. Waiting for Bob, Charlie and Dana." in " ".join(page.split())
    assert "Agree to these sides" not in browsers[0].get(address).content.decode()
    for browser in browsers[1:]:
        typed["version"] = meeting.match.version
        browser.post(f"{address}sides/", typed)
    assert sides_of(meeting) == [0, 1, 0, 1]
    assert "Partners win and lose together" in browsers[3].get(address).content.decode()


def test_another_proposal_needs_everyones_consent_again(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie).accept()
    propose(meeting, alice, *ALONE)
    propose(meeting, bob, *ALONE)
    propose(meeting, charlie, 0, 0, 1)
    section = get_match_page(meeting.uid, alice).sides
    assert section.agreed == ("Charlie",)
    propose(meeting, alice, 0, 0, 1)
    assert sides_of(meeting) == [0, 1, 2]


def test_declining_drops_the_proposal(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie).accept()
    assert code_of(lambda: decline_sides(meeting.by(bob))) == "no-sides"
    propose(meeting, alice, *ALONE)
    decline_sides(meeting.by(bob))
    assert get_match_page(meeting.uid, alice).sides.proposal is None
    # Earlier consent does not count for a later proposal of the same sides.
    propose(meeting, bob, *ALONE)
    propose(meeting, charlie, *ALONE)
    assert sides_of(meeting) == [0, 1, 2]


def test_proposal_waits_in_the_list_of_those_who_have_not_agreed(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie).accept()
    propose(meeting, alice, *ALONE)
    (mine,), (theirs,) = list_matches(alice), list_matches(bob)
    assert not mine.asks_for_sides
    assert theirs.asks_for_sides
    assert theirs.is_mine_to_do


def test_match_that_starts_first_drops_the_proposal(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie).accept()
    propose(meeting, alice, *ALONE)
    page = browser_of(bob).get(f"/matches/{meeting.uid}/").content.decode()
    assert "If you start now, they are dropped" in page
    meeting.open()
    assert sides_of(meeting) == [0, 1, 2]
    assert code_of(lambda: propose(meeting, bob, *ALONE)) == "wrong-stage"


def test_sides_can_be_given_up_by_agreement(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie, is_alone=True).accept()
    for person in (alice, bob, charlie):
        assert sides_of(meeting) == [0, 1, 1]
        propose(meeting, person, 0, 1, 2)
    assert sides_of(meeting) == [0, 1, 2]


@pytest.mark.parametrize(
    ("sides", "code"),
    [
        ((0, 1), "wrong-sides"),
        ((0, 0, 0), "wrong-sides"),
        ((0, 1, 1, 1), "wrong-sides"),
        ((0, 1, 2), "same-sides"),
    ],
)
def test_impossible_sides_are_refused(
    alice: Person, bob: Person, charlie: Person, sides: tuple[int, ...], code: str
) -> None:
    meeting = arranged(alice, bob, charlie).accept()
    assert code_of(lambda: propose(meeting, alice, *sides)) == code


def test_sides_wait_for_open_invitations(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie)
    assert code_of(lambda: propose(meeting, alice, *ALONE)) == "not-accepted"
    assert not get_match_page(meeting.uid, alice).sides.options


def test_three_of_four_form_sides_without_the_one_who_declined(
    alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    meeting = arranged(alice, bob, charlie, dana)
    for tale in meeting.tales[2:]:
        accept_invitation(meeting.by(tale.owner), team_id=tale.team_id)
    decline_invitation(meeting.by(bob))
    for person in (alice, charlie, dana):
        propose(meeting, person, *ALONE)
    assert sides_of(meeting) == [0, 1, 1]
    people = [place.person for place in seen(meeting, alice).places]
    assert people == [alice, charlie, dana]


class TestLeague:
    @rule("GROUP-09", "NM-07")
    def test_master_who_does_not_play_sets_the_sides(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = fixture(alice, bob, charlie)
            page = browser_of(dana).get(f"/matches/{meeting.uid}/").content.decode()
            assert "you set the sides for everyone" in page
            propose(meeting, dana, *ALONE)
            assert sides_of(meeting) == [0, 1, 1]

    @rule("NM-07")
    def test_master_who_plays_needs_everyones_consent(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = fixture(dana, alice, bob)
            propose(meeting, dana, *ALONE)
            assert sides_of(meeting) == [0, 1, 2]
            propose(meeting, alice, *ALONE)
            propose(meeting, bob, *ALONE)
            assert sides_of(meeting) == [0, 1, 1]

    def test_league_without_team_play_offers_no_sides(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        with hosted(dana, team_play=False):
            meeting = fixture(alice, bob, charlie)
            assert code_of(lambda: propose(meeting, alice, *ALONE)) == "no-team-play"
            assert not get_match_page(meeting.uid, alice).sides.options

    def test_spectator_cannot_propose_sides(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        with hosted(dana, terms={"is_shown": True}):
            meeting = fixture(alice, charlie, dana)
            with pytest.raises(PermissionDenied):
                propose(meeting, bob, *ALONE)
            assert not get_match_page(meeting.uid, bob).sides.options

    def test_absent_team_ends_the_proposal(
        self, alice: Person, bob: Person, charlie: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = fixture(alice, bob, charlie)
            propose(meeting, alice, *ALONE)
            forfeit_match(meeting.by(charlie), absent=[2], presence=Presence.FORFEIT)
            again = partial(propose, meeting, bob, *ALONE)
            assert code_of(again) == "team-absent"
            assert not any(one.proposed_side for one in meeting.match.places.all())
