"""Made-up questions about a real league and its matches, each answered as described."""

from __future__ import annotations

from typing import NamedTuple

import pytest
import schemathesis
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
)

from challenges.models import Match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from league.models.competitions import Fixture
from league.models.leagues import League
from league.services.communication.comments import write_comment
from league.services.communication.news import draft_post
from league.services.communication.webhooks import add_webhook
from people.models import Person
from tests.described import of_a_league, questions
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.teams.test_api import Program

# Matches as these acts need them; for all others, one that is still to be played.
OF_PLAYED = ("amend", "void", "comments", "witness", "reports")
OF_BEGUN = ("report", "draft", "confirm", "dispute", "rule", "call-off")


class Busy(NamedTuple):
    """A season under way, in the eyes of its master who plays in it, too."""

    league: League
    played: Fixture
    begun: Fixture
    to_come: Fixture
    numbers: dict[str, int]

    def match_for(self, path: str) -> Match:
        act = path.split("/")[5]
        if act.startswith(OF_PLAYED):
            return self.of(self.played)
        return self.of(self.begun if act.startswith(OF_BEGUN) else self.to_come)

    def of(self, fixture: Fixture) -> Match:
        assert fixture.match
        return fixture.match


def busy_league(master: Person, rival: Person) -> Busy:
    league = founded(master, rollback_policy="any_with_replay")
    tales = [entered(league, master), entered(league, rival), *crowd(league, 2)]
    season = begun(league, master)
    own = [
        one
        for one in fixtures(season)
        if one.sides.filter(entrant__team=tales[0].team_id).exists()
    ]
    played, opened, to_come = own
    assert played.match
    assert opened.match
    play(played.match, 3, 1)
    edit = Edit(uid=opened.match.uid, actor=master)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    comment = write_comment(match=played.match.uid, author=master, text="Well played.")
    hook = add_webhook(
        uid=league.uid,
        actor=master,
        name="Ours",
        address="https://example.org/hook",
        events=["news"],
    )
    assert played.round
    numbers = {
        "team_id": tales[1].team_id,
        "person_id": rival.pk,
        "fixture_id": to_come.pk,
        "round_id": played.round.pk,
        "comment_id": comment.pk,
        "webhook_id": hook.pk,
        "number": draft_post(uid=league.uid, actor=master).number,
    }
    return Busy(league, played, opened, to_come, numbers)


@pytest.fixture
def busy(alice: Person, bob: Person) -> Busy:
    return busy_league(alice, bob)


@pytest.fixture
def program(busy: Busy, alice: Person) -> Program:
    return Program(alice)


@pytest.mark.slow
@pytest.mark.usefixtures("unlimited", "connection_kept")
@of_a_league.parametrize()
@questions
def test_any_act_in_a_real_league_is_answered_as_described(
    case: schemathesis.Case, program: Program, busy: Busy
) -> None:
    for name, number in busy.numbers.items():
        if name in case.path_parameters:
            case.path_parameters[name] = number
    if case.operation.path.startswith("/api/v1/leagues/"):
        case.path_parameters["uid"] = str(busy.league.uid)
    else:
        name = "match" if "match" in case.path_parameters else "uid"
        match = busy.match_for(case.operation.path)
        case.path_parameters[name] = str(match.uid)
    case.call_and_validate(
        headers=program.headers,
        # The rules may refuse what is well-formed; that is what refusals are for. And
        # a bad league or token in the question was just replaced by a good one.
        excluded_checks=[positive_data_acceptance, negative_data_rejection],
    )
