"""Facts of matches for statistics, per team and ninja."""

from __future__ import annotations

from kernel.ids import MatchId, NinjaId, PersonId, TeamId
from league.rules.competitions.results import LeagueValue, ResultLetter, ending_of


class NinjaLine(LeagueValue, frozen=True, kw_only=True):
    """What one ninja did in one match."""

    ninja: NinjaId
    name: str
    xp: int = 0
    injuries_given: int = 0
    injuries_taken: int = 0
    all_stars: int = 0
    # The ninja of other teams it injured: team and ninja, once for each time.
    injured: tuple[tuple[TeamId, NinjaId], ...] = ()


class TeamLine(LeagueValue, frozen=True, kw_only=True):
    """What one team did in one match."""

    team: TeamId
    name: str
    person: PersonId | None = None
    place: int = 1
    score: int = 0
    rating: int = 0
    side: int | None = None  # teams that played together; none played alone
    koban: int = 0  # earned by the match
    is_forfeit: bool = False
    is_unplayed: bool = False  # counts for nothing: others were absent
    ending: ResultLetter | None = (
        None  # as the match was settled; older records lack it
    )
    ninja: tuple[NinjaLine, ...] = ()


class MatchFacts(LeagueValue, frozen=True, kw_only=True):
    """A settled match. Matches are listed in the order they were played."""

    match: MatchId
    season: int
    teams: tuple[TeamLine, ...]
    challenge: str = ""

    @property
    def was_played(self) -> bool:
        """Return whether at least two sides turned up and played."""
        return len(self.sides) > 1

    @property
    def sides(self) -> tuple[tuple[TeamLine, ...], ...]:
        """Return the teams by side, the best side first."""
        together: dict[tuple[bool, int], list[TeamLine]] = {}
        for line in sorted(self.teams, key=lambda line: line.place):
            if not (line.is_forfeit or line.is_unplayed):
                alone = line.side is None
                key = line.team if line.side is None else line.side
                together.setdefault((alone, key), []).append(line)
        return tuple(map(tuple, together.values()))

    @property
    def absent(self) -> tuple[TeamLine, ...]:
        return tuple(one for one in self.teams if one.is_forfeit)

    def line_of(self, team: TeamId) -> TeamLine | None:
        return next((one for one in self.teams if one.team == team), None)

    def ending_of(self, line: TeamLine) -> ResultLetter | None:
        return ending_of(line, self.teams)

    @property
    def winners(self) -> tuple[TeamLine, ...]:
        """Return the winners, alone or as partners; empty after a draw."""
        return tuple(
            one for one in self.teams if self.ending_of(one) is ResultLetter.WON
        )
