"""Statistics of a league: leaders, movement of the standings, records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from kernel.ids import MatchId, NinjaId, TeamId
from kernel.phrases import count_noun, ordinal
from league.rules.competitions.results import EntryId, LeagueValue, ResultLetter
from league.rules.competitions.standings import Row
from league.rules.history.match_facts import MatchFacts, TeamLine

TOP = 5


class Lead(StrEnum):
    """What a ninja or team can lead in."""

    XP = "xp"
    INJURIES_GIVEN = "injuries_given"
    INJURIES_TAKEN = "injuries_taken"
    ALL_STARS = "all_stars"
    CHALLENGES_WON = "challenges_won"
    KOBAN = "koban"


LEAD_TITLES: Mapping[Lead, str] = {
    Lead.XP: "XP earned",
    Lead.INJURIES_GIVEN: "Injuries given",
    Lead.INJURIES_TAKEN: "Injuries taken",
    Lead.ALL_STARS: "All-Star awards",
    Lead.CHALLENGES_WON: "Challenges won",
    Lead.KOBAN: "Koban earned",
}


LEAD_WORDS: Mapping[Lead, str] = {
    Lead.XP: "By ninja: from feats, All-Star awards and downtime.",
    Lead.INJURIES_GIVEN: "By ninja, as reported.",
    Lead.INJURIES_TAKEN: "By ninja: named in a report, or sent to the Healing House.",
    Lead.ALL_STARS: "By ninja: matches in which they were an All-Star.",
    Lead.CHALLENGES_WON: "By team: matches won against opponents who turned up.",
    Lead.KOBAN: "By team: revenue from its matches.",
}


class LeadLine(LeagueValue, frozen=True, kw_only=True):
    """A place among the leaders: a ninja, or a team."""

    place: int
    value: int
    matches: int
    team: TeamId
    team_name: str
    ninja: NinjaId | None = None
    name: str = ""


_Key = tuple[TeamId, NinjaId | None]


def leaders(
    matches: Iterable[MatchFacts], *, top: int = TOP
) -> Mapping[Lead, tuple[LeadLine, ...]]:
    """Return the leaders of every statistic, including ties for the last place."""
    values: dict[Lead, Counter[_Key]] = {lead: Counter() for lead in Lead}
    played: Counter[_Key] = Counter()
    names: dict[_Key, str] = {}
    for match in matches:
        for line in match.teams:
            team: _Key = (line.team, None)
            names[team] = line.name
            played[team] += 1
            values[Lead.KOBAN][team] += line.koban
            for one in line.ninja:
                key: _Key = (line.team, one.ninja)
                names[key] = one.name
                played[key] += 1
                values[Lead.XP][key] += one.xp
                values[Lead.INJURIES_GIVEN][key] += one.injuries_given
                values[Lead.INJURIES_TAKEN][key] += one.injuries_taken
                values[Lead.ALL_STARS][key] += one.all_stars
        if match.was_played:
            for winner in match.winners:
                values[Lead.CHALLENGES_WON][winner.team, None] += 1
    return {lead: _board(values[lead], played, names, top) for lead in Lead}


def _board(
    values: Counter[_Key], played: Counter[_Key], names: Mapping[_Key, str], top: int
) -> tuple[LeadLine, ...]:
    """Return a ranking. Zeros are left out; ties list fewer matches first, in the
    same place."""
    ordered = sorted(
        (item for item in values.items() if item[1] > 0),
        key=lambda item: (-item[1], played[item[0]], names[item[0]], item[0][0]),
    )
    lines: list[LeadLine] = []
    for number, (key, value) in enumerate(ordered, start=1):
        is_level = bool(lines) and lines[-1].value == value
        if number > top and not is_level:
            break
        team, ninja = key
        lines.append(
            LeadLine(
                place=lines[-1].place if is_level else number,
                value=value,
                matches=played[key],
                team=team,
                team_name=names[team, None],
                ninja=ninja,
                name=names[key] if ninja is not None else "",
            )
        )
    return tuple(lines)


class Move(LeagueValue, frozen=True, kw_only=True):
    """How one team moved between two standings."""

    entry: EntryId
    name: str
    before: int | None  # none if it was not in the table yet
    after: int
    points: int  # gained since
    sentence: str

    @property
    def climbed(self) -> int:
        return 0 if self.before is None else self.before - self.after


def movement(before: Sequence[Row], after: Sequence[Row]) -> tuple[Move, ...]:
    """Return the movement of every team, in the order of the later standings."""
    earlier = {row.entry: row for row in before}
    return tuple(_move(earlier.get(row.entry), row) for row in after)


def _move(old: Row | None, new: Row) -> Move:
    gained = new.points - (old.points if old else 0)
    return Move(
        entry=new.entry,
        name=new.name,
        before=old.place if old else None,
        after=new.place,
        points=gained,
        sentence=_move_words(old, new, gained),
    )


def _move_words(old: Row | None, new: Row, gained: int) -> str:
    place = ordinal(new.place)
    if old is None:
        return f"{new.name} enters the standings in {place} place."
    more = f" with {count_noun(gained, 'more point')}" if gained > 0 else ""
    if new.place < old.place:
        steps = count_noun(old.place - new.place, "place")
        return f"{new.name} climbs {steps} to {place}{more}."
    if new.place > old.place:
        steps = count_noun(new.place - old.place, "place")
        return f"{new.name} falls {steps} to {place}{more}."
    return f"{new.name} stays {place}{more}."


class RecordKind(StrEnum):
    HIGHEST_SCORE = "highest_score"
    HIGHEST_TOTAL = "highest_total"
    WIDEST_MARGIN = "widest_margin"
    BIGGEST_UPSET = "biggest_upset"
    WINNING_STREAK = "winning_streak"
    UNBEATEN_STREAK = "unbeaten_streak"
    MOST_INJURIES = "most_injuries"
    MOST_XP = "most_xp"
    MOST_KOBAN = "most_koban"


RECORD_TITLES: Mapping[RecordKind, str] = {
    RecordKind.HIGHEST_SCORE: "Highest score",
    RecordKind.HIGHEST_TOTAL: "Most points in a match",
    RecordKind.WIDEST_MARGIN: "Widest win",
    RecordKind.BIGGEST_UPSET: "Biggest upset",
    RecordKind.WINNING_STREAK: "Longest winning streak",
    RecordKind.UNBEATEN_STREAK: "Longest unbeaten streak",
    RecordKind.MOST_INJURIES: "Most injuries given",
    RecordKind.MOST_XP: "Most XP earned",
    RecordKind.MOST_KOBAN: "Most koban earned",
}


class Record(LeagueValue, frozen=True, kw_only=True):
    """A record, held by the first to reach the highest value."""

    kind: RecordKind
    value: int
    match: MatchId  # a streak is named by its last
    sentence: str


def records(matches: Sequence[MatchFacts]) -> tuple[Record, ...]:
    """Return every record, from matches in the order they were played."""
    best: dict[RecordKind, Record] = {}
    for match in matches:
        if match.was_played:
            for record in _of_match(match):
                _keep(best, record)
    for record in _streaks(matches):
        _keep(best, record)
    return tuple(best[kind] for kind in RecordKind if kind in best)


def _keep(best: dict[RecordKind, Record], record: Record) -> None:
    held = best.get(record.kind)
    if record.value > (held.value if held else 0):
        best[record.kind] = record


def _of_match(match: MatchFacts) -> Iterator[Record]:
    for line in match.teams:
        others = [one for one in match.teams if _are_opponents(line, one)]
        against = " and ".join(one.name for one in others)
        for kind, value, words in _of_team(line, against):
            yield Record(kind=kind, value=value, match=match.match, sentence=words)
    lines = [line for side in match.sides for line in side]
    whole = sum(line.score for line in lines)
    names = " and ".join(line.name for line in lines)
    yield Record(
        kind=RecordKind.HIGHEST_TOTAL,
        value=whole,
        match=match.match,
        sentence=f"{names} scored {count_noun(whole, 'point')} between them.",
    )
    if match.winners:
        yield from _of_winners(match)


def _are_opponents(mine: TeamLine, theirs: TeamLine) -> bool:
    is_partner = mine.side is not None and mine.side == theirs.side
    return mine is not theirs and not is_partner


def _of_team(line: TeamLine, against: str) -> Iterator[tuple[RecordKind, int, str]]:
    score = count_noun(line.score, "point")
    injuries = sum(one.injuries_given for one in line.ninja)
    yield (
        RecordKind.HIGHEST_SCORE,
        line.score,
        f"{line.name} scored {score} against {against}.",
    )
    yield (
        RecordKind.MOST_INJURIES,
        injuries,
        f"{line.name} gave {against} {count_noun(injuries, 'injury', 'injuries')}.",
    )
    yield (
        RecordKind.MOST_KOBAN,
        line.koban,
        f"{line.name} earned {line.koban} koban against {against}.",
    )
    for one in line.ninja:
        yield (
            RecordKind.MOST_XP,
            one.xp,
            f"{one.name} of {line.name} earned {one.xp} XP against {against}.",
        )


def _of_winners(match: MatchFacts) -> Iterator[Record]:
    """Yield records of winners. Points and ratings are those of sides (GROUP-09)."""
    own, *others = match.sides
    if not others:
        return
    second, strongest = max(others, key=_score), max(others, key=_rating)
    margin = _score(own) - _score(second)
    gap = _rating(strongest) - _rating(own)
    winner, beaten, stronger = (
        " and ".join(line.name for line in side) for side in (own, second, strongest)
    )
    yield Record(
        kind=RecordKind.WIDEST_MARGIN,
        value=margin,
        match=match.match,
        sentence=f"{winner} beat {beaten} {_score(own)} to {_score(second)}.",
    )
    yield Record(
        kind=RecordKind.BIGGEST_UPSET,
        value=gap,
        match=match.match,
        sentence=f"{winner} beat {stronger}, rated {count_noun(gap, 'point')} higher.",
    )


def _score(side: Sequence[TeamLine]) -> int:
    return sum(line.score for line in side)


def _rating(side: Sequence[TeamLine]) -> int:
    return sum(line.rating for line in side)


def _streaks(matches: Sequence[MatchFacts]) -> Iterator[Record]:
    """Yield streaks as they grow. Unplayed games neither extend nor end them."""
    kinds: Mapping[RecordKind, tuple[Callable[[MatchFacts, TeamId], bool], str]] = {
        RecordKind.WINNING_STREAK: (_has_won, "{name} won {matches} in a row."),
        RecordKind.UNBEATEN_STREAK: (
            _is_unbeaten,
            "{name} stayed unbeaten for {matches}.",
        ),
    }
    lengths: dict[tuple[RecordKind, TeamId], int] = {}
    for match in matches:
        if not match.was_played:
            continue
        for line in match.teams:
            for kind, (goes_on, sentence) in kinds.items():
                before = lengths.get((kind, line.team), 0)
                length = before + 1 if goes_on(match, line.team) else 0
                lengths[kind, line.team] = length
                yield Record(
                    kind=kind,
                    value=length,
                    match=match.match,
                    sentence=sentence.format(
                        name=line.name, matches=count_noun(length, "match", "matches")
                    ),
                )


def _has_won(match: MatchFacts, team: TeamId) -> bool:
    return any(one.team == team for one in match.winners)


def _is_unbeaten(match: MatchFacts, team: TeamId) -> bool:
    line = match.line_of(team)
    if line is None or line.is_forfeit:
        return False
    return match.ending_of(line) in (ResultLetter.WON, ResultLetter.DRAWN)
