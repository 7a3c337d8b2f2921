"""The schema of league files.

People are identified by username; teams, entrants and fixtures by numbers within the
file, counted from 1 in the order they were created. docs/exchange.md describes the
format.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from challenges.rules.stages import CONFIRMATION_DAYS, DECISION_DAYS
from kernel.ids import MatchId, PersonId, TeamId
from league.rules.competitions.brackets import Bracket
from league.rules.competitions.results import EntryId, TeamResult
from league.rules.exchange.match_parts import (
    Count,
    MatchPart,
    Name,
    Number,
    Reason,
    Seed,
    Slug,
    Small,
    Username,
    When,
    one_of,
)
from league.rules.history.match_facts import MatchFacts, TeamLine
from league.rules.history.newsletter import TEXT_LENGTH, TITLE_LENGTH
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_dates import LeagueDates
from league.rules.league_templates import PlannedCompetition
from league.rules.seasons import FinalPlace
from teams.rules.exchange.document import Document
from teams.rules.exchange.file_format import ExchangePart, FileKind

FORMAT: Final = "moonlight-league"
SCHEMA: Final = 1
BYTES_MAX = 64_000_000


class PersonPart(ExchangePart, frozen=True, kw_only=True):
    """A person named in the file; deleted people have no name."""

    username: Username
    display_name: Annotated[str, Meta(max_length=40)] = ""
    is_gone: bool = False


class MemberPart(ExchangePart, frozen=True, kw_only=True):
    person: Username
    role: Annotated[str, one_of("master", "co-master", "player", "spectator")]
    joined: When
    left: When | None = None
    is_kept_out: bool = False  # by a master who removed them


class VersionPart(ExchangePart, frozen=True, kw_only=True):
    """A version of the house rules: the values that differ from the book."""

    number: Number
    changes: dict[str, Any] = {}
    told: tuple[str, ...] = ()
    reason: Reason = ""
    author: Username
    created: When
    moment: EffectiveFrom = EffectiveFrom.NOW
    in_force: When | None = None
    withdrawn: When | None = None


class TeamPart(ExchangePart, frozen=True, kw_only=True):
    """A team with its whole journal, in the format of team files."""

    owner: Username
    document: Document


class SidePart(ExchangePart, frozen=True, kw_only=True):
    """An entrant, or the label of an open slot. `side` is set in team games."""

    entrant: Number | None = None
    side: Annotated[int, Meta(ge=0, le=1)] | None = None
    slot: Annotated[str, Meta(max_length=60)] = ""


class DatePart(ExchangePart, frozen=True, kw_only=True):
    person: Username
    kind: Annotated[str, one_of("propose", "accept", "decline")]
    dates: tuple[When, ...] = ()
    words: Reason = ""
    created: When


class FixturePart(ExchangePart, frozen=True, kw_only=True):
    """A fixture. `outcome` and `facts` refer to entrants, teams, people and matches
    by their numbers in the file."""

    competition: Number
    number: Number
    leg: Number = 1
    round: Number | None = None
    is_bye: bool = False
    sides: tuple[SidePart, ...]
    match: MatchPart | None = None
    outcome: tuple[TeamResult, ...] | None = None
    # What the team of the first outcome still receives when its current match is over.
    owed: Annotated[str, one_of("bye", "forfeit-won")] | None = None
    rules: Number | None = None  # the house rules it was begun under
    facts: MatchFacts | None = None
    why: tuple[str, ...] = ()
    # Entrants who missed a match of this fixture that was played again.
    missed: tuple[Number, ...] = ()
    override_reason: Reason = ""
    challenge: Slug = ""
    agreed_for: When | None = None
    created: When
    dates: tuple[DatePart, ...] = ()
    comments: tuple[CommentPart, ...] = ()


class RoundPart(ExchangePart, frozen=True, kw_only=True):
    """A round. `ratings` are those of its teams when it opened, by team number."""

    number: Number
    name: Name
    opens: When | None = None
    closes: When | None = None
    closed: When | None = None
    ratings: dict[Number, Count] = {}


class CompetitionPart(ExchangePart, frozen=True, kw_only=True):
    """A competition. The last three fields exist once a bracket is drawn; they name
    entrants."""

    number: Number
    plan: PlannedCompetition
    stage: Annotated[str, one_of("planned", "running", "done")]
    seed: Seed
    created: When
    rounds: tuple[RoundPart, ...] = ()
    bracket: Bracket | None = None
    seeding: tuple[Number, ...] | None = None
    groups: dict[str, tuple[Number, ...]] | None = None


class PairPart(ExchangePart, frozen=True, kw_only=True):
    one: Number
    other: Number
    reason: Reason = ""


class EntrantPart(ExchangePart, frozen=True, kw_only=True):
    """A team in a season. `lot` decides ties by lot. Only older files have
    `no_shows`, which are now counted from matches."""

    team: Number
    person: Username
    rules: Number
    lot: Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,17}$(?!\n)")]
    stage: Annotated[str, one_of("active", "withdrawn", "retired")]
    group: Annotated[str, Meta(max_length=30)] = ""
    club: Annotated[str, Meta(max_length=60)] = ""
    seeding: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    adjustment: Annotated[int, Meta(ge=-1000, le=1000)] = 0
    adjustment_reason: Reason = ""
    no_shows: Small = 0
    replaces: Number | None = None
    joined: When
    left: When | None = None


class SeasonPart(ExchangePart, frozen=True, kw_only=True):
    number: Number
    name: Name
    stage: Annotated[str, one_of("gathering", "running", "closed")]
    is_entry_closed: bool = False
    seed: Seed
    created: When
    started: When | None = None
    closed: When | None = None
    final_table: tuple[FinalPlace, ...] | None = None
    entrants: tuple[EntrantPart, ...] = ()
    apart: tuple[PairPart, ...] = ()
    competitions: tuple[CompetitionPart, ...] = ()
    fixtures: tuple[FixturePart, ...] = ()


class LogPart(ExchangePart, frozen=True, kw_only=True):
    kind: Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]+$(?!\n)")]
    actor: Username | None = None
    wording: str
    is_override: bool = False
    created: When


Days = Annotated[int, Meta(ge=1, le=30)]


class LeaguePart(ExchangePart, frozen=True, kw_only=True):
    uid: Annotated[str, Meta(pattern=r"^[a-z0-9]{10}$(?!\n)")]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    blurb: Annotated[str, Meta(max_length=2000)] = ""
    place: Annotated[str, Meta(max_length=80)] = ""
    dates: LeagueDates | None = None
    visibility: Annotated[str, one_of("public", "unlisted", "private")]
    admission: Annotated[str, one_of("open", "request", "invited")]
    stage: Annotated[str, one_of("running", "archived")]
    template: Slug = ""
    confirmation_days: Days = CONFIRMATION_DAYS
    decision_days: Days = DECISION_DAYS
    created: When


class LeagueDocument(ExchangePart, frozen=True, kw_only=True):
    format: Literal["moonlight-league"]
    schema: Literal[1]
    league: LeaguePart
    people: tuple[PersonPart, ...]
    members: tuple[MemberPart, ...]
    rules: tuple[VersionPart, ...]
    teams: tuple[TeamPart, ...] = ()
    seasons: tuple[SeasonPart, ...]
    news: tuple[PostPart, ...] = ()
    log: tuple[LogPart, ...] = ()


FILE: Final = FileKind(
    subject="league",
    document=LeagueDocument,
    format=FORMAT,
    schema=SCHEMA,
    bytes_max=BYTES_MAX,
)
encode, decode, json_schema = FILE.encode, FILE.decode, FILE.json_schema


class PostPart(ExchangePart, frozen=True, kw_only=True):
    """An issue of the newsletter, in Markdown. Drafts are not published. The next
    issue starts at `until`."""

    number: Number
    title: Annotated[str, Meta(max_length=TITLE_LENGTH)]
    text: Annotated[str, Meta(max_length=TEXT_LENGTH)]
    author: Username | None = None
    until: When
    created: When
    edited: When
    published: When | None = None


class CommentPart(ExchangePart, frozen=True, kw_only=True):
    """A comment on a match. Of a removed comment only the reason is kept."""

    author: Username
    text: Annotated[str, Meta(max_length=2_000)] = ""
    created: When
    edited: When | None = None
    removed: When | None = None
    removed_by: Username | None = None
    removal_reason: Reason = ""


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """A mapping of ids. Unknown ids raise KeyError."""

    people: Mapping[int, int]
    teams: Mapping[int, int]
    entrants: Mapping[int, int] = {}

    def with_entrants(self, entrants: Mapping[int, int]) -> Numbers:
        return replace(self, entrants=entrants)

    def outcome(self, parts: tuple[TeamResult, ...]) -> tuple[TeamResult, ...]:
        return tuple(
            replace(one, entry=EntryId(self.entrants[one.entry])) for one in parts
        )

    def final_table(self, places: tuple[FinalPlace, ...]) -> tuple[FinalPlace, ...]:
        return tuple(
            replace(one, entry=EntryId(self.entrants[one.entry])) for one in places
        )

    def facts(self, facts: MatchFacts, *, match: int) -> MatchFacts:
        return replace(
            facts, match=MatchId(match), teams=tuple(map(self._line, facts.teams))
        )

    def _line(self, line: TeamLine) -> TeamLine:
        person = None
        if line.person is not None:
            person = PersonId(self.people[line.person])
        return replace(
            line,
            team=TeamId(self.teams[line.team]),
            person=person,
            ninja=tuple(
                replace(
                    one,
                    injured=tuple(
                        (TeamId(self.teams[team]), ninja) for team, ninja in one.injured
                    ),
                )
                for one in line.ninja
            ),
        )
