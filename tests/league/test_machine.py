"""Whole seasons of a league, however odd, held against everything that must be true.

People join, play, leave questions open, recruit, let go, rename and drop out; the
master corrects results, declares matches void, takes that back, changes house rules and
ends seasons. After every step journals, stored teams, the table and the facts of every
match must be what the reports tell.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import msgspec
import pytest
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import (
    MatchReport,
    Presence,
    read_report,
    unplayed_report,
)
from challenges.rules.stages import MatchStage, SettlementStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import (
    correct_result,
    preview_correction,
    preview_undo,
    undo_correction,
)
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal
from league.models.competitions import Fixture
from league.rules.league_templates import Kind
from league.selectors.competitions.results import get_season_results
from league.services import entrants, house_rules, season_end
from league.services.competitions import arrangements, competitions
from league.services.competitions.match_facts import save_many_match_facts
from rulebook.catalogue import catalogue
from teams.models import Team
from teams.rules.roster.builder import list_offers
from teams.rules.state import Stage
from teams.selectors.journal_store import fold_lines, get_state, list_lines
from teams.services import journal as writer
from teams.services.reconciliation import reconcile_teams
from teams.services.roster import dismiss_ninja, rename_ninja
from tests.cast import cast
from tests.league.drawn_reports import changes_of, reports
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun
from tests.verbs import Tale

KNOBS = (
    {"revenue_table": {"win": 12, "loss": 5}},
    {"draw_revenue": 9},
    {"max_xp_per_game": 3},
    {"treasury_cap": 40},
    {"no_show_policy": {"treat_as": "void", "retire_after": 2}},
)
ALWAYS: dict[str, Any] = {
    "rollback_policy": "any_with_replay",
    "max_rematches": None,
    "late_entry": "always",
}
KINDS = (Kind.LADDER, Kind.ROUND_ROBIN, Kind.SWISS)


class SeasonLife(RuleBasedStateMachine):
    """One league, from its first team to whatever comes."""

    # What was done, and not refused, over all lives.
    done: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        # The same steps must lead to the same dice when a failure is tried again.
        seeds = (f"{number:064x}" for number in itertools.count())
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(writer, "new_seed", lambda: next(seeds))
        self.master = cast("machine")
        self.league = founded(self.master, **ALWAYS)
        self.tales: list[Tale] = []
        for _ in range(4):
            self.join()

    @initialize(kind=st.sampled_from(KINDS))
    def begin(self, kind: Kind) -> None:
        self.kind = kind
        self.season = begun(self.league, self.master, kind=kind)

    def teardown(self) -> None:
        self.patch.undo()
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    @contextmanager
    def refusals_change_nothing(self, act: str) -> Iterator[None]:
        before = list(Team.objects.order_by("pk").values_list("version", "state"))
        try:
            with transaction.atomic():
                yield
            self.done[act] += 1
        except Refusal as refusal:
            after = list(Team.objects.order_by("pk").values_list("version", "state"))
            assert (bool(refusal.sentence.strip()), after) == (True, before)  # noqa: PT017

    @property
    def playing(self) -> list[Tale]:
        return [one for one in self.tales if one.state.stage is Stage.REGISTERED]

    @property
    def free(self) -> list[Tale]:
        """Those who have nothing to choose before their next match."""
        return [one for one in self.playing if one.state.settling is None]

    def planned(self) -> list[Match]:
        """Matches that could begin now."""
        free = [one.team_id for one in self.free]
        found = Match.objects.filter(stage=MatchStage.ARRANGED, is_hosted=True)
        busy = found.exclude(places__team__in=free)
        return [
            one
            for one in found.exclude(pk__in=busy).order_by("pk")
            if {place.team_id for place in one.places.all()} <= set(free)
        ]

    def settled(self) -> list[Match]:
        """Matches that count, even if somebody has still to choose."""
        counting = (MatchStage.SETTLED, MatchStage.CONFIRMED)
        return list(Match.objects.filter(stage__in=counting).order_by("pk"))

    def for_the_table(self) -> QuerySet[Match]:
        return Match.objects.filter(fixture__competition__season=self.season)

    def corrected(self) -> QuerySet[Match]:
        return Match.objects.filter(corrections__isnull=False).distinct().order_by("pk")

    @rule()
    @precondition(lambda self: len(self.tales) < 6)
    def join(self) -> None:
        number = len(self.tales) + 1
        self.tales.append(entered(self.league, cast(f"member{number}")))
        self.done["join"] += 1

    @rule(data=st.data(), leaves_open=st.booleans())
    @precondition(lambda self: len(self.free) > 1)
    def play(self, data: st.DataObject, leaves_open: bool) -> None:
        """To the end, or until somebody has to choose."""
        with self.refusals_change_nothing(f"play {self.kind}"):
            match = self._match(data)
            pair = [
                next(one for one in self.tales if one.team_id == place.team_id)
                for place in match.places.order_by("number")
            ]
            edit = Edit(uid=match.uid, actor=self.master)
            choose_challenge(edit, challenge="brawl", together=True)
            start_match(edit)
            report = self._report(data, pair)
            submit_report(edit, report=report, note="For them.")
            owed = Settlement.objects.get(match=match).pk
            run_settlement(settlement_id=owed)
            if not leaves_open:
                apply_defaults(settlement_id=owed)
            elif any(one.state.settling for one in pair):
                self.done["leave open"] += 1

    def _report(self, data: st.DataObject, pair: list[Tale]) -> MatchReport:
        return data.draw(reports(pair), "report")

    def _match(self, data: st.DataObject) -> Match:
        if self.kind is not Kind.LADDER:
            if not self.planned() and self.kind is Kind.SWISS:
                competitions.draw_competition(
                    uid=self.league.uid, actor=self.master, number=1
                )
            if not (planned := self.planned()):
                raise Refusal("Everything is played.")
            return data.draw(st.sampled_from(planned), "match")
        pair = data.draw(st.permutations(self.free), "who")[:2]
        fixture = arrangements.arrange_fixture(
            uid=self.league.uid,
            actor=self.master,
            team_ids=tuple(tale.team_id for tale in pair),
        )
        assert fixture.match is not None
        return fixture.match

    @rule()
    @precondition(lambda self: len(self.free) < len(self.playing))
    def take_defaults(self) -> None:
        for owed in Settlement.objects.filter(stage=SettlementStage.OPEN):
            apply_defaults(settlement_id=owed.pk)
        assert self.free == self.playing
        self.done["take defaults"] += 1

    @rule(data=st.data())
    @precondition(lambda self: bool(self.settled()))
    def amend(self, data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(self.settled()), "match")
        old = read_report(match.settlements.latest("revision").report.content)
        report = data.draw(changes_of(old), "amended")
        edit = Edit(uid=match.uid, actor=self.master)
        with self.refusals_change_nothing("amend"):
            foretold = preview_correction(edit, report=report)
            done = correct_result(edit, report=report, reason="A slip.")
            if not foretold.has_new_dice:
                assert list(foretold.teams) == done.consequences["teams"]

    @rule(data=st.data())
    @precondition(lambda self: bool(self.settled()))
    def amend_to_no_show(self, data: st.DataObject) -> None:
        """One side never came; by some house rules the match never was."""
        match = data.draw(st.sampled_from(self.settled()), "match")
        absent = data.draw(st.sampled_from(((0,), (1,))), "absent")
        report = unplayed_report(
            match.places.count(), dict.fromkeys(absent, Presence.NO_SHOW)
        )
        edit = Edit(uid=match.uid, actor=self.master)
        with self.refusals_change_nothing("amend to no-show"):
            foretold = preview_correction(edit, report=report)
            done = correct_result(edit, report=report, reason="Made up.")
            if not foretold.has_new_dice:
                assert list(foretold.teams) == done.consequences["teams"]

    @rule(data=st.data())
    @precondition(lambda self: len(self.free) > 3)
    def drop_out_of_several(self, data: st.DataObject) -> None:
        """One of three who were to meet leaves; the others could still play."""
        three = data.draw(st.permutations(self.free), "who")[:3]
        with self.refusals_change_nothing("drop out of several"):
            made = arrangements.arrange_fixture(
                uid=self.league.uid,
                actor=self.master,
                team_ids=tuple(tale.team_id for tale in three),
            )
            entrants.withdraw_team(
                uid=self.league.uid,
                actor=self.master,
                team_id=three[0].team_id,
                reason="Never seen again.",
            )
            assert made.match is not None
            left = made.match.places.order_by("number").values_list("team", flat=True)
            assert list(left) == [tale.team_id for tale in three[1:]]

    @rule(data=st.data())
    @precondition(lambda self: bool(self.settled()))
    def void(self, data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(self.settled()), "match")
        edit = Edit(uid=match.uid, actor=self.master)
        with self.refusals_change_nothing("void"):
            correct_result(edit, report=None, reason="Never played.")
            match.refresh_from_db()
            assert match.stage == MatchStage.VOID

    @rule(data=st.data())
    @precondition(lambda self: self.corrected().exists())
    def undo(self, data: st.DataObject) -> None:
        """What is void counts again, what was amended is as it was before."""
        match = data.draw(st.sampled_from(list(self.corrected())), "match")
        last = match.corrections.latest("number")
        edit = Edit(uid=match.uid, actor=self.master)
        with self.refusals_change_nothing("undo"):
            foretold = preview_undo(edit, number=last.number)
            done = undo_correction(edit, number=last.number, reason="It was.")
            assert done.is_void is foretold.is_void
            if not foretold.has_new_dice:
                assert list(foretold.teams) == done.consequences["teams"]
            match.refresh_from_db()
            assert (match.stage == MatchStage.VOID) is done.is_void

    @rule(data=st.data())
    @precondition(lambda self: bool(self.playing))
    def spend(self, data: st.DataObject) -> None:
        """Koban that a correction may ask back."""
        wanted = [
            (tale, one.profile.slug)
            for tale in self.playing
            for one in list_offers(tale.state, catalogue())
            if one.is_open and not one.profile.ability_options
        ]
        if not wanted:
            return
        tale, profile = data.draw(st.sampled_from(wanted), "whom")
        with self.refusals_change_nothing("spend"):
            tale.recruit(profile)

    @rule(data=st.data())
    @precondition(lambda self: bool(self.playing))
    def dismiss(self, data: st.DataObject) -> None:
        """Whoever is not the last of a kind that the team must hold."""
        spare = [
            (tale, one.id)
            for tale in self.playing
            for one in tale.state.members
            if sum(other.profile == one.profile for other in tale.state.members) > 2
        ]
        if not spare:
            return
        tale, ninja = data.draw(st.sampled_from(spare), "whom")
        with self.refusals_change_nothing("dismiss"):
            dismiss_ninja(tale.edit, ninja=ninja)

    @rule(data=st.data(), name=st.sampled_from(("Akane", "Botan", "Chiyo")))
    @precondition(lambda self: bool(self.playing))
    def rename(self, data: st.DataObject, name: str) -> None:
        tale = data.draw(st.sampled_from(self.playing), "who")
        ninja = data.draw(st.sampled_from(tale.state.members), "ninja")
        with self.refusals_change_nothing("rename"):
            rename_ninja(tale.edit, ninja=ninja.id, name=name)

    @rule(data=st.data())
    @precondition(lambda self: len(self.free) > 3)
    def drop_out(self, data: st.DataObject) -> None:
        tale = data.draw(st.sampled_from(self.free), "who")
        with self.refusals_change_nothing("drop out"):
            entrants.withdraw_team(
                uid=self.league.uid,
                actor=self.master,
                team_id=tale.team_id,
                reason="Never seen again.",
            )

    @rule(knobs=st.sampled_from(KNOBS))
    def change_rules(self, knobs: dict[str, object]) -> None:
        with self.refusals_change_nothing("change rules"):
            house_rules.change_rules(
                uid=self.league.uid,
                actor=self.master,
                changes={**ALWAYS, **knobs},
                reason="For the fun of it.",
            )

    @rule()
    @precondition(lambda self: bool(self.settled()))
    def next_season(self) -> None:
        with self.refusals_change_nothing("next season"):
            season_end.close_season(uid=self.league.uid, actor=self.master)
            season_end.open_season(uid=self.league.uid, actor=self.master)
            self.season = competitions.start_season(
                uid=self.league.uid, actor=self.master
            )

    @invariant()
    def every_team_is_the_fold_of_its_journal(self) -> None:
        assert list(reconcile_teams()) == []
        for team in Team.objects.all():
            assert fold_lines(list_lines(team)) == get_state(team)

    @invariant()
    def journals_tell_of_exactly_the_matches_that_count(self) -> None:
        begun = Match.objects.exclude(stage=MatchStage.ARRANGED)
        for match in begun.exclude(stage=MatchStage.CALLED_OFF):
            last = match.settlements.order_by("-revision").first()
            assert last is not None
            counts = last.stage != SettlementStage.REPLACED
            assert counts is (match in self.settled())

    @invariant()
    def the_league_knows_what_the_reports_tell(self) -> None:
        """Nothing that is kept for speed differs from what it was worked out of."""
        kept = list(
            Fixture.objects.filter(match__stage=MatchStage.SETTLED).select_related(
                "match", "competition__season"
            )
        )
        before = [one.facts for one in kept]
        save_many_match_facts(kept)
        after = [msgspec.json.decode(msgspec.json.encode(one.facts)) for one in kept]
        assert before == after
        settled = [one.pk for one in self.settled()]
        played = self.for_the_table().filter(pk__in=settled).count()
        byes = Fixture.objects.filter(
            competition__season=self.season, is_bye=True, outcome__isnull=False
        )
        rows = get_season_results(self.season).table()
        assert sum(row.played for row in rows) == 2 * played + byes.count()


ACTS = {
    *("join", "leave open", "take defaults", "amend", "void", "undo", "spend"),
    *("dismiss", "rename", "drop out", "change rules", "next season"),
    *("amend to no-show", "drop out of several"),
}


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.django_db
def test_a_season_however_odd_adds_up() -> None:
    run_state_machine_as_test(
        SeasonLife,
        settings=settings(
            max_examples=4,
            stateful_step_count=14,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_a_season_in_which_nothing_is_refused_adds_up(kind: Kind) -> None:
    """Every act of the machine above, done and not refused: what is always refused
    proves nothing."""

    @settings(
        max_examples=1,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def lived(data: st.DataObject) -> None:
        SeasonLife.done.clear()
        life = SeasonLife()
        life.begin(kind)
        acts: list[Callable[[], object]] = [
            *(life.join, lambda: life.rename(data, "Akane")),
            *(lambda: life.play(data, True), lambda: life.amend(data)),
            *(life.take_defaults, lambda: life.play(data, False)),
            *(lambda: life.dismiss(data), lambda: life.spend(data)),
            *(lambda: life.void(data), lambda: life.undo(data)),
            *(lambda: life.amend_to_no_show(data), lambda: life.undo(data)),
            *(life.join, life.join, life.take_defaults),
            *(lambda: life.change_rules(KNOBS[0]), lambda: life.drop_out(data)),
            lambda: life.drop_out_of_several(data),
            *(life.next_season, lambda: life.play(data, False)),
        ]
        try:
            for act in acts:
                act()
                life.every_team_is_the_fold_of_its_journal()
                life.journals_tell_of_exactly_the_matches_that_count()
                life.the_league_knows_what_the_reports_tell()
        finally:
            life.teardown()
        assert ACTS - set(life.done) == set()
        assert life.done[f"play {kind}"] == 3

    lived()
