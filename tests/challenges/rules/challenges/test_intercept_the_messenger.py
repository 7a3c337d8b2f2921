"""Intercept the Messenger."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.errors import Refusal
from rulebook.rules.entries import StealthStart
from rulebook.rules.entry_base import Source
from skirmish.rules.board.pieces import ROLE, Piece
from skirmish.rules.decision import Choice
from skirmish.rules.figure import (
    BOARD,
    MOON_POWER,
    POISON,
    PROTECT,
    STUN,
    TRAINING_GROUND,
)
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.harm import INJURED, POISONED, Harm
from skirmish.rules.frames.shift import Shift
from skirmish.rules.game import Game
from tests.challenges.cast import begin, earned, scenario, scores
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    at,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
    verbs,
)

# A attacks from the south and B defends from the north; E1 to P2 and E19 to P20 are
# their deployment spaces.


def chase(
    *teams: dict,
    dice: tuple[str, ...] = (),
    choices: tuple[int, ...] = (),
    **settings: object,
) -> Game:
    return begin(
        position(
            *teams,
            challenge=scenario("intercept-the-messenger"),
            dice=ScriptedDice(*dice, choices=choices),
            **settings,
        )
    )


def messenger(game: Game) -> int:
    key: int = game.notes["messenger"]
    return key


def run_to_the_edge() -> Game:
    """The messenger b1 stands on K2 with three points, and it is its turn."""
    game = chase({"A10": ninja()}, {"K19": ninja(mv=3)}, choices=(0,))
    game.put(figure(game, "b1"), at("K2"))
    play(game, "end")
    return game


@rule("CHAL-MESSENGER-01")
def test_seven_a_side_for_nine_rounds_small_bases_hidden() -> None:
    rules = scenario("intercept-the-messenger")
    assert (rules.figures_allowed, rules.rounds) == (7, 9)
    assert rules.stealth_start is StealthStart.SMALL_BASE


@rule("CHAL-MESSENGER-02", "CHAL-MESSENGER-03", "CHAL-MESSENGER-10", "CHAL-RULES-06")
@pytest.mark.parametrize("turn", [0, 1])
def test_whoever_lacks_initiative_names_a_messenger_at_home(turn: int) -> None:
    teams = (
        {"K1": ninja(), "L1": ninja(), "A10": ninja()},
        {"K20": ninja(), "L20": ninja(), "A11": ninja()},
    )
    game = chase(*teams, turn=turn)
    defender = "ba"[turn]
    assert game.decision is not None
    assert game.decision.seat == 1 - turn
    assert options(game, "pick") == {f"{defender}1", f"{defender}2"}
    named = figure(game, f"{defender}2")
    game.hide(named)
    play(game, f"pick {defender}2")
    role = (Piece(ROLE, figure=named.key, seat=1 - turn, name="messenger"),)
    assert game.view(turn).pieces == role


@rule("CHAL-MESSENGER-04", "CHAL-MESSENGER-08", "CHAL-MESSENGER-11")
def test_injuring_the_messenger_scores_one_and_another_is_named() -> None:
    game = chase(
        {"K18 N": ninja()},
        {"K19 S": ninja(), "E20": ninja(), "F20": ninja(), "A10": ninja()},
        dice=("void", "void", "void", "earth", "earth"),
    )
    play(game, "pick b1", "attack b1")
    assert scores(game) == [1, 0]
    assert earned(game, "a1") == {"injures_enemy": 1, "injures_messenger": 2}
    assert game.decision is not None
    assert game.decision.seat == 1
    assert options(game, "pick") == {"b2", "b3"}


@rule("CHAL-MESSENGER-08")
def test_injuring_somebody_else_scores_nothing() -> None:
    game = chase(
        {"K18 N": ninja()},
        {"K19 S": ninja(), "E20": ninja()},
        dice=("void", "void", "void", "earth", "earth"),
    )
    play(game, "pick b2", "attack b1")
    assert scores(game) == [0, 0]
    assert earned(game, "a1") == {"injures_enemy": 1}


@rule("CHAL-MESSENGER-08")
def test_stunning_the_messenger_scores_nothing() -> None:
    game = chase(
        {"K18 N": ninja()},
        {"K19 S": ninja(), "A15": ninja()},
        dice=("earth", "earth", "earth", "fire", "fire"),
    )
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert scores(game) == [0, 0]
    assert game.xp == ()


@rule("CHAL-MESSENGER-09", "CHAL-RULES-05")
def test_a_poisoned_messenger_scores_nothing_but_is_replaced() -> None:
    game = chase({"A1": ninja()}, {"K19": ninja(), "E20": ninja()})
    play(game, "pick b1")
    victim = (figure(game, "b1").key,)
    game.push(Harm(victims=victim, level=INJURED, cause=POISONED))
    game.advance()
    assert scores(game) == [0, 0]
    assert messenger(game) == figure(game, "b2").key


@rule("CHAL-MESSENGER-05")
def test_with_nobody_at_home_the_next_to_come_is_the_messenger() -> None:
    def lonely() -> Game:
        game = chase({"A1": ninja()}, {"J15": ninja(mv=9), "-": ninja()}, turn=0)
        assert messenger(game) == -1
        return game

    walking = lonely()
    play(walking, "end")
    assert not allowed(walking, "go J20")
    play(walking, "go J18")
    assert messenger(walking) == -1
    play(walking, "go J19")
    assert messenger(walking) == figure(walking, "b1").key

    shifted = lonely()
    key = figure(shifted, "b1").key
    shifted.push(Shift(figure=key, seat=0, distance=4))
    shifted.advance()
    play(shifted, "go J19", "face N")
    assert messenger(shifted) == key

    deployed = lonely()
    deployed.push(Deploy(seat=1))
    deployed.advance()
    play(deployed, "go K20", "face S")
    assert messenger(deployed) == figure(deployed, "b2").key


@rule("CHAL-MESSENGER-05")
def test_an_attacker_never_becomes_the_messenger() -> None:
    game = chase({"K3": ninja()}, {"A15": ninja()})
    play(game, "go K2")
    assert messenger(game) == -1


@rule("CHAL-MESSENGER-06", "CHAL-MESSENGER-07", "CHAL-MESSENGER-11", "MOVE-11")
def test_the_messenger_leaves_over_the_attackers_edge_for_one_point() -> None:
    game = run_to_the_edge()
    assert "do exit" not in verbs(game)
    play(game, "go K1")
    assert allowed(game, "do exit")
    play(game, "do exit")
    gone = figure(game, "b1")
    assert gone.place == TRAINING_GROUND
    assert scores(game) == [0, 2]
    assert earned(game, "b1") == {"messenger_exits_attacker_edge": 2}
    assert messenger(game) == -1


@rule("CHAL-MESSENGER-07")
def test_without_a_point_left_the_messenger_stays() -> None:
    game = run_to_the_edge()
    play(game, "go K3", "go K2", "go K1")
    assert "do exit" not in verbs(game)


@rule("CHAL-MESSENGER-07")
@pytest.mark.parametrize("passes", [True, False])
def test_leaving_an_enemys_zone_over_the_edge_needs_a_dodge(passes: bool) -> None:
    dice = ("fire", "air", "air") if passes else ("air", "air", "air")
    game = chase({"A10": ninja(), "L3": ninja()}, {"K19": ninja()}, dice=dice)
    game.put(figure(game, "b1"), at("K1"))
    game.put(figure(game, "a2"), at("L1"))
    play(game, "activate a1", "end", "do exit")
    assert (figure(game, "b1").place == BOARD) != passes
    assert scores(game) == [0, 2 if passes else 0]


@rule("CHAL-MESSENGER-07")
def test_an_effect_cannot_move_the_messenger_off() -> None:
    game = run_to_the_edge()
    game.push(Shift(figure=figure(game, "b1").key, seat=0, distance=3))
    game.advance()
    assert verbs(game) == {"go", "stay"}


@rule("CHAL-MESSENGER-06")
def test_only_the_messenger_may_leave() -> None:
    game = chase({"A10": ninja()}, {"K19": ninja(), "L19": ninja()})
    play(game, "pick b2", "end")
    game.put(figure(game, "b1"), at("K1"))
    play(game, "activate b1")
    assert "do exit" not in verbs(game)


@rule("CHAL-MESSENGER-13")
@pytest.mark.parametrize(
    ("space", "large", "leaves"),
    [
        ("K1", False, True),
        ("K2", False, False),  # a deployment space, but not at the edge
        ("D1", False, False),  # at the edge, but no deployment space
        ("D1", True, True),  # a part of its base is on E1
        ("C1", True, False),
    ],
)
def test_it_leaves_from_a_marked_space_at_the_edge(
    space: str, large: bool, leaves: bool
) -> None:
    game = chase({"A10": ninja()}, {"K19": ninja(large=large)})
    mover = figure(game, "b1")
    assert messenger(game) == mover.key
    game.put(mover, at(space))
    play(game, "end")
    assert ("do exit" in verbs(game)) == leaves


@rule("CHAL-MESSENGER-12")
def test_who_left_as_messenger_may_come_back_and_be_it_again() -> None:
    game = run_to_the_edge()
    play(game, "go K1", "do exit")
    while not figure(game, "b1").foot:
        assert game.decision is not None
        game.apply(next(iter(game.decision.choices(game))))
    assert game.round == 2
    assert messenger(game) == figure(game, "b1").key


@rule("MULTI-04", "GROUP-03")
def test_more_than_two_players_must_form_two_sides() -> None:
    teams = ((ninja(),), (ninja(),), (ninja(),))
    rules = scenario("intercept-the-messenger")
    with pytest.raises(Refusal, match="two sides"):
        Game.new(setup_for(*teams, challenge=rules), ScriptedDice())
    rules.check(setup_for(*teams, challenge=rules, sides=(0, 1, 1)))


@rule("MULTI-04")
def test_points_count_for_the_whole_side_and_one_messenger_runs_for_it() -> None:
    game = chase(
        {"A10": ninja()},
        {"K19": ninja()},
        {"T10": ninja(), "T11": ninja()},
        {"A12": ninja()},
        sides=(0, 1, 1, 0),
    )
    assert messenger(game) == figure(game, "b1").key
    game.put(figure(game, "b1"), at("K1"))
    play(game, "end", "do exit")
    assert scores(game) == [0, 2, 2, 0]
    # The other defender has figures at home in the east.
    assert game.decision is not None
    assert game.decision.seat == 2
    assert options(game, "pick") == {"c1", "c2"}


@rule("STATUS-48")
def test_a_messenger_that_leaves_keeps_its_tokens_and_loses_stealth() -> None:
    game = run_to_the_edge()
    gone = figure(game, "b1")
    game.give(gone, PROTECT, 2)
    game.give(gone, POISON)
    game.hide(gone)
    play(game, "go K1", "do exit")
    assert gone.place == TRAINING_GROUND
    assert (gone.tokens[PROTECT], gone.tokens[POISON]) == (2, 1)
    assert not gone.is_hidden


@rule("CHAL-MESSENGER-07")
def test_that_leaving_costs_a_point_is_known_to_be_our_own_ruling() -> None:
    entry = scenario("intercept-the-messenger").entry
    assert entry.numbers["exit_cost"] == 1
    assert entry.provenance["numbers"].source is Source.HOUSE


@rule("CHAL-MESSENGER-07", "ABIL-ALLURE-02")
def test_a_messenger_that_cannot_dodge_does_not_leave_past_an_enemy() -> None:
    for is_allured in (False, True):
        charmer = ninja(abilities=("allure",))
        game = chase({"L2 W": charmer}, {"K19": ninja(mv=3)}, choices=(0,))
        game.put(figure(game, "b1"), at("K1"))
        if is_allured:
            game.mark_used(figure(game, "a1"), f"allure {figure(game, 'b1').key}")
        play(game, "end")
        assert ("do exit" in verbs(game)) is not is_allured


@rule("CHAL-MESSENGER-13", "MULTI-12")
@pytest.mark.parametrize(("space", "is_exit"), [("A9", False), ("K1", True)])
def test_no_edge_is_left_over_for_an_attacker_who_had_none_yet(
    space: str, *, is_exit: bool
) -> None:
    game = chase(
        {"A10": ninja()},
        {"K19": ninja()},
        {"T10": ninja()},
        {"-": ninja()},
        sides=(0, 1, 1, 0),
    )
    game.seats[3].edge = -1
    game.apply(Choice("concede", arg=3))
    game.put(figure(game, "b1"), at(space))
    play(game, "end")
    assert ("do exit" in verbs(game)) is is_exit


@rule("UNDERDOG-06", "STATUS-19")
def test_the_teams_moon_power_goes_when_its_bearer_leaves_the_board() -> None:
    game = chase(
        {"A10": ninja()},
        {"K19": ninja(), "A20": ninja()},
        moon_powers=(0, 1, 0, 0),
    )
    gone = figure(game, "b1")
    game.put(gone, at("K1"))
    play(game, "end", "activate b1", "spend moon-power-token")
    assert gone.tokens[MOON_POWER] == 1
    play(game, "do exit")
    assert (gone.place, gone.tokens[MOON_POWER]) == (TRAINING_GROUND, 0)
