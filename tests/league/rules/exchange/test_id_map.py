"""Numbers of a site and of a file."""

from __future__ import annotations

import pytest

from kernel.ids import MatchId, NinjaId, PersonId, TeamId
from league.rules.competitions.results import EntryId, TeamResult
from league.rules.exchange.document import Numbers
from league.rules.history.match_facts import MatchFacts, NinjaLine, TeamLine
from league.rules.seasons import FinalPlace

THERE = Numbers(people={1: 11, 2: 12}, teams={1: 21, 2: 22}, entrants={1: 31, 2: 32})
BACK = Numbers(people={11: 1, 12: 2}, teams={21: 1, 22: 2}, entrants={31: 1, 32: 2})


def facts() -> MatchFacts:
    hurt = ((TeamId(2), NinjaId(4)),)
    ninja = (NinjaLine(ninja=NinjaId(1), name="Aki", injured=hurt),)
    return MatchFacts(
        match=MatchId(5),
        season=1,
        teams=(
            TeamLine(team=TeamId(1), name="One", person=PersonId(2), ninja=ninja),
            TeamLine(team=TeamId(2), name="Two"),
        ),
    )


def test_facts_change_every_number_that_is_the_sites_own() -> None:
    moved = THERE.facts(facts(), match=77)
    assert moved.match == 77
    assert [line.team for line in moved.teams] == [21, 22]
    assert [line.person for line in moved.teams] == [12, None]
    assert moved.teams[0].ninja[0].injured == ((22, 4),)
    assert moved.teams[0].ninja[0].ninja == 1
    assert BACK.facts(moved, match=5) == facts()


def test_outcomes_and_final_tables_name_entrants() -> None:
    parts = (TeamResult(entry=EntryId(2), score=3), TeamResult(entry=EntryId(1)))
    assert [one.entry for one in THERE.outcome(parts)] == [32, 31]
    assert BACK.outcome(THERE.outcome(parts)) == parts
    place = FinalPlace(entry=EntryId(1), name="One", place=1, is_champion=True, why="")
    assert THERE.final_table((place,))[0].entry == 31


def test_a_number_that_nobody_has_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        THERE.outcome((TeamResult(entry=EntryId(9)),))
