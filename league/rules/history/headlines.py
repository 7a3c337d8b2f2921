"""Headlines of newsletter issues, without repeating older ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kernel.phrases import list_words
from league.rules.history.match_facts import MatchFacts, TeamLine
from league.rules.history.statistics import Move, RecordKind, records

# The least values that make a headline.
CLOSE = 1
WIDE = 4
UPSET = 20
MANY_INJURIES = 3
RECORDS_FROM = 6  # matches: before, nearly everything is one
LONG_RUN = 4  # wins
SUBJECT = 2  # words
TOP = 3  # places of the table
HEADLINE_LENGTH = 130  # with the number of the issue it fits into its title

NARROW = ("edged past", "narrowly beat", "squeezed past", "snatched a win from")
CLEAR = ("beat", "beat", "got the better of", "outplayed")
SWEEPING = ("swept past", "overran", "made short work of", "crushed")
LEADING = ("took the lead", "went top", "moved into the lead")
# Records that make headlines, the most striking first.
_RECORDS = (
    RecordKind.BIGGEST_UPSET,
    RecordKind.HIGHEST_SCORE,
    RecordKind.WIDEST_MARGIN,
    RecordKind.MOST_INJURIES,
    RecordKind.WINNING_STREAK,
)
_NUMBER = re.compile(r"^Issue \d+: ")


def headline(
    *,
    number: int,
    results: Sequence[MatchFacts] = (),
    earlier: Sequence[MatchFacts] = (),
    moves: Sequence[Move] = (),
    won: tuple[str, str] | None = None,
    ended: Sequence[str] = (),
    corrected: Sequence[Sequence[str]] = (),
    told: Sequence[str] = (),
) -> str:
    """Return the most important news that fits and was not a headline before,
    preferably of another kind than the last; or an empty string.

    `won` is the champion and the season, `told` are older titles, the latest last.
    """
    old = [_NUMBER.sub("", title) for title in told]
    candidates = _candidates(number, results, earlier, moves, won, ended, corrected)
    new = [one for one in candidates if len(one) <= HEADLINE_LENGTH and one not in old]
    last = old[-1] if old else ""
    others = (one for one in new if not _is_alike(one, last))
    return next(others, new[0] if new else "")


def _is_alike(one: str, other: str) -> bool:
    """Return whether two headlines start or end with the same words."""
    words, others = one.split(), other.split()
    return words[:SUBJECT] == others[:SUBJECT] or words[-1:] == others[-1:]


def _candidates(
    number: int,
    results: Sequence[MatchFacts],
    earlier: Sequence[MatchFacts],
    moves: Sequence[Move],
    won: tuple[str, str] | None,
    ended: Sequence[str],
    corrected: Sequence[Sequence[str]],
) -> Iterator[str]:
    """Yield possible headlines, the most important first."""
    if won is not None:
        yield f"{won[0]} won {won[1]}"
    yield from (f"{season} is over" for season in ended)
    yield from _new_leader(number, earlier, moves)
    yield from _fallen_records(earlier, results)
    played = [one for one in results if one.was_played]
    yield from _upsets(played)
    yield from _deeds(played)
    yield from _wins(played, moves)
    for match in played:
        if not match.winners:
            names = list_words([line.name for side in match.sides for line in side])
            yield f"{names} drew, {score_of(match)}"
    yield from (f"{' vs '.join(names)} corrected" for names in corrected)


def _new_leader(
    number: int, earlier: Sequence[MatchFacts], moves: Sequence[Move]
) -> Iterator[str]:
    """Yield a new leader, except after the very first matches."""
    leader = min(moves, key=lambda one: one.after, default=None)
    if leader is None or not earlier or leader.before is None:
        return
    if leader.before != leader.after:
        yield f"{leader.name} {LEADING[number % len(LEADING)]}"


def _fallen_records(
    earlier: Sequence[MatchFacts], results: Sequence[MatchFacts]
) -> Iterator[str]:
    if len(earlier) < RECORDS_FROM:
        return
    held = {one.kind: one.value for one in records(earlier)}
    now = {one.kind: one for one in records((*earlier, *results))}
    for kind in _RECORDS:
        is_short = kind is RecordKind.WINNING_STREAK and now[kind].value < LONG_RUN
        if kind in held and now[kind].value > held[kind] and not is_short:
            yield f"New record: {now[kind].sentence.removesuffix('.')}"


def _upsets(played: Sequence[MatchFacts]) -> Iterator[str]:
    found = []
    for match in played:
        if len(match.winners) != 1:
            continue
        (winner,) = match.winners
        others = [line for side in match.sides for line in side if line is not winner]
        strongest = max(others, key=lambda line: line.rating)
        behind = strongest.rating - winner.rating
        if behind >= UPSET:
            words = f"{winner.name} upset {strongest.name}, rated {behind} higher"
            found.append((behind, words))
    yield from (words for _, words in sorted(found, key=lambda one: -one[0]))


def _deeds(played: Sequence[MatchFacts]) -> Iterator[str]:
    found = [
        (ninja.injuries_given, f"{ninja.name} of {line.name}")
        for match in played
        for line in match.teams
        for ninja in line.ninja
        if ninja.injuries_given >= MANY_INJURIES
    ]
    for injuries, who in sorted(found, key=lambda one: -one[0]):
        yield f"{who} injured {injuries} enemies"


def _wins(played: Sequence[MatchFacts], moves: Sequence[Move]) -> Iterator[str]:
    """Yield wins, those between top teams first, then by margin. There are no top
    teams before the first matches."""
    top = {one.name for one in moves if one.before is not None and one.after <= TOP}
    wins = [one for one in played if one.winners]
    wins.sort(key=lambda one: (-margin_of(one), one.match))
    is_top = {id(one): all(line.name in top for line in one.teams) for one in wins}
    wins.sort(key=lambda one: not is_top[id(one)])
    for match in wins:
        winners = match.winners
        first = list_words([line.name for line in winners])
        last = list_words([line.name for side in match.sides[1:] for line in side])
        where = " at the top" if is_top[id(match)] else ""
        yield f"{first} {verb_of(match)} {last}{where}, {score_of(match)}"


def verb_of(match: MatchFacts) -> str:
    """Return the verb for a win, by its margin."""
    margin = margin_of(match)
    best = side_score(match.sides[0])
    is_wide = margin >= WIDE and 2 * margin >= best
    verbs = NARROW if margin <= CLOSE else SWEEPING if is_wide else CLEAR
    return verbs[match.match % len(verbs)]


def side_score(side: Sequence[TeamLine]) -> int:
    """Return the points of teams that played together."""
    return sum(line.score for line in side)


def score_of(match: MatchFacts) -> str:
    return ":".join(str(side_score(side)) for side in match.sides)


def margin_of(match: MatchFacts) -> int:
    best, *others = map(side_score, match.sides)
    return best - max(others, default=0)
