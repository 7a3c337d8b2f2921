"""Long random lives of teams: whatever happens, the books balance.

Hypothesis builds, plays, settles, corrects and takes back at random, under random
house rules, and looks after every step whether the treasury equals the ledger, the
rating the formula, the fold the state that grew step by step, and the journal
itself after a trip through JSON.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from msgspec.structs import replace

from kernel.dice import RecordedDice, SeededDice
from kernel.errors import Refusal
from kernel.ids import NinjaId, ProfileSlug
from rulebook.rules.entries import KeywordCategory
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import ImpossibleLine, decode, encode, ledger, replay
from teams.rules.journal.replay import JournalReplay
from teams.rules.reports.report_checks import OUTCOME_OF_KIND, report_game
from teams.rules.reports.team_report import (
    Feat,
    GameKind,
    MatchType,
    Outcome,
    TeamReport,
    Victim,
)
from teams.rules.roster.builder import list_offers
from teams.rules.roster.legality import violations
from teams.rules.roster.readiness import open_game
from teams.rules.roster.statline import statline
from teams.rules.settlement.needs import AutomaticStep, DecisionNeeded, RollNeeded
from teams.rules.settlement.next_step import find_growth_need, find_next_need
from teams.rules.settlement.settlement import answer_decision, roll_needed
from teams.rules.state import NinjaState, Stage
from tests.teams.rules.story import Story, book

CLANS = ["tora", "yamazaru", "kitsune", "ika", "tanchyo", "ijin"]
SHUFFLED = ["revenue", "xp", "all_star", "upkeep", "absences", "downtime"]
SHUFFLED += ["advancement", "recruit", "legality", "rating"]
KNOBS: list[dict[str, Any]] = [
    {},
    {"allow_debt": True, "starting_koban": 60},
    {"post_game_order": SHUFFLED, "recruit_window": "post_game"},
    {"random_keywords": True, "affinity_choice": "random", "treasury_cap": 30},
    {"experience_levels": [0, 2, 4, 6, 8, 10, 12], "doubles_free_choice": True},
    {"advancement_must_resolve": False, "hero_water_result": "koban_1"},
    {"spirit_may_cancel_rolled_result": True, "hero_water_result": "reroll"},
    {"ronin_allowed": "pool", "ronin_pool": 3, "dismissal_refund": 0.5},
    {"illegal_roster_policy": "auto_recruit", "revenue_before_upkeep": False},
    {"rating_counts_absent": False, "max_xp_per_game": 4, "keep_unspent_koban": False},
]
FEATS = st.builds(
    Feat,
    event=st.sampled_from(["injures_enemy", "stuns_chunin", "search_reveals"]),
    times=st.integers(1, 4),
    victim=st.sampled_from(Victim),
)
PICK = st.integers(0, 10**6)


class TeamLife(RuleBasedStateMachine):
    story: Story
    dice: SeededDice

    @initialize(
        clan=st.sampled_from(CLANS),
        knobs=st.sampled_from(KNOBS),
        seed=st.integers(0, 2**32),
        is_draft=st.booleans(),
    )
    def found(
        self, clan: str, knobs: dict[str, Any], seed: int, is_draft: bool
    ) -> None:
        self.story = Story(clan, **knobs)
        self.reports: list[TeamReport] = []
        self.dice = SeededDice(f"{seed:064x}")
        self.story.recruit_minimum()
        if not is_draft:
            self.story.register()

    @property
    def is_idle(self) -> bool:
        state = self.story.state
        is_busy = state.settling is not None or bool(state.open_game)
        return state.stage is Stage.REGISTERED and not is_busy

    def pick(self, number: int) -> NinjaId:
        ninja = self.story.state.ninja
        return ninja[number % len(ninja)].id

    def attempt(self, *entries: AnyEntry, batch: str = "") -> bool:
        """Write entries that may be impossible; if so, nothing has changed."""
        before = (len(self.story.lines), self.story.state)
        try:
            self.story.write(*entries, batch=batch)
        except ImpossibleLine:
            assert (len(self.story.lines), self.story.state) == before
            return False
        return True

    # Building and keeping

    @rule(number=PICK)
    def recruit(self, number: int) -> None:
        """An open offer can be taken and breaks nothing; a closed one is refused."""
        found = list_offers(self.story.state, book())
        offer = found[number % len(found)]
        before = {(one.code, one.profile) for one in self.violations}
        is_draft = self.story.state.stage is Stage.DRAFT
        try:
            self.story.recruit(offer.profile.slug)
        except Refusal:
            assert offer.reasons
            assert not is_draft
        else:
            assert is_draft or not offer.reasons
            if not is_draft:
                after = {(one.code, one.profile) for one in self.violations}
                assert after <= before

    @property
    def violations(self) -> tuple[Any, ...]:
        return violations(self.story.state, book())

    @precondition(lambda self: len(self.story.state.ninja) > 1)
    @rule(number=PICK)
    def dismiss(self, number: int) -> None:
        ninja = self.pick(number)
        before = self.story.state
        try:
            self.story.dismiss(ninja)
        except Refusal:
            assert self.story.state == before
        else:
            assert not self.story.state.holds(ninja)

    @precondition(lambda self: self.story.state.stage is Stage.DRAFT)
    @rule()
    def register(self) -> None:
        is_legal = not self.violations
        try:
            self.story.register()
        except Refusal:
            assert not is_legal
        else:
            assert is_legal
            assert self.story.koban >= 0

    @rule(number=PICK)
    def rearrange(self, number: int) -> None:
        order = [one.id for one in self.story.state.ninja]
        cut = number % (len(order) + 1)
        self.story.write(e.Reordered(order=tuple(order[cut:] + order[:cut])))

    # Playing

    @precondition(lambda self: self.is_idle and self.story.state.available)
    @rule(
        outcome=st.sampled_from(Outcome),
        behind=st.integers(0, 12),
        feats=st.lists(st.tuples(PICK, FEATS), max_size=6),
        healing=st.sets(PICK, max_size=3),
        standing=st.sampled_from(MatchType),
    )
    def play(
        self,
        outcome: Outcome,
        behind: int,
        feats: list[tuple[int, Feat]],
        healing: set[int],
        standing: MatchType,
    ) -> None:
        free = [one.id for one in self.story.state.available]
        done: dict[NinjaId, list[Feat]] = {}
        for number, feat in feats:
            done.setdefault(free[number % len(free)], []).append(feat)
        self.report(
            outcome=outcome,
            points_behind=behind,
            feats=done,
            healing=sorted({free[number % len(free)] for number in healing}),
            standing=standing,
        )

    def report(self, **what: Any) -> None:
        report = self.story.report(match=f"m{len(self.reports)}", **what)
        entry = report_game(self.story.state, report, book())
        self.reports.append(report)
        self.story.write(entry, batch=f"{report.match}/report")

    @precondition(lambda self: self.is_idle)
    @rule(number=PICK, games=st.integers(1, 5))
    def season(self, number: int, games: int) -> None:
        """Some whole games in a row, eventful ones."""
        for _ in range(games):
            free = [one.id for one in self.story.state.available]
            if not free:
                return
            feat = Feat(event="injures_enemy", times=1 + number % 4)
            hurt = {number, number + 1}
            self.play(Outcome.WIN, number % 9, [(number, feat)], hurt, MatchType.LEAGUE)
            while self.story.state.settling is not None:
                self.settle(number, 1)
                number = number * 7 + 3

    @precondition(lambda self: self.is_idle)
    @rule(kind=st.sampled_from([one for one in GameKind if one != "played"]))
    def miss(self, kind: GameKind) -> None:
        self.report(kind=kind, outcome=OUTCOME_OF_KIND[kind], ninja=())

    @precondition(lambda self: self.is_idle)
    @rule()
    def open_game(self) -> None:
        try:
            entry = open_game(self.story.state, book(), match="to be called off")
        except Refusal:
            return
        assert entry.rating == self.formula()
        self.story.write(entry)

    @precondition(lambda self: self.story.state.open_game)
    @rule()
    def call_off(self) -> None:
        self.story.write(e.GameCalledOff(match=self.story.state.open_game))

    @precondition(lambda self: self.story.state.settling is not None)
    @rule(number=PICK, steps=st.integers(1, 25))
    def settle(self, number: int, steps: int) -> None:
        """Take some steps, with random dice, candidates and answers."""
        for _ in range(steps):
            need = find_next_need(self.story.state, book())
            settling = self.story.state.settling
            if need is None or settling is None:
                return
            entry = (
                need.entry
                if isinstance(need, AutomaticStep)
                else self.meet(need, number)
            )
            self.story.write(entry, batch=f"{settling.report.match}/{need.step}")

    @precondition(lambda self: self.is_idle)
    @rule(number=PICK)
    def grow(self, number: int) -> None:
        need = find_growth_need(self.story.state, book())
        if need is not None:
            self.story.write(self.meet(need, number))

    def meet(self, need: RollNeeded | DecisionNeeded, number: int) -> AnyEntry:
        state = self.story.state
        if isinstance(need, DecisionNeeded):
            key = need.options[number % len(need.options)].key
            return answer_decision(state, need, key, dice=self.dice, book=book())
        who = (
            need.candidates[number % len(need.candidates)] if need.candidates else None
        )
        return roll_needed(
            state,
            need,
            ninja=who,
            dice=self.dice,
            source=DiceSource.SERVER,
            book=book(),
        )

    # Putting things right

    @precondition(lambda self: self.story.state.ninja)
    @rule(number=PICK, koban=st.integers(-20, 20), xp=st.integers(-5, 12))
    def correct(self, number: int, koban: int, xp: int) -> None:
        ninja = self.pick(number)
        self.attempt(e.Adjusted(reason="chance", ninja=ninja, koban=koban, xp=xp))

    @rule(number=PICK)
    def take_back(self, number: int) -> None:
        """Void a recent batch: the journal folds without it, or nothing happens and
        a preview says what would fall."""
        recent = self.story.lines[5:][-12:]
        if not recent:
            return
        line = recent[number % len(recent)]
        void = e.Voided(batches=(line.batch,))
        if self.attempt(void):
            return
        last = self.story.lines[-1]
        trial = [
            *self.story.lines,
            type(last)(number=last.number + 1, batch="trial", entry=void),
        ]
        assert replay(trial, self.story.rules, book()).fallen

    @precondition(lambda self: self.is_idle and self.reports)
    @rule(number=PICK, outcome=st.sampled_from(Outcome), is_void=st.booleans())
    def correct_game(self, number: int, outcome: Outcome, is_void: bool) -> None:
        """Change the result of any game, or void it, and replay what followed."""
        report = self.reports[number % len(self.reports)]
        if report.kind is not GameKind.PLAYED:
            return
        story, count = self.story, len(self.story.lines)
        run = JournalReplay(
            story.lines,
            arranged={report.match},
            settling="",
            house_rules=story.rules,
            book=book(),
            dice_of=lambda line: RecordedDice(SeededDice("2" * 64, f"line {line}")),
            batch_of=lambda part: f"{part}/corrected {count}",
        )
        if run.advance() is None:
            return  # the game was undone
        try:
            run.take(None if is_void else replace(report, outcome=outcome))
            assert run.advance() is None
        except Refusal:
            return  # written together with other entries
        done = run.finish()
        story.lines += [one.line for one in done.lines]
        story._state = done.state

    # What always holds

    def formula(self) -> int:
        """The rating, written out once more."""
        state, levels = self.story.state, self.story.state.rules.experience_levels
        worth = advances = named = 0
        for one in state.ninja:
            if one.is_absent and not state.rules.rating_counts_absent:
                continue
            worth += one.price
            reached = sum(1 for level in levels[1:] if one.xp >= level)
            advances += max(reached, len(one.growth))
            named += book().profiles[one.profile].is_named
        return worth // 10 + advances + named

    @invariant()
    def the_treasury_equals_the_ledger_and_is_never_negative(self) -> None:
        state = self.story.state
        assert sum(koban for _, koban in ledger(self.story.lines)) == state.koban
        if state.stage is Stage.REGISTERED and not state.rules.allow_debt:
            assert state.koban >= 0

    @invariant()
    def the_rating_equals_the_formula(self) -> None:
        assert self.story.rating == self.formula()

    @invariant()
    def the_fold_equals_the_state_before_and_after_json(self) -> None:
        text = encode(self.story.lines)
        again = decode(text)
        assert list(again) == self.story.lines
        assert self.story.refold() == self.story.state

    @invariant()
    def everybody_is_as_the_rules_allow(self) -> None:
        state = self.story.state
        ids = [one.id for one in state.ninja]
        assert len(set(ids)) == len(ids)
        assert not set(ids) & set(state.gone)
        assert state.last_id >= max(ids, default=0)
        for one in state.ninja:
            self.check_ninja(one)
        if state.settling is not None:
            assert state.settling.steps
            assert find_next_need(state, book()) is not None

    def check_ninja(self, one: NinjaState) -> None:
        profile = book().profiles[ProfileSlug(one.profile)]
        line = statline(one, profile)
        assert len(set(line.keywords)) == len(line.keywords)
        assert len(set(line.affinities)) == len(line.affinities)
        assert one.xp >= 0
        assert one.games_to_miss >= 0
        learnt = set(line.keywords) - set(profile.keywords)
        categories = {book().keywords[keyword].category for keyword in learnt}
        assert KeywordCategory.UNIQUE not in categories
        if profile.is_named:
            assert (one.xp, one.growth, one.advancement_roll) == (0, (), ())


TestTeamLife = TeamLife.TestCase
TestTeamLife.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
