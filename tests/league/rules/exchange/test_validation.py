"""What of a league's file does not fit together."""

from __future__ import annotations

from typing import Any

import pytest

from league.rules.competitions.results import EntryId, TeamResult
from league.rules.exchange.document import (
    CompetitionPart,
    PairPart,
    RoundPart,
    SidePart,
)
from league.rules.exchange.match_parts import MatchPart, PlacePart
from league.rules.exchange.validation import find_problems
from league.rules.league_templates import Kind, Pause, PlannedCompetition
from rulebook.catalogue import catalogue
from tests.league.rules.documents import THEN, document, entrant, fixture, season


def fields(**changes: Any) -> set[str | None]:
    return {one.field for one in find_problems(document(**changes), catalogue())}


def of_season(**changes: Any) -> set[str | None]:
    return fields(seasons=(season(**changes),))


def of_fixture(**changes: Any) -> set[str | None]:
    return of_season(fixtures=(fixture(**changes),))


def match(**changes: Any) -> MatchPart:
    places = tuple(
        PlacePart(side=number, person=who, team=number + 1, agreement="agreed")
        for number, who in enumerate(("ann", "ben"))
    )
    values: dict[str, Any] = {
        "uid": "0" * 32,
        "standing": "league",
        "stage": "arranged",
        "version": 1,
        "created": THEN,
        "updated": THEN,
        "places": places,
    }
    return MatchPart(**{**values, **changes})


def test_a_league_that_fits_has_no_problems() -> None:
    assert fields() == set()
    assert of_fixture(match=match()) == set()


def test_every_person_is_in_the_list() -> None:
    people = document().people[:1]
    assert "seasons[0].entrants[1].person" in fields(people=people)
    assert "teams[1].owner" in fields(people=people)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"entrants": (entrant(1, "ann"), entrant(3, "ben"))}, "entrants[1].team"),
        ({"entrants": (entrant(1, "ann"), entrant(1, "ben"))}, "entrants"),
        (
            {"entrants": (entrant(1, "ann", replaces=1), entrant(2, "ben"))},
            "entrants[0].replaces",
        ),
        (
            {"entrants": (entrant(1, "ann", rules=2), entrant(2, "ben"))},
            "entrants[0].rules",
        ),
        ({"apart": (PairPart(one=2, other=1),)}, "apart[0]"),
        ({"competitions": ()}, "fixtures[0].competition"),
        ({"fixtures": (fixture(), fixture())}, "fixtures"),
    ],
)
def test_numbers_of_a_season_lead_somewhere(
    changes: dict[str, Any], field: str
) -> None:
    assert f"seasons[0].{field}" in of_season(**changes)


def test_rounds_open_before_they_close_and_rate_known_teams() -> None:
    rounds = (
        RoundPart(number=1, name="One", opens=THEN, closes=THEN, ratings={9: 100}),
    )
    competition = CompetitionPart(
        number=1,
        plan=PlannedCompetition(kind=Kind.SWISS, name="Swiss"),
        stage="running",
        seed="ab",
        created=THEN,
        rounds=rounds,
        seeding=(5,),
    )
    found = of_season(competitions=(competition,))
    at = "seasons[0].competitions[0]"
    assert {f"{at}.rounds[0]", f"{at}.rounds[0].ratings", f"{at}.seeding"} <= found


def test_an_outcome_is_that_of_its_sides() -> None:
    alone = (TeamResult(entry=EntryId(1)),)
    assert "seasons[0].fixtures[0].outcome" in of_fixture(outcome=alone)
    bye = (SidePart(entrant=1),)
    assert of_fixture(sides=bye, outcome=alone, is_bye=True) == set()
    played = of_fixture(sides=bye, outcome=alone, is_bye=True, match=match())
    assert "seasons[0].fixtures[0].match" in played


def test_a_match_has_its_teams_and_a_challenge_of_the_book() -> None:
    at = "seasons[0].fixtures[0].match"
    one = match().places[:1]
    assert f"{at}.places" in of_fixture(match=match(places=one))
    assert f"{at}.places" in of_fixture(match=match(places=one * 2))
    assert f"{at}.challenge" in of_fixture(match=match(challenge="chess"))


def test_texts_are_what_people_can_write() -> None:
    assert "seasons[0].name" in of_season(name="a\u0000b")


def test_pauses_are_of_the_calendar() -> None:
    pause = Pause(begins="2026-02-30", ends="2026-03-01")
    plan = PlannedCompetition(kind=Kind.SWISS, name="Cup", pauses=(pause,))
    made = CompetitionPart(
        number=1, plan=plan, stage="planned", seed="0" * 64, created=THEN
    )
    field = "seasons[0].competitions[0].plan.pauses[0]"
    assert field in of_season(competitions=(made,))


def test_fixture_and_match_of_five_teams_are_refused() -> None:
    people = ("ann", "ben") * 3
    sides = tuple(SidePart(slot=f"Winner of {number}") for number in range(5))
    assert "seasons[0].fixtures[0].sides" in of_fixture(sides=sides, outcome=None)
    places = tuple(
        PlacePart(side=number, person=people[number], agreement="agreed")
        for number in range(5)
    )
    found = of_fixture(match=match(places=places))
    assert "seasons[0].fixtures[0].match.places" in found
