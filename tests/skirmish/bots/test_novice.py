"""What a novice does, question by question."""

from __future__ import annotations

from random import Random

from challenges.rules.challenges.search import Crate, Search
from kernel.dice import ScriptedDice, SeededDice
from kernel.elements import Element
from rulebook.rules.entries import RangedAttack
from skirmish.bots.activation_planner import ActivationPlanner
from skirmish.bots.assessment import Assessment
from skirmish.bots.attack_value import shot_worth
from skirmish.bots.novice import Novice
from skirmish.bots.space_value import SpaceValue
from skirmish.rules.figure import HEALING_HOUSE, PROTECT, STUN
from skirmish.rules.game import Game
from tests.challenges.cast import begin, scenario
from tests.skirmish.bots.cast import act, answer, turn
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    plain_ground,
    play,
    position,
    spaces,
    start,
)
from tests.skirmish.random_play import seed_of
from tests.skirmish.rules.test_hidden_info import begun, with_other_secrets

BOW = RangedAttack(range=6, at_bonus=2)


def chance() -> SeededDice:
    return SeededDice(seed_of(5))


def alone(mine: str, theirs: str, **what: object) -> Game:
    """One figure of ours in its activation, one of theirs."""
    me = what.pop("me", ninja())
    them = what.pop("them", ninja())
    what.setdefault("dice", chance())
    return start(position({mine: me}, {theirs: them}, **what))  # type: ignore[dict-item]


class TestFighting:
    def test_it_attacks_where_it_will_choose_the_result(self) -> None:
        game = alone("E5 N", "E6 N", me=ninja(at=4), them=ninja(df=2))
        assert answer(game) == "attack b1"

    def test_it_does_not_attack_where_the_enemy_will_choose(self) -> None:
        game = alone("E5 N", "E6 S", me=ninja(at=1), them=ninja(df=4))
        assert "attack b1" not in turn(game)

    def test_a_friend_beside_the_enemy_makes_the_difference(self) -> None:
        """With an assist the dice are even, and the attacker chooses."""
        for friends, attacks in (({}, False), ({"D6 E": ninja(at=1)}, True)):
            game = position(
                {"E5 N": ninja(at=2), **friends},
                {"E6 S": ninja(df=3, at=3)},
                dice=chance(),
            )
            start(game)
            if game.decision is not None and game.decision.kind == "turn":
                play(game, "activate a1")
            assert ("attack b1" in turn(game)) is attacks

    def test_it_turns_to_whoever_stands_behind_it(self) -> None:
        game = alone("E5 S", "E6 N", me=ninja(at=4))
        assert act(game, 2) == ["face N", "attack b1"]

    def test_it_walks_up_to_an_enemy_and_strikes(self) -> None:
        game = alone("E5 N", "E9 N", me=ninja(at=4))
        said = turn(game)
        assert said[0].startswith("go ")
        assert "attack b1" in said

    def test_it_injures_when_it_may(self) -> None:
        game = alone(
            "E5 N",
            "E6 S",
            me=ninja(at=4),
            dice=ScriptedDice(*["void", "earth", "fire", "water", "air", "fire"]),
        )
        play(game, "attack b1")
        assert answer(game) == "choose void"

    def test_it_takes_the_least_evil_of_what_is_left(self) -> None:
        """Fire would stun the attacker's own; a push costs nothing."""
        game = alone(
            "E5 N",
            "E6 S",
            me=ninja(at=2),
            them=ninja(df=0),
            dice=ScriptedDice(*["spirit", "air"]),
        )
        play(game, "attack b1")
        assert answer(game) == "choose air"

    def test_it_shoots_from_afar(self) -> None:
        game = alone("E5 N", "E10 S", me=ninja(at=2, df=1, mv=1, ranged=BOW))
        said = turn(game)
        assert "shoot b1" in said

    def test_it_hides_from_those_whom_it_cannot_face(self) -> None:
        wall = plain_ground(obscuring=spaces("E8 D8 F8 C8 G8"))
        game = alone(
            "E7 N", "E11 S", me=ninja(mv=0, at=1, df=1), them=ninja(at=6), ground=wall
        )
        assert answer(game) == "hide"

    def test_it_looks_for_somebody_hidden_beside_it(self) -> None:
        game = position({"E5 N": ninja(mv=0)}, {"E6 S": ninja()})
        game.hide(figure(game, "b1"))
        assert answer(start(game)) == "search"


