"""One game settled once more: what is kept, what is new, what waits."""

from __future__ import annotations

from msgspec.structs import replace

from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import Feat, NinjaReport, TeamReport
from teams.rules.settlement.advancement import list_waiting
from teams.rules.settlement.needs import DecisionKind, DecisionNeeded
from teams.rules.settlement.next_step import find_next_need
from tests.ledger import rule
from tests.teams.rules.journal.test_replay import folded, lost, played, refold
from tests.teams.rules.story import book

KAIKEN, OTHER = NinjaId(2), NinjaId(3)


@rule("POST-02")
def test_choices_are_repeated_and_only_what_differs_is_told() -> None:
    story, reports = played()
    done = refold(story, "m0", lost(reports[0]))
    named = [one for one in done.lines if isinstance(one.line.entry, e.AllStarNamed)]
    assert [one.line.entry.ninja for one in named] == [KAIKEN]  # type: ignore[union-attr]
    (game,) = done.games
    assert any("6 koban" in sentence for sentence in game.new)
    assert not any("All-Star" in sentence for sentence in (*game.gone, *game.new))


def test_a_new_advancement_waits_for_its_player() -> None:
    story, reports = played()
    feats = (Feat(event="injures_enemy", times=9),)
    row = NinjaReport(ninja=OTHER, was_fielded=True, feats=feats)
    rows = tuple(one for one in reports[0].ninja if one.ninja != OTHER)
    done = refold(story, "m0", replace(reports[0], ninja=(*rows, row)))
    assert OTHER in list_waiting(done.state)
    assert done.state.settling is None
    assert folded(story, done) == done.state


def without_kaiken(report: TeamReport) -> TeamReport:
    """Who was named All-Star has not been on the board at all."""
    rows = tuple(one for one in report.ninja if one.ninja != KAIKEN)
    return replace(report, ninja=rows, all_stars=())


@rule("POST-02")
def test_a_question_nobody_has_heard_is_open_if_no_later_game_followed() -> None:
    story, reports = played()
    done = refold(story, "m1", without_kaiken(reports[1]))
    assert done.state.settling is not None
    need = find_next_need(done.state, book())
    assert isinstance(need, DecisionNeeded)
    assert need.kind is DecisionKind.ALL_STAR
    assert done.games[0].defaults == ()
    assert folded(story, done) == done.state


@rule("POST-02")
def test_behind_a_later_game_it_gets_its_default_and_that_is_told() -> None:
    story, reports = played()
    done = refold(story, "m0", without_kaiken(reports[0]))
    assert done.state.settling is None
    (told,) = done.games[0].defaults
    assert "All-Star" in told
    assert told in done.games[0].new
    assert folded(story, done) == done.state


def test_a_game_that_has_only_begun_is_a_later_one_and_goes_on() -> None:
    story, reports = played(1)
    story.write(e.GameOpened(match="next", rating=1), batch="opened")
    done = refold(story, "m0", without_kaiken(reports[0]))
    assert (done.fallen, done.state.open_game) == ((), "next")
    assert len(done.games[0].defaults) == 1


@rule("POST-07")
def test_where_dice_fall_at_tables_the_site_rolls_what_is_behind_a_later_game() -> None:
    for at, is_rolled in ((0, True), (1, False)):
        story, reports = played(2, dice_source="table")
        rows = tuple(
            replace(one, in_healing_house=one.ninja == OTHER)
            for one in reports[at].ninja
        )
        done = refold(story, f"m{at}", replace(reports[at], ninja=rows))
        rolls = [
            one.line.entry
            for one in done.lines
            if isinstance(one.line.entry, e.DowntimeRolled)
        ]
        assert [one.source for one in rolls] == [DiceSource.SERVER] * is_rolled
        assert (done.state.settling is None) is is_rolled
        assert len(done.games[0].defaults) == is_rolled
