"""Whole seasons of a league, however odd, held against everything that must be true.

People join, play, drop out; the master corrects results, declares matches void, takes
that back and changes house rules. After every step journals, stored teams, the table
and the facts of every match must be what the reports tell.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from challenges import services as matches
from challenges.models import Match, Settlement
from challenges.rules.match_report import Deed, MatchReport, NinjaPart, TeamPart, read
from challenges.rules.stages import MatchStage, SettlementStage
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from league.models import Fixture
from league.rules.templates import Kind
from league.selectors.results import season_facts
from league.services import competitions, entrants, house_rules
from league.services.facts import facts_keep_all
from teams.models import Team
from teams.rules.state import Stage
from teams.selectors import folded, lines_of, state_of
from teams.services import journal as writer
from teams.services import teams_reconcile
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun
from tests.verbs import Tale

KNOBS = (
    {"revenue_table": {"win": 12, "loss": 5}},
    {"draw_revenue": 9},
    {"max_xp_per_game": 3},
    {"treasury_cap": 40},
)


class SeasonLife(RuleBasedStateMachine):
    """One league with its open ladder, from the first team to whatever comes."""

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        # The same steps must lead to the same dice when a failure is tried again.
        seeds = (f"{number:064x}" for number in itertools.count())
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(writer, "new_seed", lambda: next(seeds))
        self.master = cast("machine")
        self.league = founded(
            self.master,
            rollback_policy="any_with_replay",
            max_rematches=None,
            late_entry="always",
        )
        self.tales: list[Tale] = []
        for _ in range(3):
            self.join()
        self.season = begun(self.league, self.master, kind=Kind.LADDER)

    def teardown(self) -> None:
        self.patch.undo()
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    @contextmanager
    def refusals_change_nothing(self) -> Iterator[None]:
        before = list(Team.objects.order_by("pk").values_list("version", "state"))
        try:
            with transaction.atomic():
                yield
        except Refusal as refusal:
            after = list(Team.objects.order_by("pk").values_list("version", "state"))
            assert (bool(refusal.sentence.strip()), after) == (True, before)  # noqa: PT017

    @property
    def playing(self) -> list[Tale]:
        return [one for one in self.tales if one.state.stage is Stage.REGISTERED]

    def settled(self) -> list[Match]:
        return list(Match.objects.filter(stage=MatchStage.SETTLED).order_by("pk"))

    def corrected(self) -> QuerySet[Match]:
        return Match.objects.filter(amendments__isnull=False).distinct().order_by("pk")

    @rule()
    @precondition(lambda self: len(self.tales) < 5)
    def join(self) -> None:
        number = len(self.tales) + 1
        self.tales.append(entered(self.league, cast(f"member{number}")))

    @rule(data=st.data())
    @precondition(lambda self: len(self.playing) > 1)
    def play(self, data: st.DataObject) -> None:
        pair = data.draw(st.permutations(self.playing), "who")[:2]
        with self.refusals_change_nothing():
            fixture = competitions.fixture_arrange(
                uid=self.league.uid,
                actor=self.master,
                team_ids=tuple(tale.team_id for tale in pair),
            )
            match = fixture.match
            assert match is not None
            edit = matches.Edit(uid=match.uid, actor=self.master)
            matches.match_set_challenge(edit, challenge="brawl", together=True)
            matches.match_open(edit)
            report = data.draw(reports(pair), "report")
            matches.report_submit(edit, report=report)
            owed = Settlement.objects.get(match=match).pk
            matches.settlement_run(settlement_id=owed)
            matches.settlement_take_defaults(settlement_id=owed)

    @rule(data=st.data())
    @precondition(lambda self: bool(self.settled()))
    def amend(self, data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(self.settled()), "match")
        old = read(match.settlements.latest("revision").report.content)
        report = data.draw(changes_of(old), "amended")
        edit = matches.Edit(uid=match.uid, actor=self.master)
        with self.refusals_change_nothing():
            foretold = matches.report_amend_preview(edit, report=report)
            done = matches.report_amend(edit, report=report, reason="A slip.")
            if not foretold.has_new_dice:
                assert list(foretold.teams) == done.consequences["teams"]

    @rule(data=st.data())
    @precondition(lambda self: bool(self.settled()))
    def void(self, data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(self.settled()), "match")
        edit = matches.Edit(uid=match.uid, actor=self.master)
        with self.refusals_change_nothing():
            matches.report_amend(edit, report=None, reason="Never played.")
            match.refresh_from_db()
            assert match.stage == MatchStage.VOID

    @rule(data=st.data())
    @precondition(lambda self: self.corrected().exists())
    def undo(self, data: st.DataObject) -> None:
        """What is void counts again, what was amended is as it was before."""
        match = data.draw(st.sampled_from(list(self.corrected())), "match")
        last = match.amendments.latest("number")
        edit = matches.Edit(uid=match.uid, actor=self.master)
        with self.refusals_change_nothing():
            foretold = matches.amendment_undo_preview(edit, number=last.number)
            done = matches.amendment_undo(edit, number=last.number, reason="It was.")
            assert done.is_void is foretold.is_void
            if not foretold.has_new_dice:
                assert list(foretold.teams) == done.consequences["teams"]
            match.refresh_from_db()
            assert (match.stage == MatchStage.VOID) is done.is_void

    @rule(data=st.data())
    @precondition(lambda self: bool(self.playing))
    def spend(self, data: st.DataObject) -> None:
        """Koban that a correction may ask back."""
        tale = data.draw(st.sampled_from(self.playing), "who")
        with self.refusals_change_nothing():
            tale.recruit(data.draw(st.sampled_from(("tora-kaiken", "tora-yajiri"))))

    @rule(data=st.data())
    @precondition(lambda self: len(self.playing) > 3)
    def drop_out(self, data: st.DataObject) -> None:
        tale = data.draw(st.sampled_from(self.playing), "who")
        with self.refusals_change_nothing():
            entrants.team_withdraw(
                uid=self.league.uid, actor=self.master, team_id=tale.team_id
            )

    @rule(knobs=st.sampled_from(KNOBS))
    def change_rules(self, knobs: dict[str, object]) -> None:
        with self.refusals_change_nothing():
            house_rules.rules_change(
                uid=self.league.uid,
                actor=self.master,
                changes={
                    "rollback_policy": "any_with_replay",
                    "max_rematches": None,
                    "late_entry": "always",
                    **knobs,
                },
                reason="For the fun of it.",
            )

    @invariant()
    def every_team_is_the_fold_of_its_journal(self) -> None:
        assert list(teams_reconcile()) == []
        for team in Team.objects.all():
            assert folded(lines_of(team)) == state_of(team)

    @invariant()
    def journals_tell_of_exactly_the_matches_that_count(self) -> None:
        for match in Match.objects.exclude(stage=MatchStage.ARRANGED):
            last = match.settlements.order_by("-revision").first()
            assert last is not None
            counts = last.stage != SettlementStage.REPLACED
            assert counts is (match.stage == MatchStage.SETTLED)

    @invariant()
    def the_league_knows_what_the_reports_tell(self) -> None:
        """Nothing that is kept for speed differs from what it was worked out of."""
        kept = list(
            Fixture.objects.filter(match__isnull=False).select_related(
                "match", "competition__season"
            )
        )
        before = [one.facts for one in kept]
        facts_keep_all(kept)
        after = [msgspec.json.decode(msgspec.json.encode(one.facts)) for one in kept]
        assert before == after
        played = Match.objects.filter(stage=MatchStage.SETTLED).count()
        rows = season_facts(self.season).table()
        assert sum(row.played for row in rows) == 2 * played


@st.composite
def reports(draw: st.DrawFn, pair: list[Tale]) -> MatchReport:
    """Anything that two teams can have done to one another."""
    parts = []
    for number, tale in enumerate(pair):
        rows = tuple(
            NinjaPart(
                ninja=one.id,
                was_fielded=True,
                in_healing_house=draw(st.booleans()),
                deeds=_deeds(draw(st.integers(0, 4)), 1 - number),
            )
            for one in tale.state.available[:4]
        )
        parts.append(TeamPart(score=draw(st.integers(0, 3)), ninja=rows))
    return MatchReport(teams=tuple(parts), challenge=ChallengeSlug("brawl"))


def _deeds(times: int, against: int) -> tuple[Deed, ...]:
    deed = Deed(event="injures_enemy", times=times, against=against)
    return (deed,) if times else ()


@st.composite
def changes_of(draw: st.DrawFn, report: MatchReport) -> MatchReport:
    """The same match, told differently."""
    parts = [
        replace(
            part,
            score=draw(st.integers(0, 3)),
            ninja=tuple(
                replace(
                    row,
                    in_healing_house=draw(st.booleans()),
                    deeds=_deeds(draw(st.integers(0, 4)), 1 - number),
                )
                for row in part.ninja
            ),
        )
        for number, part in enumerate(report.teams)
    ]
    return replace(report, teams=tuple(parts))


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.django_db
def test_a_season_however_odd_adds_up() -> None:
    run_state_machine_as_test(
        SeasonLife,
        settings=settings(
            max_examples=5,
            stateful_step_count=14,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
