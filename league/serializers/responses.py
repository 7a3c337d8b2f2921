"""Response bodies of the league API."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from league.rules.history.league_history import AllTime, Champion, Honours
from league.rules.history.skill_ratings import SkillRating
from league.selectors.competitions.fixtures import FixtureLine
from league.selectors.form_options import Admission, Role
from league.selectors.house_rule_pages import (
    CellCompared,
    RulesCompared,
    RulesPage,
    VersionLine,
)
from league.selectors.leagues import KeptOutLine, LeagueHead, MemberLine, RequestLine
from league.selectors.members import PlayedMatch, PlayedTeam, PlayerPage
from league.selectors.seasons.season_plan import (
    CompetitionLine,
    FixturePage,
    OpenDate,
    PairLine,
    PlanPage,
    RulingShown,
    TalkLine,
)
from league.selectors.statistics import Board, HallPage, RecordLine, StatisticsPage
from rulebook.rules.entry_base import Source
from teams.serializers.responses import Answer


class KnobValue(Answer, frozen=True, kw_only=True):
    """One house rule: its value here, the default, and the source of the default."""

    key: str
    title: str
    group: str
    value: Any
    words: str
    default: Any
    default_words: str
    is_changed: bool
    source: Source
    refs: tuple[str, ...]


class RulesAnswer(Answer, frozen=True, kw_only=True):
    """To change the rules, edit `changes` and send them back with `version`, which
    keeps you from overwriting someone else's changes."""

    version: int
    changes: dict[str, Any]
    values: tuple[KnobValue, ...]
    versions: tuple[VersionLine, ...]
    is_waiting: bool

    @classmethod
    def of(cls, page: RulesPage) -> RulesAnswer:
        values = page.rules.as_values()
        knobs = tuple(
            KnobValue(
                key=line.knob.key,
                title=line.knob.title,
                group=section.group.slug,
                value=values[line.knob.key],
                words=line.value,
                default=line.knob.default,
                default_words=line.default,
                is_changed=line.is_changed,
                source=line.knob.source,
                refs=tuple(line.knob.refs),
            )
            for section in page.sections
            for line in section.lines
        )
        return cls(
            version=page.version,
            changes={one.key: one.value for one in knobs if one.is_changed},
            values=knobs,
            versions=page.versions,
            is_waiting=bool(page.waiting),
        )


class CellAnswer(Answer, frozen=True, kw_only=True):
    """A table cell that differs between two versions; `words` names both values."""

    row: str
    column: str
    title: str
    old: str
    new: str
    default: str
    words: str
    since_number: int
    since_words: str

    @classmethod
    def of(cls, one: CellCompared) -> CellAnswer:
        cell = one.difference
        return cls(
            row=cell.row,
            column=cell.column,
            title=cell.title,
            old=cell.old,
            new=cell.new,
            default=cell.default,
            words=cell.sentence,
            since_number=one.since_number,
            since_words=one.since_words,
        )


class KnobDifference(Answer, frozen=True, kw_only=True):
    """A house rule that differs between two versions, in words, and the version that
    introduced the later value. `cells` are the differing cells of a table."""

    key: str
    title: str
    group: str
    old: str
    new: str
    default: str
    source: Source
    refs: tuple[str, ...]
    since_number: int
    since: datetime | None
    since_words: str
    cells: tuple[CellAnswer, ...]


class RulesCompareAnswer(Answer, frozen=True, kw_only=True):
    """The comparison of two versions; empty if no versions were chosen."""

    old: VersionLine | None
    new: VersionLine | None
    differences: tuple[KnobDifference, ...]

    @classmethod
    def of(cls, page: RulesCompared) -> RulesCompareAnswer:
        return cls(
            old=page.old,
            new=page.new,
            differences=tuple(
                KnobDifference(
                    key=one.knob.key,
                    title=one.knob.title,
                    group=one.knob.group,
                    old=one.old,
                    new=one.new,
                    default=one.default,
                    source=one.knob.source,
                    refs=tuple(one.knob.refs),
                    since_number=one.since_number,
                    since=one.since,
                    since_words=one.since_words,
                    cells=tuple(map(CellAnswer.of, one.cells)),
                )
                for one in page.differences
            ),
        )


class MembersAnswer(Answer, frozen=True, kw_only=True):
    """`requests` are waiting for an answer, and `kept_out` are banned members. Only
    masters receive these two."""

    members: tuple[MemberLine, ...]
    requests: tuple[RequestLine, ...]
    kept_out: tuple[KeptOutLine, ...]
    is_master_absent: bool


