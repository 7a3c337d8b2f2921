"""Progress of a match's settlement, team by team, with dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from challenges.models import Match, MatchTeam, Settlement, SettlementStep
from challenges.rules.stages import SettlementStage
from challenges.selectors.access import VisibleMatch
from kernel.elements import Element
from rulebook.rules.rule_setting_values import DiceSource
from teams.models import JournalLine
from teams.rules.settlement.needs import DecisionKind, DecisionNeeded, RollKind
from teams.rules.state import TeamState
from teams.selectors.dice_check import dice_query_string
from teams.selectors.growth import StepRow, list_steps
from teams.selectors.journal_store import get_state
from teams.selectors.settlement import find_need

LINES_MAX = 400
_ROLLS = {
    RollKind.DOWNTIME: "the downtime dice",
    RollKind.ADVANCEMENT: "the advancement dice",
    RollKind.RONIN_OFFER: "the ronin draw",
}
_ANSWERS = {
    DecisionKind.ALL_STAR: "the choice of an All-Star",
    DecisionKind.UPKEEP: "the decision to pay or release a ronin",
    DecisionKind.EXCUSAL: "the choice of who Spirit excuses",
    DecisionKind.ADVANCE: "the choice of an advancement",
    DecisionKind.RECRUITING: "the end of recruiting",
}
# Of the lines since the report, those that tell of its settlement.
_KINDS = (
    "game-reported",
    "experience-earned",
    "all-star-named",
    "revenue-earned",
    "upkeep-paid",
    "ronin-released",
    "downtime-rolled",
    "downtime-excused",
    "advancement-rolled",
    "advancement-chosen",
    "advancements-postponed",
    "absences-ticked",
    "recruited",
    "recruiting-closed",
    "roster-checked",
    "rating-recorded",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementLine:
    """A consequence of the match, with the dice that decided it."""

    number: int
    sentence: str
    written: datetime
    faces: tuple[Element, ...]
    is_from_table: bool
    is_overdue: bool  # rolled by the site after the deadline
    question: str  # for the page that checks dice; empty where the site rolled none


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSettlementProgress:
    """Progress of one team. `waits_for` is empty if it waits for no decision."""

    team_id: int | None
    name: str
    clan: str
    is_own: bool
    is_linked: bool  # its journal is there for who looks
    is_begun: bool
    is_done: bool
    number: int
    # Entered dice wait for an opponent, perhaps the viewer, to confirm them.
    needs_witness: bool
    may_witness: bool
    waits_for: str
    steps: tuple[StepRow, ...]
    lines: tuple[SettlementLine, ...]
    rating: int | None
    koban: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementProgress:
    stage: SettlementStage
    revision: int
    error: str
    decide_by: datetime
    teams: tuple[TeamSettlementProgress, ...]

    @property
    def is_moving(self) -> bool:
        """Return whether something is about to happen without anyone acting."""
        return self.stage is SettlementStage.OWED

    @property
    def done(self) -> int:
        return sum(team.is_done for team in self.teams)


def find_progress(seen: VisibleMatch) -> SettlementProgress | None:
    """Return the settlement's progress, or None.

    Queries: 3, or 1 without a settlement.
    """
    settlement = (
        Settlement.objects.filter(match=seen.match).order_by("-revision").first()
    )
    if settlement is None:
        return None
    steps = {(one.place_id, one.step): one for one in settlement.steps.all()}
    lines = _lines(seen.places, steps, settlement.decide_by)
    own = {place.pk for place in seen.own}
    unseen = {one.pk for one in list_unconfirmed_dice(seen.match, seen.places, steps)}
    return SettlementProgress(
        stage=SettlementStage(settlement.stage),
        revision=settlement.revision,
        error=settlement.error,
        decide_by=settlement.decide_by,
        teams=tuple(
            _team(
                seen,
                place,
                steps,
                lines,
                is_own=place.pk in own,
                needs_witness=place.pk in unseen,
            )
            for place in seen.places
        ),
    )


Steps = dict[tuple[int, str], SettlementStep]


def list_unconfirmed_dice(
    match: Match, places: Sequence[MatchTeam], steps: Steps
) -> list[MatchTeam]:
    """Return settled teams whose hand-rolled dice no opponent confirmed (POST-07).

    Queries: 1.
    """
    done = [one for one in places if (one.pk, "done") in steps]
    open_ = [one for one in done if (one.pk, "witnessed") not in steps]
    if not match.is_hosted or not open_:
        return []
    entered = Q(pk__in=())
    for place in open_:
        last = steps[place.pk, "done"]
        entered |= Q(
            team=place.team_id,
            number__gte=last.first_line,
            number__lte=last.last_line,
            entry__source=DiceSource.TABLE.value,
        )
    teams = set(JournalLine.objects.filter(entered).values_list("team_id", flat=True))
    return [one for one in open_ if one.team_id in teams]


def _lines(
    places: Sequence[MatchTeam], steps: Steps, decide_by: datetime
) -> dict[int, list[SettlementLine]]:
    wanted = Q(pk__in=())
    for place in places:
        begun, done = steps.get((place.pk, "report")), steps.get((place.pk, "done"))
        if begun is None:
            continue
        part = Q(team=place.team_id, number__gte=begun.first_line)
        wanted |= part & Q(number__lte=done.last_line) if done else part
    found: dict[int, list[SettlementLine]] = {}
    rows = JournalLine.objects.filter(wanted, kind__in=_KINDS)
    for row in rows.order_by("team", "number")[:LINES_MAX]:
        found.setdefault(row.team_id, []).append(_line(row, decide_by))
    return found


def _team(
    seen: VisibleMatch,
    place: MatchTeam,
    steps: Steps,
    lines: dict[int, list[SettlementLine]],
    *,
    is_own: bool,
    needs_witness: bool,
) -> TeamSettlementProgress:
    team = place.team
    if team is None:
        raise AssertionError("A match without its teams is not settled.")
    state = get_state(team)
    settling = state.settling
    is_here = settling is not None and settling.report.match == seen.match.uid.hex
    return TeamSettlementProgress(
        team_id=team.pk,
        name=place.name,
        clan=team.clan,
        is_own=is_own,
        is_linked=is_own or seen.sees_league,
        is_begun=(place.pk, "report") in steps,
        is_done=(place.pk, "done") in steps,
        number=place.number,
        needs_witness=needs_witness,
        may_witness=needs_witness
        and (
            any(one.person_id != place.person_id for one in seen.own)
            or (seen.is_master and not seen.own)
        ),
        waits_for=_waits_for(state) if is_here else "",
        steps=tuple(list_steps(state)) if is_here else (),
        lines=tuple(lines.get(team.pk, ())),
        rating=team.rating,
        koban=team.koban,
    )


def _waits_for(state: TeamState) -> str:
    need = find_need(state)
    if need is None:
        return ""
    return (
        _ANSWERS[need.kind] if isinstance(need, DecisionNeeded) else _ROLLS[need.kind]
    )


def _line(row: JournalLine, decide_by: datetime) -> SettlementLine:
    source = row.entry.get("source")
    return SettlementLine(
        number=row.number,
        sentence=row.wording,
        written=row.created,
        faces=tuple(map(Element, row.entry.get("dice", ()))),
        is_from_table=source == DiceSource.TABLE,
        is_overdue=source == DiceSource.SERVER and row.created >= decide_by,
        question=dice_query_string(row.dice) if row.dice else "",
    )
