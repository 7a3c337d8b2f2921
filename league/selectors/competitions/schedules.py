"""A drawn schedule from the point of view of one team."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.utils import timezone

from challenges.rules.sides import TEAMS_MAX
from challenges.rules.stages import MatchStage
from league.models.competitions import Competition, CompetitionKind, Fixture, Round
from league.models.seasons import Entrant, EntrantStage
from league.rules.competitions.pairing_weights import Pairing, pair_of
from league.rules.competitions.results import EntryId
from league.rules.competitions.round_robin import Rounds, catch_up, games_missed
from league.selectors.competitions.results import OFF
from league.selectors.house_rules import rules_in_force
from teams.rules.state import Stage

# Drawn as a whole when the season starts. Other kinds add late entries in the next
# draw.
SCHEDULES = (CompetitionKind.ROUND_ROBIN, CompetitionKind.CROSS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """The schedule of one team: its rounds and their fixtures, with the pairings as the
    rules see them.

    A team without a game in a round between divisions has a pairing there, but no
    fixture.
    """

    rounds: tuple[Round, ...]
    fixtures: tuple[tuple[Fixture | None, ...], ...]
    games: Rounds
    next_round: int  # the first that has not opened
    times: int  # how often two teams meet
    others: frozenset[EntryId]  # whom the team may meet
    seats: int = 2  # how many can sit at a table, with a late joiner

    @property
    def begun(self) -> frozenset[tuple[int, int]]:
        """Return the round and place of every match that has begun."""
        return frozenset(
            (number, place)
            for number, made in enumerate(self.fixtures)
            for place, one in enumerate(made)
            if one is not None
            and one.match is not None
            and one.match.stage != MatchStage.ARRANGED
        )

    def caught_up(
        self, rounds: Rounds, entry: EntryId, *, rounds_left: int | None
    ) -> Rounds:
        """Return the rounds with the games that the team has missed, as far as the
        season lasts."""
        return catch_up(
            rounds,
            entry,
            self.others,
            next_round=self.next_round,
            times=self.times,
            rounds_left=rounds_left,
        )


class Schedules:
    """The schedule of a competition, for any of its teams. Queries: 5, or 6 if the
    league is not loaded."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        season = competition.season
        self.entrants = list(
            season.entrants.select_related("team").defer("team__state").order_by("pk")
        )
        self.apart = {
            pair_of(EntryId(one), EntryId(other))
            for one, other in season.forbidden_pairs.values_list("one_id", "other_id")
        }
        self.gap_max = rules_in_force(season.league).max_rating_difference
        self.rounds = tuple(competition.rounds.order_by("number"))
        self.fixtures: dict[int | None, list[Fixture]] = {}
        found = competition.fixtures.select_related("match", "round", "competition")
        for one in found.prefetch_related("sides").order_by("number"):
            if one.match is None or one.match.stage not in OFF:
                self.fixtures.setdefault(one.round_id, []).append(one)

    @property
    def is_across(self) -> bool:
        return self.competition.kind == CompetitionKind.CROSS

    @property
    def playing(self) -> list[Entrant]:
        """Return the teams that can be paired."""
        return [
            one
            for one in self.entrants
            if one.stage == EntrantStage.ACTIVE and one.team.stage == Stage.REGISTERED
        ]

    def is_on(self, entrant: Entrant) -> bool:
        """Return whether the team has a game or a bye in any round."""
        return any(
            side.entrant_id == entrant.pk
            for made in self.fixtures.values()
            for one in made
            for side in one.sides.all()
        )

    @property
    def times(self) -> int:
        return 2 if self.competition.settings.get("is_double") else 1

    @property
    def _table_size(self) -> int:
        size: int = self.competition.settings.get("table_size", 2)
        return size

    def short(self) -> list[tuple[Entrant, int]]:
        """Return the teams without all games of a round robin, and how many they
        lack."""
        met: dict[EntryId, Counter[EntryId]] = defaultdict(Counter)
        for made in self.fixtures.values():
            for one in made:
                entries = _entries(one)
                for entry in entries:
                    met[entry].update(other for other in entries if other != entry)
        playing = self.playing
        found = [
            (one, games_missed(met[EntryId(one.pk)], others, times=self.times))
            for one in playing
            for others in [self._others(one, playing)]
        ]
        return [(one, missed) for one, missed in found if missed]

    def can_catch_up(self, entrant: Entrant, *, rounds_left: int | None) -> bool:
        """Return whether the season has room for a game that the team has missed."""
        schedule, entry = self.of(entrant), EntryId(entrant.pk)
        played = schedule.games
        return schedule.caught_up(played, entry, rounds_left=rounds_left) != played

    def of(self, entrant: Entrant) -> Schedule:
        others = self._others(entrant, self.playing)
        known = {EntryId(entrant.pk)} | {
            EntryId(one.pk)
            for one in self.entrants
            if self.is_across or one.group == entrant.group
        }
        fixtures: list[tuple[Fixture | None, ...]] = []
        games: list[tuple[Pairing, ...]] = []
        for one in self.rounds:
            here = [
                (fixture, entries)
                for fixture in self.fixtures.get(one.pk, ())
                if (entries := _entries(fixture)) and set(entries) <= known
            ]
            made = [Pairing(entries=entries) for _, entries in here]
            busy = {entry for _, entries in here for entry in entries}
            resting = sorted(others - busy) if self.is_across and here else []
            made += [Pairing(entries=(entry,)) for entry in resting]
            fixtures.append((*(fixture for fixture, _ in here), *[None] * len(resting)))
            games.append(tuple(made))
        return Schedule(
            rounds=self.rounds,
            fixtures=tuple(fixtures),
            games=tuple(games),
            next_round=self._next_round(),
            times=self.times,
            others=others,
            seats=2 if self._table_size == 2 else TEAMS_MAX,
        )

    def _others(self, entrant: Entrant, playing: list[Entrant]) -> frozenset[EntryId]:
        return frozenset(
            EntryId(one.pk) for one in playing if self._may_meet(entrant, one)
        )

    def _may_meet(self, one: Entrant, other: Entrant) -> bool:
        return (
            one.person_id != other.person_id
            and (one.group != other.group) == self.is_across
            and pair_of(EntryId(one.pk), EntryId(other.pk)) not in self.apart
            and not self._is_too_far(one, other)
        )

    def _is_too_far(self, one: Entrant, other: Entrant) -> bool:
        """Return whether the current ratings are too far apart (UND-10)."""
        gap = abs(one.team.rating - other.team.rating)
        return self.gap_max is not None and gap > self.gap_max

    def _next_round(self) -> int:
        now = timezone.now()
        for number, one in enumerate(self.rounds):
            if one.opens is not None and one.opens > now:
                return number
        return len(self.rounds)


def _entries(fixture: Fixture) -> tuple[EntryId, ...]:
    return tuple(
        EntryId(one.entrant_id) for one in fixture.sides.all() if one.entrant_id
    )
