"""History across seasons: the hall of fame, rivalries and careers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kernel.ids import NinjaId, PersonId, TeamId
from kernel.phrases import count_noun, ordinal
from league.rules.competitions.results import LeagueValue, ResultLetter
from league.rules.history.match_facts import MatchFacts, TeamLine
from teams.rules.phrases import often

# A team is remembered for its first three places.
PODIUM = 3
RIVALS = 3


class Placed(LeagueValue, frozen=True, kw_only=True):
    """A team's place in a season."""

    team: TeamId
    name: str
    person: PersonId | None
    place: int
    is_champion: bool = False  # a first place that nobody played for is no title


class SeasonEnd(LeagueValue, frozen=True, kw_only=True):
    number: int
    name: str
    placed: tuple[Placed, ...]


class Champion(LeagueValue, frozen=True, kw_only=True):
    season: int
    season_name: str
    team: TeamId
    name: str
    person: PersonId | None
    title_number: int  # of this team
    sentence: str


class Honours(LeagueValue, frozen=True, kw_only=True):
    """How often a team or person finished first, second and third."""

    key: int
    name: str
    firsts: int
    seconds: int
    thirds: int
    seasons: int


class HallOfFame(LeagueValue, frozen=True, kw_only=True):
    champions: tuple[Champion, ...]  # latest first
    teams: tuple[Honours, ...]  # most honoured first
    persons: tuple[Honours, ...]


def hall_of_fame(
    seasons: Iterable[SeasonEnd], person_names: dict[PersonId, str] | None = None
) -> HallOfFame:
    ordered = sorted(seasons, key=lambda one: one.number)
    titles: Counter[TeamId] = Counter()
    champions = []
    for season in ordered:
        for one in season.placed:
            if one.is_champion:
                titles[one.team] += 1
                champions.append(_champion(season, one, titles[one.team]))
    named = person_names or {}
    teams = [(one.team, one.name, _rank(one)) for s in ordered for one in s.placed]
    persons = [
        (one.person, named.get(one.person, f"person {one.person}"), _rank(one))
        for season in ordered
        for one in season.placed
        if one.person is not None
    ]
    return HallOfFame(
        champions=tuple(reversed(champions)),
        teams=_honours(teams),
        persons=_honours(persons),
    )


def _rank(one: Placed) -> int:
    """Return the place that counts for honours; 0 if none."""
    if one.is_champion:
        return 1
    return one.place if one.place > 1 else 0


def _champion(season: SeasonEnd, one: Placed, number: int) -> Champion:
    again = f" for the {_times(number)} time" if number > 1 else ""
    return Champion(
        season=season.number,
        season_name=season.name,
        team=one.team,
        name=one.name,
        person=one.person,
        title_number=number,
        sentence=f"{one.name} won {season.name}{again}.",
    )


def _times(number: int) -> str:
    words = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}
    return words.get(number, ordinal(number))


def _honours(placed: Sequence[tuple[int, str, int]]) -> tuple[Honours, ...]:
    """Count honours under the latest name, as teams may be renamed."""
    names: dict[int, str] = {}
    places: dict[int, Counter[int]] = {}
    for key, name, place in placed:
        names[key] = name
        places.setdefault(key, Counter())[place] += 1
    found = [
        Honours(
            key=key,
            name=names[key],
            firsts=had[1],
            seconds=had[2],
            thirds=had[PODIUM],
            seasons=sum(had.values()),
        )
        for key, had in places.items()
        if any(had[place] for place in range(1, PODIUM + 1))
    ]
    return tuple(
        sorted(
            found,
            key=lambda one: (-one.firsts, -one.seconds, -one.thirds, one.name, one.key),
        )
    )


class Rivalry(LeagueValue, frozen=True, kw_only=True):
    """The history of two teams, from the first one's point of view."""

    met: int
    won: int
    drawn: int
    lost: int
    notes: tuple[str, ...]


def rivalry(one: TeamId, other: TeamId, matches: Sequence[MatchFacts]) -> Rivalry:
    """Return the matches of two teams, oldest first, and notes about them."""
    met = [
        match
        for match in matches
        if match.was_played and _are_opponents(match.line_of(one), match.line_of(other))
    ]
    outcomes = [_outcome(match, one, other) for match in met]
    won, lost = outcomes.count(1), outcomes.count(-1)
    drawn = outcomes.count(0)
    return Rivalry(
        met=len(met),
        won=won,
        drawn=drawn,
        lost=lost,
        notes=tuple(_notes(one, other, met, outcomes)),
    )


def _are_opponents(mine: TeamLine | None, theirs: TeamLine | None) -> bool:
    """Return whether both turned up and were not partners."""
    if mine is None or theirs is None or mine is theirs:
        return False
    if mine.is_unplayed or theirs.is_unplayed:
        return False
    return mine.side is None or mine.side != theirs.side


