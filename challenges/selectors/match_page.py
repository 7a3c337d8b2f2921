"""The page of a match: teams, permitted actions, reports and settlement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import Http404

from challenges.models import Report, ReportAnswer
from challenges.rules.reports.match_report import Lineup, MatchReport, read_report
from challenges.rules.reports.summary import (
    ReportSummary,
    find_differences,
    summarise_report,
)
from challenges.rules.sides import has_allies
from challenges.rules.stages import (
    Agreement,
    MatchAction,
    MatchStage,
    ReportKind,
    ReportVerdict,
    is_allowed,
)
from challenges.selectors.access import (
    VisibleMatch,
    build_lineup,
    get_confirmation_policy,
    get_visible_match,
)
from challenges.selectors.challenge_choice import (
    ChallengeChoiceSection,
    ChallengeRollSection,
    get_choice_section,
    get_roll_section,
)
from challenges.selectors.correction_pages import (
    CorrectionsSection,
    get_corrections_section,
)
from challenges.selectors.match_host import get_host
from challenges.selectors.match_preview import MatchTeamRow, list_match_team_rows
from challenges.selectors.settlement_progress import SettlementProgress, find_progress
from challenges.selectors.side_proposals import SidesSection, get_sides_section
from kernel.dice import commitment
from kernel.ids import ChallengeSlug
from kernel.phrases import list_words
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Challenge
from teams.rules.reports.team_report import MatchType
from teams.rules.state import Stage
from teams.selectors.access import Viewer
from teams.selectors.team_list import TeamLine, list_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLineRow:
    """A line of a report; `is_odd` if another version differs."""

    text: str
    is_odd: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAnswerRow:
    person: str
    person_id: int | None
    verdict: ReportVerdict
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    number: int
    kind: ReportKind
    author: str
    author_id: int | None
    is_own: bool
    note: str
    created: datetime
    told: ReportSummary
    lines: tuple[ReportLineRow, ...]
    answers: tuple[ReportAnswerRow, ...]

    @property
    def odd(self) -> tuple[ReportLineRow, ...]:
        return tuple(line for line in self.lines if line.is_odd)

    @property
    def agreed(self) -> tuple[ReportLineRow, ...]:
        """Return the lines that all versions share."""
        return tuple(line for line in self.lines if not line.is_odd)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPermissions:
    """What the viewer may do with the match now."""

    accept: bool
    choose: bool
    roll: bool
    open: bool
    call_off: bool
    agree_to_call_off: bool
    forfeit: bool
    report: bool
    confirm: bool
    dispute: bool
    rule: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """The page of a match. `pulse` changes whenever the page would look different."""

    uid: UUID
    version: int
    pulse: str
    stage: MatchStage
    standing: MatchType
    note: str
    heading: str
    league: str
    address: str
    challenge: Challenge | None
    challenges: tuple[Challenge, ...]
    talk: ChallengeChoiceSection
    sides: SidesSection
    roll: ChallengeRollSection | None
    promised: str
    places: tuple[MatchTeamRow, ...]
    outlook: str  # how it may go, before it has begun
    teams: tuple[TeamLine, ...]  # of the viewer, to accept with
    reports: tuple[ReportRow, ...]
    waiting: tuple[str, ...]  # who has yet to say yes
    confirm_by: datetime | None
    play_by: datetime | None
    opened: datetime | None
    settled: datetime | None
    progress: SettlementProgress | None
    is_party: bool
    is_master: bool
    is_judge: bool  # a master who may rule on it
    can_declare: bool  # who did not turn up
    needs_consent: bool  # a master who plays decides nothing alone
    may: MatchPermissions
    corrections: CorrectionsSection
    closed: str  # why nothing about it changes any more

    @property
    def title(self) -> str:
        """Return the teams of the match; allies are named together."""
        sides: dict[int, list[str]] = {}
        for place in self.places:
            sides.setdefault(place.side, []).append(place.name or place.person)
        return " against ".join(map(list_words, sides.values()))

    @property
    def has_sides(self) -> bool:
        return has_allies([place.side for place in self.places])

    @property
    def absent(self) -> tuple[MatchTeamRow, ...]:
        """Return the absent teams if the others play on."""
        return tuple(place for place in self.places if place.absence)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Return the people who came and have not agreed to call the match off."""
        return tuple(
            place.person
            for place in self.places
            if not (place.absence or place.agrees_to_call_off)
        )

    @property
    def agreeing(self) -> tuple[str, ...]:
        return tuple(place.person for place in self.places if place.agrees_to_call_off)

    @property
    def plays_on(self) -> bool:
        """Return whether the others could play on if one more team left."""
        return len(self.places) - len(self.absent) > 2

    @property
    def report(self) -> ReportRow | None:
        """Return the report that counts."""
        return self.reports[-1] if self.reports else None

    @property
    def is_alive(self) -> bool:
        """Return whether the page should keep refreshing."""
        return self.corrections.is_waiting or self.stage in (
            MatchStage.ARRANGED,
            MatchStage.OPEN,
            MatchStage.REPORTED,
            MatchStage.DISPUTED,
            MatchStage.CONFIRMED,
        )