class TestWalking:
    def careful(self, row: int) -> Game:
        """A leader with something to lose, and somebody who can strike it down."""
        game = position(
            {"E5 N": ninja(at=4, df=1)},
            {f"E{row} S": ninja(at=8, df=1, mv=5)},
            dice=chance(),
        )
        game.seats[0].score = 3
        return start(game)

    def test_it_does_not_run_on_the_spot(self) -> None:
        assert turn(self.careful(14)) == ["go E7", "stop N", "end"]
        assert turn(self.careful(12)) == ["end"]

    def test_it_runs_where_that_leads_somewhere(self) -> None:
        said = turn(self.careful(18))
        assert said == ["go E10", "stop N", "run", "go E11", "stop N"]

    def test_half_way_it_still_goes_for_whom_it_set_out_for(self) -> None:
        game = start(
            position({"J10 N": ninja()}, {"J16 S": ninja(), "J3 N": ninja()}, turn=0)
        )
        play(game, "go J8")
        assessment = Assessment(game.view(0))
        space_value = ActivationPlanner(
            assessment, assessment.figure(figure(game, "a1").key)
        ).space_value
        assert space_value.origin == at("J10")
        assert space_value.pull(at("J11")) > space_value.pull(at("J9"))
        # Whoever sets out from there has another idea.
        fresh = SpaceValue(assessment, assessment.figure(figure(game, "a1").key))
        assert fresh.pull(at("J11")) < fresh.pull(at("J9"))


class TestChallenges:
    def test_it_goes_up_the_hill(self) -> None:
        game = begin(
            position(
                {"J5 N": ninja(mv=4)},
                {"A20": ninja()},
                challenge=scenario("king-of-the-hill"),
            )
        )
        before = figure(game, "a1").space
        turn(game)
        after = figure(game, "a1").space
        assert after // 20 > before // 20

    def test_it_picks_up_a_medal_and_carries_it_home(self) -> None:
        game = position(
            {"J15 S": ninja()},
            {"A20": ninja()},
            challenge=scenario("capture-the-medal"),
        )
        begin(game)
        said = turn(game)
        assert any(line.startswith("do pick-up") for line in said)
        assert game.seats[0].score == 1
        way = figure(game, "a1").space
        assert way // 20 < 15

    def test_it_checks_a_crate_beside_it(self) -> None:
        challenge = scenario("search")
        game = position(
            {"J9 N": ninja()}, {"A20": ninja()}, challenge=challenge, dice=chance()
        )
        assert isinstance(challenge, Search)
        challenge.lay(game, (Crate(at("J10"), 3),))
        assert "do check J10" in turn(start(game))

    def test_its_messenger_leaves_the_board(self) -> None:
        game = position(
            {"A10": ninja()},
            {"J1 S": ninja()},
            challenge=scenario("intercept-the-messenger"),
            turn=1,
        )
        game.setup_initiative = 0
        game.notes["messenger"] = figure(game, "b1").key
        assert answer(start(game)) == "do exit"

    def test_it_goes_for_the_marked_one(self) -> None:
        """A VIP at the same distance is worth more than anybody else."""
        game = position(
            {"J10 N": ninja(at=4)},
            {"G10 E": ninja(), "M10 W": ninja()},
            challenge=scenario("assassination"),
            dice=chance(),
        )
        start(game)
        game.notes["holders"] = (figure(game, "a1").key, figure(game, "b2").key)
        assert "attack b2" in turn(game)


