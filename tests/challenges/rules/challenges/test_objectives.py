"""The aims of every challenge."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.medals import MedalRules
from challenges.rules.challenges.objectives import beside, enemies, friends, own
from challenges.rules.challenges.registry import SCENARIOS
from challenges.rules.challenges.search import Crate, Search
from skirmish.rules.game import Game
from skirmish.rules.objectives import DO, HARM, HOLD, KEEP, REACH, Objective
from tests.challenges.cast import scenario
from tests.skirmish.cast import at, chunin, figure, ninja, position, spaces, start


def board(slug: str, **options: object) -> Game:
    return start(
        position(
            {"J5 N": chunin(), "K5 N": ninja()},
            {"J15 S": chunin(), "K15 S": ninja()},
            challenge=scenario(slug),
            **options,
        )
    )


def key(game: Game, label: str) -> int:
    return figure(game, label).key


def worth(aims: tuple[Objective, ...], kind: str, figure: int, target: int) -> float:
    return sum(
        aim.worth
        for aim in aims
        if aim.kind == kind and aim.target == target and aim.concerns(figure)
    )


def test_who_is_who_for_a_seat() -> None:
    game = start(
        position(
            {"A1": ninja()},
            {"C1": ninja(), "-": ninja()},
            {"E1": ninja()},
            sides=(0, 1, 0),
        )
    )
    labels = {figure.key: figure.card.label for figure in game.figures}
    assert [labels[f.key] for f in own(game, 0)] == ["a1"]
    assert [labels[f.key] for f in friends(game, 0)] == ["a1", "c1"]
    assert [labels[f.key] for f in enemies(game, 0)] == ["b1"]
    assert beside(at("A1")) == spaces("A2 B1 B2")


@pytest.mark.parametrize("slug", sorted(SCENARIOS))
def test_every_challenge_gives_every_seat_something_to_aim_at(slug: str) -> None:
    game = board(slug)
    challenge = game.compiled.challenge
    game.notes["holders"] = (key(game, "a2"), key(game, "b2"))
    game.notes["messenger"] = key(game, "b2")
    if isinstance(challenge, MedalRules):
        challenge.lay_out(game, [(at("J4"), 0), (at("J17"), 1)])
    if isinstance(challenge, Search):
        challenge.lay(game, (Crate(at("J10"), 2),))
    for seat in (0, 1):
        aims = game.view(seat).objectives
        assert aims
        assert all(aim.worth > 0 for aim in aims)


class TestBrawl:
    def test_a_chunin_is_worth_more_to_those_who_are_none(self) -> None:
        game = board("brawl")
        aims = game.view(0).objectives
        assert worth(aims, HARM, key(game, "a2"), key(game, "b1")) == 2
        assert worth(aims, HARM, key(game, "a1"), key(game, "b1")) == 1
        assert worth(aims, HARM, key(game, "a2"), key(game, "b2")) == 1
        assert worth(aims, KEEP, -1, key(game, "a1")) == 2


class TestRoles:
    def test_the_marked_one_is_the_only_target_of_an_assassination(self) -> None:
        game = board("assassination")
        game.notes["holders"] = (key(game, "a2"), key(game, "b1"))
        aims = game.view(0).objectives
        assert {aim.target for aim in aims if aim.kind == HARM} == {key(game, "b1")}
        assert {aim.target for aim in aims if aim.kind == KEEP} == {key(game, "a2")}

    def test_only_the_champion_has_harm_to_do(self) -> None:
        game = board("champion")
        game.notes["holders"] = (key(game, "a2"), key(game, "b2"))
        aims = game.view(0).objectives
        harm = [aim for aim in aims if aim.kind == HARM]
        assert {aim.figure for aim in harm} == {key(game, "a2")}
        assert {(aim.worth, aim.stun) for aim in harm} == {(3, 1)}

    def test_the_messenger_runs_and_the_others_hunt_it(self) -> None:
        game = board("intercept-the-messenger")
        messenger = game.notes["messenger"] = key(game, "b2")
        hunting, running = game.view(0).objectives, game.view(1).objectives
        assert [(aim.kind, aim.target) for aim in hunting] == [(HARM, messenger)]
        reach = next(aim for aim in running if aim.kind == REACH)
        assert reach.figure == messenger
        # The attackers' own marked spaces on the south edge.
        assert reach.spaces >> at("J1") & 1
        assert not reach.spaces >> at("J20") & 1


class TestPlaces:
    def test_the_hill_is_to_be_held(self) -> None:
        game = board("king-of-the-hill")
        hold = next(aim for aim in game.view(0).objectives if aim.kind == HOLD)
        assert hold.spaces >> at("J10") & 1
        assert hold.spaces.bit_count() == 16

    def test_their_medal_is_fetched_and_the_own_one_left_at_home(self) -> None:
        game = board("capture-the-medal")
        rules = game.compiled.challenge
        assert isinstance(rules, MedalRules)
        rules.lay_out(game, [(at("J4"), 0), (at("J17"), 1)])
        reach = [aim for aim in game.view(0).objectives if aim.kind == REACH]
        assert [aim.spaces for aim in reach] == [beside(at("J17"))]
        rules.put(game, 1, carrier=key(game, "a2"))
        aims = game.view(0).objectives
        reach = [aim for aim in aims if aim.kind == REACH]
        assert [(aim.figure, aim.spaces) for aim in reach] == [
            (key(game, "a2"), beside(at("J4")))
        ]
        assert worth(aims, KEEP, -1, key(game, "a2")) == 4
        assert worth(game.view(1).objectives, HARM, -1, key(game, "a2")) == 4

    def test_a_medal_that_was_dropped_is_wanted_back(self) -> None:
        game = board("capture-the-medal")
        rules = game.compiled.challenge
        assert isinstance(rules, MedalRules)
        rules.lay_out(game, [(at("J4"), 0), (at("J17"), 1)])
        rules.put(game, 0, space=at("C9"))
        reach = {a.spaces for a in game.view(0).objectives if a.kind == REACH}
        assert beside(at("C9")) in reach

    def test_closed_crates_are_worth_more_than_open_ones(self) -> None:
        game = board("search")
        rules = game.compiled.challenge
        assert isinstance(rules, Search)
        rules.lay(game, (Crate(at("J10"), 2), Crate(at("C9"), 3, is_open=True)))
        do = {
            aim.spaces: aim.worth for aim in game.view(0).objectives if aim.kind == DO
        }
        assert do == {1 << at("J10"): 1.5, 1 << at("C9"): 0.5}