def get_match_page(uid: UUID, viewer: Viewer) -> MatchPage:
    """Return the page of a match. Queries: at most 8, and those of the league."""
    seen = get_visible_match(uid, viewer)
    match, book = seen.match, catalogue()
    shown = list_match_team_rows(seen)
    reports = tuple(_reports(seen))
    talk = get_choice_section(seen)
    permitted = _may(seen, reports, talk)
    return MatchPage(
        uid=match.uid,
        version=match.version,
        pulse=_pulse(seen),
        stage=MatchStage(match.stage),
        standing=MatchType(match.standing),
        note=match.note,
        heading=seen.terms.heading,
        league=seen.terms.name,
        address=seen.terms.address,
        challenge=book.challenges.get(ChallengeSlug(match.challenge)),
        challenges=tuple(book.challenges.values()),
        talk=talk,
        sides=get_sides_section(seen),
        roll=get_roll_section(match, shown),
        promised=commitment(match.seed),
        places=shown,
        outlook=get_host(match).win_chance_sentence(match)
        if match.stage == MatchStage.ARRANGED
        else "",
        teams=_own_teams(seen) if permitted.accept else (),
        reports=reports,
        waiting=tuple(_waiting(seen, reports)),
        confirm_by=match.confirm_by,
        play_by=match.play_by,
        opened=match.opened,
        settled=match.settled,
        progress=find_progress(seen) if match.confirmed else None,
        is_party=seen.is_party,
        is_master=seen.is_master,
        is_judge=seen.is_judge,
        can_declare=seen.is_manager,
        needs_consent=seen.is_playing_master,
        may=permitted,
        corrections=get_corrections_section(seen),
        closed=seen.terms.closed,
    )


def get_match_version(uid: UUID, viewer: Viewer) -> str:
    """Return a value that changes with the page.

    Queries: 2, and those of the league.
    """
    return _pulse(get_visible_match(uid, viewer))


def _pulse(seen: VisibleMatch) -> str:
    teams = (place.team.version if place.team else 0 for place in seen.places)
    return "-".join(map(str, (seen.match.version, *teams)))


def get_report(uid: UUID, number: int, viewer: Viewer) -> MatchReport:
    """Return a report as it was written. Queries: 3, and those of the league."""
    seen = get_visible_match(uid, viewer)
    row = Report.objects.filter(match=seen.match, number=number).first()
    if row is None:
        raise Http404("There is no such report.")
    return read_report(row.content)


def _own_teams(seen: VisibleMatch) -> tuple[TeamLine, ...]:
    if seen.viewer is None:
        return ()
    is_free = seen.match.standing == MatchType.FREE
    return tuple(
        team
        for team in list_teams(seen.viewer)
        if team.stage is Stage.REGISTERED and not (is_free and team.league)
    )


def _reports(seen: VisibleMatch) -> Iterator[ReportRow]:
    """Return the reports with their answers. Queries: 2."""
    if seen.match.reported is None:
        return
    rows = list(
        Report.objects.filter(match=seen.match)
        .order_by("number")
        .select_related("author")
    )
    answers: dict[int, list[ReportAnswer]] = {}
    for answer in ReportAnswer.objects.filter(report__in=rows).select_related("person"):
        answers.setdefault(answer.report_id, []).append(answer)
    lineup = build_lineup(seen.match, seen.places, seen.terms)
    versions = [_told(row, lineup) for row in rows]
    odd = find_differences(versions) if len(versions) > 1 else frozenset()
    for row, version in zip(rows, versions, strict=True):
        yield ReportRow(
            number=row.number,
            kind=ReportKind(row.kind),
            author=str(row.author) if row.author else "the site",
            author_id=row.author_id,
            is_own=seen.viewer is not None and row.author_id == seen.viewer.pk,
            note=row.note,
            created=row.created,
            told=version,
            lines=tuple(
                ReportLineRow(text=line.text, is_odd=line in odd)
                for line in version.lines
            ),
            answers=tuple(map(_answer, answers.get(row.pk, ()))),
        )


