"""Responses of the API."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kernel.errors import Refusal
from rulebook.catalogue import catalogue
from teams.rules.journal.entries import AnyEntry
from teams.rules.reports.team_report import TeamReport
from teams.rules.roster.readiness import Readiness, Verdict
from teams.rules.roster.scroll import Scroll, ScrollRow, scroll
from teams.rules.settlement.needs import DecisionNeeded, RollNeeded
from teams.selectors.builder import BuilderState
from teams.selectors.history import GrowthPoint, HistoryPage, XpSeries
from teams.selectors.scroll_front import ScrollFront
from teams.selectors.settlement import AnswerPreview, SettlementPage
from teams.selectors.team_header import TeamHeader
from teams.selectors.team_list import ClanStart
from teams.services.adjustments import UndoPreview
from teams.services.journal import Written
from teams.services.team_import import RosterImport


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Base class of responses. Every field is always present."""


class Reason(Answer, frozen=True, kw_only=True):
    code: str
    sentence: str


class TeamAnswer(Answer, frozen=True, kw_only=True):
    """A team, now or after the journal line `at`."""

    head: TeamHeader
    scroll: Scroll
    at: int | None

    @classmethod
    def of(cls, page: ScrollFront) -> TeamAnswer:
        return cls(head=page.head, scroll=page.scroll, at=page.at)


class OfferAnswer(Answer, frozen=True, kw_only=True):
    """A profile for hire, with the reasons if it cannot be recruited."""

    profile: str
    name: str
    koban: int
    held: int
    least: int
    most: int
    is_open: bool
    reasons: tuple[Reason, ...]


class BuilderAnswer(Answer, frozen=True, kw_only=True):
    """`undo` and `redo` describe what they would do; null if they cannot be used."""

    head: TeamHeader
    scroll: Scroll
    budget: int
    is_legal: bool
    offers: tuple[OfferAnswer, ...]
    undo: str | None
    redo: str | None

    @classmethod
    def of(cls, page: BuilderState) -> BuilderAnswer:
        return cls(
            head=page.head,
            scroll=page.scroll,
            budget=page.budget,
            is_legal=page.is_legal,
            undo=page.undo,
            redo=page.redo,
            offers=tuple(
                OfferAnswer(
                    profile=one.profile.slug,
                    name=one.profile.name,
                    koban=one.profile.koban,
                    held=one.held,
                    least=one.least,
                    most=one.most,
                    is_open=one.is_open,
                    reasons=_reasons(one.reasons),
                )
                for one in page.offers
            ),
        )


class LineAnswer(Answer, frozen=True, kw_only=True):
    number: int
    sentence: str
    entry: AnyEntry


class WrittenAnswer(Answer, frozen=True, kw_only=True):
    """The new journal lines, and the team after them."""

    team: int
    version: int
    batch: str
    is_preview: bool
    lines: tuple[LineAnswer, ...]
    scroll: Scroll

    @classmethod
    def of(cls, written: Written) -> WrittenAnswer:
        return cls(
            team=written.team_id,
            version=written.version,
            batch=written.batch,
            is_preview=written.is_preview,
            lines=tuple(
                LineAnswer(number=one.number, sentence=one.sentence, entry=one.entry)
                for one in written.lines
            ),
            scroll=scroll(written.state, catalogue()),
        )


class RosterAnswer(Answer, frozen=True, kw_only=True):
    """The new draft, and what was changed or left out of the roster."""

    written: WrittenAnswer
    notes: tuple[str, ...]

    @classmethod
    def of(cls, result: RosterImport) -> RosterAnswer:
        return cls(written=WrittenAnswer.of(result.written), notes=result.notes)


class GrowthAnswer(Answer, frozen=True, kw_only=True):
    """Treasury and rating after every line, and the experience of every ninja."""

    points: tuple[GrowthPoint, ...]
    xp: tuple[XpSeries, ...]

    @classmethod
    def of(cls, page: HistoryPage) -> GrowthAnswer:
        return cls(points=page.points, xp=page.xp)


class ReadinessAnswer(Answer, frozen=True, kw_only=True):
    verdict: Verdict
    reasons: tuple[Reason, ...]

    @classmethod
    def of(cls, found: Readiness) -> ReadinessAnswer:
        return cls(verdict=found.verdict, reasons=_reasons(found.reasons))


class SettlementAnswer(Answer, frozen=True, kw_only=True):
    """What the settlement needs next: a roll, a decision, or nothing."""

    head: TeamHeader
    report: TeamReport | None
    steps: tuple[str, ...]
    roll: RollNeeded | None
    decision: DecisionNeeded | None
    about: ScrollRow | None
    answers: tuple[AnswerPreview, ...]
    readiness: ReadinessAnswer

    @classmethod
    def of(cls, page: SettlementPage) -> SettlementAnswer:
        return cls(
            head=page.head,
            report=page.report,
            steps=tuple(step.value for step in page.steps),
            roll=page.roll,
            decision=page.decision,
            about=page.about,
            answers=page.answers,
            readiness=ReadinessAnswer.of(page.readiness),
        )


class VoidAnswer(Answer, frozen=True, kw_only=True):
    """The consequences of undoing a batch. The history lists the batches."""

    batch: str
    sentences: tuple[str, ...]
    fallen: tuple[str, ...]
    differences: tuple[str, ...]
    version: int

    @classmethod
    def of(cls, preview: UndoPreview) -> VoidAnswer:
        return cls(
            batch=preview.batch,
            sentences=preview.sentences,
            fallen=preview.fallen,
            differences=preview.differences,
            version=preview.version,
        )


class SampleAnswer(Answer, frozen=True, kw_only=True):
    slug: str
    name: str
    idea: str


class StartAnswer(Answer, frozen=True, kw_only=True):
    """A clan with its sample and shrine teams."""

    clan: str
    name: str
    plays_like: str
    samples: tuple[SampleAnswer, ...]
    shrines: tuple[str, ...]

    @classmethod
    def of(cls, start: ClanStart) -> StartAnswer:
        return cls(
            clan=start.clan.slug,
            name=start.clan.name,
            plays_like=start.clan.plays_like,
            samples=tuple(
                SampleAnswer(slug=one.slug, name=one.name, idea=one.idea)
                for one in start.samples
            ),
            shrines=tuple(one.slug for one in start.shrines),
        )


class ShareAnswer(Answer, frozen=True, kw_only=True):
    """Everyone with the token can see the team until it is revoked."""

    token: str


def _reasons(refusals: Iterable[Refusal]) -> tuple[Reason, ...]:
    return tuple(Reason(code=one.code, sentence=one.sentence) for one in refusals)
