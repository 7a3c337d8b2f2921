"""Entangle, Ika's Tentacles and Tidal Wave."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.behaviours import ABILITY, Behaviour, compile_handlers, on
from skirmish.rules.board.grid import name_of
from skirmish.rules.figure import STUN, Figure
from skirmish.rules.game import Game
from skirmish.rules.hooks import REACH
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import FAR, pools


@rule("KEY-ENTANGLE-01", "KEY-ENTANGLE-02", "KEY-ENTANGLE-04", "ASSIST-07")
def test_entangle_holds_enemies_two_spaces_away_but_attacks_only_next_to_it() -> None:
    game = position(
        {"E7 S": ninja(), "A1": ninja()},
        {"E5 N": ninja(keywords=("entangle",)), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    assert figure(game, "b1").zone().bit_count() == 24
    start(game)
    play(game, "activate a1")
    assert "throw" not in verbs(game)
    play(game, "go E8")
    assert pools(game) == [3]
    game = position({"E7 S": ninja()}, {"E5 N": ninja(keywords=("entangle",))}, turn=1)
    start(game)
    assert "attack" not in verbs(game)


@rule("KEY-ENTANGLE-01", "KEY-ENTANGLE-03")
def test_an_entangling_zone_has_its_back_by_the_angle_for_either_base() -> None:
    for large, zone, straight, diagonal in ((False, 24, 8, 8), (True, 32, 10, 8)):
        mine = ninja(large=large, keywords=("entangle",))
        for facing, back in (("N", straight), ("NE", diagonal)):
            game = position({f"J10 {facing}": mine}, FAR)
            held = figure(game, "a1")
            assert held.zone().bit_count() == zone
            assert held.back().bit_count() == back


@rule("KEY-ENTANGLE-04")
def test_who_is_entangled_assists_nobody_elsewhere() -> None:
    for keywords, dice in (((), 3), (("entangle",), 2)):
        game = position(
            {"E5 N": ninja(at=2), "E7": ninja()},
            {"E6 S": ninja(df=1), "E9": ninja(keywords=keywords)},
            dice=ScriptedDice(*["earth"] * dice, "air"),
        )
        start(game)
        play(game, "activate a1", "attack b1")
        assert pools(game) == [dice, 1]


@rule("KEY-ENTANGLE-05")
def test_the_fire_of_an_entangling_attacker_burns_two_spaces_out() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("entangle",)), "E3": ninja()},
        {"E6 S": ninja(df=1), "E7": ninja(), "E8": ninja()},
        dice=ScriptedDice("fire", "fire", "fire", "fire"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    stunned = {f.card.label for f in game.figures if f.tokens[STUN]}
    assert stunned == {"a1", "a2", "b1", "b2"}


@rule("KEY-ENTANGLE-05")
def test_an_entangling_figure_searches_two_spaces_out() -> None:
    game = position(
        {"E5 N": ninja(keywords=("entangle",)), "A1": ninja()},
        {"E7 S": ninja(), "E8": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    game.hide(figure(game, "b1"))
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", "search")
    assert not figure(game, "b1").is_hidden
    assert figure(game, "b2").is_hidden


@rule("KEY-ENTANGLE-06")
def test_an_entangling_figure_is_struck_in_the_back_from_next_to_it() -> None:
    game = position(
        {"E5 N": ninja(at=2), "A1": ninja()},
        {"E6 N": ninja(df=1, keywords=("entangle",)), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3, "air"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]


class LongArm(Behaviour):
    """Attacks two spaces away."""

    @on(REACH)
    def stretch(self, _game: Game, _me: Figure, _ctx: Figure, _reach: int) -> int:
        return 2


@rule("KEY-ENTANGLE-06")
def test_an_entangling_figure_is_struck_in_the_back_from_two_spaces_off() -> None:
    behaviour = LongArm(kind=ABILITY, slug="l", name="L", numbers={}, faces={})
    for keywords, dice in ((("entangle",), 3), ((), 2)):
        game = position(
            {"E4 N": ninja(at=2), "A1": ninja()},
            {"E6 N": ninja(df=1, keywords=keywords), "T20": ninja()},
            dice=ScriptedDice(*["earth"] * dice, "air"),
        )
        striker = figure(game, "a1")
        striker.handlers = compile_handlers((behaviour,))
        striker.active_hooks |= set(striker.handlers)
        start(game)
        play(game, "activate a1", "attack b1")
        assert pools(game) == [dice, 1]


def grasp(*dice: str, second: bool = False) -> Game:
    more = ("ikas-tentacles",) if second else ()
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {
            "E6 S": ninja(keywords=("ikas-tentacles",)),
            "D6 S": ninja(keywords=more),
        },
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1", "go E4")
    return game


@rule("KEY-TENTACLES-01")
def test_a_dodge_out_of_tentacles_needs_two_matching_dice() -> None:
    game = grasp("fire", "air", "air")
    assert name_of(figure(game, "a1").space) == "E5"
    assert figure(game, "a1").tokens[STUN] == 1
    game = grasp("fire", "fire", "air")
    assert name_of(figure(game, "a1").space) == "E4"


@rule("KEY-TENTACLES-02")
def test_two_figures_with_tentacles_need_no_third_die() -> None:
    game = grasp("fire", "fire", "air", second=True)
    assert name_of(figure(game, "a1").space) == "E4"


@rule("KEY-TENTACLES-01")
def test_other_tests_next_to_tentacles_need_one_die() -> None:
    game = position(
        {"E5 N": ninja(keywords=("tough",)), "A1": ninja()},
        {"E6 S": ninja(keywords=("ikas-tentacles",)), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "use tough a1")
    assert any(figure(game, "a1").tokens)


def wave(*dice: str) -> Game:
    game = position(
        {"E5 N": ninja(at=2), "D6 E": ninja(at=2)},
        {"E6 S": ninja(df=1, keywords=("tidal-wave",)), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.give(figure(game, "a2"), STUN)
    start(game)
    play(game, "activate a1", "attack b1")
    return game


@rule("KEY-TIDAL-01")
def test_tidal_wave_adds_a_die_against_one_attack_of_a_round() -> None:
    game = wave(*["earth"] * 2, *["air"] * 2, *["earth"] * 3, "air")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "use tidal-wave b1")
    assert pools(game) == [2, 2]
    play(game, "activate b2", "end", "attack b1")
    assert pools(game) == [2, 2, 3, 1]


@rule("KEY-TIDAL-01")
def test_tidal_wave_may_be_kept_for_later() -> None:
    game = wave(*["earth"] * 2, "air", *["earth"] * 3, *["air"] * 2)
    play(game, "pass")
    assert pools(game) == [2, 1]
    play(game, "activate b2", "end", "attack b1", "use tidal-wave b1")
    assert pools(game) == [2, 1, 3, 2]


@rule("KEY-TIDAL-01", "RANGED-08")
def test_tidal_wave_does_nothing_against_a_shuriken() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E7 S": ninja(df=1, keywords=("tidal-wave",)), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
    )
    start(game)
    play(game, "activate a1", "throw b1")
    assert pools(game) == [1, 1]


@rule("ASSIST-07")
@pytest.mark.parametrize(
    ("place", "keywords", "dice"),
    [("E8", (), 3), ("F7", (), 3), ("E9", (), 2), ("E8", ("entangle",), 2)],
)
def test_friends_anywhere_in_an_entangling_zone_assist(
    place: str, keywords: tuple[str, ...], dice: int
) -> None:
    """Unless they entangle themselves: then they assist next to it alone."""
    game = position(
        {"E5 N": ninja(at=2), place: ninja(keywords=keywords)},
        {"E6 S": ninja(df=1, keywords=("entangle",)), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * dice, "air"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [dice, 1]
