"""The sheet of a report: every field that can be tapped, for this match alone.

A field's name says what it is about: `t0.score` is the first team's score,
`t1.n4.healing` whether ninja 4 of the second one ended in the Healing House.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from challenges.rules.match_report import Contender, Deed, Lineup, points_behind
from challenges.rules.outcomes import ROUNDS_MAX, SCORE_MAX, TIMES_MAX, tie_words
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Challenge, NinjaType, Use
from rulebook.rules.house_rules import HouseRules
from teams.rules.columns import FeatColumn, feat_columns
from teams.rules.experience import can_earn
from teams.rules.report import INJURES_ENEMY, STUNS_CHUNIN, Victim
from teams.rules.revenue import KOBAN
from teams.rules.state import NinjaState
from teams.rules.statline import profile_of, statline
from teams.rules.texts import NOTE_LENGTH
from teams.rules.underdog import help_for

ROUNDS, NOTES, ABANDONED = "rounds", "notes", "abandoned"


class FieldKind(StrEnum):
    COUNT = "count"
    FLAG = "flag"
    NINJA = "ninja"
    TEXT = "text"


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """`most` is the largest count, the longest text or, for a ninja, nothing."""

    name: str
    kind: FieldKind
    initial: int | bool | str = 0
    most: int = 0
    ninja: tuple[NinjaId, ...] = ()


class SheetColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Something to count for one ninja, and the deed that each time of it is."""

    field: Field
    label: str
    deed: Deed


class SheetNinja(msgspec.Struct, frozen=True, kw_only=True):
    ninja: NinjaId
    fielded: Field
    healing: Field
    columns: tuple[SheetColumn, ...]
    starts_in_healing_house: bool