class TestBetweenTurns:
    def test_it_lets_the_figure_with_prey_go_first(self) -> None:
        game = start(
            position({"A1 N": ninja(), "J10 N": ninja(at=4)}, {"J12 N": ninja()})
        )
        assert answer(game) == "activate a2"

    def test_reinforcements_come_in_facing_the_enemy(self) -> None:
        game = position({"A10": ninja(), "-": ninja()}, {"K12": ninja()})
        play(start(game), "end", "end", "draw")
        said = act(game, 2)
        assert said[0].startswith("go ")
        assert said[1] in ("face N", "face NE")

    def test_it_brings_figures_back_before_it_draws(self) -> None:
        game = position(
            {"A1": ninja(), "-1": ninja(), "-2": ninja(at=5), "-3": ninja()},
            {"A20": ninja()},
        )
        for label in ("a2", "a3", "a4"):
            figure(game, label).place = HEALING_HOUSE
        start(game)
        play(game, "end", "end")
        assert game.decision is not None
        assert game.decision.kind == "recover"
        assert act(game) == ["recover a3"]
        assert answer(game).startswith("recover")

    def test_it_wakes_the_stunned_when_nobody_is_to_be_healed(self) -> None:
        game = position({"A1": ninja()}, {"A20": ninja()})
        game.give(figure(game, "a1"), STUN)
        game.give(figure(game, "a1"), STUN)
        start(game)
        play(game, "end", "end")
        game.give(figure(game, "a1"), STUN)
        assert answer(game) == "clear a1"

    def test_it_names_whoever_earned_most(self) -> None:
        game = position({"A1": ninja(), "C1": ninja()}, {"A20": ninja()})
        game.award(figure(game, "a2"), 2, "injures_enemy")
        game.round = 6
        start(game)
        while game.decision is not None and game.decision.kind != "all-star":
            kind = game.decision.kind
            play(game, {"turn": "activate a1", "upkeep": "draw"}.get(kind, "end"))
        assert answer(game) == "all-star a2"


class TestWindows:
    def test_it_spends_protection_on_its_own(self) -> None:
        game = position(
            {"E5 N": ninja(at=3)},
            {"E6 N": ninja(df=0)},
            dice=ScriptedDice(*["void", "void", "void", "void"]),
        )
        game.give(figure(game, "b1"), PROTECT)
        start(game)
        play(game, "attack b1")
        assert answer(game) == "spend protect b1"

    def test_it_plays_a_card_that_turns_who_chooses(self) -> None:
        game = alone(
            "E5 N",
            "E6 S",
            me=ninja(at=3),
            them=ninja(df=3),
            hands=((), ("ikas-depths",)),
        )
        play(game, "attack b1")
        assert game.decision is not None
        assert game.decision.seat == 1
        assert answer(game).startswith("play ikas-depths")

    def test_it_keeps_a_card_for_a_fight_that_is_not_lost(self) -> None:
        game = alone(
            "E5 N",
            "E6 S",
            me=ninja(at=6),
            them=ninja(df=2),
            hands=((), ("ikas-depths",)),
        )
        play(game, "attack b1")
        assert answer(game) == "pass"

    def test_it_has_a_failed_test_rolled_again(self) -> None:
        game = position(
            {"E5 N": ninja(keywords=("nimble",))},
            {"E6 S": ninja()},
            dice=ScriptedDice(*["air", "air", "air"]),
        )
        start(game)
        play(game, "go E4")
        assert answer(game) == "use nimble a1 1+2+3"

    def test_it_lets_a_good_roll_stand(self) -> None:
        game = position(
            {"E5 N": ninja(keywords=("nimble",))},
            {"E6 S": ninja()},
            dice=ScriptedDice(*["fire", "air", "air"]),
        )
        start(game)
        play(game, "go E4")
        assert answer(game) == "pass"


def test_a_shot_that_only_stuns_is_not_taken_for_one_that_injures() -> None:
    worths = []
    for stuns_on in ((), (Element.EARTH, Element.VOID)):
        bow = RangedAttack(range=6, at_bonus=2, stuns_on=stuns_on)
        game = alone("E5 N", "E9 S", me=ninja(ranged=bow))
        assessment = Assessment(game.view(0))
        worths.append(
            shot_worth(assessment, assessment.figure(0), assessment.figure(1), 0)
        )
    injuring, stunning = worths
    assert 0 < stunning < injuring


def test_the_same_view_and_dice_give_the_same_answer() -> None:
    game = alone("E5 N", "E9 N")
    assert len({answer(game) for _ in range(3)}) == 1


def test_what_is_hidden_has_no_say() -> None:
    for steps in (20, 90, 200):
        game = begun("search", 11, steps)
        assert game.decision is not None
        seat = game.decision.seat
        twin = with_other_secrets(game, seat, Random(steps))
        bots = (Novice(SeededDice(seed_of(2))), Novice(SeededDice(seed_of(2))))
        assert bots[0].choose(game.view(seat)) == bots[1].choose(twin.view(seat))
