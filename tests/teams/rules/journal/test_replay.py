"""A team that goes through its own history once more."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.dice import RecordedDice, SeededDice
from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.journal.journal import fold
from teams.rules.journal.replay import JournalReplay, ReplayResult
from teams.rules.reports.team_report import Outcome, TeamReport
from tests.ledger import rule
from tests.teams.rules.story import Story, book, registered

KAIKEN = NinjaId(2)


def played(games: int = 2, **knobs: object) -> tuple[Story, list[TeamReport]]:
    story = registered(starting_koban=120, **knobs)
    reports = []
    for number in range(games):
        report = replace(story.report(all_stars=(KAIKEN,)), match=f"m{number}")
        reports.append(report)
        story.write(e.GameReported(report=report), batch=f"{number}/report")
        story.settle()
    return story, reports


def refold(story: Story, match: str, report: TeamReport | None) -> ReplayResult:
    run = JournalReplay(
        story.lines,
        arranged={match},
        settling="",
        house_rules=story.rules,
        book=book(),
        dice_of=lambda number: RecordedDice(SeededDice("1" * 64, f"line {number}")),
        batch_of=lambda part: f"again/{part}",
    )
    assert run.advance() == match
    run.take(report)
    assert run.advance() is None
    return run.finish()


def folded(story: Story, done: ReplayResult) -> object:
    return fold([*story.lines, *(one.line for one in done.lines)], story.rules, book())


def lost(report: TeamReport) -> TeamReport:
    return replace(report, outcome=Outcome.LOSS, place=2)


def test_without_a_difference_nothing_is_written() -> None:
    story, reports = played()
    done = refold(story, "m0", reports[0])
    assert (done.lines, done.games) == ((), ())
    assert done.state == story.state


@rule("POST-02", "REV-01")
def test_a_lost_game_brings_less_and_the_later_one_is_left_alone() -> None:
    story, reports = played()
    done = refold(story, "m0", lost(reports[0]))
    assert done.state.koban == story.state.koban - 4
    assert [game.match for game in done.games] == ["m0"]
    assert folded(story, done) == done.state


def test_a_void_game_is_gone_and_the_later_one_stays() -> None:
    story, _ = played()
    done = refold(story, "m0", None)
    assert done.state.games == story.state.games - 1
    assert folded(story, done) == done.state


def test_an_act_that_cannot_be_paid_any_more_falls_as_a_whole() -> None:
    story, reports = played(1)
    spent = e.Adjusted(reason="A feast.", koban=-story.state.koban)
    story.write(spent, e.NinjaRenamed(ninja=KAIKEN, name="Akemi"), batch="feast")
    done = refold(story, "m0", lost(reports[0]))
    (sentence,) = done.fallen
    assert "no longer possible" in sentence
    assert done.state.find(KAIKEN).name == ""
    assert folded(story, done) == done.state
