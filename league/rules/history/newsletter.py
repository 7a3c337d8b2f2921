"""Draft the newsletter of a league. The same facts always give the same text, which
the ninja master edits before publishing.

Names may contain any character, so they are escaped for Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kernel.ids import TeamId
from kernel.phrases import count_noun, list_words, ordinal
from league.rules.competitions.results import LeagueValue
from league.rules.history.headlines import UPSET, headline, score_of, verb_of
from league.rules.history.league_history import rivalry
from league.rules.history.match_facts import MatchFacts
from league.rules.history.statistics import Move, records

# The least values that are worth a line.
MANY_INJURIES = 2
MUCH_XP = 4
ROUND_NUMBERS = (5, 10, 25, 50, 100, 200)
STAR_NUMBERS = (3, 5, 10, 20)
# The most lines of each kind, so that an issue stays short.
RESULTS_TOLD = 24
CORRECTED_TOLD = 12
MOVES_TOLD = 4
FEATS_TOLD = 6
RECORDS_TOLD = 4
MILESTONES_TOLD = 5
NAMES_TOLD = 3
INJURED_TOLD = 12
# The most characters in an issue.
TEXT_LENGTH = 40_000
TITLE_LENGTH = 150

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!&])")
_LIST = re.compile(r"^(\d*)([-+.)])(?=\s|$)")  # what begins an item of a list

OPENINGS = (
    "The lanterns are lit and the scrolls are open. Here is the news.",
    "Another moon has passed over the dojo. Here is what it saw.",
    "The blades are clean and the stories are told. These are the true ones.",
    "Come closer to the fire: there is news from the rooftops.",
)


class Injured(LeagueValue, frozen=True, kw_only=True):
    """A ninja who misses matches."""

    team: str
    name: str
    matches: int


class Corrected(LeagueValue, frozen=True, kw_only=True):
    """A reported match whose result has changed; `now` is None if it no longer
    counts."""

    names: tuple[str, ...]
    now: MatchFacts | None
    reason: str


class Ended(LeagueValue, frozen=True, kw_only=True):
    """A closed season and its champions."""

    season: str
    champions: tuple[str, ...]


class NextGame(LeagueValue, frozen=True, kw_only=True):
    """An upcoming fixture."""

    teams: tuple[TeamId, ...]
    names: tuple[str, ...]
    heading: str  # such as "Round 5"
    when: str  # the date, or until when


class IssueFacts(LeagueValue, frozen=True, kw_only=True):
    """Everything an issue is drafted from, matches in the order played.

    `earlier` are matches of older issues from all seasons, `titles` the titles of
    these.
    """

    league: str
    season: str
    number: int
    earlier: tuple[MatchFacts, ...] = ()
    results: tuple[MatchFacts, ...] = ()
    corrected: tuple[Corrected, ...] = ()
    ended: tuple[Ended, ...] = ()
    moves: tuple[Move, ...] = ()
    injured: tuple[Injured, ...] = ()
    coming: tuple[NextGame, ...] = ()
    challenges: Mapping[str, str] = {}
    titles: tuple[str, ...] = ()


class Issue(LeagueValue, frozen=True, kw_only=True):
    title: str
    text: str


def plain(words: str) -> str:
    """Escape text so that it has no meaning in Markdown."""
    escaped = _MARKDOWN.sub(r"\\\1", " ".join(words.split()))
    return _LIST.sub(r"\1\\\2", escaped)


def draft(facts: IssueFacts, *, length: int = TEXT_LENGTH) -> Issue:
    """Return an issue in Markdown, with a section for each kind of news. Lines are
    dropped if it is longer than `length`."""
    results = [result_line(one, facts.challenges) for one in facts.results]
    corrected = [correction_line(one, facts.challenges) for one in facts.corrected]
    sections: dict[str, list[str]] = {
        "The season is over": list(_ended(facts.ended)),
        "Results": _capped(results, RESULTS_TOLD),
        "Corrected since the last issue": _capped(corrected, CORRECTED_TOLD),
        "Standings": list(_moves(facts.moves)),
        "Highlights": _feats(facts.results),
        "New records": list(_records(facts))[:RECORDS_TOLD],
        "Milestones": _milestones(facts),
        "In the Healing House": _capped(list(_injured(facts.injured)), INJURED_TOLD),
        "Coming up": list(_coming(facts)),
    }
    opening = _opening(facts)
    while len(text := _laid_out(opening, sections)) > length and any(sections.values()):
        max(sections.values(), key=lambda lines: sum(map(len, lines))).pop()
    return Issue(title=_title(facts), text=text)


def _laid_out(opening: str, sections: Mapping[str, Sequence[str]]) -> str:
    bodies = [
        f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines)
        for title, lines in sections.items()
        if lines
    ]
    return "\n\n".join([opening, *bodies]) + "\n"


def _capped(lines: Sequence[str], most: int) -> list[str]:
    """Return the first lines and how many more there are."""
    left = len(lines) - most
    return [*lines[:most], f"And {left} more."] if left > 0 else list(lines)


def _title(facts: IssueFacts) -> str:
    won = [one for one in facts.ended if one.champions]
    said = headline(
        number=facts.number,
        results=facts.results,
        earlier=facts.earlier,
        moves=facts.moves,
        won=(list_words(won[-1].champions), won[-1].season) if won else None,
        ended=[one.season for one in facts.ended if not one.champions],
        corrected=[one.names for one in facts.corrected],
        told=facts.titles,
    )
    if said:
        return f"Issue {facts.number}: {said}"
    return f"{facts.season}, issue {facts.number}"


def _opening(facts: IssueFacts) -> str:
    first = OPENINGS[facts.number % len(OPENINGS)]
    if not facts.results:
        return f"{first} There are no new results."
    matches = count_noun(len(facts.results), "match", "matches")
    injuries = sum(
        ninja.injuries_given
        for match in facts.results
        for line in match.teams
        for ninja in line.ninja
    )
    season = plain(facts.season)
    if not injuries:
        return f"{first} This issue covers {matches} of {season}."
    blows = count_noun(injuries, "injury", "injuries")
    return f"{first} This issue covers {matches} of {season}, with {blows}."


def result_line(match: MatchFacts, challenges: Mapping[str, str]) -> str:
    """Return one result in Markdown. `challenges` are their names by slug."""
    where = challenges.get(match.challenge, "")
    told = f" in {plain(where)}" if where else ""
    score = score_of(match)
    who = plain(list_words([line.name for line in match.absent]))
    if not match.was_played:
        return _unplayed_sentence(match, who)
    missing = f" {who} did not play." if who else ""
    sides = [plain(list_words([line.name for line in side])) for side in match.sides]
    if not match.winners:
        return f"{list_words(sides)} drew{told}, {score}.{missing}"
    first, last = sides[0], list_words(sides[1:])
    return f"**{first}** {verb_of(match)} {last}{told}, {score}.{missing}"


def _unplayed_sentence(match: MatchFacts, absent: str) -> str:
    """Return what became of a match that was not played because of a no-show."""
    if any(line.is_unplayed for line in match.teams):
        return f"{absent} did not play, and the others called the match off."
    there = [line.name for line in match.teams if not line.is_forfeit]
    if not there:
        return f"{absent} did not play."
    return f"{absent} did not play, so **{plain(list_words(there))}** won."


def _ended(ended: Iterable[Ended]) -> Iterator[str]:
    for one in ended:
        season = plain(one.season)
        if one.champions:
            yield f"**{plain(list_words(one.champions))}** won {season}."
        else:
            yield f"{season} ended without a champion."


def correction_line(one: Corrected, challenges: Mapping[str, str]) -> str:
    """Return what a corrected match counts as now, in Markdown."""
    names = plain(" against ".join(one.names))
    if one.now is None:
        told = f"**{names}** no longer counts."
    else:
        told = f"The result of {names} has changed: {result_line(one.now, challenges)}"
    return f"{told} Reason: {plain(one.reason)}"


def _moves(moves: Sequence[Move]) -> Iterator[str]:
    """Yield the leader, then the teams that moved furthest, then new teams."""
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


class _Feat(LeagueValue, frozen=True, kw_only=True):
    """A notable event, with its value and whose it is."""

    worth: int
    by: str
    words: str


def _feats(results: Sequence[MatchFacts]) -> list[str]:
    """Return the best events, at most one per ninja and team."""
    found = [feat for match in results for feat in (*_deeds(match), *_upset(match))]
    best: dict[str, _Feat] = {}
    for feat in sorted(found, key=lambda one: -one.worth):
        best.setdefault(feat.by, feat)
    return [feat.words for feat in best.values()][:FEATS_TOLD]


def _deeds(match: MatchFacts) -> Iterator[_Feat]:
    for line in match.teams:
        others = [one.name for one in match.teams if one is not line]
        against = plain(list_words(others))
        for ninja in line.ninja:
            by = f"{line.team}:{ninja.ninja}"
            who = f"**{plain(ninja.name)}** of {plain(line.name)}"
            if ninja.injuries_given >= MANY_INJURIES:
                blows = count_noun(ninja.injuries_given, "enemy", "enemies")
                words = f"{who} injured {blows} against {against}."
                yield _Feat(worth=2 * ninja.injuries_given, by=by, words=words)
            elif ninja.xp >= MUCH_XP:
                words = f"{who} earned {ninja.xp} XP against {against}."
                yield _Feat(worth=ninja.xp, by=by, words=words)


def _upset(match: MatchFacts) -> Iterator[_Feat]:
    """Yield an upset; 20 rating points are worth as much as three injuries."""
    if not match.was_played or len(match.winners) != 1:
        return
    winner = match.winners[0]
    others = [line for side in match.sides for line in side if line is not winner]
    strongest = max(line.rating for line in others)
    behind = strongest - winner.rating
    if behind >= UPSET:
        words = f"{plain(winner.name)} upset a team rated {behind} points higher."
        yield _Feat(worth=6 * behind // UPSET, by=str(winner.team), words=words)


def _records(facts: IssueFacts) -> Iterator[str]:
    """Yield records broken since the last issue. The first matches set all records,
    which is no news."""
    if not facts.earlier:
        return
    held = {one.kind: one.value for one in records(facts.earlier)}
    for one in records((*facts.earlier, *facts.results)):
        if one.value > held.get(one.kind, one.value):
            yield f"{plain(one.sentence)} The old record was {held[one.kind]}."


def _milestones(facts: IssueFacts) -> list[str]:
    """Return milestones, the rarest first; equal ones share a line."""
    before, after = _totals(facts.earlier), _totals(facts.results)
    reached: dict[tuple[int, int, str], list[str]] = {}
    for key in after:
        name, what, numbers = key[1], key[2], key[3]
        start, end = before[key], before[key] + after[key]
        new = [number for number in numbers if start < number <= end]
        if new:
            rarity = numbers.index(new[-1])
            reached.setdefault((rarity, new[-1], what), []).append(name)
    lines = sorted(reached.items(), key=lambda one: (-one[0][0], len(one[1])))
    return [
        _milestone_sentence(plain(_named(names)), len(names), number, what)
        for (_, number, what), names in lines[:MILESTONES_TOLD]
    ]


def _milestone_sentence(names: str, count: int, number: int, what: str) -> str:
    each = " each" if count > 1 else ""
    return f"{names}{each} {_MILESTONES[what].format(ordinal(number))}."


# Milestones of teams and ninja, by what is counted.
_MILESTONES = {
    "match": "played their {} match",
    "win": "celebrated their {} win",
    "All-Star award": "earned their {} All-Star award",
    "injury given": "injured their {} enemy",
}


def _named(names: Sequence[str]) -> str:
    left = len(names) - NAMES_TOLD
    more = [f"{left} more"] if left > 0 else []
    return list_words([*names[:NAMES_TOLD], *more])


_Key = tuple[str, str, str, tuple[int, ...]]


def _totals(matches: Iterable[MatchFacts]) -> Counter[_Key]:
    """Count matches and wins of teams, All-Stars and injuries of ninja."""
    totals: Counter[_Key] = Counter()
    for match in matches:
        if not match.was_played:
            continue
        for line in match.teams:
            if line.is_forfeit:
                continue
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
    for one in injured:
        matches = "match" if one.matches == 1 else f"{one.matches} matches"
        yield f"{plain(one.name)} of {plain(one.team)} misses the next {matches}."


def _coming(facts: IssueFacts) -> Iterator[str]:
    played = (*facts.earlier, *facts.results)
    for game in facts.coming:
        title = plain(" against ".join(game.names))
        when = f" ({plain(game.when)})" if game.when else ""
        told = f"**{title}**, {plain(game.heading)}{when}."
        between = rivalry(*game.teams, played) if len(game.teams) == 2 else None
        # Teams that have never met get no note.
        notes = between.notes if between and between.met else ()
        yield " ".join([told, *map(plain, notes)])


HEADING = "## Corrections"
_RESULTS = "## Results"
_ITEM = "- "


def revise_issue(
    text: str,
    corrected: Sequence[Corrected],
    challenges: Mapping[str, str],
    *,
    length: int = TEXT_LENGTH,
) -> str:
    """Return an issue with its corrected results: in place where the line of the old
    result is found, and in a section of their own at the end."""
    lines = text.splitlines()
    for correction in corrected:
        found = _find_line(lines, correction.names)
        if found is None:
            continue
        if correction.now is None:
            del lines[found]
        else:
            lines[found] = _ITEM + result_line(correction.now, challenges)
    notes = [_ITEM + correction_line(one, challenges) for one in corrected]
    body = "\n".join(lines).rstrip()
    while notes:
        revised = "\n\n".join([body, f"{HEADING}\n\n" + "\n".join(notes)]) + "\n"
        if len(revised) <= length:
            return revised
        notes.pop()
    return body + "\n"


def _find_line(lines: Sequence[str], names: Sequence[str]) -> int | None:
    """Return the only result that names all these teams, or None."""
    if _RESULTS not in lines:
        return None
    start = lines.index(_RESULTS) + 1
    rest = range(start, len(lines))
    end = next((at for at in rest if lines[at].startswith("## ")), len(lines))
    found = [
        at
        for at in range(start, end)
        if lines[at].startswith(_ITEM) and all(plain(one) in lines[at] for one in names)
    ]
    return found[0] if len(found) == 1 else None