def _told(row: Report, lineup: Lineup) -> ReportSummary:
    return summarise_report(read_report(row.content), lineup, catalogue())


def _answer(answer: ReportAnswer) -> ReportAnswerRow:
    return ReportAnswerRow(
        person=str(answer.person) if answer.person else "the site",
        person_id=answer.person_id,
        verdict=ReportVerdict(answer.verdict),
        reason=answer.reason,
    )


def _waiting(seen: VisibleMatch, reports: Sequence[ReportRow]) -> Iterator[str]:
    if seen.match.stage != MatchStage.REPORTED or not reports:
        return
    table = get_confirmation_policy(seen.match, seen.places, seen.terms)
    if table.is_for_masters:
        yield "A ninja master"
        return
    last = reports[-1]
    said = {one.person_id for one in last.answers} | {last.author_id}
    missing = table.awaited(frozenset(one for one in said if one))
    left = {one.person_id: one.person for one in seen.places}
    yield from (str(person) for key, person in left.items() if key in missing)


def _can_call_off(seen: VisibleMatch) -> bool:
    """Return whether the viewer can call off a league match.

    Players can do so before it starts, masters who do not play also later.
    """
    has_started = seen.match.stage != MatchStage.ARRANGED
    return seen.is_judge if has_started else seen.is_manager


def _can_agree(seen: VisibleMatch) -> bool:
    """Return whether the viewer came and has not yet agreed to call the match off."""
    return any(not (one.absence or one.agrees_to_call_off) for one in seen.own)


def _can_forfeit(seen: VisibleMatch) -> bool:
    """Return whether there is a team that the viewer can declare absent."""
    whose = seen.places if seen.is_manager else seen.own if seen.is_party else ()
    return any(not one.absence for one in whose)


def _may(
    seen: VisibleMatch, reports: Sequence[ReportRow], talk: ChallengeChoiceSection
) -> MatchPermissions:
    stage, match = MatchStage(seen.match.stage), seen.match
    if seen.terms.closed:
        return MatchPermissions(
            **dict.fromkeys(MatchPermissions.__dataclass_fields__, False)
        )
    acts = seen.may_act
    is_invited = any(place.agreement == Agreement.INVITED for place in seen.own)
    is_ready = not any(place.agreement == Agreement.INVITED for place in seen.places)
    is_league = match.standing == MatchType.LEAGUE
    last_is_own = bool(reports) and reports[-1].is_own
    has_answered = bool(reports) and any(
        seen.viewer and one.person_id == seen.viewer.pk for one in reports[-1].answers
    )
    is_asked = seen.is_party and not (has_answered or last_is_own)
    if stage is MatchStage.DISPUTED:  # any report but their own, even after a dispute
        is_asked |= seen.is_party and any(not one.is_own for one in reports)
    is_asked &= not get_confirmation_policy(
        match, seen.places, seen.terms
    ).is_for_masters
    return MatchPermissions(
        accept=is_invited and is_allowed(MatchAction.INVITE, stage),
        choose=acts and is_allowed(MatchAction.CHOOSE, stage) and talk.may_name,
        roll=acts
        and is_ready
        and is_allowed(MatchAction.CHOOSE, stage)
        and talk.may_roll,
        open=acts
        and is_ready
        and bool(match.challenge)
        and is_allowed(MatchAction.OPEN, stage),
        call_off=is_allowed(MatchAction.CALL_OFF, stage)
        and (_can_call_off(seen) if match.is_hosted else bool(seen.own)),
        agree_to_call_off=is_allowed(MatchAction.CALL_OFF, stage)
        and any(place.absence for place in seen.places)
        and (_can_agree(seen) or (seen.is_judge and not seen.is_party)),
        forfeit=is_league
        and is_allowed(MatchAction.FORFEIT, stage)
        and _can_forfeit(seen),
        report=acts and is_allowed(MatchAction.REPORT, stage),
        confirm=is_allowed(MatchAction.CONFIRM, stage)
        and ((seen.is_master and not seen.is_party) or is_asked),
        dispute=acts and is_allowed(MatchAction.DISPUTE, stage) and not last_is_own,
        rule=seen.is_judge and is_allowed(MatchAction.RULE, stage) and bool(reports),
    )
