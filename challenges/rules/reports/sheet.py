"""The report sheet: all fields for one match.

Field names state the subject: `t0.score` is the first team's score, `t1.n4.healing`
whether ninja 4 of the second team ended in the Healing House.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from challenges.rules.reports.match_report import (
    Contender,
    Deed,
    Lineup,
    Presence,
    points_behind,
)
from challenges.rules.reports.outcomes import (
    ROUNDS_MAX,
    SCORE_MAX,
    TIMES_MAX,
    healing_house_sentence,
    tie_sentence,
)
from challenges.rules.reports.sheet_points import SheetPoints, uncounted_points
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Challenge, NinjaType
from teams.rules.reports.feat_columns import FeatColumn, feat_columns
from teams.rules.reports.team_report import (
    INJURES_ENEMY,
    STUNS_CHUNIN,
    MatchType,
    Victim,
)
from teams.rules.roster.statline import profile_of
from teams.rules.roster.underdog import help_for
from teams.rules.settlement.experience import can_earn
from teams.rules.settlement.revenue import can_rob
from teams.rules.state import NinjaState
from teams.rules.text_input import NOTE_LENGTH

ROUNDS, NOTES, ABANDONED = "rounds", "notes", "abandoned"
ROUNDS_UNKNOWN = "rounds_unknown"
CALLED_OFF = "called-off"


class FieldKind(StrEnum):
    COUNT = "count"
    FLAG = "flag"
    NINJA = "ninja"
    TEXT = "text"


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field. `most` is the largest count or longest text; for a ninja it is 0."""

    name: str
    kind: FieldKind
    initial: int | bool | str = 0
    most: int = 0
    ninja: tuple[NinjaId, ...] = ()


class SheetColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A count for one ninja, and the deed that is counted.

    `points` are those of each deed. If `points_need` names a column, they count only
    for a ninja with something in that column. `whose` is the opposing team if there are
    several and the deed counts against that team only.
    """

    field: Field
    label: str
    deed: Deed
    points: int = 0
    points_need: str = ""
    whose: str = ""

    @property
    def title(self) -> str:
        return f"{self.label} of {self.whose}" if self.whose else self.label

    @property
    def key(self) -> str:
        """Return the part of the field name after the ninja."""
        return self.field.name.split(".", 2)[2]

    @property
    def kind(self) -> str:
        """Return the column's name, the same against all teams."""
        return self.key.split(".")[0]


