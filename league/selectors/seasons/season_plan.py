"""Pages to run a season, for ninja masters, and fixtures with their dates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from django.http import Http404
from django.utils import timezone

from kernel.phrases import list_words
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
    FixtureSide,
    ForbiddenPair,
    Round,
)
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.competitions.bracket_progress import tie_sentence
from league.rules.competitions.multiplayer_rounds import SIZE_WORDS
from league.rules.competitions.results import EntryId
from league.rules.league_templates import PlannedCompetition
from league.rules.match_dates import Verdict, is_no_show
from league.selectors.access import get_visible_league
from league.selectors.competitions.final_matches import can_draw
from league.selectors.competitions.fixtures import FixtureLine, fixture_line
from league.selectors.competitions.match_dates import (
    absent_from,
    effect_of,
    ruling_on,
    steps_of,
    talks_of,
)
from league.selectors.competitions.playoffs import playoffs_progress
from league.selectors.competitions.schedules import Schedules
from league.selectors.competitions.standings_forecast import with_outlooks
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import (
    EntrantLine,
    LeagueHead,
    entrants_of,
    head_of,
    season_last,
)
from league.selectors.seasons.season_length import (
    excess_of,
    is_at_its_end,
    is_beyond_end,
    rounds_left_of,
)
from rulebook.rules.house_rules import HouseRules
from teams.selectors.access import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortLine:
    """A team that is short of matches after a late entry or called-off matches."""

    team_id: int
    name: str
    missed: int
    can_catch_up: bool  # the season has a round left for it


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionLine:
    number: int
    name: str
    kind: str
    stage: CompetitionStage
    rounds: int
    unplayed: int
    can_draw: bool
    is_beyond_end: bool  # the season has too few rounds left: drawing takes a reason
    excess: str  # why it does not fit into the season, and what to do
    ties: tuple[str, ...]
    short: tuple[ShortLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLine:
    id: int
    names: tuple[str, str]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPage:
    head: LeagueHead
    competitions: tuple[CompetitionLine, ...]
    pairs: tuple[PairLine, ...]
    teams: list[tuple[int, str]]
    groups: tuple[tuple[str, str], ...]  # each with the names of its teams
    is_at_its_end: bool
    can_start: bool  # what is drawn at the start fits into the season


def get_plan_page(uid: str, viewer: Viewer) -> PlanPage:
    standpoint = get_visible_league(uid, viewer)
    season = season_last(standpoint.league)
    everybody = entrants_of(season)
    entrants = [one for one in everybody if one.stage == EntrantStage.ACTIVE]
    names = {EntryId(one.id): one.team.name for one in everybody}
    found = list(season.competitions.order_by("number"))
    rules = rules_in_force(standpoint.league)
    pairs = ForbiddenPair.objects.filter(season=season).select_related(
        "one__team", "other__team"
    )
    lines = tuple(_competition(one, names, rules) for one in found)
    planned = [one for one in lines if one.stage == CompetitionStage.PLANNED]
    return PlanPage(
        head=head_of(standpoint),
        competitions=lines,
        pairs=tuple(
            PairLine(id=one.pk, names=(str(one.one), str(one.other)), reason=one.reason)
            for one in pairs
        ),
        teams=[(one.team.id, one.team.name) for one in entrants],
        groups=tuple(_groups(entrants)),
        is_at_its_end=is_at_its_end(season, rules),
        can_start=not (planned and planned[0].excess),
    )


def get_competition_plan(uid: str, number: int) -> PlannedCompetition:
    """Return the plan of a competition of the current season. Queries: 1."""
    found = Competition.objects.filter(season__league__uid=uid, number=number)
    one = found.exclude(season__stage=SeasonStage.CLOSED).first()
    if one is None:
        raise Http404("This competition does not exist.")
    return msgspec.convert(one.settings, PlannedCompetition)


def _groups(entrants: Iterable[EntrantLine]) -> Iterator[tuple[str, str]]:
    names: dict[str, list[str]] = {}
    for one in entrants:
        if one.group:
            names.setdefault(one.group, []).append(one.team.name)
    for group in sorted(names):
        yield group, list_words(names[group])


def _competition(
    one: Competition, names: dict[EntryId, str], rules: HouseRules
) -> CompetitionLine:
    progress, rounds = playoffs_progress(one), one.rounds.count()
    excess = excess_of(one, rules)
    return CompetitionLine(
        number=one.number,
        name=one.name,
        kind=_kind_words(one),
        stage=CompetitionStage(one.stage),
        rounds=rounds,
        unplayed=one.fixtures.filter(outcome__isnull=True, is_bye=False).count(),
        can_draw=can_draw(one, rounds),
        is_beyond_end=excess is not None or is_beyond_end(one, rules),
        excess=excess.sentence if excess else "",
        ties=tuple(tie_sentence(tie, names) for tie in progress.ties)
        if progress
        else (),
        short=_short(one, rules),
    )


def _kind_words(one: Competition) -> str:
    size = one.settings.get("table_size", 2)
    kind = one.get_kind_display()
    return kind if size == 2 else f"{kind} at tables of {SIZE_WORDS[size]}"


def _short(one: Competition, rules: HouseRules) -> tuple[ShortLine, ...]:
    """Return teams with missing matches in a round robin. Queries: 6."""
    is_drawn = one.stage == CompetitionStage.RUNNING
    if one.kind != CompetitionKind.ROUND_ROBIN or not is_drawn:
        return ()
    schedules, left = Schedules(one), rounds_left_of(one.season, rules)
    return tuple(
        ShortLine(
            team_id=entrant.team_id,
            name=str(entrant.team),
            missed=missed,
            can_catch_up=schedules.can_catch_up(entrant, rounds_left=left),
        )
        for entrant, missed in schedules.short()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    head: LeagueHead
    name: str
    competition: str
    opens: datetime | None
    closes: datetime | None
    later: int  # rounds that would move with it
    teams: list[tuple[int, str]]  # that play in it, or sit out


def get_round_page(uid: str, viewer: Viewer, round_id: int) -> RoundPage:
    """Return a round whose dates or pairings a ninja master may change."""
    standpoint = get_visible_league(uid, viewer)
    season = season_last(standpoint.league)
    found = Round.objects.filter(pk=round_id, competition__season=season)
    one = found.select_related("competition").first()
    if one is None:
        raise Http404("This round does not exist.")
    after = one.competition.rounds.filter(
        number__gt=one.number, opens__gt=timezone.now()
    )
    return RoundPage(
        head=head_of(standpoint),
        name=one.name,
        competition=one.competition.name,
        opens=one.opens,
        closes=one.closes,
        later=after.count(),
        teams=list(
            FixtureSide.objects.filter(fixture__round=one, entrant__isnull=False)
            .order_by("entrant__team__name")
            .values_list("entrant__team_id", "entrant__team__name")
            .distinct()
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDate:
    moment: datetime
    is_mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkLine:
    person: str
    kind: str
    moments: tuple[datetime, ...]
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingShown:
    """The ruling from the date log, and its effect under the house rules."""

    words: tuple[str, ...]
    is_clear: bool  # the ninja master may rule by it
    may_be_retired: tuple[tuple[int, str], ...]  # teams


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturePage:
    head: LeagueHead
    fixture: FixtureLine
    is_own: bool
    open_dates: tuple[OpenDate, ...]
    talk: tuple[TalkLine, ...]
    answer_by: datetime | None
    ruling: RulingShown | None  # for ninja masters
    missed_by: tuple[str, ...]  # teams by whose absence its match is void


_WORDS = {
    Verdict.WAIT: "The round is not over yet.",
    Verdict.AGREED: "The teams agreed on a date. You decide who did not turn up.",
}


def _ruling(fixture: Fixture) -> RulingShown:
    ruling = ruling_on(fixture, int(timezone.now().timestamp()))
    if not is_no_show(ruling):
        words = (_WORDS[ruling.verdict],) if ruling.verdict in _WORDS else ()
        return RulingShown(
            words=(*words, *ruling.reasons), is_clear=False, may_be_retired=()
        )
    effect = effect_of(fixture, ruling)
    often = fixture.sides.filter(entrant__in=effect.may_be_retired)
    return RulingShown(
        words=effect.sentences,
        is_clear=True,
        may_be_retired=tuple(
            often.values_list("entrant__team_id", "entrant__team__name")
        ),
    )


def get_fixture_page(uid: str, viewer: Viewer, fixture_id: int) -> FixturePage:
    standpoint = get_visible_league(uid, viewer)
    head = head_of(standpoint)
    (line,) = with_outlooks(standpoint.league, [fixture_line(uid, fixture_id)])
    person_id = standpoint.person.pk if standpoint.person else None
    related = ("match", "round", "competition__season__league")
    fixture = Fixture.objects.select_related(*related).get(pk=fixture_id)
    standing = talks_of(fixture)
    mine = next((s.entry for s in line.sides if s.person_id == person_id), None)
    names = {side.entry: side.person for side in line.sides}
    return FixturePage(
        head=head,
        fixture=line,
        is_own=line.is_of(person_id) and not head.is_archived,
        open_dates=tuple(
            OpenDate(moment=_moment(date), is_mine=mine in who)
            for date, who in standing.open_dates.items()
        ),
        talk=tuple(
            TalkLine(
                person=names.get(step.entry, ""),
                kind=step.kind.value,
                moments=tuple(map(_moment, step.dates)),
                created=_moment(step.at),
            )
            for step in steps_of(fixture)
        ),
        answer_by=_moment(standing.answer_by) if standing.answer_by else None,
        ruling=_ruling(fixture) if head.may_run and line.is_waiting else None,
        missed_by=tuple(str(one.team) for one in absent_from(fixture)),
    )


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
