"""Rounds of playoffs: when they open, and with which ratings."""

from __future__ import annotations

from typing import Any

import pytest

from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from league.models.competitions import Fixture, Round
from league.models.seasons import Season
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import Kind
from league.selectors.house_rules import rules_in_force
from league.services import house_rules
from league.tasks import turn_rounds
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, play
from tests.league.test_playoff_corrections import match_of, void
from tests.league.test_rounds import to_play
from tests.league.test_weekly import grown
from tests.ledger import rule

pytestmark = pytest.mark.django_db


def teams_in(of_round: Round) -> set[int]:
    sides = of_round.fixtures.filter(sides__entrant__isnull=False)
    return set(sides.values_list("sides__entrant__team_id", flat=True))


def last_round(season: Season) -> Round:
    return Round.objects.filter(competition__season=season).latest("number")


@rule("RATE-08")
def test_teams_that_come_into_an_open_round_bring_their_rating(dana: Person) -> None:
    league = founded(
        dana, rating_snapshot="round_start", advancement_must_resolve=False
    )
    tales = {tale.team_id: tale for tale in crowd(league, 6)}
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=6)
    one, other = to_play(season)
    play(match_of(one), 3, 1)
    turn_rounds()
    second = Round.objects.get(competition__season=season, number=2)
    known = {int(team): rating for team, rating in second.ratings.items()}
    assert set(known) == teams_in(second)
    assert len(known) == 3
    grown(tales[next(iter(known))], dana)
    play(match_of(other), 3, 1)
    second.refresh_from_db()
    found = {int(team): rating for team, rating in second.ratings.items()}
    assert set(found) == teams_in(second)
    assert len(found) == 4
    assert {team: found[team] for team in known} == known, "they stay as they were"
    (late,) = found.keys() - known.keys()
    before = tales[late].team.rating
    grown(tales[late], dana)
    match = next(match_of(f) for f in to_play(season) if late in sides_of(f))
    edit = Edit(uid=match.uid, actor=tales[late].owner)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    assert match.places.get(team=late).rating_before == before
    assert tales[late].team.rating > before


def sides_of(fixture: Fixture) -> set[int]:
    return set(fixture.sides.values_list("entrant__team_id", flat=True))


def test_a_round_in_which_nobody_can_play_does_not_open(dana: Person) -> None:
    """Otherwise rules that wait for the next round would come with the next tick."""
    league = founded(dana, rollback_policy="any_with_replay")
    crowd(league, 4)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=4)
    first = Round.objects.get(competition__season=season, number=1)
    assert set(map(int, first.ratings)) == teams_in(first), "it opens when it is drawn"
    semifinals = to_play(season)
    for fixture in semifinals:
        play(match_of(fixture), 3, 1)
    for fixture in semifinals:
        void(fixture, dana)
    assert teams_in(last_round(season)) == set()
    change: dict[str, Any] = {"uid": league.uid, "actor": dana, "reason": "A vote."}
    changes = {"rollback_policy": "any_with_replay", "max_ronin": 1}
    house_rules.change_rules(**change, changes=changes, moment=EffectiveFrom.NEXT_ROUND)
    turn_rounds()
    assert rules_in_force(league).max_ronin != 1
    assert last_round(season).ratings == {}