class SheetVictim(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy whom a ninja may have injured.

    These injuries are counted separately from those without a named victim. `field` is
    the column's own field if only one victim is possible.
    """

    field: Field
    team: int
    ninja: NinjaId
    deed: Deed
    points: int = 0
    points_need: str = ""


class SheetNinja(msgspec.Struct, frozen=True, kw_only=True):
    ninja: NinjaId
    fielded: Field
    healing: Field
    columns: tuple[SheetColumn, ...]
    victims: tuple[SheetVictim, ...]
    starts_in_healing_house: bool

    def counted(self) -> Iterator[SheetColumn | SheetVictim]:
        """Yield every column and victim with a count, each field once."""
        yield from self.columns
        known = {column.field.name for column in self.columns}
        yield from (one for one in self.victims if one.field.name not in known)


class SheetTeam(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of one team.

    `stayed_away` is a field if the others can play without the team. `declared` says
    how the absence counts if it was declared before the report.
    """

    number: int
    side: int
    name: str
    stayed_away: Field | None
    declared: Presence
    score: Field
    conceded: Field
    won_tie: Field | None  # where a tie is decided
    stars: tuple[Field, ...]  # one for each All-Star award
    ninja: tuple[SheetNinja, ...]
    absent: tuple[NinjaId, ...]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    challenge: ChallengeSlug | None
    rounds: Field
    rounds_unknown: Field  # the rounds were not counted
    notes: Field
    abandoned: Field
    called_off: Field | None  # where the others can agree not to play without a team
    teams: tuple[SheetTeam, ...]
    tie_words: str  # how a tie is resolved if a winner is needed
    healing_words: str  # when to look into the Healing House
    uncounted: tuple[str, ...]  # what scores and has no field, in sentences

    def fields(self) -> Iterator[Field]:
        yield from (self.rounds, self.rounds_unknown, self.notes, self.abandoned)
        if self.called_off is not None:
            yield self.called_off
        for team in self.teams:
            if team.stayed_away is not None:
                yield team.stayed_away
            yield team.score
            yield team.conceded
            if team.won_tie is not None:
                yield team.won_tie
            yield from team.stars
            for one in team.ninja:
                yield one.fielded
                yield one.healing
                yield from (counted.field for counted in one.counted())

    def by_name(self) -> dict[str, Field]:
        return {field.name: field for field in self.fields()}


def build_sheet(
    lineup: Lineup, challenge: ChallengeSlug | None, book: Catalogue
) -> Sheet:
    """Build the sheet: the feats of this challenge and each team's All-Stars."""
    played = book.challenges.get(challenge) if challenge else None
    columns = feat_columns(played, lineup.rules, book)
    behind = points_behind(lineup.teams)
    is_crowd = len(lineup.teams) > 2
    return Sheet(
        challenge=challenge,
        rounds=Field(
            name=ROUNDS,
            kind=FieldKind.COUNT,
            most=ROUNDS_MAX,
            initial=played.rounds if played else 0,
        ),
        rounds_unknown=_flag(ROUNDS_UNKNOWN, initial=played is None),
        notes=Field(name=NOTES, kind=FieldKind.TEXT, initial="", most=NOTE_LENGTH),
        abandoned=_flag(ABANDONED),
        called_off=_flag(CALLED_OFF)
        if is_crowd and lineup.standing is MatchType.LEAGUE
        else None,
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
        tie_words=tie_sentence(lineup.rules) if lineup.needs_winner else "",
        healing_words=healing_house_sentence(lineup.rules),
        uncounted=tuple(uncounted_points(played)),
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
    fit = _fit(team)
    # If all ninja fit on the board, all were there unless unticked.
    all_fielded = played is None or len(fit) <= played.ninjas_allowed
    start, is_crowd = f"t{number}", len(lineup.teams) > 2
    is_away = team.presence is not Presence.PLAYED
    return SheetTeam(
        number=number,
        side=team.side,
        name=team.name,
        stayed_away=_flag(f"{start}.absent", initial=is_away) if is_crowd else None,
        declared=team.presence,
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
            _Counting(one, number, lineup, played, book).row(columns, all_fielded)
            for one in fit
        ),
        absent=tuple(one.id for one in team.state.ninja if one.is_absent),
    )


def _may_shine(ninja: NinjaState, lineup: Lineup, book: Catalogue) -> bool:
    """Return whether a ninja can be named All-Star.

    Heroes and ronin are named for the record, if the league lets them (EXP-11).
    """
    learns = can_earn(ninja, profile_of(book, ninja.profile))
    return learns or lineup.rules.all_star_hero_allowed


def _flag(name: str, *, initial: bool = False) -> Field:
    return Field(name=name, kind=FieldKind.FLAG, initial=initial)


def _tally(name: str) -> Field:
    return Field(name=name, kind=FieldKind.COUNT, most=TIMES_MAX)


def _fit(team: Contender) -> list[NinjaState]:
    return [one for one in team.state.ninja if not one.is_absent]


class _Counting:
    """What is counted for one ninja.

    Injuries are counted for everyone because leaders and records use them. Feats that
    bring only experience are counted for those who earn it (EXP-09), scoring feats for
    everyone. Theft names the victim's team if there are several.
    """

    def __init__(
        self,
        ninja: NinjaState,
        number: int,
        lineup: Lineup,
        played: Challenge | None,
        book: Catalogue,
    ) -> None:
        own = lineup.teams[number]
        self.ninja = ninja
        self.start = f"t{number}.n{ninja.id}"
        self.profile = profile_of(book, ninja.profile)
        self.book = book
        self.others = {
            other: team
            for other, team in enumerate(lineup.teams)
            if team.side != own.side
        }
        self.points = SheetPoints(played, self.profile)

    def row(self, columns: tuple[FeatColumn, ...], was_fielded: bool) -> SheetNinja:
        counted = tuple(self._columns(columns))
        return SheetNinja(
            ninja=self.ninja.id,
            fielded=_flag(f"{self.start}.fielded", initial=was_fielded),
            healing=_flag(f"{self.start}.healing"),
            columns=counted,
            victims=tuple(self._victims(counted)),
            starts_in_healing_house=self.ninja.starts_in_healing_house,
        )

    def _columns(self, columns: tuple[FeatColumn, ...]) -> Iterator[SheetColumn]:
        learns, robs = (
            can_earn(self.ninja, self.profile),
            can_rob(self.ninja, self.book),
        )
        for column in columns:
            feat = column.feat
            is_injury = feat.event == INJURES_ENEMY
            if feat.event == STUNS_CHUNIN and self._is_chunin:
                continue
            if not (learns or is_injury or self.points.matter(feat.event)):
                continue
            name = f"{self.start}.{column.key}"
            is_robbery = robs and is_injury and feat.victim is not Victim.SENTRY
            if is_robbery and len(self.others) > 1:
                for other, team in self.others.items():
                    own = self._column(f"{name}.{other}", column, other)
                    yield replace(own, whose=team.name)
            else:
                yield self._column(name, column, self._only(column))

    def _only(self, column: FeatColumn) -> int | None:
        is_done_to_them = column.feat.event in (INJURES_ENEMY, STUNS_CHUNIN)
        is_theirs = is_done_to_them and column.feat.victim is not Victim.SENTRY
        return next(iter(self.others)) if is_theirs and len(self.others) == 1 else None

    def _column(
        self, name: str, column: FeatColumn, against: int | None
    ) -> SheetColumn:
        feat = column.feat
        deed = Deed(
            event=feat.event,
            victim=feat.victim,
            against=against,
            of=self._only_chunin(feat.victim, against),
        )
        return SheetColumn(
            field=_tally(name),
            label=column.label,
            deed=deed,
            points=self.points.worth(deed),
            points_need=self.points.need(deed),
        )

    def _only_chunin(self, victim: Victim, against: int | None) -> NinjaId | None:
        """Return the only chunin who can be the victim, or None."""
        if victim is not Victim.CHUNIN or against is None:
            return None
        chunin = [
            one.id
            for one in _fit(self.others[against])
            if _kind(one, self.book) is Victim.CHUNIN
        ]
        return chunin[0] if len(chunin) == 1 else None

    def _victims(self, columns: tuple[SheetColumn, ...]) -> Iterator[SheetVictim]:
        plain = {
            (column.deed.against, column.deed.of): column.field
            for column in columns
            if column.deed.event == INJURES_ENEMY and column.deed.of is not None
        }
        for other, team in self.others.items():
            for one in _fit(team):
                deed = Deed(
                    event=INJURES_ENEMY,
                    victim=_kind(one, self.book),
                    against=other,
                    of=one.id,
                )
                own = _tally(f"{self.start}.whom.{other}.{one.id}")
                yield SheetVictim(
                    field=plain.get((other, one.id), own),
                    team=other,
                    ninja=one.id,
                    deed=deed,
                    points=self.points.worth(deed),
                    points_need=self.points.need(deed),
                )

    @property
    def _is_chunin(self) -> bool:
        return self.profile.type is NinjaType.CHUNIN


def _kind(ninja: NinjaState, book: Catalogue) -> Victim:
    is_chunin = profile_of(book, ninja.profile).type is NinjaType.CHUNIN
    return Victim.CHUNIN if is_chunin else Victim.NINJA
