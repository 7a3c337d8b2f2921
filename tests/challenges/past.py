"""Whole histories of matches, told by the pure rules alone, and put into a database.

Journals are written as the services write them: a batch for the opening, one for the
report with what follows by itself, one for every roll and every answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from challenges.rules.corrections import (
    PastMatch,
    PastTeam,
    ResettlementPlan,
    plan_resettlement,
)
from challenges.rules.reports.match_report import (
    Contender,
    Deed,
    Lineup,
    MatchReport,
    NinjaPart,
    TeamPart,
)
from challenges.rules.reports.outcomes import team_reports
from kernel.dice import RecordedDice, SeededDice
from kernel.ids import AbilitySlug, ChallengeSlug, ClanSlug, ProfileSlug
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import Line
from teams.rules.journal.reducer import apply_entry
from teams.rules.journal.replay import JournalReplay
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.builder import build_founding
from teams.rules.roster.legality import register
from teams.rules.roster.rating import rating
from teams.rules.roster.readiness import lend_ninja
from teams.rules.roster.recruitment import recruit
from teams.rules.settlement.needs import AutomaticStep
from teams.rules.settlement.next_step import find_next_need
from teams.rules.settlement.responders import AutomaticResponder
from teams.rules.state import TeamState
from tests.teams.rules.story import book

SPACE = UUID(int=0)
ROSTER = ("tora-kaiken",) * 4 + ("tora-yajiri",) * 2 + ("tora-kunoichi",)


class PastOf:
    """One team with the journal it has so far."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"Team {number}"
        self.lines: list[Line] = []
        self.now: TeamState | None = None
        self.batches = 0
        self.write(
            build_founding(
                self.name, ClanSlug("tora"), book().default_house_rules, book()
            )
        )
        ability = (AbilitySlug("tiger-strike"),)
        self.recruit("tora-chunin", ability)
        for profile in ROSTER:
            self.recruit(profile)
        self.write(register(self.state, book()))

    @property
    def state(self) -> TeamState:
        assert self.now is not None
        return self.now

    def recruit(self, profile: str, abilities: tuple[AbilitySlug, ...] = ()) -> None:
        slug = ProfileSlug(profile)
        self.write(recruit(self.state, slug, book=book(), abilities=abilities))

    def write(self, *entries: AnyEntry) -> None:
        """One act."""
        self.batches += 1
        batch = str(uuid5(SPACE, f"{self.number} {self.batches}"))
        for entry in entries:
            self.now = apply_entry(self.now, entry, book())
            number = len(self.lines) + 1
            self.lines.append(Line(number=number, batch=batch, entry=entry))

    def settle(self, first: AnyEntry, dice: SeededDice) -> None:
        """The report and all that follows, with the default of every question."""
        act = [first]
        state = apply_entry(self.state, first, book())
        while (need := find_next_need(state, book())) is not None:
            if isinstance(need, AutomaticStep):
                entry: AnyEntry | None = need.entry
            else:
                self.write(*act)
                act = []
                entry = AutomaticResponder(dice, answers=True).respond(
                    state, need, book()
                )
            assert entry is not None
            act.append(entry)
            state = apply_entry(state, entry, book())
        self.write(*act)


class History:
    """Teams that meet one another again and again, and what their matches did."""

    def __init__(self, teams: int, seed: str = "5" * 64) -> None:
        self.teams = {number: PastOf(number) for number in range(1, teams + 1)}
        self.matches: list[PastMatch] = []
        self.dice = SeededDice(seed)

    def play(self, *numbers: int, score: Sequence[int] = ()) -> PastMatch:
        key = uuid5(SPACE, f"match {len(self.matches)}").hex
        teams = [self.teams[number] for number in numbers]
        for team in teams:
            opened = e.GameOpened(match=key, rating=rating(team.state, book()))
            team.write(*lend_ninja(team.state, book()), opened)
        past = PastMatch(
            key=key,
            standing=MatchType.LEAGUE,
            report=self.report(teams, score),
            teams=tuple(
                PastTeam(id=team.number, name=team.name, side=side)
                for side, team in enumerate(teams)
            ),
        )
        lineup = Lineup(
            match=key,
            standing=past.standing,
            rules=teams[0].state.rules,
            teams=tuple(
                Contender(
                    name=team.name,
                    rating=team.state.rating_frozen or 0,
                    side=side,
                    state=team.state,
                )
                for side, team in enumerate(teams)
            ),
        )
        for team, report in zip(
            teams, team_reports(past.report, lineup, book()), strict=True
        ):
            team.settle(e.GameReported(report=report), self.dice)
        self.matches.append(past)
        return past

    def report(self, teams: Sequence[PastOf], score: Sequence[int]) -> MatchReport:
        """Somebody injures, somebody is carried away; the dice know who."""
        parts = []
        for number, team in enumerate(teams):
            there = team.state.available
            rows = []
            for place, one in enumerate(there):
                times = int(self.dice.below(5) == 0)
                against = (number + 1) % len(teams)
                deed = Deed(event="injures_enemy", times=times, against=against)
                rows.append(
                    NinjaPart(
                        ninja=one.id,
                        was_fielded=True,
                        in_healing_house=place > 0 and self.dice.below(8) == 0,
                        deeds=(deed,) if times else (),
                    )
                )
            points = score[number] if score else self.dice.below(5)
            parts.append(TeamPart(score=points, ninja=tuple(rows)))
        return MatchReport(teams=tuple(parts), challenge=ChallengeSlug("brawl"))

    def states(self) -> dict[int, TeamState]:
        return {number: team.state for number, team in self.teams.items()}

    def amended(
        self,
        at: int,
        report: MatchReport | None,
        *,
        seed: str = "7" * 64,
        is_void: bool = False,
        is_restored: bool = False,
    ) -> ResettlementPlan:
        """Put one of the matches right; nothing is kept of it here. `is_void` is one
        that did not count until now."""
        matches = self.matches[at:]
        arranged = {match.key for match in matches}
        runs = {
            number: JournalReplay(
                team.lines,
                arranged=arranged,
                settling="",
                house_rules=book().default_house_rules,
                book=book(),
                dice_of=lambda line, number=number: RecordedDice(
                    SeededDice(seed, f"{number} {line}")
                ),
                batch_of=lambda part, number=number: str(
                    uuid5(SPACE, f"{seed} {number} {part}")
                ),
                revived=matches[0].key if is_void else "",
            )
            for number, team in self.teams.items()
        }
        return plan_resettlement(
            matches[0].key,
            report,
            matches=matches,
            teams=runs,
            states=self.states(),
            book=book(),
            is_restored=is_restored,
        )

    def keep(self, done: ResettlementPlan) -> None:
        """Write a correction into the journals."""
        for change in done.teams:
            team = self.teams[change.team]
            team.lines += [one.line for one in change.refolded.lines]
            team.now = change.refolded.state
