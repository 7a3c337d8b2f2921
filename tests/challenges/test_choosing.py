"""Everybody agrees upon a challenge before anything is set up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from challenges.rules.challenge_choice import DICE
from challenges.rules.stages import MatchStage
from challenges.selectors.match_host import MatchEvent
from challenges.selectors.match_page import get_match_page
from challenges.services.challenge_choice import (
    choose_challenge,
    roll_for_challenge,
)
from challenges.services.invitations import (
    accept_invitation,
    create_league_match,
    decline_invitation,
)
from challenges.services.locks import Edit
from kernel.dice import DiceDraw, commitment, verify
from kernel.errors import Refusal
from people.models import Person
from tests.challenges.verbs import Meeting, arranged, fixture, hosted
from tests.ledger import rule
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db

SEED_OF_A_CHALLENGE = "1" * 64

name = choose_challenge
roll = roll_for_challenge


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.parts[0].code


def talking(*people: Person) -> Meeting:
    return arranged(*people, challenge="").accept()


@rule("SETUP-05", "CHAL-04")
def test_a_match_begins_when_everybody_has_named_the_same_challenge(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = talking(alice, bob, charlie)
    assert code_of(meeting.open) == "no-challenge"
    name(meeting.by(alice), challenge="search")
    name(meeting.by(bob), challenge="search")
    assert code_of(meeting.open) == "no-challenge", "Charlie has not said anything"
    name(meeting.by(charlie), challenge="brawl")
    assert code_of(meeting.open) == "no-challenge", "Charlie wants another one"
    name(meeting.by(charlie), challenge="search")
    assert meeting.match.challenge == "search"
    assert meeting.open().stage == MatchStage.OPEN


@rule("SETUP-05")
def test_or_when_all_have_agreed_to_roll(alice: Person, bob: Person) -> None:
    meeting = talking(alice, bob)
    roll(meeting.by(alice))
    assert meeting.match.challenge_roll is None
    assert code_of(meeting.open) == "no-challenge"
    roll(meeting.by(bob))
    assert meeting.match.challenge_roll is not None


@rule("CHAL-03", "CHAL-06")
def test_the_dice_can_be_checked_by_anybody(alice: Person, bob: Person) -> None:
    meeting = talking(alice, bob)
    promised = commitment(meeting.match.seed)
    rolled = meeting.name(DICE, DICE).match.challenge_roll
    assert rolled["promised"] == promised
    record = [DiceDraw(tuple(results), limit) for results, limit in rolled["record"]]
    verify(
        seed=rolled["seed"],
        promised=promised,
        stream_name=rolled["stream"],
        record=record,
    )
    assert bool(meeting.match.challenge) is (rolled.get("chooser") is None)
    assert code_of(partial(roll, meeting.by(bob))) == "rolled"


def test_the_rulebook_has_to_know_it(alice: Person, bob: Person) -> None:
    meeting = talking(alice, bob)
    unknown = partial(name, meeting.by(bob), challenge="chess")
    assert code_of(unknown) == "unknown-challenge"


def test_who_accepts_an_invitation_to_a_challenge_agrees_to_it(
    alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob, challenge="champion")
    assert meeting.match.challenge == "", "Bob has not said anything"
    assert meeting.accept().match.challenge == "champion"


def test_whoever_thinks_again_opens_the_talk_again(alice: Person, bob: Person) -> None:
    meeting = talking(alice, bob).name("brawl", "brawl")
    name(meeting.by(bob), challenge="search")
    assert meeting.match.challenge == ""
    assert code_of(meeting.open) == "no-challenge"


def test_who_declines_is_not_waited_for(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie, challenge="")
    accept_invitation(meeting.by(bob), team_id=meeting.tales[1].team_id)
    name(meeting.by(alice), challenge="brawl")
    name(meeting.by(bob), challenge="brawl")
    assert meeting.match.challenge == ""
    decline_invitation(meeting.by(charlie))
    assert meeting.match.challenge == "brawl"


def test_without_a_third_the_dice_know_two_players(
    alice: Person, bob: Person, charlie: Person
) -> None:
    meeting = arranged(alice, bob, charlie, challenge="")
    decline_invitation(meeting.by(bob))
    team_id = meeting.tales[2].team_id
    accept_invitation(meeting.by(charlie), team_id=team_id)
    roll(meeting.by(alice))
    roll(meeting.by(charlie))
    assert sorted(meeting.match.challenge_roll["players"]) == [0, 1]


class TestOnePhone:
    """Those who sit together: one of them says that all agree."""

    def test_one_word_settles_it_and_the_others_see_who_gave_it(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = talking(alice, bob)
        name(meeting.by(alice), challenge="brawl", together=True)
        page = get_match_page(meeting.uid, bob)
        assert page.talk.speaker == "Alice"
        assert page.talk.is_spoken_for
        assert not get_match_page(meeting.uid, alice).talk.is_spoken_for
        assert meeting.open().match.challenge == "brawl"

    def test_who_did_not_agree_may_say_so_until_the_match_begins(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = talking(alice, bob)
        name(meeting.by(alice), challenge="brawl", together=True)
        name(meeting.by(bob), challenge="search")
        assert code_of(meeting.open) == "no-challenge"
        name(meeting.by(alice), challenge="search")
        meeting.open()
        late = partial(name, meeting.by(bob), challenge="brawl")
        assert code_of(late) == "wrong-stage"

    def test_dice_that_another_agreed_to_bind_nobody(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = talking(alice, bob)
        match = meeting.match
        match.seed = SEED_OF_A_CHALLENGE
        match.save()
        roll(meeting.by(alice), together=True)
        assert meeting.match.challenge, "and the dice leave nobody the choice"
        mine = partial(name, meeting.by(alice), challenge="brawl")
        assert code_of(mine) == "rolled"
        name(meeting.by(bob), challenge="brawl")
        assert meeting.match.challenge_roll is None
        assert meeting.match.challenge == ""


class TestChoiceOfOne:
    def test_where_the_dice_leave_the_choice_only_its_player_has_it(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = talking(alice, bob)
        match = meeting.match
        match.challenge_roll = {"chooser": 1}
        match.save()
        assert code_of(partial(name, meeting.by(alice), challenge="brawl")) == "rolled"
        name(meeting.by(bob), challenge="brawl")
        assert meeting.match.challenge == "brawl"
        assert meeting.open().stage == MatchStage.OPEN


class TestLeagues:
    @pytest.mark.parametrize(
        ("selection", "code"),
        [
            ("random", "roll-first"),
            ("ninja_master", "master-chooses"),
            ("schedule", "scheduled"),
            ("agree_else_random", "named-by-league"),
        ],
    )
    def test_a_league_settles_it_for_its_players(
        self, alice: Person, bob: Person, dana: Person, selection: str, code: str
    ) -> None:
        with hosted(dana, challenge_selection=selection):
            meeting = fixture(alice, bob)
            assert code_of(partial(name, meeting.by(alice), challenge="search")) == code
            name(meeting.by(dana), challenge="search")
        assert meeting.match.challenge == "search"

    @rule("CHAL-04")
    def test_by_agreement_otherwise_by_dice(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana) as league:
            meeting = fixture(alice, bob, challenge="")
            roll(meeting.by(alice))
            assert meeting.match.challenge_roll is None, "Bob has yet to speak"
            name(meeting.by(bob), challenge="brawl")
            roll(meeting.by(alice))
        assert meeting.match.challenge_roll is not None
        changes = [change for change, _ in league.heard]
        assert changes == [
            MatchEvent.PROPOSED,
            MatchEvent.PROPOSED,
            MatchEvent.CHALLENGE,
        ]

    def test_where_dice_decide_either_of_them_rolls(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, challenge_selection="random"):
            meeting = fixture(alice, bob, challenge="")
            roll(meeting.by(bob))
        assert meeting.match.challenge_roll is not None

    def test_a_master_who_plays_is_one_of_those_who_agree(
        self, alice: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = fixture(alice, dana, challenge="")
            name(meeting.by(dana), challenge="brawl")
            assert meeting.match.challenge == ""
            name(meeting.by(alice), challenge="brawl")
        assert meeting.match.challenge == "brawl"

    def test_what_a_player_arranges_with_a_challenge_is_a_proposal(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        teams = [registered_team(one).team_id for one in (alice, bob)]
        with hosted(dana):
            match = create_league_match(team_ids=teams, challenge="brawl", actor=alice)
            assert match.challenge == ""
            by_bob = Edit(uid=match.uid, actor=bob)
            assert name(by_bob, challenge="brawl").challenge == "brawl"
