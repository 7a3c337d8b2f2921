"""The builder: a team with everything its owner can do to it."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.catalogue import catalogue
from rulebook.rules.entries import Ability, Clan
from teams.models import Team
from teams.rules.builder import Offer, offers
from teams.rules.legality import Violation, koban_kept
from teams.rules.scroll import Scroll, ScrollRow, scroll
from teams.rules.state import Stage, TeamState
from teams.rules.undoing import steps
from teams.selectors.access import Viewer, team_owned, ties
from teams.selectors.head import TeamHead, team_head
from teams.selectors.stored import line_of, rows_of, state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityChoice:
    ability: Ability
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BuilderRow:
    """A ninja with the abilities it may choose from and what is wrong with it."""

    row: ScrollRow
    to_choose: int
    choices: tuple[AbilityChoice, ...]
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuilderPage:
    """`undo` and `redo` tell what they would take back or do again; None if they
    cannot be used."""

    head: TeamHead
    clan: Clan
    scroll: Scroll
    rows: tuple[BuilderRow, ...]
    offers: tuple[Offer, ...]
    budget: int
    koban_kept: int  # what stays of it when the draft registers
    undo: str | None
    redo: str | None

    @property
    def koban(self) -> int:
        return self.scroll.koban

    @property
    def rating(self) -> int:
        return self.scroll.rating.rating

    @property
    def violations(self) -> tuple[Violation, ...]:
        return self.scroll.violations

    @property
    def is_legal(self) -> bool:
        return not self.scroll.violations


def builder_page(team_id: int, viewer: Viewer) -> BuilderPage:
    """For the owner alone. Two queries for a draft, one for any other team."""
    team = team_owned(team_id, viewer)
    state = state_of(team)
    book = catalogue()
    shown = scroll(state, book, owner=team.owner.name)
    undo, redo = _undo_and_redo(team, state)
    return BuilderPage(
        head=team_head(team, viewer),
        clan=book.clans[state.clan],
        scroll=shown,
        rows=tuple(_row(row, state, shown) for row in shown.rows),
        offers=offers(state, book, taken_elsewhere=ties().taken_elsewhere(team)),
        budget=state.budget,
        koban_kept=koban_kept(state),
        undo=undo,
        redo=redo,
    )


def _row(row: ScrollRow, state: TeamState, shown: Scroll) -> BuilderRow:
    profile = catalogue().profiles[row.profile]
    chosen = state.find(row.ninja).abilities
    return BuilderRow(
        row=row,
        to_choose=profile.abilities_to_choose,
        choices=tuple(
            AbilityChoice(ability=one, is_chosen=one.slug in chosen)
            for one in profile.ability_options
        ),
        violations=tuple(one for one in shown.violations if one.ninja == row.ninja),
    )


def _undo_and_redo(team: Team, state: TeamState) -> tuple[str | None, str | None]:
    if state.stage is not Stage.DRAFT:
        return None, None
    rows = list(rows_of(team))
    found = steps(map(line_of, rows))
    told: dict[str | None, str] = {}
    for row in rows:
        told.setdefault(str(row.batch), row.wording)
    return told.get(found.undo), told.get(found.redone)
