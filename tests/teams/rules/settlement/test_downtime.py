"""Recovering after a game: each face of the die, and Spirit's excusal."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.elements import ELEMENTS
from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.reports.report_checks import OUTCOME_OF_KIND
from teams.rules.reports.team_report import GameKind, Outcome
from teams.rules.settlement.downtime import roll_downtime
from teams.rules.settlement.needs import (
    DecisionKind,
    DecisionNeeded,
    RollKind,
    RollNeeded,
)
from tests.ledger import rule
from tests.teams.rules.story import Story, book, changed, registered

CHUNIN, KAIKEN, OTHER = NinjaId(1), NinjaId(2), NinjaId(3)


def after(*faces: str) -> Story:
    """The kaiken alone ended a game in the Healing House."""
    story = registered()
    story.play(healing=[KAIKEN], all_stars=(CHUNIN,))
    story.settle(*faces)
    return story


def waiting_for(story: Story, *faces: str) -> tuple[NinjaId, ...]:
    need = story.settle_until(*faces)
    assert isinstance(need, RollNeeded)
    assert need.kind is RollKind.DOWNTIME
    return need.candidates


def excusal(story: Story, *faces: str) -> DecisionNeeded:
    need = story.settle_until(*faces)
    assert isinstance(need, DecisionNeeded)
    assert need.kind is DecisionKind.EXCUSAL
    return need


@rule("DOWN-01")
def test_everybody_in_the_healing_house_rolls_one_die_and_nobody_else() -> None:
    story = registered()
    story.play(healing=[KAIKEN, OTHER], all_stars=(CHUNIN,))
    assert waiting_for(story) == (KAIKEN, OTHER)
    assert waiting_for(story, "earth") == (OTHER,)
    story.settle("earth")
    rolls = [
        one.entry for one in story.lines if isinstance(one.entry, e.DowntimeRolled)
    ]
    assert [len(one.dice) for one in rolls] == [1, 1]


@rule("DOWN-01")
def test_with_nobody_in_the_healing_house_nobody_rolls() -> None:
    story = registered()
    story.play(all_stars=(CHUNIN,))
    story.settle()
    assert story.state.settling is None


@rule("DOWN-02")
def test_spirit_leaves_the_roller_well_and_excuses_somebody_who_has_not_rolled() -> (
    None
):
    story = registered()
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(CHUNIN,))
    need = excusal(story, "fire", "spirit")  # the chunin burns, the kaiken is lucky
    assert [option.key for option in need.options] == [f"ninja:{OTHER}", "nobody"]
    story.settle()
    misses = [story.ninja(one).games_to_miss for one in (CHUNIN, KAIKEN, OTHER)]
    assert misses == [1, 0, 0]
    rolls = [one for one in story.lines if isinstance(one.entry, e.DowntimeRolled)]
    assert len(rolls) == 2


@rule("DOWN-02")
def test_the_player_names_whom_spirit_excuses() -> None:
    story = registered()
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(CHUNIN,))
    need = excusal(story, "spirit")
    assert [option.key for option in need.options] == ["ninja:2", "ninja:3", "nobody"]
    story.settle("void", answers={DecisionKind.EXCUSAL: "ninja:3"})
    assert story.ninja(KAIKEN).games_to_miss == 2
    assert story.ninja(OTHER).games_to_miss == 0


@rule("DOWN-02")
def test_excusal_by_spirit_can_be_declined() -> None:
    story = registered()
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(CHUNIN,))
    excusal(story, "spirit")
    story.settle("water", "void", answers={DecisionKind.EXCUSAL: "nobody"})
    assert story.ninja(KAIKEN).xp == 1
    assert story.ninja(OTHER).games_to_miss == 2
    assert story.refold() == story.state


@rule("DOWN-02")
def test_spirit_is_wasted_if_nobody_else_waits() -> None:
    story = after("spirit")
    assert story.state.settling is None
    assert story.ninja(KAIKEN).games_to_miss == 0


@rule("DOWN-02")
def test_nobody_is_excused_twice() -> None:
    story = registered()
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(CHUNIN,))
    excusal(story, "spirit")
    story.write(e.DowntimeExcused(match="match-1", ninja=KAIKEN, by=CHUNIN))
    assert waiting_for(story) == (OTHER,)
    story.settle("spirit")  # nobody is left to excuse
    assert story.state.settling is None


@rule("DOWN-02")
def test_the_player_chooses_who_rolls_first() -> None:
    story = registered()
    story.play(healing=[CHUNIN, KAIKEN], all_stars=(CHUNIN,))
    waiting_for(story)
    settling = story.state.settling
    assert settling is not None
    story.write(
        roll_downtime(
            story.state,
            settling,
            KAIKEN,
            dice=ScriptedDice("spirit"),
            source=DiceSource.SERVER,
            book=story.book,
        )
    )
    assert [option.key for option in excusal(story).options] == [
        f"ninja:{CHUNIN}",
        "nobody",
    ]


@rule("DOWN-02")
def test_a_league_may_let_spirit_undo_what_was_rolled() -> None:
    story = registered(spirit_may_cancel_rolled_result=True)
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(CHUNIN,))
    need = excusal(story, "void", "spirit")
    assert [option.key for option in need.options] == ["ninja:1", "ninja:3", "nobody"]
    story.settle("earth", answers={DecisionKind.EXCUSAL: "ninja:1"})
    assert story.ninja(CHUNIN).games_to_miss == 0


@rule("DOWN-02")
@pytest.mark.parametrize(("face", "is_offered"), [("air", True), ("water", False)])
def test_only_a_result_that_hurts_can_be_undone(face: str, is_offered: bool) -> None:
    story = registered(spirit_may_cancel_rolled_result=True)
    story.play(healing=[CHUNIN, KAIKEN, OTHER], all_stars=(OTHER,))
    keys = [option.key for option in excusal(story, face, "spirit").options]
    assert ("ninja:1" in keys) is is_offered
    if is_offered:
        story.settle("earth", answers={DecisionKind.EXCUSAL: "ninja:1"})
        assert not story.ninja(CHUNIN).starts_in_healing_house


@rule("DOWN-03")
def test_void_keeps_a_ninja_away_for_two_games() -> None:
    story = after("void")
    assert story.ninja(KAIKEN).games_to_miss == 2
    assert KAIKEN not in {one.id for one in story.state.available}


@rule("DOWN-04")
def test_earth_does_nothing() -> None:
    story = after("earth")
    quiet = registered()
    quiet.game(all_stars=(CHUNIN,))
    assert story.state.ninja == quiet.state.ninja


@rule("DOWN-05")
def test_air_starts_the_next_game_in_the_healing_house() -> None:
    story = after("air")
    assert story.ninja(KAIKEN).starts_in_healing_house
    assert story.ninja(KAIKEN).games_to_miss == 0
    assert not story.ninja(OTHER).starts_in_healing_house


@rule("DOWN-06")
def test_water_teaches_one() -> None:
    assert after("water").ninja(KAIKEN).xp == 1


@rule("DOWN-07")
def test_fire_keeps_a_ninja_away_for_one_game() -> None:
    assert after("fire").ninja(KAIKEN).games_to_miss == 1


@rule("DOWN-08", "HERO-04")
@pytest.mark.parametrize("named", ["ryu", "inu-clan-kaiken"])
@pytest.mark.parametrize(("face", "games"), [("void", 2), ("fire", 1)])
def test_heroes_and_ronin_roll_and_are_absent_like_anybody(
    named: str, face: str, games: int
) -> None:
    story = registered()
    ninja = story.recruit(named)
    story.play(healing=[ninja], all_stars=(CHUNIN,))
    story.settle(face)
    assert story.ninja(ninja).games_to_miss == games


@rule("DOWN-09")
def test_a_hero_who_rolls_water_learns_nothing() -> None:
    story = registered()
    hero = story.recruit("ryu")
    story.play(healing=[hero], all_stars=(CHUNIN,))
    before = story.koban
    story.settle("water")
    assert story.ninja(hero).xp == 0
    assert story.koban == before + 10


@rule("DOWN-09")
def test_a_league_may_let_a_hero_roll_once_more() -> None:
    for second, misses in (("fire", 1), ("water", 0)):
        story = registered(hero_water_result="reroll")
        hero = story.recruit("ryu")
        story.play(healing=[hero], all_stars=(CHUNIN,))
        story.settle("water", second)
        assert story.ninja(hero).games_to_miss == misses
        assert story.ninja(hero).xp == 0


@rule("DOWN-09")
def test_a_league_may_pay_a_koban_for_a_heros_water() -> None:
    story = registered(hero_water_result="koban_1")
    hero = story.recruit("ryu")
    story.play(healing=[hero, KAIKEN], all_stars=(CHUNIN,))
    before = story.koban
    story.settle("water", "water")
    assert story.koban == before + 10 + 1
    assert story.ninja(KAIKEN).xp == 1
    assert story.refold() == story.state


@rule("DOWN-15")
def test_nobody_rolls_who_is_not_on_the_team() -> None:
    """A sentry has no number on any scroll, so a report cannot even name it."""
    story = registered()
    report = story.report(healing=[NinjaId(77)])
    with pytest.raises(Refusals, match="not on the team"):
        story.play(ninja=report.ninja)


@rule("LEAGUE-14")
@pytest.mark.parametrize(("rolls", "expected"), [(True, (KAIKEN,)), (False, ())])
def test_a_conceded_game_has_downtime_unless_the_league_spares_it(
    rolls: bool, expected: tuple[NinjaId, ...]
) -> None:
    policy = changed("concession_policy", downtime=rolls)
    story = registered(concession_policy=policy)
    story.play(healing=[KAIKEN], is_conceded=True, outcome=Outcome.WIN)
    settling = story.state.settling
    assert settling is not None
    assert settling.to_roll == expected


@pytest.mark.parametrize("kind", [kind for kind in GameKind if kind != "played"])
def test_nobody_recovers_from_a_game_that_was_not_played(kind: GameKind) -> None:
    story = registered()
    story.play(kind=kind, ninja=(), outcome=OUTCOME_OF_KIND[kind])
    story.settle()
    rolls = [one for one in story.lines if isinstance(one.entry, e.DowntimeRolled)]
    assert rolls == []


def test_nobody_rolls_twice_or_out_of_turn() -> None:
    story = registered()
    story.play(healing=[KAIKEN, OTHER], all_stars=(CHUNIN,))
    waiting_for(story, "earth")
    settling = story.state.settling
    assert settling is not None
    with pytest.raises(Refusal, match="no downtime roll"):
        roll_downtime(
            story.state,
            settling,
            KAIKEN,
            dice=ScriptedDice("earth"),
            source=DiceSource.SERVER,
            book=story.book,
        )


def test_every_element_has_its_row() -> None:
    assert [book().downtime.row_for(one).element for one in ELEMENTS] == list(ELEMENTS)
