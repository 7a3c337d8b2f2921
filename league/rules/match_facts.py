"""What statistics look at: matches over all seasons, told for each team and ninja."""

from __future__ import annotations

from kernel.ids import MatchId, NinjaId, PersonId, TeamId
from league.rules.results import Ending, Fact, ending_of


class NinjaLine(Fact, frozen=True, kw_only=True):
    """What one ninja did in one match."""

    ninja: NinjaId
    name: str
    xp: int = 0
    injuries_given: int = 0
    injuries_taken: int = 0
    all_stars: int = 0
    # The ninja of other teams it injured: team and ninja, once for each time.
    injured: tuple[tuple[TeamId, NinjaId], ...] = ()


class TeamLine(Fact, frozen=True, kw_only=True):
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
    ninja: tuple[NinjaLine, ...] = ()


class MatchFacts(Fact, frozen=True, kw_only=True):
    """A match that is settled. They are given in the order they were played."""

    match: MatchId
    season: int
    teams: tuple[TeamLine, ...]
    challenge: str = ""

    @property
    def was_played(self) -> bool:
        """Whether two teams or more turned up."""
        return sum(not one.is_forfeit for one in self.teams) > 1

    def line_of(self, team: TeamId) -> TeamLine | None:
        return next((one for one in self.teams if one.team == team), None)

    def ending_of(self, line: TeamLine) -> Ending:
        return ending_of(line, self.teams)

    @property
    def winners(self) -> tuple[TeamLine, ...]:
        """Who stood first, alone or as partners; nobody if the place was shared."""
        present = [one for one in self.teams if not one.is_forfeit]
        best = min((one.place for one in present), default=0)
        first = tuple(one for one in present if one.place == best)
        is_one_side = (
            len({one.side for one in first}) == 1 and first[0].side is not None
        )
        return first if len(first) == 1 or (first and is_one_side) else ()
