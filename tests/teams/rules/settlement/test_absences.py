"""Ninja who miss games: what brings them back, and what waits with them."""

from __future__ import annotations

import pytest

from kernel.errors import Refusals
from kernel.ids import NinjaId
from teams.rules.reports.team_report import GameKind, MatchType, Outcome
from teams.rules.settlement.absences import reduce_absence, with_absence
from teams.rules.state import NinjaState
from tests.ledger import rule
from tests.teams.rules.story import Story, changed, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)
WON = (GameKind.BYE, GameKind.FORFEIT_WON)


def absent(games: int = 2, **knobs: object) -> Story:
    story = registered(**knobs)
    story.correct(ninja=KAIKEN, games_to_miss=games)
    return story


def missed_after(kind: GameKind, **knobs: object) -> int:
    """How many of two games to miss are left after one of this kind."""
    story = absent(**knobs)
    if kind is GameKind.PLAYED:
        story.game(all_stars=(CHUNIN,))
    else:
        outcome = Outcome.WIN if kind in WON else Outcome.LOSS
        story.game(kind=kind, ninja=(), outcome=outcome)
    return story.ninja(KAIKEN).games_to_miss


@rule("DOWN-10")
@pytest.mark.parametrize(
    ("kind", "left"),
    [
        (GameKind.PLAYED, 1),
        (GameKind.BYE, 1),
        (GameKind.FORFEIT_WON, 1),
        (GameKind.EXCUSED_LOSS, 1),
        (GameKind.FORFEIT_LOST, 2),
        (GameKind.DOUBLE_FORFEIT, 2),
    ],
)
def test_league_games_byes_and_forfeits_of_others_bring_a_ninja_back(
    kind: GameKind, left: int
) -> None:
    assert missed_after(kind) == left


@rule("DOWN-10")
def test_a_friendly_never_counts_for_an_absence() -> None:
    story = absent()
    story.play(standing=MatchType.FRIENDLY)
    assert story.ninja(KAIKEN).games_to_miss == 2


@rule("DOWN-10")
@pytest.mark.parametrize(
    ("kind", "on", "left"),
    [
        (GameKind.PLAYED, ["bye"], 2),
        (GameKind.BYE, ["played"], 2),
        (GameKind.FORFEIT_WON, ["played"], 2),
        (GameKind.EXCUSED_LOSS, ["played"], 2),
        (GameKind.FORFEIT_LOST, ["own_forfeit"], 1),
    ],
)
def test_a_league_says_which_games_count(
    kind: GameKind, on: list[str], left: int
) -> None:
    assert missed_after(kind, missed_games_tick_on=on) == left


@rule("DOWN-10", "LEAGUE-10")
def test_a_bye_counts_only_if_both_knobs_say_so() -> None:
    policy = changed("bye_policy", tick_absences=False)
    assert missed_after(GameKind.BYE, bye_policy=policy) == 2


@rule("DOWN-10", "LEAGUE-11")
def test_an_own_forfeit_counts_if_the_policy_of_forfeits_says_so() -> None:
    policy = changed("forfeit_policy", tick_loser_absences=True)
    assert missed_after(GameKind.FORFEIT_LOST, forfeit_policy=policy) == 1


@rule("LEAGUE-13")
def test_a_game_both_lost_counts_like_an_own_forfeit() -> None:
    policy = changed("forfeit_policy", tick_loser_absences=True)
    knobs = {"double_forfeit": "both_lose", "forfeit_policy": policy}
    assert missed_after(GameKind.DOUBLE_FORFEIT, **knobs) == 1
    assert missed_after(GameKind.DOUBLE_FORFEIT, double_forfeit="both_lose") == 2


