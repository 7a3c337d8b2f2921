"""Everything that teams and persons did in a league, over all its seasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from kernel.ids import PersonId, TeamId
from league.rules.match_facts import MatchFacts, TeamLine
from league.rules.results import Ending, Fact


class Career(Fact, frozen=True, kw_only=True):
    """What one team, or one person with all their teams, has come to."""

    key: int
    name: str
    matches: int
    won: int
    drawn: int
    lost: int
    scored: int
    injuries_given: int
    all_stars: int


class AllTime(Fact, frozen=True, kw_only=True):
    """Most wins first; of equals, whoever lost less."""

    teams: tuple[Career, ...]
    persons: tuple[Career, ...]


def all_time(
    matches: Iterable[MatchFacts], person_names: Mapping[PersonId, str] | None = None
) -> AllTime:
    """The latest name of a team counts, as teams may be renamed between seasons."""
    names = person_names or {}
    teams: dict[TeamId, _Sums] = {}
    persons: dict[PersonId, _Sums] = {}
    for match in matches:
        for line in match.teams:
            ending = match.ending_of(line)
            if ending is None:
                continue
            teams.setdefault(line.team, _Sums()).add(line, ending, line.name)
            if line.person is not None:
                name = names.get(line.person, f"person {line.person}")
                persons.setdefault(line.person, _Sums()).add(line, ending, name)
    return AllTime(teams=_ordered(teams), persons=_ordered(persons))


class _Sums:
    def __init__(self) -> None:
        self.name = ""
        self.endings: Counter[Ending] = Counter()
        self.scored = 0
        self.injuries_given = 0
        self.all_stars = 0

    def add(self, line: TeamLine, ending: Ending, name: str) -> None:
        self.name = name
        self.endings[ending] += 1
        self.scored += line.score
        self.injuries_given += sum(one.injuries_given for one in line.ninja)
        self.all_stars += sum(one.all_stars for one in line.ninja)


def _ordered(
    sums: Mapping[TeamId, _Sums] | Mapping[PersonId, _Sums],
) -> tuple[Career, ...]:
    found = [
        Career(
            key=key,
            name=one.name,
            matches=one.endings.total(),
            won=one.endings[Ending.WON],
            drawn=one.endings[Ending.DRAWN],
            lost=one.endings[Ending.LOST],
            scored=one.scored,
            injuries_given=one.injuries_given,
            all_stars=one.all_stars,
        )
        for key, one in sums.items()
    ]
    return tuple(
        sorted(
            found,
            key=lambda one: (-one.won, one.lost, -one.drawn, -one.scored, one.name),
        )
    )
