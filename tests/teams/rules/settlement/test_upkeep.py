"""Ronin are paid after every game, or they leave."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.entries import NinjaType
from teams.rules.journal import entries as e
from teams.rules.reports.team_report import GameKind, Outcome
from teams.rules.settlement.needs import DecisionKind, DecisionNeeded
from teams.rules.settlement.upkeep import is_upkeep_due, total_due, upkeep_of
from tests.ledger import rule
from tests.teams.rules.story import Story, book, changed, registered

CHUNIN, KAIKEN = NinjaId(1), NinjaId(2)


def hired(*ronin: str, koban: int | None = None, **knobs: object) -> Story:
    """A registered team with these ronin and so much left in its treasury."""
    knobs.setdefault("starting_koban", 200)
    story = registered(**knobs)
    for one in ronin:
        story.recruit(one)
    if koban is not None:
        story.correct(koban=koban - story.koban)
    return story


def asked(story: Story) -> DecisionNeeded:
    need = story.settle_until()
    assert isinstance(need, DecisionNeeded)
    assert need.kind is DecisionKind.UPKEEP
    return need


@rule("RONIN-02")
def test_upkeep_is_the_second_number_of_a_ronins_price() -> None:
    printed = {"benkei": (16, 5), "inu-clan-kaiken": (13, 3), "shojo": (16, 6)}
    for slug, (price, upkeep) in printed.items():
        story = hired(slug)
        ninja = story.state.ninja[-1]
        assert (ninja.price, upkeep_of(ninja, story.book)) == (price, upkeep)
    assert all(
        (one.upkeep is not None) is (one.type is NinjaType.RONIN)
        for one in book().profiles.values()
    )


@rule("RONIN-03", "REV-03", "POST-01")
@pytest.mark.parametrize("outcome", [Outcome.WIN, Outcome.LOSS, Outcome.DRAW])
def test_upkeep_is_due_after_every_game(outcome: Outcome) -> None:
    story = hired("benkei")
    before = story.koban
    story.game(outcome=outcome, all_stars=(CHUNIN,))
    story.game(outcome=outcome, all_stars=(CHUNIN,))
    pay = {Outcome.WIN: 10, Outcome.LOSS: 6, Outcome.DRAW: 8}[outcome]
    assert story.koban == before + 2 * (pay - 5)


@rule("RONIN-03")
def test_upkeep_is_due_even_for_a_game_the_ronin_missed() -> None:
    story = hired("benkei")
    ronin = story.state.ninja[-1].id
    story.correct(ninja=ronin, games_to_miss=1)
    before = story.koban
    story.game(all_stars=(CHUNIN,))
    assert story.koban == before + 10 - 5


@rule("RONIN-04")
def test_a_ronin_nobody_wants_to_pay_leaves() -> None:
    story = hired("benkei")
    ronin = story.state.ninja[-1].id
    story.play(all_stars=(CHUNIN,))
    story.settle(answers={DecisionKind.UPKEEP: "release"})
    assert not story.state.holds(ronin)


@rule("RONIN-04", "REV-06", "RONIN-06")
def test_a_ronin_who_cannot_be_paid_in_full_leaves_without_a_question() -> None:
    story = hired("benkei", koban=0, revenue_table={"win": 4, "loss": 0})
    ronin = story.state.ninja[-1].id
    story.play(all_stars=(CHUNIN,))
    entries = story.settle()
    left = next(one for one in entries if isinstance(one, e.RoninReleased))
    assert not left.was_affordable
    assert not story.state.holds(ronin)
    assert story.koban == 4  # nothing is paid in part


@rule("RONIN-04")
def test_where_debts_are_allowed_a_ronin_may_be_paid_with_them() -> None:
    poor = {"win": 1, "loss": 0}
    story = hired("benkei", koban=0, allow_debt=True, revenue_table=poor)
    story.play(all_stars=(CHUNIN,))
    need = asked(story)
    assert need.default == "release"
    story.settle(answers={DecisionKind.UPKEEP: "pay"})
    assert story.koban == -4


@rule("RONIN-05", "POST-01", "POST-05")
def test_a_ronin_who_leaves_rolls_no_downtime_and_cannot_help() -> None:
    story = hired("benkei")
    ronin = story.state.ninja[-1].id
    story.play(healing=[ronin, KAIKEN], all_stars=(CHUNIN,))
    story.settle("fire", answers={DecisionKind.UPKEEP: "release"})
    rolls = [
        line.entry.ninja
        for line in story.lines
        if isinstance(line.entry, e.DowntimeRolled)
    ]
    assert rolls == [KAIKEN]


@rule("RONIN-06")
def test_ronin_are_paid_one_by_one_and_their_player_chooses_whom() -> None:
    story = hired("benkei", "kappa", koban=0)
    benkei, kappa = (one.id for one in story.state.ninja[-2:])
    story.play(outcome=Outcome.LOSS, all_stars=(CHUNIN,))  # 6 koban, 5 and 5 due
    need = asked(story)
    assert need.ninja == benkei
    answers = {
        (DecisionKind.UPKEEP, benkei): "release",
        (DecisionKind.UPKEEP, kappa): "pay",
    }
    story.settle(answers=answers)
    assert not story.state.holds(benkei)
    assert story.state.holds(kappa)
    assert story.koban == 1


@rule("RONIN-06")
def test_a_passed_deadline_pays_in_the_order_of_the_scroll_while_it_lasts() -> None:
    story = hired("benkei", "kappa", koban=0)
    benkei, kappa = (one.id for one in story.state.ninja[-2:])
    story.play(outcome=Outcome.LOSS, all_stars=(CHUNIN,))
    story.settle()
    assert story.state.holds(benkei)
    assert not story.state.holds(kappa)


@rule("RONIN-08")
@pytest.mark.parametrize(("is_due_then", "paid"), [(True, 5), (False, 0)])
def test_a_league_may_spare_the_upkeep_after_its_last_game(
    is_due_then: bool, paid: int
) -> None:
    story = hired("benkei", upkeep_after_final=is_due_then)
    before = story.koban
    story.game(all_stars=(CHUNIN,), is_final=True)
    assert story.koban == before + 10 - paid
    story.game(all_stars=(CHUNIN,))
    assert story.koban == before + 10 - paid + 10 - 5


@rule("HERO-03")
def test_heroes_ask_for_nothing() -> None:
    story = hired("ryu")
    assert total_due(story.state, story.book) == 0
    before = story.koban
    story.game(all_stars=(CHUNIN,))
    assert story.koban == before + 10


@rule("LEAGUE-10", "LEAGUE-11", "LEAGUE-13", "RECRUIT-10")
@pytest.mark.parametrize(
    ("kind", "knobs", "due"),
    [
        (GameKind.BYE, {}, False),
        (GameKind.BYE, {"bye_policy": {"upkeep": True}}, True),
        (GameKind.FORFEIT_WON, {}, True),
        (GameKind.FORFEIT_LOST, {}, True),
        (GameKind.FORFEIT_WON, {"forfeit_policy": {"upkeep": False}}, False),
        (GameKind.EXCUSED_LOSS, {}, True),
        (GameKind.DOUBLE_FORFEIT, {}, False),
    ],
)
def test_games_that_were_not_played_ask_for_upkeep_as_their_policy_says(
    kind: GameKind, knobs: dict[str, dict[str, bool]], due: bool
) -> None:
    parts = {knob: changed(knob, **values) for knob, values in knobs.items()}
    story = hired("benkei", **parts)
    is_won = kind in (GameKind.BYE, GameKind.FORFEIT_WON)
    report = story.report(
        kind=kind, ninja=(), outcome=Outcome.WIN if is_won else Outcome.LOSS
    )
    assert is_upkeep_due(report, story.rules) is due
    ronin = story.state.ninja[-1].id
    story.play(kind=kind, ninja=(), outcome=report.outcome)
    settling = story.state.settling
    assert (settling is not None and ronin in settling.upkeep_due) is due


def test_nobody_is_paid_twice_or_unasked() -> None:
    story = hired("benkei")
    story.play(all_stars=(CHUNIN,))
    asked(story)
    with pytest.raises(Refusal, match="No upkeep is due"):
        story.write(e.UpkeepPaid(match="match-1", ninja=KAIKEN, koban=5))
