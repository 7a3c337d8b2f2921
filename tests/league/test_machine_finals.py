"""Whole seasons with groups and then playoffs, however odd.

Everything that can happen in other seasons happens here too. After every step the
bracket must be what its results make of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.db.models import QuerySet
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, run_state_machine_as_test
from msgspec.structs import replace

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, read_report
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from kernel.errors import Refusal
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
)
from league.rules.competitions.bracket_progress import TieState
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.competitions.playoffs import has_begun, playoffs_progress
from league.services.competitions import competitions
from tests.league.test_competitions import begun
from tests.league.test_machine import SeasonLife
from tests.verbs import Tale

ENOUGH = 20  # matches until everything is decided


class FinalsLife(SeasonLife):
    """Two groups, and the two best of each in playoffs for all places."""

    @initialize()
    def begin_with_groups(self) -> None:
        self.kind = Kind.PLAYOFFS
        uid, master = self.league.uid, self.master
        competitions.draw_groups(uid=uid, actor=master, count=2)
        self.season = begun(self.league, master, name="Groups")
        finals = PlannedCompetition(
            kind=Kind.PLAYOFFS, name="Finals", reach=2, places=4, best_of=3
        )
        competitions.add_competition(uid=uid, actor=master, plan=finals)

    # The seasons without playoffs begin otherwise.
    begin = None

    @property
    def finals(self) -> Competition:
        return self.season.competitions.get(kind=CompetitionKind.PLAYOFFS)

    def for_the_table(self) -> QuerySet[Match]:
        found = super().for_the_table()
        return found.exclude(fixture__competition=self.finals)

    def _match(self, data: st.DataObject) -> Match:
        if not self.planned() and self.finals.stage == CompetitionStage.PLANNED:
            competitions.draw_competition(
                uid=self.league.uid, actor=self.master, number=self.finals.number
            )
        if not (planned := self.planned()):
            raise Refusal("Everything is played.")
        return data.draw(st.sampled_from(planned), "match")

    def _report(self, data: st.DataObject, pair: list[Tale]) -> MatchReport:
        """With a winner, as playoffs need one."""
        report = super()._report(data, pair)
        winner = data.draw(st.integers(0, 1), "winner")
        scores = {winner: 3, 1 - winner: data.draw(st.integers(0, 2), "other score")}
        parts = [replace(one, score=scores[n]) for n, one in enumerate(report.teams)]
        return replace(report, teams=tuple(parts))

    def turn_round(self) -> None:
        """The winner of the first playoff match has lost it."""
        match = self.finals.fixtures.filter(outcome__isnull=False).earliest("pk").match
        assert match is not None
        old = read_report(match.settlements.latest("revision").report.content)
        one, other = old.teams
        parts = (replace(one, score=other.score), replace(other, score=one.score))
        edit = Edit(uid=match.uid, actor=self.master)
        told = replace(old, teams=parts)
        correct_result(edit, report=told, reason="Upside down.")

    def ties(self) -> Iterator[tuple[TieState, list[Fixture]]]:
        """Every tie with its legs, as soon as there are any."""
        found = playoffs_progress(self.finals)
        for state in found.ties if found else ():
            legs = self.finals.fixtures.filter(number=state.tie.number)
            yield state, list(legs.select_related("match").order_by("leg"))

    @invariant()
    def whoever_belongs_into_a_tie_is_in_it(self) -> None:
        for state, legs in self.ties():
            for leg in legs:
                if not has_begun(leg):
                    sides = leg.sides.order_by("number")
                    there = tuple(sides.values_list("entrant_id", flat=True))
                    assert there == tuple(state.entries)

    @invariant()
    def what_can_be_played_is_arranged_once_and_nothing_else(self) -> None:
        for state, legs in self.ties():
            waiting = [one for one in legs if one.outcome is None]
            assert len(waiting) <= 1
            if state.is_ready:
                assert [one.match_id is not None for one in waiting] == [True]
            assert [one.leg for one in legs] == list(range(1, len(legs) + 1))

    @invariant()
    def playoffs_are_over_when_there_is_a_champion(self) -> None:
        found = playoffs_progress(self.finals)
        is_done = self.finals.stage == CompetitionStage.DONE
        assert is_done is (found is not None and found.is_over)


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.django_db
def test_a_season_with_playoffs_however_odd_adds_up() -> None:
    run_state_machine_as_test(
        FinalsLife,
        settings=settings(
            max_examples=3,
            stateful_step_count=16,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.django_db
def test_playoffs_are_played_to_their_end_and_corrected_on_the_way() -> None:
    """Nothing of it is refused: what always is proves nothing."""

    @settings(
        max_examples=1,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def lived(data: st.DataObject) -> None:
        FinalsLife.done.clear()
        life = FinalsLife()
        life.begin_with_groups()

        def do(act: Callable[[], object]) -> None:
            act()
            for holds in CHECKS:
                holds(life)

        try:
            for _ in range(4):
                do(lambda: life.play(data, False))
            assert life.finals.fixtures.filter(outcome__isnull=False).count() == 2
            for act in (life.turn_round, lambda: life.void(data)):
                do(act)
            do(lambda: life.undo(data))
            for _ in range(ENOUGH):
                if life.planned():
                    do(lambda: life.play(data, False))
            do(life.turn_round)
            found = playoffs_progress(life.finals)
            assert found is not None
            assert found.champion is not None
            do(life.next_season)
            do(lambda: life.play(data, False))
        finally:
            life.teardown()
        assert {"void", "undo", "next season"} <= set(life.done)
        assert life.done["play playoffs"] >= 9

    lived()


CHECKS = (
    FinalsLife.every_team_is_the_fold_of_its_journal,
    FinalsLife.journals_tell_of_exactly_the_matches_that_count,
    FinalsLife.the_league_knows_what_the_reports_tell,
    FinalsLife.whoever_belongs_into_a_tie_is_in_it,
    FinalsLife.what_can_be_played_is_arranged_once_and_nothing_else,
    FinalsLife.playoffs_are_over_when_there_is_a_champion,
)