class SheetTeam(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    name: str
    score: Field
    conceded: Field
    won_tie: Field | None  # where a tie is decided
    stars: tuple[Field, ...]  # one for each All-Star award
    ninja: tuple[SheetNinja, ...]
    absent: tuple[NinjaId, ...]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    challenge: ChallengeSlug | None
    rounds: Field
    notes: Field
    abandoned: Field
    teams: tuple[SheetTeam, ...]
    tie_words: str  # what is done about a tie, where somebody has to win
    healing_words: str  # when to look into the Healing House

    def fields(self) -> Iterator[Field]:
        yield from (self.rounds, self.notes, self.abandoned)
        for team in self.teams:
            yield team.score
            yield team.conceded
            if team.won_tie is not None:
                yield team.won_tie
            yield from team.stars
            for one in team.ninja:
                yield one.fielded
                yield one.healing
                yield from (column.field for column in one.columns)

    def by_name(self) -> dict[str, Field]:
        return {field.name: field for field in self.fields()}


def sheet_of(lineup: Lineup, challenge: ChallengeSlug | None, book: Catalogue) -> Sheet:
    """Only feats of this challenge, and as many All-Stars as each team may name."""
    played = book.challenges.get(challenge) if challenge else None
    columns = feat_columns(played, lineup.rules, book)
    behind = points_behind(lineup.teams)
    return Sheet(
        challenge=challenge,
        rounds=Field(
            name=ROUNDS,
            kind=FieldKind.COUNT,
            most=ROUNDS_MAX,
            initial=played.rounds if played else 0,
        ),
        notes=Field(name=NOTES, kind=FieldKind.TEXT, initial="", most=NOTE_LENGTH),
        abandoned=Field(name=ABANDONED, kind=FieldKind.FLAG, initial=False),
        teams=tuple(
            _team(
                number,
                lineup,
                columns,
                played,
                1 + help_for(behind[number], lineup.rules, book).extra_all_stars,
                book,
            )
            for number in range(len(lineup.teams))
        ),
        tie_words=tie_words(lineup.rules) if lineup.needs_winner else "",
        healing_words=healing_words(lineup.rules),
    )


def healing_words(rules: HouseRules) -> str:
    """When the Healing House is looked into (DOWN-16)."""
    if not rules.last_upkeep_before_end:
        return (
            "Tick who is there when the last round ends: in this league it has no"
            " upkeep."
        )
    return (
        "Tick who is there after the upkeep of the last round. If somebody conceded or"
        " won at once, there was none."
    )


def _team(
    number: int,
    lineup: Lineup,
    columns: tuple[FeatColumn, ...],
    played: Challenge | None,
    awards: int,
    book: Catalogue,
) -> SheetTeam:
    team = lineup.teams[number]
    fit = [one for one in team.state.ninja if not one.is_absent]
    # Where everybody fits on the board, everybody was there unless told otherwise.
    all_fielded = played is None or len(fit) <= played.ninjas_allowed
    start = f"t{number}"
    return SheetTeam(
        number=number,
        name=team.name,
        score=Field(name=f"{start}.score", kind=FieldKind.COUNT, most=SCORE_MAX),
        conceded=_flag(f"{start}.conceded"),
        won_tie=_flag(f"{start}.won-tie") if lineup.needs_winner else None,
        stars=tuple(
            Field(
                name=f"{start}.star.{award}",
                kind=FieldKind.NINJA,
                ninja=tuple(one.id for one in fit if _may_shine(one, lineup, book)),
            )
            for award in range(awards)
        ),
        ninja=tuple(
            SheetNinja(
                ninja=one.id,
                fielded=_flag(f"{start}.n{one.id}.fielded", initial=all_fielded),
                healing=_flag(f"{start}.n{one.id}.healing"),
                columns=tuple(_columns(one, number, lineup, columns, book)),
                starts_in_healing_house=one.starts_in_healing_house,
            )
            for one in fit
        ),
        absent=tuple(one.id for one in team.state.ninja if one.is_absent),
    )


def _may_shine(ninja: NinjaState, lineup: Lineup, book: Catalogue) -> bool:
    """Heroes and ronin are named for the record, if the league lets them (EXP-11)."""
    learns = can_earn(ninja, profile_of(book, ninja.profile))
    return learns or lineup.rules.all_star_hero_allowed


def _flag(name: str, *, initial: bool = False) -> Field:
    return Field(name=name, kind=FieldKind.FLAG, initial=initial)


def _columns(
    ninja: NinjaState,
    number: int,
    lineup: Lineup,
    columns: tuple[FeatColumn, ...],
    book: Catalogue,
) -> Iterator[SheetColumn]:
    """What is counted for one ninja: nothing that could not matter.

    Injuries are counted for everybody, as leaders and records tell of them; feats
    that are nothing but experience only for who learns (EXP-09). Who robs says whom,
    where there are several to rob.
    """
    profile = profile_of(book, ninja.profile)
    learns, robs = can_earn(ninja, profile), _robs(ninja, book)
    others = [
        (other, team)
        for other, team in enumerate(lineup.teams)
        if team.side != lineup.teams[number].side
    ]
    for column in columns:
        feat = column.feat
        is_injury = feat.event == INJURES_ENEMY
        if feat.event == STUNS_CHUNIN and profile.type is NinjaType.CHUNIN:
            continue
        if not (learns or is_injury):
            continue
        start = f"t{number}.n{ninja.id}.{column.key}"
        is_robbery = robs and is_injury and feat.victim is not Victim.SENTRY
        if is_robbery and len(others) > 1:
            for other, team in others:
                label = f"{column.label} of {team.name}"
                yield _column(f"{start}.{other}", label, column, other)
        else:
            yield _column(start, column.label, column, _only(others, column))


def _only(others: list[tuple[int, Contender]], column: FeatColumn) -> int | None:
    is_done_to_them = column.feat.event in (INJURES_ENEMY, STUNS_CHUNIN)
    is_theirs = is_done_to_them and column.feat.victim is not Victim.SENTRY
    return others[0][0] if is_theirs and len(others) == 1 else None


def _column(
    name: str, label: str, column: FeatColumn, against: int | None
) -> SheetColumn:
    feat = column.feat
    return SheetColumn(
        field=Field(name=name, kind=FieldKind.COUNT, most=TIMES_MAX),
        label=label,
        deed=Deed(event=feat.event, victim=feat.victim, against=against),
    )


def _robs(ninja: NinjaState, book: Catalogue) -> bool:
    abilities = statline(ninja, profile_of(book, ninja.profile)).abilities
    return any(
        ability.use is Use.AFTER_INJURING and ability.numbers.get(KOBAN, 0)
        for ability in abilities
    )
