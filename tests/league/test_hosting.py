"""What a league hears of its matches: it writes it down and tells those who play."""

from __future__ import annotations

import pytest
from django.urls import reverse

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, NinjaPart, TeamPart
from challenges.services.challenge_choice import (
    choose_challenge,
    roll_for_challenge,
)
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from league.models.communication import Notification
from league.models.leagues import AuditEntry
from people.models import Person
from teams.models import JournalLine
from teams.selectors.journal_store import get_state
from tests.cast import browser_of
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, play

pytestmark = pytest.mark.django_db

ALICE_BOB = {"Alice's Band against Bob's Band", "Bob's Band against Alice's Band"}


@pytest.fixture
def match(dana: Person, alice: Person, bob: Person) -> Match:
    league = founded(dana)
    entered(league, alice)
    entered(league, bob)
    begun(league, dana)
    return Match.objects.get()


def edit(match: Match, person: Person) -> Edit:
    return Edit(uid=match.uid, actor=person)


def heard(person: Person) -> list[str]:
    """Without the season's beginning and its draw, and without who meets whom."""
    words = Notification.objects.filter(person=person).order_by("pk")[2:]
    return [_rest(one.words) for one in words]


def written() -> list[str]:
    found = AuditEntry.objects.filter(kind__startswith="match-").order_by("pk")
    return [_rest(one.wording) for one in found]


def _rest(words: str) -> str:
    title, _, rest = words.partition(": ")
    assert title in ALICE_BOB
    return rest


class TestChallenge:
    def test_a_proposal_and_its_answer(
        self, match: Match, alice: Person, bob: Person
    ) -> None:
        choose_challenge(edit(match, alice), challenge="search")
        choose_challenge(edit(match, bob), challenge="search")
        asked = "Alice wants to play Search. Agree or suggest something else."
        agreed = "You have all agreed on Search."
        assert written() == [asked, agreed]
        assert (heard(alice), heard(bob)) == ([agreed], [asked])

    def test_what_one_said_for_all_at_the_table(
        self, match: Match, alice: Person, bob: Person
    ) -> None:
        choose_challenge(edit(match, alice), challenge="brawl", together=True)
        said = (
            "Alice said that everyone at the table agrees on Brawl. If you don't, say"
            " so before the match starts."
        )
        assert written() == heard(bob) == [said]
        assert heard(alice) == []

    def test_the_masters_word(
        self, match: Match, alice: Person, bob: Person, dana: Person
    ) -> None:
        choose_challenge(edit(match, dana), challenge="brawl")
        assert written() == heard(alice) == heard(bob) == ["Dana chose Brawl."]
        entry = AuditEntry.objects.get(kind="match-challenge")
        assert entry.is_override

    @pytest.mark.parametrize(
        ("seed", "words"),
        [
            ("1", "Bob rolled the dice: you play Capture the Medal."),
            ("8", "Bob rolled the dice. {} chooses the challenge."),
        ],
    )
    def test_dice(
        self, match: Match, alice: Person, bob: Person, seed: str, words: str
    ) -> None:
        match.seed = seed * 64
        match.save()
        roll_for_challenge(edit(match, alice))
        roll_for_challenge(edit(match, bob))
        first = match.places.get(number=0).person
        expected = words.format(first)
        assert heard(alice) == [expected]
        assert written() == [
            "Alice wants to roll for the challenge. Agree or suggest one.",
            expected,
        ]
        if "chooses" in words:
            choose_challenge(edit(match, first), challenge="brawl")
            assert written()[-1] == f"The dice let {first} choose: Brawl."


def test_opponents_find_scroll_player_and_the_proof_of_every_die(
    match: Match, alice: Person, bob: Person
) -> None:
    """Decision 9: anybody may check, whoever sees the league its teams."""
    play(match, told=hurt(match))
    theirs = match.places.get(person=alice)
    page = browser_of(bob).get(f"/matches/{match.uid}/").content.decode()
    line = JournalLine.objects.filter(team=theirs.team, dice__isnull=False).earliest(
        "number"
    )
    proof = f"/teams/{theirs.team_id}/history/{line.number}/dice/"
    player = reverse(
        "league:player", args=[match.fixture.competition.season.league.uid, alice.pk]
    )
    for address in (f"/teams/{theirs.team_id}/", proof, player):
        assert f'href="{address}"' in page
        assert browser_of(bob).get(address).status_code == 200


def hurt(match: Match) -> MatchReport:
    """Somebody of every team ends in the Healing House, and rolls."""
    return MatchReport(
        teams=tuple(
            TeamPart(
                score=place.number,
                ninja=tuple(
                    NinjaPart(
                        ninja=one.id, was_fielded=True, in_healing_house=one.id == 3
                    )
                    for one in get_state(place.team).available
                ),
            )
            for place in match.places.select_related("team").order_by("number")
        )
    )


def test_a_report_that_is_not_sent_is_for_those_who_tap_on_it(
    match: Match, alice: Person, charlie: Person, dana: Person
) -> None:
    """In a public league everybody sees the match, and not what is still a draft."""
    choose_challenge(edit(match, alice), challenge="brawl", together=True)
    start_match(edit(match, alice))
    page = reverse("challenges:match", args=[match.uid])
    for address in (f"{page}report/taps/", f"/api/v1{page}draft/"):
        assert browser_of(charlie).get(address).status_code == 403
        assert browser_of(alice).get(address).status_code == 200
        assert browser_of(dana).get(address).status_code == 200
    assert browser_of(charlie).get(page).status_code == 200
