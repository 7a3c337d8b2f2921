"""Past games put right, with everything that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from kernel.dice import ScriptedDice, SeededDice
from kernel.errors import Refusal
from kernel.ids import NinjaId
from teams.rules.amending import Amendment, amend
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import Feat, Outcome, TeamReport
from teams.rules.settlement.advancement import waiting
from teams.rules.settlement.needs import DecisionKind
from tests.ledger import rule
from tests.teams.rules.story import Story, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


class Chronicle(Story):
    """A story that knows the batches of each of its games."""

    def __init__(self, *args: Any, **knobs: Any) -> None:
        self.reports: list[TeamReport] = []
        super().__init__(*args, **knobs)

    def whole_game(
        self, *faces: str, answers: Mapping[Any, str] = {}, **what: Any
    ) -> None:
        report = self.report(**what)
        self.reports.append(report)
        game = len(self.reports)
        self.write(e.GameReported(report=report), batch=f"g{game}/report")
        for entry in self.settle(*faces, answers=answers):
            assert entry
        self.lines = [
            replace(line, batch=f"g{game}/{line.batch}")
            if line.batch.startswith(f"{game}/")
            else line
            for line in self.lines
        ]

    def amend(self, game: int, report: TeamReport | None, **how: Any) -> Amendment:
        batches = {
            line.batch for line in self.lines if line.batch.startswith(f"g{game}/")
        }
        how.setdefault("dice", ScriptedDice())
        return amend(
            self.lines,
            sorted(batches),
            report,
            house_rules=self.rules,
            book=self.book,
            batch_of=lambda part: f"again/{part}",
            **how,
        )

    def accept(self, amendment: Amendment) -> None:
        assert amendment.fallen == ()
        self.lines += amendment.lines
        self._state = self.refold()
        assert self._state == amendment.state


def chronicle(games: int = 3, **knobs: Any) -> Chronicle:
    story = Chronicle(starting_koban=120, **knobs)
    story.recruit_minimum()
    story.register()
    story.recruit("benkei")
    story.whole_game("fire", healing=[CHUNIN], all_stars=(KAIKEN,))
    for number in range(1, games):
        story.whole_game(all_stars=((KAIKEN, OTHER)[number % 2],))
    return story


@rule("LEAGUE-18")
def test_an_amended_result_changes_its_own_revenue_and_keeps_all_else() -> None:
    story = chronicle()
    before = story.state
    story.accept(story.amend(1, replace(story.reports[0], outcome=Outcome.LOSS)))
    assert story.koban == before.koban - 4
    assert story.state.ninja == before.ninja


@rule("LEAGUE-18")
def test_the_dice_of_the_first_settlement_are_kept() -> None:
    story = chronicle(1)
    assert story.ninja(CHUNIN).games_to_miss == 1
    story.accept(story.amend(1, replace(story.reports[0], outcome=Outcome.DRAW)))
    assert story.ninja(CHUNIN).games_to_miss == 1  # still fire


def test_choices_of_the_first_settlement_are_kept_where_they_fit() -> None:
    story = Chronicle(starting_koban=120)
    story.recruit_minimum()
    story.register()
    ronin = story.recruit("benkei")
    story.whole_game(all_stars=(KAIKEN,), answers={DecisionKind.UPKEEP: "release"})
    story.accept(story.amend(1, replace(story.reports[0], outcome=Outcome.LOSS)))
    assert not story.state.holds(ronin)


def test_a_game_can_be_taken_out_altogether() -> None:
    story = chronicle()
    before = story.koban
    amendment = story.amend(3, None, reason="It was never played.")
    story.accept(amendment)
    assert [type(line.entry) for line in amendment.lines] == [e.Voided]
    assert story.koban == before - 10 + 5
    assert story.state.games == 2


def test_an_advance_that_comes_to_light_later_waits_for_its_player() -> None:
    story = chronicle()
    many = (Feat(event="injures_enemy", times=8),)
    rows = tuple(
        replace(row, feats=many) if row.ninja == OTHER else row
        for row in story.reports[0].ninja
    )
    story.accept(story.amend(1, replace(story.reports[0], ninja=rows)))
    assert story.ninja(OTHER).xp >= 8
    assert waiting(story.state) == (OTHER,)
    assert story.state.settling is None
    assert story.state.games == 3


def test_what_was_bought_with_koban_that_never_came_falls_and_is_named() -> None:
    story = chronicle()
    story.correct(koban=18 - story.koban)
    story.recruit("tora-oni")
    amendment = story.amend(1, replace(story.reports[0], outcome=Outcome.LOSS))
    assert [one.line for one in amendment.fallen] == [story.lines[-1]]
    assert "Tora Oni joined for 18 koban" in amendment.fallen[0].sentence
    assert story.refold() == story.state  # a preview writes nothing


def test_who_recovers_in_hindsight_rolls_new_dice() -> None:
    story = chronicle()
    rows = tuple(
        replace(row, in_healing_house=row.ninja in (CHUNIN, OTHER))
        for row in story.reports[0].ninja
    )
    amended = replace(story.reports[0], ninja=rows)
    story.accept(story.amend(1, amended, dice=ScriptedDice("air")))
    assert story.state.find(OTHER).games_to_miss == 0
    assert any(
        isinstance(line.entry, e.DowntimeRolled) and line.entry.ninja == OTHER
        for line in story.lines
    )


def test_a_game_can_be_amended_again_and_again() -> None:
    story = chronicle()
    first = story.state
    for outcome in (Outcome.LOSS, Outcome.DRAW, Outcome.WIN):
        batches = {
            line.batch
            for line in story.lines
            if line.batch.startswith(("g1/", "again/")) and "void" not in line.batch
        }
        amendment = amend(
            story.lines,
            batches,
            replace(story.reports[0], outcome=outcome),
            house_rules=story.rules,
            book=story.book,
            dice=ScriptedDice(),
            batch_of=lambda part: f"again/{part}",
        )
        story.accept(amendment)
    assert story.state == first


def test_the_same_amendment_comes_out_the_same() -> None:
    story = chronicle()
    report = replace(story.reports[1], outcome=Outcome.LOSS, points_behind=7)
    one = story.amend(2, report, dice=SeededDice("4" * 64))
    two = story.amend(2, report, dice=SeededDice("4" * 64))
    assert one.lines == two.lines
    assert one.state == two.state


def test_a_report_that_cannot_be_true_amends_nothing() -> None:
    story = chronicle()
    with pytest.raises(Refusal, match="does not have that place"):
        story.amend(1, replace(story.reports[0], place=9))
    with pytest.raises(Refusal, match="no such game"):
        story.amend(77, story.reports[0])


def test_an_advancement_left_open_does_not_undo_what_came_after() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, xp=8)
    story.play(all_stars=(CHUNIN,))
    story.settle_until()  # waits for the advancement
    story.write(e.RecruitingClosed(match="match-1"))
    story.settle()
    assert waiting(story.state) == (KAIKEN,)