def _outcome(match: MatchFacts, one: TeamId, other: TeamId) -> int:
    """Return 1 if the first team finished above the other, -1 below, 0 for a draw."""
    mine, theirs = match.line_of(one), match.line_of(other)
    if mine is None or theirs is None:
        raise AssertionError("They did not meet in this match.")
    has_partner = any(
        line.side == theirs.side and line is not theirs
        for side in match.sides
        for line in side
        if line.side is not None
    )
    is_gone = theirs.is_forfeit and not has_partner
    if mine.is_forfeit or is_gone:
        return int(is_gone) - int(mine.is_forfeit)
    return (theirs.place > mine.place) - (theirs.place < mine.place)


def _notes(
    one: TeamId, other: TeamId, met: Sequence[MatchFacts], outcomes: Sequence[int]
) -> Iterator[str]:
    if not met:
        yield "They have never met before."
        return
    names = {line.team: line.name for match in met for line in match.teams}
    mine, theirs = names[one], names[other]
    won, lost = outcomes.count(1), outcomes.count(-1)
    drawn = outcomes.count(0)
    draws = count_noun(drawn, "match was a draw", "matches were draws")
    ending = f", and {draws}" if drawn else ""
    yield (
        f"They have met {often(len(met))}: {mine} won {won},"
        f" {theirs} won {lost}{ending}."
    )
    run = _run(outcomes)
    if run > 1:
        yield f"{mine} won the last {run} matches."
    elif run < -1:
        yield f"{theirs} won the last {-run} matches."
    for killer, victim, times in _grudges(one, other, met):
        if times > 1:
            yield f"{killer} has injured {victim} {often(times)}."


def _run(outcomes: Sequence[int]) -> int:
    """Return the length of the current streak, positive for the first team."""
    last = outcomes[-1]
    length = 0
    for outcome in reversed(outcomes):
        if outcome != last:
            break
        length += 1
    return last * length


def _grudges(
    one: TeamId, other: TeamId, met: Sequence[MatchFacts]
) -> Iterator[tuple[str, str, int]]:
    """Yield which ninja injured which, most often first."""
    told: dict[tuple[TeamId, NinjaId], str] = {}
    counts: Counter[tuple[tuple[TeamId, NinjaId], tuple[TeamId, NinjaId]]] = Counter()
    for match in met:
        for line in match.teams:
            if line.team not in (one, other):
                continue
            for ninja in line.ninja:
                key = (line.team, ninja.ninja)
                told[key] = f"{ninja.name} of {line.name}"
                counts.update(
                    (key, victim)
                    for victim in ninja.injured
                    if victim[0] in (one, other) and victim[0] != line.team
                )
    for (by, victim), times in counts.most_common():
        if victim in told:
            yield told[by], told[victim], times


class Rival(LeagueValue, frozen=True, kw_only=True):
    """A team that another one has met several times."""

    team: TeamId
    name: str
    rivalry: Rivalry


def rivals(
    team: TeamId, matches: Sequence[MatchFacts], *, top: int = RIVALS
) -> tuple[Rival, ...]:
    """Return the teams met most often, at least twice; ties by the latest match."""
    names: dict[TeamId, str] = {}
    met: Counter[TeamId] = Counter()
    last: dict[TeamId, int] = {}
    for number, match in enumerate(matches):
        mine = match.line_of(team)
        if mine is None or not match.was_played:
            continue
        for line in match.teams:
            if _are_opponents(mine, line):
                names[line.team] = line.name
                met[line.team] += 1
                last[line.team] = number
    often_met = sorted(
        (one for one, times in met.items() if times > 1),
        key=lambda one: (-met[one], -last[one]),
    )
    return tuple(
        Rival(team=one, name=names[one], rivalry=rivalry(team, one, matches))
        for one in often_met[:top]
    )


class Career(LeagueValue, frozen=True, kw_only=True):
    """Totals of one team, or of one person with all their teams."""

    key: int
    name: str
    matches: int
    won: int
    drawn: int
    lost: int
    scored: int
    injuries_given: int
    all_stars: int


class AllTime(LeagueValue, frozen=True, kw_only=True):
    """Careers, most wins first; ties by fewer losses."""

    teams: tuple[Career, ...]
    persons: tuple[Career, ...]


def all_time(
    matches: Iterable[MatchFacts], person_names: Mapping[PersonId, str] | None = None
) -> AllTime:
    """Return all-time careers under the latest names."""
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
        self.endings: Counter[ResultLetter] = Counter()
        self.scored = 0
        self.injuries_given = 0
        self.all_stars = 0

    def add(self, line: TeamLine, ending: ResultLetter, name: str) -> None:
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
            won=one.endings[ResultLetter.WON],
            drawn=one.endings[ResultLetter.DRAWN],
            lost=one.endings[ResultLetter.LOST],
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