@rule("DOWN-03", "DOWN-07", "POST-02")
@pytest.mark.parametrize(("face", "games"), [("void", 2), ("fire", 1)])
def test_the_game_that_caused_an_absence_is_not_one_of_those_missed(
    face: str, games: int
) -> None:
    story = registered()
    story.play(healing=[KAIKEN], all_stars=(CHUNIN,))
    story.settle(face)
    for left in range(games, 0, -1):
        assert story.ninja(KAIKEN).games_to_miss == left
        with pytest.raises(Refusals, match="misses this game"):
            story.play(ninja=story.report(healing=[KAIKEN]).ninja)
        story.game(all_stars=(OTHER,))
    assert story.ninja(KAIKEN).games_to_miss == 0
    assert KAIKEN in {one.id for one in story.state.available}


@rule("DOWN-11")
@pytest.mark.parametrize(("had", "rolled", "left"), [(3, 1, 2), (2, 2, 2), (1, 2, 2)])
def test_absences_do_not_add_up_the_longer_one_holds(
    had: int, rolled: int, left: int
) -> None:
    """An absent ninja in the Healing House: nothing but a house rule makes one."""
    ninja = NinjaState(id=KAIKEN, profile="p", price=1, games_to_miss=had)  # type: ignore[arg-type]
    after = with_absence(ninja, rolled, is_to_be_ticked=True)
    assert reduce_absence(after).games_to_miss == left


@rule("DOWN-12", "UNDERDOG-01")
def test_an_absent_ninja_counts_for_allowance_size_rating_and_upkeep() -> None:
    story = registered(max_roster_size=5)
    ronin = story.recruit("inu-clan-kaiken")
    extra = story.recruit("tora-oni")
    before = story.rating
    for one in (CHUNIN, ronin, extra):
        story.correct(ninja=one, games_to_miss=2)
    assert story.codes() == set()
    assert story.rating == before
    with pytest.raises(Refusals, match="allows 5 ninja per team"):
        story.recruit("tora-yajiri")
    with pytest.raises(Refusals, match="at most 1"):
        story.recruit("tora-chunin")
    koban = story.koban
    story.game(all_stars=(KAIKEN,))
    assert story.koban == koban + 10 - 3


@rule("DOWN-12")
def test_a_league_may_leave_absent_ninja_out_of_the_rating() -> None:
    story = registered(rating_counts_absent=False)
    hero = story.recruit("ryu")
    assert story.rating == (40 + 20) // 10 + 1
    story.correct(ninja=hero, games_to_miss=1)
    assert story.rating == 40 // 10
    story.game(all_stars=(CHUNIN,))
    assert story.rating == 7


@rule("DOWN-13")
def test_a_start_in_the_healing_house_waits_for_a_game_really_played() -> None:
    story = registered()
    story.correct(ninja=KAIKEN, starts_in_healing_house=True)
    story.game(kind=GameKind.BYE, ninja=())
    assert story.ninja(KAIKEN).starts_in_healing_house
    story.game(kind=GameKind.FORFEIT_LOST, ninja=(), outcome=Outcome.LOSS)
    story.play(standing=MatchType.FRIENDLY)
    assert story.ninja(KAIKEN).starts_in_healing_house
    story.game(all_stars=(CHUNIN,))
    assert not story.ninja(KAIKEN).starts_in_healing_house


@rule("DOWN-13")
def test_it_waits_while_the_ninja_is_absent() -> None:
    story = absent(1)
    story.correct(ninja=KAIKEN, starts_in_healing_house=True)
    story.game(all_stars=(CHUNIN,))
    assert story.ninja(KAIKEN).starts_in_healing_house
    story.game(all_stars=(CHUNIN,))
    assert not story.ninja(KAIKEN).starts_in_healing_house


@rule("DOWN-13")
def test_air_rolled_again_counts_once() -> None:
    story = registered()
    for _ in range(2):
        story.play(healing=[KAIKEN], all_stars=(CHUNIN,))
        story.settle("air")
        assert story.ninja(KAIKEN).starts_in_healing_house
    story.game(all_stars=(OTHER,))
    assert not story.ninja(KAIKEN).starts_in_healing_house


def test_an_absence_never_falls_below_nothing() -> None:
    ninja = NinjaState(id=OTHER, profile="p", price=1)  # type: ignore[arg-type]
    assert reduce_absence(ninja).games_to_miss == 0
