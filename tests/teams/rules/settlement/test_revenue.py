"""What a game brings in, and what abilities take away."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import (
    Cause,
    Feat,
    GameKind,
    Outcome,
    TeamReport,
    Victim,
)
from teams.rules.roster.trades import trade
from teams.rules.settlement.revenue import Theft, list_thefts, result_koban
from tests.ledger import rule
from tests.teams.rules.story import Story, book, changed, house_rules, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)
INJURY = Feat(event="injures_enemy")


def gained(story: Story, **what: object) -> int:
    before = story.koban
    what.setdefault("all_stars", (CHUNIN,))
    story.game(**what)
    return story.koban - before


def share(outcome: Outcome, *, place: int = 1, shared: int = 1, teams: int = 2) -> int:
    report = TeamReport(
        match="m",
        outcome=outcome,
        place=place,
        place_shared_by=shared,
        opponents=("x",) * (teams - 1),
    )
    return result_koban(report, house_rules(multi_revenue="by_place"))


@rule("REV-01")
@pytest.mark.parametrize(("outcome", "koban"), [(Outcome.WIN, 10), (Outcome.LOSS, 6)])
def test_a_win_pays_ten_and_a_loss_six(outcome: Outcome, koban: int) -> None:
    assert gained(registered(), outcome=outcome) == koban


@rule("REV-01")
def test_a_league_may_pay_otherwise() -> None:
    knobs = {"revenue_table": {"win": 12, "loss": 3}}
    assert gained(registered(**knobs), outcome=Outcome.WIN) == 12
    assert gained(registered(**knobs), outcome=Outcome.LOSS) == 3


@rule("REV-04")
def test_a_draw_pays_eight_or_what_the_league_says() -> None:
    assert gained(registered(), outcome=Outcome.DRAW) == 8
    assert gained(registered(draw_revenue=7), outcome=Outcome.DRAW) == 7


@rule("REV-06")
def test_the_treasury_never_becomes_negative() -> None:
    story = registered()
    with pytest.raises(Refusal, match="1 koban short"):
        story.correct(koban=-61)
    story.correct(koban=-60)
    assert story.koban == 0


@rule("REV-06")
def test_a_league_may_allow_debts() -> None:
    story = registered(allow_debt=True)
    story.correct(koban=-61)
    assert story.koban == -1


@rule("REV-07")
@pytest.mark.parametrize(("in_house", "bonus"), [(True, 2), (False, 0)])
def test_shojo_in_the_healing_house_brings_two_koban(
    in_house: bool, bonus: int
) -> None:
    story = registered()
    shojo = story.recruit("shojo")
    before = story.koban
    story.play(healing=[shojo] if in_house else [], all_stars=(CHUNIN,))
    story.settle(*(["earth"] if in_house else []))
    assert story.koban - before == 10 + bonus - 6


@rule("REV-07")
@pytest.mark.parametrize("revenue_first", [True, False])
def test_she_brings_them_even_if_she_is_then_not_paid(revenue_first: bool) -> None:
    story = registered(revenue_before_upkeep=revenue_first)
    shojo = story.recruit("shojo")
    before = story.koban
    story.play(healing=[shojo], all_stars=(CHUNIN,))
    story.settle(answers={"upkeep": "release"})
    assert story.koban - before == 12
    assert not story.state.holds(shojo)


@rule("REV-08")
def test_koban_and_ninja_do_not_change_hands_by_default() -> None:
    one, other = registered(), registered()
    with pytest.raises(Refusal, match="cannot trade"):
        trade(one.state, other.state, one_pays=5, book=book())


@rule("REV-09")
def test_a_treasury_has_no_limit_unless_the_league_sets_one() -> None:
    assert gained(registered()) == 10
    story = registered(treasury_cap=65)
    assert gained(story) == 5
    assert story.koban == 65
    assert gained(story) == 0
    assert story.refold() == story.state


@rule("REV-09")
def test_nothing_is_taken_from_a_treasury_that_is_fuller_already() -> None:
    story = registered(treasury_cap=20)
    assert gained(story) == 0
    assert story.koban == 60


@rule("UND-05", "UNDERDOG-09")
@pytest.mark.parametrize(
    ("behind", "bonus"), [(0, 0), (1, 1), (5, 5), (6, 6), (7, 6), (30, 6)]
)
@pytest.mark.parametrize("outcome", [Outcome.WIN, Outcome.LOSS])
def test_an_underdog_earns_the_difference_up_to_six_win_or_lose(
    behind: int, bonus: int, outcome: Outcome
) -> None:
    base = 10 if outcome is Outcome.WIN else 6
    story = registered()
    koban = gained(
        story,
        outcome=outcome,
        points_behind=behind,
        all_stars=(CHUNIN, KAIKEN, NinjaId(3))[: 1 + behind // 5],
    )
    assert koban == base + bonus


@rule("UND-08", "LEAGUE-10", "LEAGUE-11", "LEAGUE-13", "RECRUIT-10")
@pytest.mark.parametrize(
    ("kind", "koban"),
    [
        (GameKind.BYE, 6),
        (GameKind.FORFEIT_WON, 10),
        (GameKind.FORFEIT_LOST, 0),
        (GameKind.EXCUSED_LOSS, 6),
        (GameKind.DOUBLE_FORFEIT, 0),
    ],
)
def test_games_that_were_not_played_pay_without_an_underdogs_bonus(
    kind: GameKind, koban: int
) -> None:
    is_won = kind in (GameKind.BYE, GameKind.FORFEIT_WON)
    story = registered()
    before = story.koban
    story.play(
        kind=kind,
        ninja=(),
        outcome=Outcome.WIN if is_won else Outcome.LOSS,
        points_behind=6,
    )
    story.settle()
    assert story.koban - before == koban


@rule("LEAGUE-10", "LEAGUE-11", "LEAGUE-13")
def test_a_league_may_pay_byes_and_forfeits_otherwise() -> None:
    knobs = {
        "bye_policy": changed("bye_policy", koban=3),
        "forfeit_policy": changed("forfeit_policy", winner_koban=8, loser_koban=1),
        "double_forfeit": "both_lose",
    }
    rules = house_rules(**knobs)
    paid = {
        kind: result_koban(
            TeamReport(match="m", outcome=Outcome.LOSS, kind=kind), rules
        )
        for kind in GameKind
    }
    assert paid[GameKind.BYE] == 3
    assert paid[GameKind.FORFEIT_WON] == 8
    assert paid[GameKind.FORFEIT_LOST] == paid[GameKind.DOUBLE_FORFEIT] == 1


@rule("GROUP-05")
def test_of_several_teams_the_winner_takes_ten_the_others_six_the_tied_draw() -> None:
    rules = house_rules()
    for outcome, koban in ((Outcome.WIN, 10), (Outcome.LOSS, 6), (Outcome.DRAW, 8)):
        report = TeamReport(match="m", outcome=outcome, opponents=("a", "b", "c"))
        assert result_koban(report, rules) == koban


@rule("GROUP-05")
def test_a_league_may_pay_by_place_in_even_steps() -> None:
    loss = Outcome.LOSS
    assert [share(loss, place=one, teams=3) for one in (1, 2, 3)] == [10, 8, 6]
    assert [share(loss, place=one, teams=4) for one in (1, 2, 3, 4)] == [10, 8, 7, 6]
    assert share(loss, place=1, shared=2, teams=3) == 9
    assert share(loss, place=2, shared=3, teams=4) == 7
    assert share(Outcome.WIN, teams=2) == 10


@rule("GROUP-09")
def test_allies_win_and_lose_together() -> None:
    report = TeamReport(
        match="m", outcome=Outcome.WIN, opponents=("a", "b"), allies=("c",), place=1
    )
    assert report.teams == 2
    assert result_koban(report, house_rules(multi_revenue="by_place")) == 10


def thieves(*feats: Feat, koban: int = 60) -> tuple[Theft, ...]:
    one = registered(ronin_allowed="all_with_extra")
    goemon = one.recruit("goemon")
    other = registered()
    other.correct(koban=koban - other.koban)
    first = one.report(feats={goemon: feats})
    second = other.report(feats={KAIKEN: [INJURY]})
    return list_thefts((one.state, other.state), (first, second), one.book)


def test_goemon_takes_a_koban_for_every_injury_from_a_treasury_that_has_one() -> None:
    twice = Feat(event="injures_enemy", times=2)
    assert thieves(twice) == (Theft(taken=2), Theft(lost=2))
    assert thieves(twice, koban=1) == (Theft(taken=1), Theft(lost=1))
    assert thieves(twice, koban=0) == (Theft(), Theft())


def test_neither_poison_nor_a_sentry_is_robbed() -> None:
    sentry = Feat(event="injures_enemy", victim=Victim.SENTRY)
    poison = Feat(event="injures_enemy", cause=Cause.POISON)
    stun = Feat(event="stuns_chunin", victim=Victim.CHUNIN)
    assert thieves(sentry, poison, stun) == (Theft(), Theft())


def test_of_several_teams_the_one_that_suffered_pays() -> None:
    one = registered(ronin_allowed="all_with_extra")
    goemon = one.recruit("goemon")
    others = (registered("ika"), registered("ijin"))
    feats = {goemon: [Feat(event="injures_enemy", against=1)]}
    reports = [one.report(feats=feats), *(other.report() for other in others)]
    states = [one.state, *(other.state for other in others)]
    assert list_thefts(states, reports, one.book) == (
        Theft(taken=1),
        Theft(),
        Theft(lost=1),
    )


def test_what_was_taken_is_booked_in_the_revenue_step() -> None:
    assert gained(registered(), koban_taken=3) == 13
    assert gained(registered(), koban_lost=2) == 8
    story = registered()
    story.play(koban_taken=3, koban_lost=1, points_behind=2, all_stars=(CHUNIN,))
    story.settle()
    entry = next(
        line.entry for line in story.lines if isinstance(line.entry, e.RevenueEarned)
    )
    assert [(item.source, item.koban) for item in entry.items] == [
        ("result", 10),
        ("underdog", 2),
        ("taken", 3),
        ("lost", -1),
    ]


def test_nobody_loses_more_than_there_is() -> None:
    story = registered()
    story.correct(koban=-60)
    knobs = {"kind": GameKind.PLAYED, "outcome": Outcome.LOSS, "koban_lost": 99}
    assert gained(story, **knobs) == 0
