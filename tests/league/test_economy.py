"""How often the usual acts of a season ask the database: users wait for that."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from challenges.models import Settlement
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import run_settlement
from league.services.entrants import enter_team
from league.services.members import join_league
from people.models import Person
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db


def asked(act: Callable[[], object]) -> int:
    """Savepoints are the tests' own: outside of them, an act is one transaction."""
    with CaptureQueriesContext(connection) as queries:
        act()
    return sum("SAVEPOINT" not in one["sql"] for one in queries)


def test_coming_into_a_league_asks_no_more_than_it_needs(dana: Person) -> None:
    league, person = founded(dana), cast("crowd0")
    tale = registered_team(person, name="Band")
    join = asked(lambda: join_league(uid=league.uid, person=person))
    enter = asked(
        lambda: enter_team(uid=league.uid, person=person, team_id=tale.team_id)
    )
    assert (join, enter) == (8, 17)


def test_a_match_asks_no_more_than_it_needs_from_its_challenge_to_its_end(
    dana: Person,
) -> None:
    league = founded(dana)
    crowd(league, 2)
    match = fixtures(begun(league, dana, days=7))[0].match
    assert match is not None
    one, other = (
        Edit(uid=match.uid, actor=place.person)
        for place in match.places.select_related("person").order_by("number")
    )
    report = MatchReport(teams=(TeamPart(score=3), TeamPart(score=1)))
    acts: dict[str, Callable[[], object]] = {
        "choose": lambda: choose_challenge(one, challenge="brawl", together=True),
        "open": lambda: start_match(one),
        "report": lambda: submit_report(one, report=report),
        "confirm": lambda: confirm_report(other),
    }
    counts = {name: asked(act) for name, act in acts.items()}
    owed = Settlement.objects.get(match=match).pk
    counts["settle"] = asked(lambda: run_settlement(settlement_id=owed))
    assert counts == {
        "choose": 14,
        "open": 22,
        "report": 23,
        "confirm": 24,
        "settle": 42,
    }
