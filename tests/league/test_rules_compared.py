"""Any two versions of a league's house rules, side by side."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models.leagues import League
from league.selectors.house_rule_pages import rules_compared
from league.services import house_rules
from league.services.house_rules import EffectiveFrom
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import founded

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(dana: Person) -> League:
    """Four versions: the third and fourth leave alone what the second did."""
    made = founded(dana)
    change(made, dana, max_ronin=1)
    change(made, dana, max_ronin=1, team_play=False)
    change(made, dana, max_ronin=1, rollback_policy="any_with_replay")
    return made


def change(
    league: League,
    dana: Person,
    moment: EffectiveFrom = EffectiveFrom.NOW,
    **changes: object,
) -> None:
    house_rules.change_rules(
        uid=league.uid, actor=dana, changes=changes, moment=moment, reason="We voted."
    )


@pytest.fixture
def dana_client(dana: Person) -> Client:
    return browser_of(dana)


def test_what_differs_is_told_with_old_and_new_and_since_when(
    league: League, dana: Person
) -> None:
    page = rules_compared(league.uid, dana, 1, 4)
    found = {one.knob.key: one for one in page.differences}
    ronin = found["max_ronin"]
    assert ronin.new == "1"
    assert ronin.old == ronin.default
    assert ronin.since_number == 2
    assert ronin.since_words.startswith("since house rules 2, ")
    assert found["rollback_policy"].since_number == 4


def test_the_older_one_stands_first_however_they_are_asked_for(
    league: League, dana: Person
) -> None:
    assert rules_compared(league.uid, dana, 4, 1) == rules_compared(
        league.uid, dana, 1, 4
    )


def test_without_a_wish_the_last_two_are_compared(league: League, dana: Person) -> None:
    page = rules_compared(league.uid, dana, None, None)
    assert page.old is not None
    assert page.new is not None
    assert (page.old.number, page.new.number) == (3, 4)


def test_rules_that_wait_say_what_they_wait_for(league: League, dana: Person) -> None:
    change(league, dana, EffectiveFrom.NEXT_SEASON, max_ronin=2)
    page = rules_compared(league.uid, dana, 4, 5)
    found = {one.knob.key: one for one in page.differences}
    assert found["max_ronin"].since_words == (
        "not yet: house rules 5 start with the next season"
    )
    house_rules.withdraw_rules(uid=league.uid, actor=dana, number=5)
    page = rules_compared(league.uid, dana, 4, 5)
    found = {one.knob.key: one for one in page.differences}
    assert found["max_ronin"].since_words == "never: house rules 5 were withdrawn"


def test_the_page_is_linked_from_the_versions_and_shows_where_values_come_from(
    league: League, dana_client: Client
) -> None:
    rules = f"/leagues/{league.uid}/rules/"
    assert f'href="{rules}compare/?old=1&amp;new=2"' in (
        dana_client.get(rules).content.decode()
    )
    page = dana_client.get(f"{rules}compare/?old=1&new=4").content.decode()
    assert "Since house rules 2" in page
    assert '<span class="mark">' in page
    assert '<option value="4" selected>' in page


def test_a_version_that_is_not_there_is_not_found(
    league: League, dana_client: Client
) -> None:
    root = f"/leagues/{league.uid}/rules/compare/"
    assert dana_client.get(f"{root}?old=1&new=9").status_code == 404
    assert dana_client.get(f"{root}?old=soup").status_code == 200


def test_one_version_with_itself_and_a_league_with_one_say_what_to_do(
    league: League, dana: Person, dana_client: Client
) -> None:
    root = f"/leagues/{league.uid}/rules/compare/"
    same = dana_client.get(f"{root}?old=2&new=2").content.decode()
    assert "Choose two different versions." in same
    young = founded(dana, "Young Cup")
    rules = f"/leagues/{young.uid}/rules/"
    assert "compare/" not in dana_client.get(rules).content.decode()
    alone = dana_client.get(f"{rules}compare/").content.decode()
    assert "There is only one version so far." in alone


def test_programs_read_the_same(league: League, dana_client: Client) -> None:
    root = f"/api/v1/leagues/{league.uid}/rules/compare/"
    told = dana_client.get(f"{root}?old=1&new=4").json()
    ronin = next(one for one in told["differences"] if one["key"] == "max_ronin")
    assert ronin["new"] == "1"
    assert ronin["source"] in ("book", "house", "external")
    assert ronin["since_number"] == 2
    assert dana_client.get(f"{root}?old=1&new=9").status_code == 404


def test_more_versions_take_no_more_queries(league: League, dana: Person) -> None:
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            rules_compared(league.uid, dana, 1, 4)
        asked.append(len(queries))
        change(league, dana, max_ronin=2)
        change(league, dana, max_ronin=1)
    assert asked[0] == asked[1]
