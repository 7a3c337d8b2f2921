"""Progress of a settlement: what it needs next, and the effect of each option."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from rulebook.rules.rule_setting_values import PostGameStep
from teams.models import Team
from teams.rules.entered_dice import Hidden, HiddenDice
from teams.rules.journal.reducer import apply_entry
from teams.rules.reports.feat_columns import FeatColumn, feat_columns
from teams.rules.reports.team_report import TeamReport
from teams.rules.roster.differences import describe_differences
from teams.rules.roster.readiness import Readiness, readiness
from teams.rules.roster.scroll import Scroll, ScrollRow, scroll_row
from teams.rules.settlement.needs import (
    AutomaticStep,
    DecisionNeeded,
    Option,
    RollNeeded,
)
from teams.rules.settlement.next_step import find_growth_need, find_next_need
from teams.rules.settlement.settlement import answer_decision
from teams.rules.state import TeamState
from teams.selectors.access import Viewer, get_own_team, get_visible_team
from teams.selectors.journal_store import get_state
from teams.selectors.team_header import TeamHeader, get_team_header, get_visible_scroll


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPreview:
    """An option with its consequences.

    If they depend on chance, `is_open` is true and there is no preview.
    """

    choice: Option
    is_default: bool
    differences: tuple[str, ...]
    row: ScrollRow | None  # the ninja of the decision, afterwards
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPage:
    """`roll` or `decision` is what is needed now; without both, nothing is.

    `steps` are the open steps, the current one first.
    """

    head: TeamHeader
    scroll: Scroll
    report: TeamReport | None
    steps: tuple[PostGameStep, ...]
    roll: RollNeeded | None
    candidates: tuple[ScrollRow, ...]
    decision: DecisionNeeded | None
    about: ScrollRow | None
    answers: tuple[AnswerPreview, ...]
    readiness: Readiness


def get_settlement_page(team_id: int, viewer: Viewer) -> SettlementPage:
    """Return the settlement of a team. Queries: 1."""
    return build_settlement_page(get_visible_team(team_id, viewer), viewer)


def build_settlement_page(team: Team, viewer: Viewer) -> SettlementPage:
    """Return the settlement of a team that the viewer may see. Queries: 0."""
    state, book = get_state(team), catalogue()
    head = get_team_header(team, viewer)
    shown = get_visible_scroll(state, team, head)
    rows = {row.ninja: row for row in shown.rows}
    need = find_need(state)
    roll = need if isinstance(need, RollNeeded) else None
    decision = need if isinstance(need, DecisionNeeded) else None
    settling = state.settling
    return SettlementPage(
        head=head,
        scroll=shown,
        report=settling.report if settling else None,
        steps=settling.steps if settling else (),
        roll=roll,
        candidates=tuple(rows[one] for one in roll.candidates) if roll else (),
        decision=decision,
        about=rows.get(decision.ninja) if decision and decision.ninja else None,
        answers=tuple(_answers(state, decision)) if decision else (),
        readiness=readiness(state, book),
    )


def find_need(state: TeamState) -> RollNeeded | DecisionNeeded | None:
    """Return the roll or the decision that a team needs next."""
    book = catalogue()
    if state.settling is None:
        return find_growth_need(state, book)
    need = find_next_need(state, book)
    return None if isinstance(need, AutomaticStep) else need


def _answers(state: TeamState, decision: DecisionNeeded) -> list[AnswerPreview]:
    return [
        _answer(state, decision, option, is_default=option.key == decision.default)
        for option in decision.options
    ]


def _answer(
    state: TeamState, decision: DecisionNeeded, option: Option, *, is_default: bool
) -> AnswerPreview:
    book = catalogue()
    try:
        entry = answer_decision(
            state, decision, option.key, dice=HiddenDice(), book=book
        )
    except Hidden:
        return AnswerPreview(
            choice=option, is_default=is_default, differences=(), row=None, is_open=True
        )
    after = apply_entry(state, entry, book)
    ninja = decision.ninja
    stays = ninja is not None and after.holds(ninja)
    return AnswerPreview(
        choice=option,
        is_default=is_default,
        differences=describe_differences(state, after, book),
        row=scroll_row(after.find(ninja), after, book) if ninja and stays else None,
        is_open=False,
    )


def list_report_columns(
    team_id: int, viewer: Viewer, challenge: str
) -> tuple[FeatColumn, ...]:
    """Return the feats to count; only the standard ones for an unknown challenge.

    Queries: 1.
    """
    book = catalogue()
    played = book.challenges.get(ChallengeSlug(challenge))
    return feat_columns(played, get_state(get_own_team(team_id, viewer)).rules, book)
