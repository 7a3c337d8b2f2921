"""Abilities of ronin that are an attack of another kind."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import BOARD, HEALING_HOUSE, STUN
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    at,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.random_play import check_boards
from tests.skirmish.rules.keywords.duels import pools

# --- Banzai -----------------------------------------------------------------------


def jubei(
    *dice: str,
    enemies: dict[str, FigureSetup] | None = None,
    keywords: tuple[str, ...] = (),
    **more: object,
) -> Game:
    swordsman = ninja(mv=1, at=2, abilities=("banzai",), keywords=keywords)
    return position(
        {"E5 N": swordsman, "A1": ninja()},
        enemies or {"E7 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
        **more,
    )


@rule("ABIL-BANZAI-01")
def test_he_steps_to_an_enemy_out_of_reach_and_attacks_it() -> None:
    game = start(jubei("earth", "earth", "fire"))
    play(game, "activate a1")
    assert options(game, "attack") == set()
    assert options(game, "use banzai") == {"D6", "E6", "F6"}
    play(game, "use banzai a1 E6")
    assert options(game, "stop") == {"NW", "N", "NE", "E", "W"}
    play(game, "stop N")
    assert verbs(game) == {"attack"}
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-BANZAI-01")
def test_the_step_ignores_zones_and_needs_no_dodge() -> None:
    enemies = {"E6 S": ninja(df=1), "D4": ninja(), "T20": ninja()}
    game = start(jubei("earth", "earth", "earth", enemies=enemies))
    play(game, "activate a1", "use banzai a1 F6", "stop W", "attack b1")
    assert figure(game, "a1").space == at("F6")
    assert figure(game, "a1").tokens[STUN] == 0


@rule("ABIL-BANZAI-01", "ABIL-BEAK-01")
def test_whoever_watches_zones_does_not_notice_the_step() -> None:
    enemies = {"E7 S": ninja(df=1, abilities=("ondoris-beak",)), "T20": ninja()}
    game = start(jubei("earth", "earth", "fire", enemies=enemies))
    play(game, "activate a1", "use banzai a1 E6")
    assert game.decision is not None
    assert game.decision.seat == 0


@rule("ABIL-BANZAI-01")
def test_the_step_leads_neither_onto_bad_ground_nor_onto_anybody() -> None:
    game = start(
        jubei(
            enemies={"E7 S": ninja(), "E6": ninja(), "T20": ninja()},
            ground=plain_ground(rough="D6", elevated="F6"),
        )
    )
    play(game, "activate a1")
    assert options(game, "use banzai") == {"D5", "F5"}


@rule("ABIL-BANZAI-01")
def test_there_is_no_banzai_with_nobody_to_attack_after_it() -> None:
    game = start(jubei(enemies={"E8 S": ninja(), "T20": ninja()}))
    play(game, "activate a1")
    assert "use banzai" not in verbs(game)


@rule("ABIL-BANZAI-01", "STEALTH-03")
def test_hidden_enemies_are_no_reason_for_a_banzai() -> None:
    game = jubei()
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1")
    assert "use banzai" not in verbs(game)


@rule("ABIL-BANZAI-01", "ABIL-BINDINGBRIDE-02")
def test_the_bound_cannot_step_for_a_banzai() -> None:
    bride = ninja(df=1, keywords=("entangle",), abilities=("binding-bride",))
    game = position(
        {"E4 N": ninja(mv=5, abilities=("banzai",)), "A1": ninja()},
        {"E7 S": bride, "T20": ninja()},
    )
    start(game)
    play(game, "activate a1", "go E5", "stop N")
    assert "use banzai" not in verbs(game)


# --- 1000-Hand Slap ---------------------------------------------------------------


def yokozuna(
    *dice: str, enemies: dict[str, FigureSetup] | None = None, strength: int = 6
) -> Game:
    """Three enemies before a1, of Defense 1, 2 and 1, and one behind it."""
    return start(
        position(
            {"E5 N": ninja(at=strength, abilities=("1000-hand-slap",)), "A1": ninja()},
            enemies
            or {
                "D6 S": ninja(df=1),
                "E6 S": ninja(df=2),
                "F6 S": ninja(df=1),
                "E4 N": ninja(df=5),
                "T20": ninja(),
            },
            dice=ScriptedDice(*dice),
        )
    )


def labels(game: Game, place: int) -> set[str]:
    return {f.card.label for f in game.figures if f.place == place}


def test_the_slap_is_aimed_at_the_best_guarded_enemy_in_front() -> None:
    game = yokozuna()
    play(game, "activate a1")
    assert options(game, "use 1000-hand-slap") == {"b2"}
    tied = yokozuna(enemies={"D6 S": ninja(df=2), "E6 S": ninja(df=2), "T20": ninja()})
    play(tied, "activate a1")
    assert options(tied, "use 1000-hand-slap") == {"b1", "b2"}


def test_what_raises_or_lowers_defense_counts_for_the_aim() -> None:
    benkei = ninja(df=1, abilities=("immovable",))
    game = yokozuna(enemies={"D6 S": benkei, "E6 S": ninja(df=2), "T20": ninja()})
    play(game, "activate a1")
    assert options(game, "use 1000-hand-slap") == {"b1"}
    fighter = ninja(df=3, abilities=("yama-fist",))
    game = yokozuna(enemies={"D6 S": fighter, "E6 S": ninja(df=2), "T20": ninja()})
    game.mark_used(figure(game, "b1"), "yama-fist")
    play(game, "activate a1")
    assert options(game, "use 1000-hand-slap") == {"b2"}


def test_there_is_no_slap_without_anybody_in_front() -> None:
    game = yokozuna(enemies={"E4 N": ninja(), "T20": ninja()})
    play(game, "activate a1")
    assert "use 1000-hand-slap" not in verbs(game)


def test_the_slap_is_one_roll_with_two_dice_less() -> None:
    game = yokozuna(*["earth"] * 9, strength=6)
    game.give(figure(game, "b1"), STUN)
    game.give(figure(game, "b3"), STUN)
    game.give(figure(game, "b4"), STUN)
    play(game, "activate a1", "use 1000-hand-slap a1 b2")
    assert pools(game) == [4, 2]


@pytest.mark.parametrize(
    ("face", "gone"),
    [("void", {"b1", "b2", "b3"}), ("earth", set())],
)
def test_a_harmful_result_strikes_everybody_in_front_and_nobody_behind(
    face: str, gone: set[str]
) -> None:
    game = yokozuna(*[face] * 6, *["fire"] * 5, strength=8)
    play(game, "activate a1", "use 1000-hand-slap a1 b2")
    assert labels(game, HEALING_HOUSE) == gone
    stunned = {f.card.label for f in game.figures if f.tokens[STUN]}
    assert stunned == ({"b1", "b2", "b3"} if face == "earth" else set())
    assert figure(game, "b4").place == BOARD
    assert game.seats[0].score == len(gone)


def test_spirit_harms_the_slapper_once() -> None:
    game = yokozuna(*["spirit"] * 6, *["fire"] * 5, strength=8)
    play(game, "activate a1", "use 1000-hand-slap a1 b2")
    assert labels(game, HEALING_HOUSE) == {"a1"}
    assert game.seats[1].score == 1


def test_air_blows_them_away_one_by_one() -> None:
    game = yokozuna(*["air"] * 6, *["fire"] * 5, strength=8)
    play(game, "activate a1", "use 1000-hand-slap a1 b2")
    seen = []
    for space in ("E7", "D7", "F7"):
        assert game.decision is not None
        assert game.decision.seat == 0
        seen.append(game.figures[game.decision.figure].card.label)
        play(game, f"go {space}", "face N")
    assert seen == ["b2", "b1", "b3"]
    check_boards(game)
    assert game.decision is not None
    assert game.decision.seat == 1


def test_water_moves_the_slapper_once_and_all_of_them_before_it() -> None:
    enemies = {"D6 S": ninja(df=1), "E6 S": ninja(df=2), "T20": ninja()}
    game = yokozuna(*["water"] * 6, *["earth"] * 3, strength=8, enemies=enemies)
    play(game, "activate a1", "use 1000-hand-slap a1 b2", "go E3", "face N")
    placed = []
    for space in ("D4", "E4"):
        assert game.decision is not None
        assert game.decision.seat == 1
        placed.append(game.figures[game.decision.figure].card.label)
        play(game, f"go {space}", "face S")
    assert sorted(placed) == ["b1", "b2"]
    check_boards(game)
    assert figure(game, "a1").space == at("E3")


def test_fire_stuns_whom_it_always_stuns() -> None:
    game = yokozuna(*["fire"] * 6, *["earth"] * 5, strength=8)
    play(game, "activate a1", "use 1000-hand-slap a1 b2")
    stunned = {f.card.label for f in game.figures if f.tokens[STUN]}
    assert stunned == {"a1", "b1", "b2", "b3", "b4"}


def test_an_ordinary_attack_strikes_one_enemy_only() -> None:
    game = yokozuna(*["void"] * 6, *["fire"] * 5)
    play(game, "activate a1", "attack b2")
    assert labels(game, HEALING_HOUSE) == {"b2"}


@rule("STEALTH-03", "ABIL-INDOMITABLE-01")
def test_the_hidden_are_not_slapped_and_the_indomitable_endure() -> None:
    enemies = {
        "D6 S": ninja(df=1),
        "E6 S": ninja(df=2, abilities=("indomitable",)),
        "T20": ninja(),
    }
    game = yokozuna(*["void"] * 6, *["fire"] * 3, strength=8, enemies=enemies)
    game.hide(figure(game, "b1"))
    play(game, "activate a1", "use 1000-hand-slap a1 b2")
    assert labels(game, HEALING_HOUSE) == set()
    assert figure(game, "b2").tokens[STUN] == 1


def test_the_slap_is_the_action() -> None:
    game = yokozuna(*["earth"] * 6, *["fire"] * 5, strength=8)
    play(game, "activate a1", "use 1000-hand-slap a1 b2")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert not allowed(game, "attack b2")


@rule("ABIL-BANZAI-01")
def test_a_large_base_steps_to_where_any_of_its_spaces_is_beside_an_enemy() -> None:
    large = ninja(large=True, abilities=("banzai",))
    game = start(position({"E5 N": large, "A1": ninja()}, {"H5 S": ninja()}))
    play(game, "activate a1")
    assert options(game, "use banzai") == {"F4", "F5", "F6"}
