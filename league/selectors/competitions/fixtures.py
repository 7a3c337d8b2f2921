"""Fixtures as rows for pages. Queries: 3 per season, whatever its size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from challenges.rules.stages import MatchStage
from kernel.ids import ChallengeSlug
from kernel.phrases import count_noun, list_words
from league.models.competitions import CompetitionKind, Fixture, FixtureSide
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.competitions.brackets import tie_name
from league.rules.competitions.multiplayer_rounds import SIZE_WORDS
from league.rules.competitions.results import EntryId, ResultLetter, ending_of
from league.selectors.competitions.results import OFF, result_of
from league.selectors.house_rules import rules_in_force
from rulebook.catalogue import catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class SideLine:
    """A team of a fixture, or the label of an open slot."""

    name: str
    team_id: int | None = None
    entry: int | None = None
    clan: str = ""
    person: str = ""
    person_id: int | None = None
    side: int | None = None  # in a game of two against two
    score: int | None = None
    ending: ResultLetter | None = None
    is_forfeit: bool = False
    is_unplayed: bool = False  # counts for nothing: others were absent


def _are_partners(one: SideLine, other: SideLine) -> bool:
    return one.side is not None and one.side == other.side


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureLine:
    id: int
    number: int
    leg: int
    title: str  # of a playoff tie, such as "Final"
    round_id: int | None
    round: str
    round_number: int
    competition: str
    competition_number: int
    kind: CompetitionKind
    is_bye: bool
    bye_text: str  # what the bye is worth, and whether it counts yet
    sides: tuple[SideLine, ...]
    match: UUID | None
    stage: MatchStage | None
    challenge: str
    why: tuple[str, ...]
    override_reason: str
    agreed_for: datetime | None
    opens: datetime | None
    closes: datetime | None
    outlook: str = ""  # how it may go, where that was asked for

    @property
    def is_played(self) -> bool:
        return any(side.score is not None for side in self.sides)

    @property
    def is_forfeit(self) -> bool:
        """Return whether the match was not played because of a forfeit or no-show."""
        is_given_up = any(one.is_forfeit for one in self.sides)
        return is_given_up and len(self.scores) < 2

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the points of each side that played, in order."""
        together: dict[object, int] = {}
        for one in (*self.first, *self.others):
            if one.score is not None and not (one.is_forfeit or one.is_unplayed):
                key = (
                    ("side", one.side) if one.side is not None else ("team", one.entry)
                )
                together[key] = together.get(key, 0) + one.score
        return tuple(together.values())

    @property
    def is_off(self) -> bool:
        return self.stage in OFF

    @property
    def is_waiting(self) -> bool:
        return self.stage is MatchStage.ARRANGED

    @property
    def first(self) -> tuple[SideLine, ...]:
        """Return the names on the first side."""
        head = self.sides[:1]
        rest = self.sides[1:]
        return (*head, *(one for one in rest if _are_partners(one, *head)))

    @property
    def others(self) -> tuple[SideLine, ...]:
        return tuple(one for one in self.sides if one not in self.first)

    @property
    def table_words(self) -> str:
        """Return how many play at the table, if three or four play alone."""
        is_table = len(self.sides) > 2 and len(self.others) == len(self.sides) - 1
        if not is_table or (len(self.others) == 2 and _are_partners(*self.others)):
            return ""
        size = len(self.sides)
        # Leagues of old may hold matches of five teams or more.
        return f"Table of {SIZE_WORDS.get(size, size)}"

    @property
    def meeting(self) -> str:
        """Return who meets whom, as text."""
        others = self.others
        together = [list_words([one.name for one in self.first])]
        if len(others) == 2 and _are_partners(*others):
            return " against ".join([*together, list_words([o.name for o in others])])
        return " against ".join([*together, *(one.name for one in others)])

    @property
    def person_ids(self) -> tuple[int, ...]:
        """Return the people whose teams meet."""
        return tuple(side.person_id for side in self.sides if side.person_id)

    def is_of(self, person_id: int | None) -> bool:
        return person_id is not None and any(
            side.person_id == person_id for side in self.sides
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round, or the matches that members arranged themselves."""

    id: int | None
    key: str  # for addresses
    name: str
    competition: str
    kind: CompetitionKind
    opens: datetime | None
    closes: datetime | None
    fixtures: tuple[FixtureLine, ...]

    @property
    def is_over(self) -> bool:
        return all(one.is_played or one.is_bye or one.is_off for one in self.fixtures)

    @property
    def may_be_paired_otherwise(self) -> bool:
        """Return whether pairings can be changed; those of playoffs cannot."""
        is_open = self.id is not None and not self.is_over
        return is_open and self.kind != CompetitionKind.PLAYOFFS


def season_fixtures(season: Season) -> tuple[FixtureLine, ...]:
    """Return the fixtures of a season in the order of competitions and rounds."""
    return tuple(_lines(_in_order(season)))


class FixtureLines(Sequence[FixtureLine]):
    """The fixtures of a season, read lazily page by page. Callers may add data to
    the rows that are read."""

    def __init__(
        self,
        season: Season,
        more: Callable[[Iterable[FixtureLine]], tuple[FixtureLine, ...]] = tuple,
    ) -> None:
        self._found, self._more = _in_order(season), more

    def __len__(self) -> int:
        return self._found.count()

    @overload
    def __getitem__(self, index: int) -> FixtureLine: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[FixtureLine, ...]: ...
    def __getitem__(self, index: int | slice) -> FixtureLine | tuple[FixtureLine, ...]:
        if isinstance(index, int):
            return self[index : index + 1][0]
        return self._more(_lines(self._found[index]))


def _in_order(season: Season) -> QuerySet[Fixture]:
    found = _queryset().filter(competition__season=season)
    return found.order_by("competition__number", "round__number", "number", "leg", "pk")


def fixture_line(uid: str, fixture_id: int) -> FixtureLine:
    found = _queryset().filter(pk=fixture_id, competition__season__league__uid=uid)
    one = found.first()
    if one is None:
        raise Http404("This fixture does not exist.")
    return next(_lines([one]))


def fixtures_of(leagues: QuerySet[League]) -> QuerySet[Fixture]:
    """Return the fixtures of several leagues, with their seasons and leagues."""
    found = _queryset().filter(competition__season__league__in=leagues)
    return found.select_related("competition__season__league")


def lines_of(fixtures: Iterable[Fixture]) -> tuple[FixtureLine, ...]:
    """Return rows for fixtures that `fixtures_of` found, in their order."""
    return tuple(_lines(fixtures))


def _lines(fixtures: Iterable[Fixture]) -> Iterator[FixtureLine]:
    """Return the rows. Queries: one for the rules of each season that has a bye among
    them."""
    points: dict[int, int] = {}
    for fixture in fixtures:
        text = ""
        if fixture.is_bye:
            season = fixture.competition.season_id
            if season not in points:
                points[season] = _bye_points(season)
            text = _bye_label(fixture, points[season])
        yield _line(fixture, text)


def _bye_points(season_id: int) -> int:
    league = League.objects.get(seasons=season_id)
    return rules_in_force(league).standings_points.bye


def _bye_label(fixture: Fixture, points: int) -> str:
    worth = f"Bye: {count_noun(points, 'point')}"
    is_closed = fixture.round is not None and fixture.round.closed is not None
    return worth if is_closed else f"{worth} when the round closes"


def in_rounds(fixtures: Iterable[FixtureLine]) -> tuple[RoundLine, ...]:
    rounds: dict[tuple[int, int | None], list[FixtureLine]] = {}
    for one in fixtures:
        rounds.setdefault((one.competition_number, one.round_id), []).append(one)
    return tuple(
        RoundLine(
            id=key[1],
            key=str(key[1] or f"arranged-{key[0]}"),
            name=lines[0].round or lines[0].competition,
            competition=lines[0].competition,
            kind=lines[0].kind,
            opens=lines[0].opens,
            closes=lines[0].closes,
            fixtures=tuple(lines),
        )
        for key, lines in rounds.items()
    )


def people_of(*fixtures: Fixture) -> set[int]:
    """Return the players of a fixture. Queries: 1."""
    sides = FixtureSide.objects.filter(fixture__in=fixtures, entrant__isnull=False)
    return set(sides.values_list("entrant__person_id", flat=True))


def _queryset() -> QuerySet[Fixture]:
    sides = FixtureSide.objects.select_related(
        "entrant__team", "entrant__person"
    ).defer("entrant__team__state")
    # Columns that are slow to unpack and not shown.
    heavy = ("facts", "round__ratings", "competition__settings")
    return (
        Fixture.objects.select_related("match", "round", "competition")
        .defer(*heavy)
        .prefetch_related(Prefetch("sides", queryset=sides))
    )


def _line(fixture: Fixture, bye_text: str) -> FixtureLine:
    of_round, match = fixture.round, fixture.match
    slug = match.challenge if match else fixture.challenge
    challenge = catalogue().challenges.get(ChallengeSlug(slug))
    is_playoff = fixture.competition.kind == CompetitionKind.PLAYOFFS
    why = tuple(map(tie_name, fixture.why)) if is_playoff else tuple(fixture.why)
    return FixtureLine(
        id=fixture.pk,
        number=fixture.number,
        leg=fixture.leg,
        title=why[0] if is_playoff and why else "",
        round_id=fixture.round_id,
        round=of_round.name if of_round else "",
        round_number=of_round.number if of_round else 0,
        competition=fixture.competition.name,
        competition_number=fixture.competition.number,
        kind=CompetitionKind(fixture.competition.kind),
        is_bye=fixture.is_bye,
        bye_text=bye_text,
        sides=_sides(fixture),
        match=match.uid if match else None,
        stage=MatchStage(match.stage) if match else None,
        challenge=challenge.name if challenge else "",
        why=why,
        override_reason=fixture.override_reason,
        agreed_for=fixture.agreed_for,
        opens=of_round.opens if of_round else None,
        closes=of_round.closes if of_round else None,
    )


def _sides(fixture: Fixture) -> tuple[SideLine, ...]:
    result = None if fixture.is_bye else result_of(fixture)
    parts = {part.entry: part for part in result.parts} if result else {}
    return tuple(
        SideLine(
            name=side.entrant.team.name if side.entrant else side.slot,
            team_id=side.entrant.team_id if side.entrant else None,
            entry=side.entrant_id,
            clan=side.entrant.team.clan if side.entrant else "",
            person=str(side.entrant.person) if side.entrant else "",
            person_id=side.entrant.person_id if side.entrant else None,
            side=side.side,
            score=part.score if part else None,
            ending=ending_of(part, parts.values()) if part else None,
            is_forfeit=part is not None and part.is_forfeit,
            is_unplayed=part is not None and part.is_unplayed,
        )
        for side in fixture.sides.all()
        for part in [parts.get(EntryId(side.entrant_id or 0))]
    )
