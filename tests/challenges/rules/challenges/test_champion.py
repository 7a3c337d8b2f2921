"""Champion."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import STUN, TRAINING_GROUND
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.harm import ABILITY, INJURED, POISONED, STUNNED, Harm
from skirmish.rules.game import Game
from tests.challenges.cast import begin, earned, scenario, scores
from tests.ledger import rule
from tests.skirmish.cast import chunin, figure, ninja, options, play, position

INJURES = ("void", "void", "void", "earth", "earth")
STUNS = ("earth", "earth", "earth", "fire", "fire")


def contest(*teams: dict, dice: tuple[str, ...] = (), **settings: object) -> Game:
    return begin(
        position(
            *teams,
            challenge=scenario("champion"),
            dice=ScriptedDice(*dice),
            **settings,
        )
    )


def harm(game: Game, label: str, level: int, cause: str, source: str = "") -> None:
    key = figure(game, source).key if source else -1
    victim = figure(game, label).key
    game.push(Harm(victims=(victim,), level=level, cause=cause, source=key))
    game.advance()


@rule("CHAL-CHAMPION-01")
def test_seven_a_side_for_eight_rounds() -> None:
    rules = scenario("champion")
    assert (rules.figures_allowed, rules.rounds) == (7, 8)


@rule("CHAL-CHAMPION-02", "CHAL-CHAMPION-09", "SETUP-27", "CHAL-RULES-06")
def test_every_player_names_an_own_champion_that_is_no_chunin() -> None:
    game = contest(
        {"A1": chunin(), "A2": ninja(), "A3": ninja(), "-": ninja()},
        {"T20": chunin(), "T19": ninja(), "T18": ninja()},
        turn=1,
    )
    assert game.decision is not None
    assert game.decision.seat == 1
    assert options(game, "pick") == {"b2", "b3"}
    play(game, "pick b2")
    assert game.decision.seat == 0
    assert options(game, "pick") == {"a2", "a3"}
    play(game, "pick a3")
    assert earned(game, "b2") == earned(game, "a3") == {"chosen_as_champion": 2}


@rule("CHAL-CHAMPION-05", "CHAL-CHAMPION-06")
def test_a_champion_scores_three_for_an_injury_and_one_for_a_stun() -> None:
    game = contest({"E5 N": ninja()}, {"E6 S": ninja()}, dice=INJURES)
    play(game, "attack b1")
    assert scores(game) == [3, 0]
    game = contest({"E5 N": ninja()}, {"E6 S": ninja()}, dice=STUNS)
    play(game, "attack b1")
    assert scores(game) == [1, 0]


@rule("CHAL-CHAMPION-05")
def test_nobody_but_the_champion_scores() -> None:
    game = contest({"E5 N": chunin()}, {"E6 S": ninja()}, dice=INJURES)
    play(game, "attack b1")
    assert scores(game) == [0, 0]


@rule("CHAL-CHAMPION-06")
def test_a_champion_scores_when_it_defends_and_by_its_abilities() -> None:
    game = contest(
        {"E5 N": ninja()},
        {"E6 S": ninja()},
        dice=("spirit", "spirit", "spirit", "air", "air"),
    )
    play(game, "attack b1")
    assert scores(game) == [0, 3]
    game = contest({"E5": ninja()}, {"T20": ninja()})
    harm(game, "b1", STUNNED, ABILITY, "a1")
    assert scores(game) == [1, 0]


@rule("CHAL-CHAMPION-06", "CHAL-RULES-05")
def test_a_champions_poison_scores_nothing() -> None:
    game = contest({"E5": ninja()}, {"T20": ninja()})
    harm(game, "b1", INJURED, POISONED, "a1")
    assert scores(game) == [0, 0]


@rule("CHAL-CHAMPION-07")
def test_a_champions_fire_scores_for_each_enemy_stunned() -> None:
    game = contest(
        {"E5 N": ninja(), "D4": chunin()},
        {"E6 S": ninja(), "F6 S": ninja()},
        dice=("fire", "fire", "fire", "spirit", "spirit", "spirit"),
    )
    play(game, "pick b1", "activate a1", "attack b1")
    assert figure(game, "a2").tokens[STUN] == 1
    assert scores(game) == [2, 0]


@rule("CHAL-CHAMPION-08", "CHAL-CHAMPION-03")
def test_points_are_given_before_a_fallen_champion_is_replaced() -> None:
    game = contest(
        {"E5 N": ninja(), "A1": ninja(), "A2": ninja()},
        {"E6 S": ninja()},
        dice=("fire", "fire", "fire", "spirit", "spirit"),
    )
    play(game, "pick a1")
    game.give(figure(game, "a1"), STUN, 2)
    play(game, "activate a1", "face N")
    assert figure(game, "a1").foot
    game.give(figure(game, "a1"), STUN, 2)
    game.give(figure(game, "b1"), STUN, 2)
    play(game, "attack b1")
    assert not figure(game, "a1").foot
    assert not figure(game, "b1").foot
    assert scores(game) == [4, 0]
    assert options(game, "pick") == {"a2", "a3"}


@rule("CHAL-CHAMPION-03", "CHAL-CHAMPION-09", "CHAL-CHAMPION-10")
def test_a_champion_that_is_gone_is_replaced_and_may_come_back() -> None:
    game = contest({"E5": ninja(), "A1": ninja()}, {"T20": ninja()})
    play(game, "pick a1")
    game.leave(figure(game, "a1"), TRAINING_GROUND)
    game.advance()
    assert game.notes["holders"][0] == figure(game, "a2").key
    game.push(Deploy(seat=0))
    game.advance()
    play(game, "go K1", "face N")
    game.leave(figure(game, "a2"), TRAINING_GROUND)
    game.advance()
    assert game.notes["holders"][0] == figure(game, "a1").key
    assert earned(game, "a1") == {"chosen_as_champion": 4}


@rule("CHAL-CHAMPION-04", "CHAL-RULES-06")
def test_a_chunin_alone_has_no_champion_until_somebody_is_deployed() -> None:
    game = contest({"E5": chunin(), "-": ninja()}, {"T20": ninja()})
    assert game.notes["holders"][0] == -1
    game.push(Deploy(seat=0))
    game.advance()
    play(game, "go K1", "face N")
    assert game.notes["holders"][0] == figure(game, "a2").key


@rule("MULTI-12")
def test_who_concedes_needs_no_champion_and_the_others_play_on() -> None:
    game = contest(
        {"E5": ninja(), "E6": ninja()}, {"T20": ninja()}, {"T1": ninja()}, turn=1
    )
    play(game, "pick a1")
    game.seats[0].has_conceded = True
    play(game, "end")
    assert game.result is None
    assert game.decision is not None
    assert game.decision.kind == "activation"
    assert not figure(game, "a1").foot
    assert game.notes["holders"][0] == -1


@rule("MULTI-12")
def test_who_concedes_before_champions_are_named_names_none() -> None:
    game = position(
        {"E5": ninja(), "E6": ninja()},
        {"T20": ninja()},
        {"T1": ninja()},
        challenge=scenario("champion"),
        turn=1,
    )
    game.seats[0].has_conceded = True
    begin(game)
    assert game.notes["holders"] == (-1, 2, 3)
