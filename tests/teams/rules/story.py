"""Verbs for telling a team's life in tests: found, recruit, play, settle.

A `Story` keeps a journal and the state it folds to. Every verb writes lines the way
the product does: a rule makes an entry, the journal takes it. What is not said is
left at the book's defaults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kernel.dice import Dice, ScriptedDice
from kernel.elements import Element
from kernel.ids import AbilitySlug, ClanSlug, NinjaId, ProfileSlug
from rulebook.catalogue import catalogue
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import Line, append, fold
from teams.rules.reports.report_checks import report_game
from teams.rules.reports.team_report import Feat, NinjaReport, Outcome, TeamReport
from teams.rules.roster.builder import build_founding
from teams.rules.roster.legality import register, violations
from teams.rules.roster.rating import rating
from teams.rules.roster.recruitment import dismiss, recruit, replace_ninja
from teams.rules.settlement.needs import DecisionNeeded, Need, RollNeeded
from teams.rules.settlement.next_step import find_next_need
from teams.rules.settlement.settlement import answer_decision, proceed, roll_needed
from teams.rules.state import NinjaState, TeamState


def book() -> Catalogue:
    return catalogue()


def house_rules(**changes: object) -> HouseRules:
    return book().house_rules.build(changes)


def changed(knob: str, **parts: object) -> dict[str, object]:
    """A knob of several parts with some of them changed."""
    default = book().default_house_rules.as_values()[knob]
    assert isinstance(default, dict)
    return {**default, **parts}


class Table:
    """A respondent with scripted dice and answers, defaults for the rest."""

    def __init__(self, dice: Dice, answers: Mapping[Any, str] = {}) -> None:
        self.dice = dice
        self.answers = dict(answers)
        self.asked: list[DecisionNeeded] = []

    def respond(
        self, state: TeamState, need: RollNeeded | DecisionNeeded, book: Catalogue
    ) -> AnyEntry:
        if isinstance(need, RollNeeded):
            return roll_needed(
                state, need, dice=self.dice, source=DiceSource.SERVER, book=book
            )
        self.asked.append(need)
        key = self.answers.get((need.kind, need.ninja), self.answers.get(need.kind))
        return answer_decision(
            state, need, key or need.default, dice=self.dice, book=book
        )


class Story:
    def __init__(
        self, clan: str = "tora", *, name: str = "Story", **knobs: Any
    ) -> None:
        self.book = book()
        self.rules = house_rules(**knobs)
        self.lines: list[Line] = []
        self._state: TeamState | None = None
        self.write(build_founding(name, ClanSlug(clan), self.rules, self.book))

    @property
    def state(self) -> TeamState:
        assert self._state is not None
        return self._state

    @property
    def koban(self) -> int:
        return self.state.koban

    @property
    def rating(self) -> int:
        return rating(self.state, self.book)

    def ninja(self, ninja: NinjaId) -> NinjaState:
        return self.state.find(ninja)

    def codes(self, **context: Any) -> set[str]:
        return {one.code for one in violations(self.state, self.book, **context)}

    def write(self, *entries: AnyEntry, batch: str = "", place: int = 0) -> None:
        for entry in entries:
            number = self.lines[-1].number + 1 if self.lines else 1
            line = Line(
                number=number, batch=batch or f"b{number}", entry=entry, place=place
            )
            self._state = append(self.lines, self._state, line, self.rules, self.book)

    def refold(self, **how: Any) -> TeamState:
        return fold(self.lines, self.rules, self.book, **how)

    # Building

    def recruit(
        self, profile: str, name: str = "", *, abilities: Sequence[str] | None = None
    ) -> NinjaId:
        """Recruit somebody, with the first special abilities unless told otherwise."""
        found = self.book.profiles[ProfileSlug(profile)]
        options = found.ability_options[: found.abilities_to_choose]
        chosen = (
            tuple(one.slug for one in options)
            if abilities is None
            else tuple(AbilitySlug(one) for one in abilities)
        )
        entry = recruit(
            self.state, found.slug, book=self.book, name=name, abilities=chosen
        )
        self.write(entry)
        return entry.ninja

    def recruit_minimum(self) -> None:
        for profile in self.book.clans[self.state.clan].profiles:
            for _ in range(profile.allowance.minimum):
                self.recruit(profile.slug)

    def register(self) -> None:
        self.write(register(self.state, self.book))

    def dismiss(self, ninja: NinjaId) -> None:
        self.write(dismiss(self.state, ninja, book=self.book))

    def swap(self, ninja: NinjaId, profile: str) -> NinjaId:
        found = self.book.profiles[ProfileSlug(profile)]
        options = found.ability_options[: found.abilities_to_choose]
        pair = replace_ninja(
            self.state,
            ninja,
            found.slug,
            book=self.book,
            abilities=tuple(one.slug for one in options),
        )
        self.write(*pair)
        return pair[1].ninja

    def correct(self, **changes: Any) -> None:
        self.write(e.Adjusted(reason="for the story", **changes))

    # Playing

    def report(
        self,
        *,
        feats: Mapping[NinjaId, Iterable[Feat]] = {},
        healing: Sequence[NinjaId] = (),
        fielded: Iterable[NinjaId] | None = None,
        outcome: Outcome = Outcome.WIN,
        **more: Any,
    ) -> TeamReport:
        """A report in which everybody available was on the board unless told."""
        free = [one.id for one in self.state.available]
        there = set(free if fielded is None else fielded)
        order = [*healing, *(one for one in free if one not in healing)]
        rows = tuple(
            NinjaReport(
                ninja=one,
                was_fielded=one in there,
                in_healing_house=one in healing,
                feats=tuple(feats.get(one, ())),
            )
            for one in order
        )
        more.setdefault("match", f"match-{self.state.games + 1}")
        more.setdefault("opponents", ("Others",))
        more.setdefault("ninja", rows)
        return TeamReport(outcome=outcome, **more)

    def play(self, **what: Any) -> None:
        """Report a game and leave its settlement open."""
        report = self.report(**what)
        self.write(report_game(self.state, report, self.book))

    def settle(
        self,
        *faces: Element | str,
        answers: Mapping[Any, str] = {},
        choices: Sequence[int] = (),
    ) -> list[AnyEntry]:
        """Finish the settlement with these dice; all of them have to be used."""
        dice = ScriptedDice(*faces, choices=choices)
        done = proceed(self.state, self.book, Table(dice, answers))
        assert done.need is None
        dice.assert_spent()
        for step, entry in done.entries:
            self.write(entry, batch=f"{self.state.games}/{step}")
        return [entry for _, entry in done.entries]

    def settle_until(self, *faces: Element | str) -> Need:
        """Take the steps that need nobody and these dice; what is needed then?"""
        dice = ScriptedDice(*faces)
        left = len(faces)
        while True:
            need = find_next_need(self.state, self.book)
            assert need is not None, "the settlement went through to its end"
            if isinstance(need, RollNeeded) and left:
                entry: AnyEntry = roll_needed(
                    self.state,
                    need,
                    dice=dice,
                    source=DiceSource.SERVER,
                    book=self.book,
                )
                left = len(dice._faces)
            elif isinstance(need, RollNeeded | DecisionNeeded):
                return need
            else:
                entry = need.entry
            self.write(entry)

    def game(self, *faces: Element | str, **what: Any) -> list[AnyEntry]:
        """A whole game: played, reported, settled with defaults and these dice."""
        self.play(**what)
        return self.settle(*faces)


def registered(clan: str = "tora", **knobs: Any) -> Story:
    """A legal team of a clan's bare minimum, ready to play."""
    story = Story(clan, **knobs)
    story.recruit_minimum()
    story.register()
    return story