class PlanAnswer(Answer, frozen=True, kw_only=True):
    head: LeagueHead
    competitions: tuple[CompetitionLine, ...]
    pairs: tuple[PairLine, ...]
    is_at_its_end: bool

    @classmethod
    def of(cls, page: PlanPage) -> PlanAnswer:
        names = cls.__struct_fields__
        return cls(**{name: getattr(page, name) for name in names})


class FixtureAnswer(Answer, frozen=True, kw_only=True):
    """A fixture, the proposals for its date, and, for ninja masters, what follows if it
    is not played. `missed_by` are the teams whose no-show voided its match."""

    fixture: FixtureLine
    is_own: bool
    open_dates: tuple[OpenDate, ...]
    talk: tuple[TalkLine, ...]
    answer_by: datetime | None
    ruling: RulingShown | None
    missed_by: tuple[str, ...]

    @classmethod
    def of(cls, page: FixturePage) -> FixtureAnswer:
        names = cls.__struct_fields__
        return cls(**{name: getattr(page, name) for name in names})


class StrengthAnswer(Answer, frozen=True, kw_only=True):
    """A person's skill rating over all seasons; `shown` is the rounded number on
    pages."""

    person_id: int
    name: str
    shown: int
    mean: float
    spread: float
    games: int
    is_settled: bool

    @classmethod
    def of(cls, person_id: int, name: str, strength: SkillRating) -> StrengthAnswer:
        return cls(
            person_id=person_id,
            name=name,
            shown=strength.shown,
            mean=strength.mean,
            spread=strength.spread,
            games=strength.games,
            is_settled=strength.is_settled,
        )


class HallAnswer(Answer, frozen=True, kw_only=True):
    """Champions, honours and records of all seasons; the latest champions come
    first."""

    champions: tuple[Champion, ...]
    persons: tuple[Honours, ...]
    teams: tuple[Honours, ...]
    all_time: AllTime
    records: tuple[RecordLine, ...]

    @classmethod
    def of(cls, page: HallPage) -> HallAnswer:
        names = cls.__struct_fields__
        return cls(**{name: getattr(page, name) for name in names})


class StatisticsAnswer(Answer, frozen=True, kw_only=True):
    """Leaders and records of one season, and skill ratings over all seasons."""

    season: str
    season_number: int
    boards: tuple[Board, ...]
    records: tuple[RecordLine, ...]
    strengths: tuple[StrengthAnswer, ...]

    @classmethod
    def of(cls, page: StatisticsPage) -> StatisticsAnswer:
        return cls(
            season=page.season,
            season_number=page.season_number,
            boards=page.boards,
            records=page.records,
            strengths=tuple(
                StrengthAnswer.of(line.person_id, line.name, line.strength)
                for line in page.strengths
            ),
        )


class Meaning(Answer, frozen=True, kw_only=True):
    """What an action would change, in sentences."""

    sentences: tuple[str, ...]


class LogLine(Answer, frozen=True, kw_only=True):
    """An entry of the audit log; `actor` is empty if Moonlight did it."""

    kind: str
    actor: str
    wording: str
    is_override: bool
    created: datetime


class ImportedLeague(Answer, frozen=True, kw_only=True):
    uid: str
    name: str


class PlayerAnswer(Answer, frozen=True, kw_only=True):
    """A member of a league: teams, latest matches and results. People who have left
    have no role."""

    person_id: int
    name: str
    role: Role | None
    teams: tuple[PlayedTeam, ...]
    matches: tuple[PlayedMatch, ...]
    won: int
    drawn: int
    lost: int
    strength: StrengthAnswer | None

    @classmethod
    def of(cls, page: PlayerPage, person_id: int) -> PlayerAnswer:
        taken = ("name", "role", "teams", "matches", "won", "drawn", "lost")
        strong = page.strength
        return cls(
            person_id=person_id,
            strength=(
                None
                if strong is None
                else StrengthAnswer.of(person_id, page.name, strong)
            ),
            **{name: getattr(page, name) for name in taken},
        )


class InvitationAnswer(Answer, frozen=True, kw_only=True):
    """What a league shows to people with its code. Send `uid` and the code to join."""

    uid: str
    name: str
    blurb: str
    admission: Admission


class LeagueFeeds(Answer, frozen=True, kw_only=True):
    uid: str
    league: str
    calendar: str
    news: str


class FeedsAnswer(Answer, frozen=True, kw_only=True):
    """Feed addresses that contain your key. Anyone who has them sees what you see of
    your leagues, but cannot change anything. They are empty until you create a key."""

    key: str
    calendar: str
    leagues: tuple[LeagueFeeds, ...]
