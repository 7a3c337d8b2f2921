"""Pages of a league whose first season is over, and of rules that wait."""

from __future__ import annotations

import pytest

from league.models.leagues import League
from league.rules.house_rule_versions import EffectiveFrom
from league.services.house_rules import change_rules
from league.services.season_end import close_season, open_season
from people.models import Person
from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import assert_sound_everywhere
from tests.browser.test_matches import at
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dana(transactional_db: None) -> Person:
    return cast("dana")


@pytest.fixture
def league(dana: Person) -> League:
    """Two seasons are over, and other rules wait for the third."""
    league = founded(dana, "Moon Cup", season_carry_over=False)
    crowd(league, 3)
    for fixture in fixtures(begun(league, dana)):
        if fixture.match:
            play(fixture.match, 3, 1)
    where = {"uid": league.uid, "actor": dana}
    close_season(**where)
    open_season(**where, name="Winter", redrafts=True)
    changes = {"season_carry_over": False, "max_ronin": 1}
    for moment in (EffectiveFrom.NEXT_ROUND, EffectiveFrom.NEXT_SEASON):
        change_rules(**where, changes=changes, reason="Fewer.", moment=moment)
        changes = {"season_carry_over": False, "draw_revenue": 9}
    return league


def test_they_are_sound(page_at: PageAt, league: League, dana: Person) -> None:
    page = page_at(PHONE)
    for name, path in {
        "home": "",
        "first": "?season=1",
        "first-fixtures": "fixtures/?season=1",
        "hall": "hall/",
        "rules": "rules/",
        "next": "plan/next/",
    }.items():
        at(page, dana, f"/leagues/{league.uid}/{path}")
        assert_sound_everywhere(page, f"seasons-{name}")
