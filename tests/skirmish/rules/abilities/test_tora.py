"""Abilities of the Tora clan."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.abilities.ronin_senses import BOUND
from skirmish.rules.figure import BOARD, HASTE, SLOW, STUN, Effect
from skirmish.rules.frames.round import TAKEN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    chunin,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.rules.keywords.duels import pools

# --- Pounce -----------------------------------------------------------------------


def pouncer(*dice: str, **teams: dict) -> Game:
    return position(
        {"E2 N": chunin(mv=1, at=2, abilities=("pounce",)), "A1": ninja()},
        teams.get("enemies") or {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


@rule("ABIL-POUNCE-01")
def test_pounce_moves_three_spaces_then_attacks_and_slows() -> None:
    game = start(pouncer("earth", "earth", "fire"))
    play(game, "activate a1", "use pounce a1", "go E5", "stop N")
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    assert figure(game, "a1").tokens[SLOW] == 1
    assert figure(game, "b1").tokens[STUN] == 1


@rule("ABIL-POUNCE-01")
def test_pounce_is_not_offered_without_an_enemy_in_reach() -> None:
    game = start(pouncer(enemies={"E8 S": ninja(), "T20": ninja()}))
    play(game, "activate a1")
    assert "use pounce" not in verbs(game)


@rule("ABIL-POUNCE-02")
def test_a_failed_dodge_ends_a_pounce_without_attack_and_without_slow() -> None:
    game = start(
        pouncer("air", "air", "air", enemies={"E3 S": ninja(), "E5 S": ninja()})
    )
    play(game, "activate a1", "use pounce a1", "go D3")
    assert figure(game, "a1").tokens[STUN] == 1
    assert figure(game, "a1").tokens[SLOW] == 0
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-POUNCE-03")
def test_a_figure_that_began_stunned_may_pounce_as_its_action() -> None:
    game = pouncer("earth", "earth", "fire")
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "use pounce a1", "go E5", "stop N", "attack b1")
    assert figure(game, "a1").tokens[SLOW] == 1


@rule("ABIL-POUNCE-01")
def test_a_pounce_ends_where_somebody_can_be_attacked() -> None:
    game = start(pouncer("earth", "earth", "fire"))
    play(game, "activate a1", "use pounce a1")
    # Nothing to attack yet: it cannot stop, nor go where it would be too late.
    assert "stop" not in verbs(game)
    assert {"E5", "D5", "D3"} <= options(game, "go")
    assert not {"A5", "E1", "B2"} & options(game, "go")
    play(game, "go D3")
    assert "stop" not in verbs(game)
    play(game, "go E5")
    assert options(game, "stop") == {"N", "NE", "E", "NW", "W"}


@rule("ABIL-POUNCE-01")
def test_a_pounce_that_cannot_get_there_may_stop() -> None:
    game = position(
        {"E2 N": chunin(mv=1, abilities=("pounce",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        ground=plain_ground(outside="C4 D4 E4 F4 G4 H4 B4 A4 I4"),
    )
    start(game)
    play(game, "activate a1", "use pounce a1", "go E3", "stop N")
    assert figure(game, "a1").tokens[SLOW] == 0
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-POUNCE-01")
def test_a_pounce_out_of_stealth_has_its_die() -> None:
    game = pouncer("earth", "earth", "earth", "fire")
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "use pounce a1", "go E5", "stop N", "attack b1")
    assert pools(game) == [3, 1]
    assert not figure(game, "a1").is_hidden


@rule("ABIL-POUNCE-01")
def test_a_pouncer_walks_where_it_likes() -> None:
    game = start(pouncer())
    play(game, "activate a1", "go E1")
    assert len(options(game, "stop")) == 8


@rule("ABIL-POUNCE-02")
def test_a_pounce_that_failed_on_its_way_may_face_anywhere() -> None:
    game = start(
        pouncer("air", "air", "air", enemies={"G4 S": ninja(), "T20": ninja()})
    )
    play(game, "activate a1", "use pounce a1", "go F3", "go G3")
    assert figure(game, "a1").tokens[STUN] == 1
    assert len(options(game, "stop")) == 8


@rule("ABIL-POUNCE-01", "ABIL-BINDINGBRIDE-01")
def test_whoever_is_bound_does_not_pounce() -> None:
    game = start(pouncer())
    play(game, "activate a1")
    game.add_effect(figure(game, "a1"), Effect(BOUND))
    assert "use pounce" not in verbs(game)


# --- Volcano Pots -----------------------------------------------------------------


def thrower(*dice: str) -> Game:
    return position(
        {
            "E2 N": ninja(abilities=("volcano-pots",)),
            "D7": ninja(),
            "A1": ninja(),
        },
        {"E8 S": chunin(), "F9": ninja(), "E10": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


@rule("ABIL-VOLCANO-01", "ABIL-VOLCANO-02", "STEALTH-04", "XP-04")
def test_volcano_pots_stun_the_target_and_all_next_to_it() -> None:
    game = thrower("fire", "air", "air")
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1")
    assert options(game, "use volcano-pots") == {"b1"}
    play(game, "use volcano-pots a1 b1")
    stunned = {f.card.label for f in game.figures if f.tokens[STUN]}
    assert stunned == {"a2", "b1", "b2"}
    # Only the enemies are its doing, and only the chunin is worth experience.
    assert [(key, why) for key, _, why in game.xp] == [
        (figure(game, "a1").key, "stuns_chunin")
    ]


@rule("ABIL-VOLCANO-01")
def test_failed_volcano_pots_do_nothing_but_cost_the_action() -> None:
    game = start(thrower("air", "air", "air"))
    play(game, "activate a1", "use volcano-pots a1 b1")
    assert not any(f.tokens[STUN] for f in game.figures)
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-VOLCANO-01", "LOS-01", "STEALTH-03", "STEALTH-09")
def test_volcano_pots_need_sight_and_end_stealth() -> None:
    game = position(
        {"E2 N": ninja(abilities=("volcano-pots",)), "A1": ninja()},
        {"E8 S": ninja(), "E4 S": ninja()},
        ground=plain_ground(obscuring="D6 E6 F6"),
        dice=ScriptedDice("air", "air", "air"),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    assert options(game, "use volcano-pots") == {"b2"}
    play(game, "use volcano-pots a1 b2")
    assert not figure(game, "a1").is_hidden
    assert figure(game, "a1").space == at("E2")


@rule("MOVE-14")
def test_the_spaces_of_a_pounce_are_points_and_rough_ground_takes_two() -> None:
    game = position(
        {"E2 N": chunin(abilities=("pounce",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        ground=plain_ground(rough="D3 E3 F3"),
    )
    start(game)
    play(game, "activate a1", "use pounce a1")
    assert "E4" in options(game, "go")
    assert "E5" not in options(game, "go")


# --- Tiger Strike -----------------------------------------------------------------


def striker(*dice: str, enemy: str = "E6 S") -> Game:
    game = position(
        {"E5 N": chunin(at=2, df=3, abilities=("tiger-strike",)), "A1": ninja()},
        {enemy: ninja(at=2, df=1, ranged=BOW), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


BOW = RangedAttack(range=5)
MISS = ("air", "air", "air")


@rule("ABIL-TIGERSTRIKE-01")
def test_a_tiger_strike_is_worth_three_dice_for_the_turn() -> None:
    game = striker(*["earth"] * 5, "air")
    play(game, "attack b1", "use tiger-strike a1")
    assert pools(game) == [5, 1]
    assert not figure(game, "a1").effects


@rule("ABIL-TIGERSTRIKE-01")
def test_a_tiger_strike_may_be_left_out() -> None:
    game = striker(*["earth"] * 2, "air", "earth", "earth", *MISS)
    play(game, "attack b1", "pass")
    assert pools(game) == [2, 1]
    play(game, "activate b1", "attack a1")
    assert pools(game) == [2, 1, 2, 3]


@rule("ABIL-TIGERSTRIKE-01")
def test_a_tiger_strike_counts_once_and_for_every_attack_of_the_turn() -> None:
    game = position(
        {"E5 N": chunin(at=2, abilities=("tiger-strike",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 5, "air", *["earth"] * 5, "air"),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1", "use tiger-strike a1")
    play(game, "attack b1")
    assert pools(game) == [5, 1, 5, 1]


@rule("ABIL-TIGERSTRIKE-01", "ABIL-TIGERSTRIKE-02")
def test_after_a_tiger_strike_it_rolls_no_defense_dice() -> None:
    game = striker(*["earth"] * 5, "air", "earth", "earth")
    play(game, "attack b1", "use tiger-strike a1")
    play(game, "activate b1", "attack a1")
    assert pools(game) == [5, 1, 2, 0]
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-TIGERSTRIKE-02")
def test_shot_after_a_tiger_strike_meets_the_usual_defense() -> None:
    game = position(
        {"E5 N": chunin(at=2, df=3, abilities=("tiger-strike",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "E10 S": ninja(at=2, ranged=BOW)},
        dice=ScriptedDice(*["void"] * 5, "air", "void", "void", *["spirit"] * 3),
    )
    start(game)
    play(game, "activate a1", "attack b1", "use tiger-strike a1")
    play(game, "shoot a1")
    assert pools(game) == [5, 1, 2, 3]
    assert figure(game, "a1").place == BOARD


# --- Metal to Dust ----------------------------------------------------------------


def dusty(*dice: str, at: int = 4, hidden: bool = False) -> Game:
    """The round begins; b1 stands before the madoushi."""
    game = position(
        {"E5 N": ninja(df=1, abilities=("metal-to-dust",)), "A1": ninja()},
        {"E6 S": ninja(at=at, ranged=BOW), "T20": ninja()},
        dice=ScriptedDice(*dice),
        turn=1,
    )
    if hidden:
        game.hide(figure(game, "a1"))
    game.stack[-1].pc = TAKEN
    game.value = game.initiative
    return start(game)


@rule("ABIL-METALDUST-01")
def test_metal_to_dust_takes_two_dice_from_normal_attacks() -> None:
    game = dusty("fire", "air", "air", "earth", "earth", "air")
    play(game, "activate b1", "attack a1")
    assert pools(game) == [3, 2, 1]


@rule("ABIL-METALDUST-01")
def test_metal_to_dust_leaves_one_die_at_least() -> None:
    game = dusty("fire", "air", "air", "earth", "air", at=2)
    play(game, "activate b1", "attack a1")
    assert pools(game) == [3, 1, 1]
    game = dusty("fire", "air", "air", "air", at=0)
    play(game, "activate b1", "attack a1")
    assert pools(game) == [3, 0, 1]


@rule("ABIL-METALDUST-01")
def test_metal_to_dust_does_nothing_if_its_test_fails() -> None:
    hit = ("earth", "earth", "earth", "earth", "air")
    game = dusty(*MISS, *hit)
    play(game, "activate b1", "attack a1")
    assert pools(game) == [3, 4, 1]


@rule("ABIL-METALDUST-01", "STEALTH-09")
def test_metal_to_dust_tests_unasked_and_ends_stealth() -> None:
    game = dusty("fire", "air", "air", hidden=True)
    madoushi = figure(game, "a1")
    assert game.decision is not None
    assert game.decision.kind == "turn"
    assert not madoushi.is_hidden
    assert madoushi.used == ("metal-to-dust",)


# --- Vault ------------------------------------------------------------------------


def vaulter(*dice: str, ability: tuple[str, ...] = ("vault",)) -> Game:
    """A corridor that somebody of the same team stands in."""
    game = position(
        {"E5 N": ninja(mv=3, abilities=ability), "E6": ninja()},
        {"T20": ninja()},
        ground=plain_ground(outside="D5 D6 D7 F5 F6 F7 D4 E4 F4"),
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-VAULT-01")
def test_vault_leads_through_a_figure_but_does_not_end_there() -> None:
    game = vaulter()
    assert "E7" in options(game, "go")
    assert "E6" not in options(game, "go")
    play(game, "go E7")
    assert figure(game, "a1").space == at("E7")
    assert "go" not in verbs(vaulter(ability=()))


@rule("ABIL-VAULT-01", "DODGE-01")
def test_vault_over_an_enemy_needs_the_usual_dodge_and_no_other() -> None:
    game = position(
        {"E5 N": ninja(mv=3, abilities=("vault",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "go E6", "go E7", "stop N")
    # One test, to leave the space in front of the enemy.
    assert pools(game) == [3]
    assert figure(game, "a1").space == at("E7")


# --- Dragon's Breath --------------------------------------------------------------


def breather(*dice: str, hidden: tuple[str, ...] = ()) -> Game:
    game = position(
        {
            "E5 N": ninja(abilities=("dragons-breath",)),
            "D6": ninja(),
            "A1": ninja(),
        },
        {"E6 S": chunin(), "F6": ninja(), "E4": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    for label in hidden:
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1")
    return game


def stunned(game: Game) -> set[str]:
    return {f.card.label for f in game.figures if f.tokens[STUN]}


@rule("ABIL-DRAGONBREATH-01")
def test_whoever_fails_in_front_of_the_dragon_is_stunned_friend_or_foe() -> None:
    game = breather(*MISS, "fire", "air", "air", *MISS)
    play(game, "use dragons-breath a1")
    # In the order of the figures: a2 and b2 fail, b1 passes; b3 is behind him.
    assert pools(game) == [3, 3, 3]
    assert stunned(game) == {"a2", "b2"}


@rule("ABIL-DRAGONBREATH-01", "XP-04")
def test_the_dragon_is_credited_with_the_enemies_it_stuns() -> None:
    game = breather(*MISS, *MISS, *MISS)
    play(game, "use dragons-breath a1")
    assert stunned(game) == {"a2", "b1", "b2"}
    dragon = figure(game, "a1").key
    assert [(key, why) for key, _, why in game.xp] == [(dragon, "stuns_chunin")]


@rule("ABIL-DRAGONBREATH-01")
def test_nobody_is_stunned_who_passes_and_the_action_is_spent() -> None:
    game = breather(*["fire"] * 9)
    play(game, "use dragons-breath a1")
    assert stunned(game) == set()
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-DRAGONBREATH-02", "STEALTH-09")
def test_testing_against_the_breath_costs_stealth() -> None:
    game = breather(*["fire"] * 9, hidden=("b1", "b3"))
    play(game, "use dragons-breath a1")
    assert not figure(game, "b1").is_hidden
    assert figure(game, "b3").is_hidden


@rule("ABIL-DRAGONBREATH-01")
def test_there_is_no_breath_with_nobody_in_front() -> None:
    game = position(
        {"E5 N": ninja(abilities=("dragons-breath",)), "A1": ninja()},
        {"E4 S": ninja(), "T20": ninja()},
    )
    start(game)
    play(game, "activate a1")
    assert "use dragons-breath" not in verbs(game)


@rule("ABIL-POUNCE-01")
def test_a_pounce_on_a_large_base_ends_with_any_of_its_spaces_beside_its_prey() -> None:
    large = ninja(large=True, abilities=("pounce",))
    game = start(position({"E5 N": large, "A1": ninja()}, {"J5 S": ninja()}))
    play(game, "activate a1", "use pounce a1")
    assert {"F5", "G5", "H4", "H5", "H6"} <= options(game, "go")
    assert not {"E6", "D5", "G8"} & options(game, "go")
