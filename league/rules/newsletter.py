"""The newsletter of a league, drafted from what happened. The same facts always give
the same words; the ninja master edits them before anybody else reads them.

Names are people's own and may hold any sign, so they are made plain for Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kernel.ids import TeamId
from league.rules.history import rivalry
from league.rules.match_facts import MatchFacts, TeamLine
from league.rules.records import records
from league.rules.results import Fact
from league.rules.statistics import Move
from league.rules.wording import ordinal
from teams.rules.words import counted, join_words

# From how much on something is worth a line.
CLOSE = 1
WIDE = 4
MANY_INJURIES = 2
MUCH_XP = 4
UPSET = 20
ROUND_NUMBERS = (5, 10, 25, 50, 100, 200)
STAR_NUMBERS = (3, 5, 10, 20)
MOVES_TOLD = 4
INJURED_TOLD = 12

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!&])")

NARROW = ("edged past", "just held off", "slipped past", "stole it from")
CLEAR = ("beat", "saw off", "had the better of", "got the measure of")
SWEEPING = ("swept past", "overran", "made short work of", "left nothing to")
OPENINGS = (
    "The lanterns are lit, the scrolls are out, and this is what they say.",
    "Another moon has passed over the dojo; here is what it saw.",
    "Blades are being cleaned and stories told. These are the true ones.",
    "Draw closer to the fire: there is news from the rooftops.",
)


class Injured(Fact, frozen=True, kw_only=True):
    """A ninja who misses matches."""

    team: str
    name: str
    matches: int


class NextGame(Fact, frozen=True, kw_only=True):
    """A fixture that is to be played."""

    teams: tuple[TeamId, ...]
    names: tuple[str, ...]
    heading: str  # such as "Round 5"
    when: str  # the date, or until when


class IssueFacts(Fact, frozen=True, kw_only=True):
    """Everything an issue is drafted from. Matches stand in the order they were
    played; `earlier` are those that older issues told of, of all seasons."""

    league: str
    season: str
    number: int
    earlier: tuple[MatchFacts, ...] = ()
    results: tuple[MatchFacts, ...] = ()
    moves: tuple[Move, ...] = ()
    injured: tuple[Injured, ...] = ()
    coming: tuple[NextGame, ...] = ()
    challenges: Mapping[str, str] = {}


class Issue(Fact, frozen=True, kw_only=True):
    title: str
    text: str


def plain(words: str) -> str:
    """Words that mean nothing to Markdown but themselves."""
    return _MARKDOWN.sub(r"\\\1", " ".join(words.split()))


def draft(facts: IssueFacts) -> Issue:
    """An issue in Markdown, with a section for everything there is to tell."""
    sections = (
        ("", _opening(facts)),
        ("Results", _bulleted(_result(one, facts) for one in facts.results)),
        ("The table", _bulleted(_moves(facts.moves))),
        ("Worth telling", _bulleted(_feats(facts.results))),
        ("Into the books", _bulleted(_records(facts))),
        ("Milestones", _bulleted(_milestones(facts))),
        ("In the Healing House", _bulleted(_injured(facts.injured))),
        ("Next", _bulleted(_coming(facts))),
    )
    text = "\n\n".join(
        f"## {title}\n\n{body}" if title else body for title, body in sections if body
    )
    return Issue(title=_title(facts), text=text + "\n")


def _title(facts: IssueFacts) -> str:
    wins = [one for one in facts.results if one.was_played and one.winners]
    if not wins:
        return f"{facts.season}, issue {facts.number}"
    widest = max(wins, key=lambda one: (_margin(one), -one.match))
    names = join_words([one.name for one in widest.winners])
    return f"Issue {facts.number}: a fine night for {names}"


def _opening(facts: IssueFacts) -> str:
    first = OPENINGS[facts.number % len(OPENINGS)]
    if not facts.results:
        return f"{first} No match was settled since the last issue."
    matches = counted(len(facts.results), "match", "matches")
    injuries = sum(
        ninja.injuries_given
        for match in facts.results
        for line in match.teams
        for ninja in line.ninja
    )
    blows = f" and {counted(injuries, 'injury', 'injuries')} given" if injuries else ""
    return f"{first} {matches} settled{blows} in {plain(facts.season)}."


def _bulleted(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _result(match: MatchFacts, facts: IssueFacts) -> str:
    where = facts.challenges.get(match.challenge, "")
    told = f" in {plain(where)}" if where else ""
    score = ":".join(str(line.score) for line in _by_place(match))
    absent = [line.name for line in match.teams if line.is_forfeit]
    if absent:
        who = plain(join_words(absent))
        there = [line.name for line in match.teams if not line.is_forfeit]
        gained = f"; the match goes to **{plain(join_words(there))}**" if there else ""
        return f"{who} did not play{gained}."
    winners = match.winners
    if not winners:
        names = plain(join_words([line.name for line in match.teams]))
        return f"{names} parted level{told}, {score}."
    losers = [line for line in match.teams if line not in winners]
    first = plain(join_words([line.name for line in winners]))
    last = plain(join_words([line.name for line in losers]))
    return f"**{first}** {_verb(match)} {last}{told}, {score}."


def _verb(match: MatchFacts) -> str:
    margin = _margin(match)
    verbs = NARROW if margin <= CLOSE else SWEEPING if margin >= WIDE else CLEAR
    return verbs[match.match % len(verbs)]


def _by_place(match: MatchFacts) -> list[TeamLine]:
    return sorted(match.teams, key=lambda line: line.place)


def _margin(match: MatchFacts) -> int:
    winners = match.winners
    best = max((line.score for line in winners), default=0)
    others = [line.score for line in match.teams if line not in winners]
    return best - max(others, default=0)


def _moves(moves: Sequence[Move]) -> Iterator[str]:
    """Who leads, then who moved furthest, then everybody new."""
    if not any(one.points or one.climbed for one in moves):
        return
    leader = min(moves, key=lambda one: one.after)
    if leader.before == leader.after:
        yield f"{plain(leader.name)} stays on top."
    else:
        yield f"{plain(leader.name)} takes the lead."
    moved = [one for one in moves if one.climbed and one is not leader]
    moved.sort(key=lambda one: (-abs(one.climbed), one.after))
    for one in moved[:MOVES_TOLD]:
        yield plain(one.sentence)


def _feats(results: Sequence[MatchFacts]) -> Iterator[str]:
    for match in results:
        for line in match.teams:
            others = [one.name for one in match.teams if one is not line]
            against = plain(join_words(others))
            for ninja in line.ninja:
                who = f"**{plain(ninja.name)}** of {plain(line.name)}"
                if ninja.injuries_given >= MANY_INJURIES:
                    blows = counted(ninja.injuries_given, "enemy", "enemies")
                    yield f"{who} injured {blows} against {against}."
                elif ninja.xp >= MUCH_XP:
                    yield f"{who} came home from {against} with {ninja.xp} XP."
        yield from _upset(match)


def _upset(match: MatchFacts) -> Iterator[str]:
    if not match.was_played or len(match.winners) != 1:
        return
    winner = match.winners[0]
    strongest = max(line.rating for line in match.teams if line is not winner)
    behind = strongest - winner.rating
    if behind >= UPSET:
        yield f"{plain(winner.name)} won {behind} points behind in rating: an upset."


def _records(facts: IssueFacts) -> Iterator[str]:
    """Records that fell since the last issue. The very first matches set all of
    them, which is no news."""
    if not facts.earlier:
        return
    held = {one.kind: one.value for one in records(facts.earlier)}
    for one in records((*facts.earlier, *facts.results)):
        if one.value > held.get(one.kind, one.value):
            yield f"A record: {plain(one.sentence)} It stood at {held[one.kind]}."


def _milestones(facts: IssueFacts) -> Iterator[str]:
    before, after = _totals(facts.earlier), _totals(facts.results)
    for key in after:
        name, what, numbers = key[1], key[2], key[3]
        start, end = before[key], before[key] + after[key]
        for number in numbers:
            if start < number <= end:
                yield f"{plain(name)}: the {ordinal(number)} {what}."


_Key = tuple[str, str, str, tuple[int, ...]]


def _totals(matches: Iterable[MatchFacts]) -> Counter[_Key]:
    """Matches and wins of teams, All-Stars and injuries of ninja."""
    totals: Counter[_Key] = Counter()
    for match in matches:
        if not match.was_played:
            continue
        for line in match.teams:
            team = str(line.team)
            totals[team, line.name, "match", ROUND_NUMBERS] += 1
            if line in match.winners:
                totals[team, line.name, "win", ROUND_NUMBERS] += 1
            for one in line.ninja:
                who = f"{one.name} of {line.name}"
                key = f"{line.team}:{one.ninja}"
                totals[key, who, "All-Star award", STAR_NUMBERS] += one.all_stars
                totals[key, who, "injury given", ROUND_NUMBERS] += one.injuries_given
    return totals


def _injured(injured: Sequence[Injured]) -> Iterator[str]:
    for one in injured[:INJURED_TOLD]:
        misses = counted(one.matches, "match", "matches")
        yield f"{plain(one.name)} of {plain(one.team)} misses {misses}."
    if len(injured) > INJURED_TOLD:
        yield f"And {len(injured) - INJURED_TOLD} more."


def _coming(facts: IssueFacts) -> Iterator[str]:
    played = (*facts.earlier, *facts.results)
    for game in facts.coming:
        title = plain(" against ".join(game.names))
        when = f" ({plain(game.when)})" if game.when else ""
        told = f"**{title}**, {plain(game.heading)}{when}."
        notes = rivalry(*game.teams, played).notes if len(game.teams) == 2 else ()
        yield " ".join([told, *map(plain, notes)])
