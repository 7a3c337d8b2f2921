"""Map ids of this site to numbers in a file, and back."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from kernel.ids import MatchId, PersonId, TeamId
from league.rules.competitions.results import EntryId, TeamResult
from league.rules.history.match_facts import MatchFacts, TeamLine
from league.rules.seasons import FinalPlace


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """A mapping of ids. Unknown ids raise KeyError."""

    people: Mapping[int, int]
    teams: Mapping[int, int]
    entrants: Mapping[int, int] = {}

    def with_entrants(self, entrants: Mapping[int, int]) -> Numbers:
        return replace(self, entrants=entrants)

    def outcome(self, parts: tuple[TeamResult, ...]) -> tuple[TeamResult, ...]:
        return tuple(
            replace(one, entry=EntryId(self.entrants[one.entry])) for one in parts
        )

    def final_table(self, places: tuple[FinalPlace, ...]) -> tuple[FinalPlace, ...]:
        return tuple(
            replace(one, entry=EntryId(self.entrants[one.entry])) for one in places
        )

    def facts(self, facts: MatchFacts, *, match: int) -> MatchFacts:
        return replace(
            facts, match=MatchId(match), teams=tuple(map(self._line, facts.teams))
        )

    def _line(self, line: TeamLine) -> TeamLine:
        person = None
        if line.person is not None:
            person = PersonId(self.people[line.person])
        return replace(
            line,
            team=TeamId(self.teams[line.team]),
            person=person,
            ninja=tuple(
                replace(
                    one,
                    injured=tuple(
                        (TeamId(self.teams[team]), ninja) for team, ninja in one.injured
                    ),
                )
                for one in line.ninja
            ),
        )
