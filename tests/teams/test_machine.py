"""Long random lives of a stored team, held against everything that must be true."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from kernel.elements import ELEMENTS
from kernel.errors import Refusal
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.journal import journal
from teams.rules.reports.team_report import MatchType, Outcome
from teams.rules.state import Stage
from teams.selectors.builder import get_builder_state
from teams.selectors.history import get_history_page, get_ninja_career
from teams.selectors.journal_store import list_lines
from teams.selectors.settlement import get_settlement_page
from teams.services import journal as writer
from teams.services.adjustments import adjust_team, preview_undo_batch, undo_batch
from teams.services.games import (
    choose_option,
    enter_dice,
    report_game,
    roll_dice,
)
from teams.services.journal import Edit, Written
from teams.services.reconciliation import reconcile_teams
from teams.services.roster import (
    dismiss_ninja,
    recruit_ninja,
    redo_change,
    register_team,
    rename_ninja,
    reorder_ninja,
    undo_change,
)
from teams.services.team_import import import_team
from tests.cast import cast
from tests.verbs import Tale, found_sample, found_team, game, registered_team

BOOK = catalogue()
PROFILES = sorted(
    slug for slug, one in BOOK.profiles.items() if one.clan in (None, "tora")
)


class TeamLife(RuleBasedStateMachine):
    """Every verb with any values: it works, or it refuses and changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.owner: Person = cast("machine")
        self.tale: Tale
        # The same steps must lead to the same dice when a failure is tried again.
        seeds = (f"{number:064x}" for number in itertools.count())
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(writer, "new_seed", lambda: next(seeds))

    def teardown(self) -> None:
        self.patch.undo()
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    @initialize(begin=st.sampled_from([found_team, found_sample, registered_team]))
    def begin(self, begin: Callable[[Person], Tale]) -> None:
        self.tale = begin(self.owner)

    @contextmanager
    def refusals_change_nothing(self) -> Iterator[None]:
        before = (self.tale.version, self.tale.team.state)
        try:
            yield
        except Refusal as refusal:
            after = (self.tale.version, self.tale.team.state)
            assert (bool(refusal.sentence.strip()), after) == (True, before)  # noqa: PT017

    def do(self, verb: Any, **values: Any) -> Written | None:
        with self.refusals_change_nothing():
            preview = Edit(team_id=self.tale.team_id, actor=self.owner, is_preview=True)
            foretold = None
            try:
                foretold = verb(preview, **values).state
            except Refusal as refusal:
                if refusal.code != "no-preview-of-dice":
                    raise
            written: Written = verb(self.tale.edit, **values)
            assert foretold in (None, written.state)
            return written
        return None

    def somebody(self, data: st.DataObject) -> int:
        ids = [one.id for one in self.tale.state.ninja]
        return data.draw(st.sampled_from([*ids, 99]))

    @rule(profile=st.sampled_from(PROFILES), data=st.data())
    def recruit(self, profile: str, data: st.DataObject) -> None:
        options = [one.slug for one in BOOK.profiles[profile].ability_options]
        abilities = data.draw(
            st.lists(st.sampled_from(options), max_size=1) if options else st.just([])
        )
        self.do(recruit_ninja, profile=profile, abilities=abilities)

    @rule(data=st.data())
    def dismiss(self, data: st.DataObject) -> None:
        self.do(dismiss_ninja, ninja=self.somebody(data))

    @rule(data=st.data(), name=st.sampled_from(["", "Bo", "Ren", "Aki"]))
    def rename(self, data: st.DataObject, name: str) -> None:
        self.do(rename_ninja, ninja=self.somebody(data), name=name)

    @rule()
    def reorder(self) -> None:
        order = [one.id for one in reversed(self.tale.state.ninja)]
        self.do(reorder_ninja, order=order)

    @rule()
    def undo(self) -> None:
        self.do(undo_change)

    @rule()
    def redo(self) -> None:
        self.do(redo_change)

    @rule()
    def register(self) -> None:
        self.do(register_team)

    @precondition(lambda self: self.tale.state.stage is Stage.REGISTERED)
    @rule(
        outcome=st.sampled_from(Outcome),
        standing=st.sampled_from([MatchType.FREE, MatchType.FREE, MatchType.FRIENDLY]),
        data=st.data(),
    )
    def play(self, outcome: Outcome, standing: MatchType, data: st.DataObject) -> None:
        fit = [one.id for one in self.tale.state.available]
        some = st.lists(st.sampled_from(fit), unique=True, max_size=4)
        injuries = data.draw(st.dictionaries(st.sampled_from(fit), st.integers(1, 25)))
        report = game(
            self.tale.state,
            outcome,
            standing=standing,
            feats=injuries,
            hurt=data.draw(some),
        )
        match = f"match {self.tale.version}"
        self.do(report_game, report=replace(report, match=match))

    @rule()
    def roll(self) -> None:
        self.do(roll_dice)

    @rule(dice=st.lists(st.sampled_from(ELEMENTS), min_size=1, max_size=2))
    def enter(self, dice: list[str]) -> None:
        self.do(enter_dice, dice=dice)

    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        decision = get_settlement_page(self.tale.team_id, self.owner).decision
        keys = [one.key for one in decision.options] if decision else ["pay"]
        self.do(choose_option, choice=data.draw(st.sampled_from(keys)))

    @rule(koban=st.integers(-30, 30), xp=st.integers(-5, 20), data=st.data())
    def correct(self, koban: int, xp: int, data: st.DataObject) -> None:
        self.do(
            adjust_team,
            reason="for the story",
            koban=koban,
            xp=xp,
            ninja=self.somebody(data),
        )

    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        lines = get_history_page(self.tale.team_id, self.owner).lines
        batch = lines[data.draw(st.integers(0, len(lines) - 1))].batch
        with self.refusals_change_nothing():
            foretold = preview_undo_batch(self.tale.edit, batch=batch)
            undo_batch(self.tale.edit, batch=batch, reason="r", with_consequences=True)
            assert self.tale.state == foretold.state

    @invariant()
    def what_is_stored_is_what_the_journal_tells(self) -> None:
        assert list(reconcile_teams()) == []

    @invariant()
    def koban_are_the_sum_of_the_ledger(self) -> None:
        lines = list_lines(self.tale.team)
        moved = sum(koban for _, koban in journal.ledger(lines))
        state = self.tale.state
        assert state.koban == moved == self.tale.team.koban
        assert state.koban >= 0 or state.stage is Stage.DRAFT

    @invariant()
    def a_copy_from_a_file_is_the_same_team(self) -> None:
        document = self.tale.document()
        with transaction.atomic():
            written = import_team(owner=self.owner, content=document)
            copy = Tale(self.owner, written)
            assert copy.state == self.tale.state
            assert copy.document() == document
            transaction.set_rollback(True)

    @invariant()
    def every_page_can_be_shown(self) -> None:
        team_id = self.tale.team_id
        get_builder_state(team_id, self.owner)
        get_settlement_page(team_id, self.owner)
        points = get_history_page(team_id, self.owner).points
        assert points[-1].koban == self.tale.state.koban
        for one in self.tale.state.ninja[:1]:
            get_ninja_career(team_id, one.id, self.owner)


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.django_db
def test_a_life_however_odd_adds_up() -> None:
    run_state_machine_as_test(
        TeamLife,
        settings=settings(
            max_examples=6,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
