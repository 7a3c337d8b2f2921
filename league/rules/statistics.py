"""Leaders of a league, and how its table moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from kernel.ids import NinjaId, TeamId
from league.rules.match_facts import MatchFacts
from league.rules.results import EntryId, Fact
from league.rules.standings import Row
from league.rules.wording import ordinal
from teams.rules.words import counted

TOP = 5


class Lead(StrEnum):
    """What somebody can lead in."""

    XP = "xp"
    INJURIES_GIVEN = "injuries_given"
    INJURIES_TAKEN = "injuries_taken"
    ALL_STARS = "all_stars"
    CHALLENGES_WON = "challenges_won"
    KOBAN = "koban"


LEAD_TITLES: Mapping[Lead, str] = {
    Lead.XP: "Experience earned",
    Lead.INJURIES_GIVEN: "Injuries given",
    Lead.INJURIES_TAKEN: "Injuries taken",
    Lead.ALL_STARS: "All-Star awards",
    Lead.CHALLENGES_WON: "Challenges won",
    Lead.KOBAN: "Koban earned",
}


LEAD_WORDS: Mapping[Lead, str] = {
    Lead.XP: "By ninja: from deeds, All-Star awards and downtime.",
    Lead.INJURIES_GIVEN: "By ninja, as reports tell it.",
    Lead.INJURIES_TAKEN: "By ninja: named in a report, or in the Healing House.",
    Lead.ALL_STARS: "By ninja: matches in which it was an All-Star.",
    Lead.CHALLENGES_WON: "By team: matches won against somebody who turned up.",
    Lead.KOBAN: "By team: revenue of its matches.",
}


class LeadLine(Fact, frozen=True, kw_only=True):
    """A place among the leaders: a ninja, or a team where there is none."""

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
    """The first in everything; whoever is level with the last of them is named too."""
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
    """Who has nothing leads in nothing; of equals, who needed fewer matches is first
    named, at the same place."""
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


class Move(Fact, frozen=True, kw_only=True):
    """What became of one team between two tables."""

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
    """Every team of the later table, in its order."""
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
        return f"{new.name} enters the table as {place}."
    with_points = f" with {counted(gained, 'point')} more" if gained > 0 else ""
    if new.place < old.place:
        steps = counted(old.place - new.place, "place")
        return f"{new.name} climbs {steps} to {place}{with_points}."
    if new.place > old.place:
        steps = counted(new.place - old.place, "place")
        return f"{new.name} falls {steps} to {place}{with_points}."
    return f"{new.name} stays {place}{with_points}."
