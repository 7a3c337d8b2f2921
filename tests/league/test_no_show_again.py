"""A match that is played again does not forgive whoever did not come the first time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from challenges.rules.reports.match_report import read_report
from challenges.rules.stages import MatchStage
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match
from kernel.errors import Refusal
from league.models.communication import NotificationKind
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Entrant, Season
from league.rules.league_templates import Kind
from league.selectors.competitions.match_dates import no_shows_of
from league.selectors.league_file import league_file
from league.services.competitions.arrangements import reopen_fixture
from league.services.exchange.league_import import import_league
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.league.test_dates import stay_away, told
from tests.league.test_exchange import other_site
from tests.ledger import rule

POLICY = {"treat_as": "void", "retire_after": 2}


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, no_show_policy=POLICY, rollback_policy="any_with_replay")


@pytest.fixture
def season(league: League, dana: Person) -> Season:
    crowd(league, 2)
    return begun(league, dana, days=7, is_double=True)


@pytest.fixture
def fixture(season: Season) -> Fixture:
    return fixtures(season)[0]


@pytest.fixture
def absent(fixture: Fixture, dana: Person) -> Entrant:
    """Who did not come to the first of two matches."""
    one = fixture.sides.get(number=1).entrant
    assert one is not None
    stay_away(fixture, one, dana)
    return one


def again(fixture: Fixture, dana: Person, **more: Any) -> Fixture:
    uid = fixture.competition.season.league.uid
    return reopen_fixture(uid=uid, actor=dana, fixture_id=fixture.pk, **more)


@rule("LEAGUE-12")
def test_it_still_counts_and_the_log_says_so(
    fixture: Fixture, absent: Entrant, dana: Person
) -> None:
    again(fixture, dana, reason="Both want to.")
    assert no_shows_of([absent]) == {absent.pk: 1}
    line = absent.season.league.audit_lines.get(kind="played-again")
    assert line.wording.endswith(
        f"which had been declared void. The no-show of {absent.team} still counts."
        " Reason: Both want to."
    )


@rule("LEAGUE-12")
def test_together_with_the_next_it_is_once_too_often(
    fixture: Fixture, absent: Entrant, dana: Person
) -> None:
    assert told(dana, NotificationKind.RULED) == []
    made = again(fixture, dana)
    stay_away(made, absent, dana)
    assert no_shows_of([absent]) == {absent.pk: 2}
    (words,) = told(dana, NotificationKind.RULED)
    assert "has missed 2 matches this season" in words


@rule("LEAGUE-12")
def test_a_match_that_is_played_then_brings_no_further_notice(
    fixture: Fixture, season: Season, absent: Entrant, dana: Person
) -> None:
    made = again(fixture, dana)
    stay_away(fixtures(season)[1], absent, dana)
    before = told(dana, NotificationKind.RULED)
    assert len(before) == 1
    assert made.match is not None
    play(made.match, 3, 1)
    assert told(dana, NotificationKind.RULED) == before
    assert no_shows_of([absent]) == {absent.pk: 2}


@rule("LEAGUE-12")
def test_unless_it_was_declared_by_mistake_and_somebody_says_why(
    fixture: Fixture, absent: Entrant, dana: Person
) -> None:
    with pytest.raises(Refusal, match="Explain why the no-show was a mistake"):
        again(fixture, dana, is_mistake=True, reason="  ")
    again(fixture, dana, is_mistake=True, reason="Wrong evening.")
    assert no_shows_of([absent]) == {}
    line = absent.season.league.audit_lines.get(kind="played-again")
    assert line.wording.endswith(
        "was a mistake and no longer counts. Reason: Wrong evening."
    )


def test_where_nobody_was_absent_there_is_no_mistake(
    fixture: Fixture, dana: Person
) -> None:
    assert fixture.match is not None
    call_off_match(Edit(uid=fixture.match.uid, actor=dana))
    with pytest.raises(Refusal, match="This match has no no-show"):
        again(fixture, dana, is_mistake=True, reason="So.")
    assert again(fixture, dana).missed == []


def test_the_page_asks_and_keeps_what_was_typed(
    fixture: Fixture, absent: Entrant, dana: Person, league: League
) -> None:
    client = browser_of(dana)
    address = f"/leagues/{league.uid}/fixtures/{fixture.pk}/"
    page = client.get(address).content.decode().replace("&#x27;", "'")
    assert f"{absent.team} did not turn up." in page
    assert "was a mistake" in page
    answer = client.post(f"{address}again/", {"is_mistake": "on"})
    assert answer.status_code == 422
    assert "Explain why the no-show was a mistake" in answer.content.decode()
    client.post(f"{address}again/", {"is_mistake": "on", "reason": "My fault."})
    assert no_shows_of([absent]) == {}


def test_the_page_asks_for_no_mistake_where_there_is_none(
    fixture: Fixture, dana: Person, league: League
) -> None:
    assert fixture.match is not None
    call_off_match(Edit(uid=fixture.match.uid, actor=dana))
    address = f"/leagues/{league.uid}/fixtures/{fixture.pk}/"
    page = browser_of(dana).get(address).content.decode()
    assert "Reopen" in page
    assert "was a mistake" not in page


@rule("LEAGUE-12")
def test_the_file_of_the_league_takes_it_along(
    fixture: Fixture, absent: Entrant, dana: Person, league: League
) -> None:
    again(fixture, dana)
    content = league_file(league.uid, dana)
    League.objects.filter(pk=league.pk).update(name="Another")
    copy = import_league(content=other_site(content), actor=dana)
    entrants = list(Entrant.objects.filter(season__league=copy).order_by("pk"))
    counted = no_shows_of(entrants)
    assert sorted(counted.values()) == [1]
    (who,) = counted
    assert [one.lot for one in entrants if one.pk == who] == [absent.lot]


@rule("LEAGUE-12")
def test_a_tie_whose_teams_change_keeps_it_too(dana: Person) -> None:
    """A correction brings another team into the final, whose match was void because
    a finalist did not come to it."""
    league = founded(
        dana, "Bracket", no_show_policy=POLICY, rollback_policy="any_with_replay"
    )
    crowd(league, 4)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=4)
    semis = [one for one in fixtures(season) if one.match]
    for semi in semis:
        assert semi.match is not None
        play(semi.match, 3, 1)
    final = next(one for one in fixtures(season) if one.pk not in {s.pk for s in semis})
    first, second = (side.entrant for side in final.sides.order_by("number"))
    assert first is not None
    assert second is not None
    stay_away(final, first, dana)
    final.refresh_from_db()
    assert final.match is not None
    assert final.match.stage == MatchStage.VOID
    turned = next(one for one in semis if one.sides.filter(entrant=second).exists())
    _turn_round(turned, dana)
    assert not final.sides.filter(entrant=second).exists()
    assert no_shows_of([first]) == {first.pk: 1}


def _turn_round(fixture: Fixture, dana: Person) -> None:
    match = fixture.match
    assert match is not None
    report = read_report(match.settlements.get().report.content)
    one, other = report.teams
    told = replace(report, teams=(replace(one, score=1), replace(other, score=3)))
    edit = Edit(uid=match.uid, actor=dana)
    correct_result(edit, report=told, reason="Upside down.")
