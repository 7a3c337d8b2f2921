"""The growth page: the open settlement, and recruiting between games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import Http404

from kernel.elements import Element
from kernel.errors import Refusals
from kernel.ids import KeywordSlug, NinjaId
from rulebook.catalogue import catalogue
from rulebook.rules import labels
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import DiceSource, HeroWater, PostGameStep
from teams.models import JournalLine, Team
from teams.rules.journal.journal import active_lines
from teams.rules.journal.reducer import apply_entry
from teams.rules.roster.builder import Offer, find_replacement, list_offers
from teams.rules.roster.differences import describe_differences
from teams.rules.roster.recruitment import (
    dismiss,
    reasons_to_stay,
    refund,
    window_problem,
)
from teams.rules.settlement.needs import DecisionKind, RollKind
from teams.rules.state import TeamState
from teams.selectors.access import Viewer, get_league_links, get_own_team, is_arranged
from teams.selectors.journal_store import build_line, get_state
from teams.selectors.ninja_rows import NinjaRow, build_ninja_row
from teams.selectors.scroll_front import build_row_marks
from teams.selectors.settlement import (
    AnswerPreview,
    SettlementPage,
    build_settlement_page,
)

STEPS = {
    PostGameStep.XP: "Experience",
    PostGameStep.ALL_STAR: "All-Stars",
    PostGameStep.REVENUE: "Revenue",
    PostGameStep.UPKEEP: "Ronin upkeep",
    PostGameStep.DOWNTIME: "Downtime",
    PostGameStep.ADVANCEMENT: "Advancement",
    PostGameStep.ABSENCES: "Absences",
    PostGameStep.RECRUIT: "Recruiting",
    PostGameStep.LEGALITY: "Legality",
    PostGameStep.RATING: "Rating",
}
STORY_MAX = 80
_LAST_MOON = 8
_OF_THE_ROW = ("learn", "raise", "attune")


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    label: str
    state: str  # done, now or todo
    moon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLine:
    """A consequence of the last game. `is_fresh`: from the latest batch."""

    number: int
    sentence: str
    written: datetime
    faces: tuple[Element, ...]
    is_from_table: bool
    promised: str
    seed: str
    is_fresh: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionCard:
    """An option with its explanation, and the ninja as it would be."""

    answer: AnswerPreview
    group: str
    detail: str
    then: tuple[str, ...]
    after: NinjaRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCard:
    """A roll that is needed: how many dice, for whom, and who may roll."""

    kind: RollKind
    ninja: tuple[NinjaRow, ...]
    dice: int
    spare_dice: int  # for a reroll by hand
    results: tuple[tuple[Element, str], ...]  # the effect of each face
    may_roll: bool
    may_enter: bool
    may_postpone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthRosterRow:
    """A ninja, and why it cannot be dismissed; "" if it can.

    A chunin may have a replacement instead.
    """

    ninja: NinjaRow
    stays: str
    replacement: Offer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthPage:
    """`window` is why recruiting is closed; "" if it is open.

    `dice` are the dice of the open decision.
    """

    page: SettlementPage
    steps: tuple[StepRow, ...]
    story: tuple[StoryLine, ...]
    last_batch: str
    roll: RollCard | None
    choices: tuple[OptionCard, ...]
    dice: tuple[Element, ...]
    roster: tuple[GrowthRosterRow, ...]
    offers: tuple[Offer, ...]
    window: str
    open_game: str
    open_match: UUID | None  # the open game, if it is one of several teams
    koban: int

    @property
    def is_settling(self) -> bool:
        return bool(self.steps)


def get_growth_page(team_id: int, viewer: Viewer) -> GrowthPage:
    """Return the growth page, for the owner only.

    Queries: 2, and those of leagues and matches.
    """
    team = get_own_team(team_id, viewer)
    state, page = get_state(team), build_settlement_page(team, viewer)
    lines, taken = _latest(team), get_league_links().taken_elsewhere(team)
    return GrowthPage(
        page=page,
        steps=tuple(list_steps(state)),
        story=tuple(_story(lines)) if state.settling else (),
        last_batch=_last_batch(lines),
        roll=_roll(state, page),
        choices=tuple(_choice(one) for one in page.answers),
        dice=_dice_of(state, page),
        roster=tuple(
            GrowthRosterRow(
                ninja=build_ninja_row(row, build_row_marks(state, ninja)),
                stays=" ".join(
                    one.sentence for one in reasons_to_stay(state, ninja, catalogue())
                ),
                replacement=find_replacement(
                    state, ninja, catalogue(), taken_elsewhere=taken
                ),
            )
            for row, ninja in zip(page.scroll.rows, state.ninja, strict=True)
        ),
        offers=list_offers(state, catalogue(), taken_elsewhere=taken),
        window=" ".join(one.sentence for one in window_problem(state)),
        open_game=state.open_game,
        open_match=_open_match(state),
        koban=state.koban,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissalPreview:
    """The consequences of dismissing a ninja."""

    page: SettlementPage
    ninja: NinjaRow
    refund: int
    differences: tuple[str, ...]


def preview_dismissal(team_id: int, ninja: int, viewer: Viewer) -> DismissalPreview:
    """Return the preview, for the owner only, or refuse as the action would.

    Queries: 1.
    """
    team = get_own_team(team_id, viewer)
    state, book, who = get_state(team), catalogue(), NinjaId(ninja)
    entry = dismiss(state, who, book=book)
    page = build_settlement_page(team, viewer)
    row = next(row for row in page.scroll.rows if row.ninja == who)
    return DismissalPreview(
        page=page,
        ninja=build_ninja_row(row, build_row_marks(state, state.find(who))),
        refund=entry.refund,
        differences=describe_differences(state, apply_entry(state, entry, book), book),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacementPage:
    """The consequences of replacing a chunin."""

    page: SettlementPage
    ninja: NinjaRow
    offer: Offer
    refund: int


def get_replacement_page(team_id: int, ninja: int, viewer: Viewer) -> ReplacementPage:
    """Return the page, for the owner only, or refuse as the action would."""
    team = get_own_team(team_id, viewer)
    state, book = get_state(team), catalogue()
    who = state.find(NinjaId(ninja))
    taken = get_league_links().taken_elsewhere(team)
    offer = find_replacement(state, who, book, taken_elsewhere=taken)
    if offer is None:
        raise Http404("This ninja cannot be replaced.")
    if offer.reasons:
        raise Refusals(list(offer.reasons))
    page = build_settlement_page(team, viewer)
    row = next(row for row in page.scroll.rows if row.ninja == who.id)
    return ReplacementPage(
        page=page,
        ninja=build_ninja_row(row, build_row_marks(state, who)),
        offer=offer,
        refund=refund(state, who),
    )


def _open_match(state: TeamState) -> UUID | None:
    match = state.open_game
    return UUID(match) if match and is_arranged(match) else None


def _latest(team: Team) -> list[JournalLine]:
    """Return the latest active journal lines, the newest last."""
    rows = JournalLine.objects.filter(team=team).order_by("-number")[:STORY_MAX]
    stored = {row.number: row for row in reversed(rows)}
    return [
        stored[line.number] for line in active_lines(map(build_line, stored.values()))
    ]


def _last_batch(lines: list[JournalLine]) -> str:
    """Return the latest batch, or "" if it is the founding, which stays."""
    last = max(lines, key=lambda row: row.number)
    is_founding = any(row.kind == "founded" for row in lines if row.batch == last.batch)
    return "" if is_founding else str(last.batch)


def _story(lines: list[JournalLine]) -> Iterator[StoryLine]:
    began = max(
        (place for place, row in enumerate(lines) if row.kind == "game-reported"),
        default=0,
    )
    last = max(lines, key=lambda row: row.number)
    for row in lines[began:]:
        if row.kind == "recruiting-closed":
            continue  # recruiting may still be open on the page
        dice = row.dice or {}
        yield StoryLine(
            number=row.number,
            sentence=row.wording,
            written=row.created,
            faces=tuple(map(Element, row.entry.get("dice", ()))),
            is_from_table=row.entry.get("source") == DiceSource.TABLE,
            promised=dice.get("promised", ""),
            seed=dice.get("seed", ""),
            is_fresh=row.batch == last.batch,
        )


def list_steps(state: TeamState) -> Iterator[StepRow]:
    if state.settling is None:
        return
    order, left = state.rules.steps, state.settling.steps
    for place, step in enumerate(order):
        is_now = step is left[0]
        yield StepRow(
            label=STEPS[step],
            state="now" if is_now else "todo" if step in left else "done",
            moon=f"moon-{place * _LAST_MOON // max(1, len(order) - 1)}",
        )


def _roll(state: TeamState, page: SettlementPage) -> RollCard | None:
    roll = page.roll
    if roll is None:
        return None
    book, rules = book_under(catalogue(), state.rules), state.rules
    is_downtime = roll.kind is RollKind.DOWNTIME
    is_reroll = is_downtime and rules.hero_water_result is HeroWater.REROLL
    is_drawn = roll.kind is RollKind.RONIN_OFFER
    return RollCard(
        kind=roll.kind,
        ninja=tuple(
            build_ninja_row(row, build_row_marks(state, state.find(row.ninja)))
            for row in page.candidates
        ),
        dice=book.downtime.dice if is_downtime else book.advancement.dice,
        spare_dice=book.downtime.dice if is_reroll else 0,
        results=tuple(
            (row.element, row.effect) for row in book.downtime.rows if is_downtime
        ),
        may_roll=is_drawn or rules.dice_source is not DiceSource.TABLE,
        may_enter=not is_drawn and rules.dice_source is not DiceSource.SERVER,
        may_postpone=roll.may_postpone and state.settling is not None,
    )


def _dice_of(state: TeamState, page: SettlementPage) -> tuple[Element, ...]:
    decision = page.decision
    if decision is None or decision.ninja is None:
        return ()
    if decision.kind is DecisionKind.ADVANCE:
        return state.find(decision.ninja).advancement_roll
    fallen = state.settling.downtime if state.settling else ()
    return tuple(one.element for one in fallen if one.ninja == decision.ninja)


def _choice(answer: AnswerPreview) -> OptionCard:
    kind, _, value = answer.choice.key.partition(":")
    keyword = catalogue().keywords.get(KeywordSlug(value)) if kind == "learn" else None
    return OptionCard(
        answer=answer,
        group=labels.CATEGORY[keyword.category] if keyword else "",
        detail=keyword.effect if keyword else "",
        # If the row changes, the row itself says more than sentences.
        then=() if kind in _OF_THE_ROW else answer.differences,
        after=build_ninja_row(answer.row)
        if answer.row and kind in _OF_THE_ROW
        else None,
    )
