"""Normal attacks: dice, eliminations, choosing, and the six results."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.combat import eliminate_opposites
from skirmish.rules.figure import (
    BOARD,
    DELAY,
    HEALING_HOUSE,
    MOON_POWER,
    POISON,
    PROTECT,
    STATUSES,
    STUN,
)
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.harm import COMBAT, INJURED, Harm
from skirmish.rules.game import Game
from skirmish.rules.log import Outcome, Rolled
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
)

S, V, E, A, W, F = range(6)


def duel(
    *dice: str,
    attackers: dict | None = None,
    defenders: dict | None = None,
    **options: object,
) -> Game:
    return position(
        attackers or {"E5 N": ninja(at=3)},
        defenders or {"E6 S": ninja(df=2)},
        dice=ScriptedDice(*dice),
        **options,
    )


def pools(game: Game) -> list[int]:
    return [len(e.faces) for e in game.log if isinstance(e, Rolled)]


@rule("COMBAT-08", "COMBAT-09", "COMBAT-10")
@pytest.mark.parametrize(
    ("attack", "defence", "left", "right"),
    [
        ((S, S, V), (V,), (S, V), ()),
        ((E, E), (A, A, A), (), (A,)),
        ((F, W), (W, F), (), ()),
        ((S, E, F), (S, E, F), (S, E, F), (S, E, F)),
        ((S, V), (S, V), (), ()),
        ((), (E,), (), (E,)),
    ],
)
def test_opposite_elements_of_both_sides_remove_one_another(
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    left: tuple[int, ...],
    right: tuple[int, ...],
) -> None:
    assert eliminate_opposites(attack, defence) == (left, right)


@rule("COMBAT-01", "COMBAT-02", "COMBAT-03")
def test_only_visible_enemies_in_the_front_zone_can_be_attacked() -> None:
    game = position(
        {"E5 N": ninja(), "D6": ninja()},
        {"E6 S": ninja(), "F4": ninja(), "F5": ninja(), "E7": ninja()},
    )
    game.hide(figure(game, "b3"))
    start(game)
    play(game, "activate a1")
    assert options(game, "attack") == {"b1"}


@rule("COMBAT-04", "COMBAT-13")
def test_both_roll_their_attributes_and_nothing_left_means_no_result() -> None:
    game = start(
        duel(
            "earth",
            "fire",
            "void",
            "air",
            "water",
            "spirit",
            defenders={"E6 S": ninja(df=3), "T20": ninja()},
        )
    )
    play(game, "attack b1")
    assert pools(game) == [3, 3]
    outcome = next(e for e in game.log if isinstance(e, Outcome))
    assert (outcome.left, outcome.right, outcome.face) == ((), (), -1)
    assert figure(game, "b1").place == BOARD


@rule("COMBAT-11", "COMBAT-17", "COMBAT-29", "COMBAT-41")
def test_more_dice_choose_and_void_injures_the_defender() -> None:
    game = start(
        duel(
            "void",
            "earth",
            "fire",
            "earth",
            "earth",
            defenders={"E6 S": ninja(), "T20": ninja()},
        )
    )
    play(game, "attack b1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "result")
    assert options(game, "choose") == {"void", "earth", "fire"}
    play(game, "choose void")
    assert figure(game, "b1").place == HEALING_HOUSE
    assert not game.occupied >> at("E6") & 1
    assert game.seats[0].score == 1


@rule("COMBAT-12")
def test_equal_dice_let_the_attacker_choose_among_its_own() -> None:
    game = start(
        duel(
            "void",
            "earth",
            "fire",
            "spirit",
            "fire",
            "fire",
            defenders={"E6 S": ninja(df=3), "T20": ninja()},
        )
    )
    play(game, "attack b1")
    # Void and Spirit are gone; Earth, Fire stand against Fire, Fire.
    assert options(game, "choose") == {"earth", "fire"}
    assert game.decision is not None
    assert game.decision.seat == 0


@rule("COMBAT-14", "COMBAT-15", "COMBAT-41")
def test_a_defender_chooses_when_the_attacker_has_nothing_left() -> None:
    game = start(
        duel(
            *("void", "spirit", "earth", "fire", "fire"),
            attackers={"E5 N": ninja(at=1), "A1": ninja()},
            defenders={"E6 S": ninja(df=4), "T20": ninja()},
        )
    )
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "result")
    assert options(game, "choose") == {"earth", "fire"}
    # The roles stay: Earth stuns the defender, whoever chose it.
    play(game, "choose earth")
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "a1").tokens[STUN] == 0


@rule("COMBAT-16", "COMBAT-34", "CHAL-BRAWL-08", "SEQ-10")
def test_spirit_injures_the_attacker_and_credits_the_defender() -> None:
    game = start(
        duel(
            *("earth", "spirit", "spirit", "fire"),
            attackers={"E5 N": chunin(at=1), "A1": ninja()},
            defenders={"E6 S": ninja(df=3), "T20": ninja()},
        )
    )
    play(game, "activate a1", "attack b1", "choose spirit")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert [seat.score for seat in game.seats] == [0, 2]
    assert [(key, why) for key, _, why in game.xp] == [
        (figure(game, "b1").key, "injures_enemy"),
        (figure(game, "b1").key, "injures_enemy_in_brawl"),
    ]
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("COMBAT-18")
def test_earth_stuns_the_defender() -> None:
    team = {"E6 S": ninja(), "T20": ninja()}
    game = start(duel("earth", "earth", "earth", "fire", "fire", defenders=team))
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("COMBAT-22", "COMBAT-24", "COMBAT-25", "COMBAT-35", "MULTI-09", "XP-13")
def test_fire_stuns_the_attacker_and_everybody_in_its_zone() -> None:
    game = position(
        {"E5 N": ninja(), "D5": ninja(), "A1": ninja()},
        {"E6 S": chunin(), "E4": ninja(), "E7": ninja()},
        dice=ScriptedDice("fire", "fire", "fire", "fire", "fire", "fire"),
    )
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", "attack b1")
    stunned = [f.card.label for f in game.figures if f.tokens[STUN]]
    assert stunned == ["a1", "a2", "b1", "b2"]
    assert figure(game, "b2").is_hidden
    assert [why for _, _, why in game.xp] == ["stuns_chunin"]


@rule("COMBAT-31", "COMBAT-33", "STEALTH-15", "FACE-02")
def test_a_back_strike_and_stealth_are_worth_a_die_each() -> None:
    game = duel(
        *["fire"] * 4, "earth", "earth", defenders={"E6 N": ninja(), "T20": ninja()}
    )
    start(game)
    play(game, "attack b1")
    assert pools(game) == [4, 2]
    game = duel(
        *["earth"] * 5, "earth", "earth", defenders={"E6 N": ninja(), "T20": ninja()}
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "attack b1")
    assert pools(game) == [5, 2]
    assert not figure(game, "a1").is_hidden


@rule("COMBAT-32")
@pytest.mark.parametrize(("facing", "turned", "dice"), [(0, 4, 4), (4, 0, 3)])
def test_a_back_strike_is_judged_when_the_attack_is_declared(
    facing: int, turned: int, dice: int
) -> None:
    """Nothing in the book turns a figure before the dice; here the test does."""
    game = position(
        {"E5 N": ninja(at=3), "A1": ninja()},
        {"E6": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * dice),
        hands=(("pressure-point",), ()),
    )
    game.face(figure(game, "b1"), facing)
    start(game)
    play(game, "activate a1", "attack b1")
    game.face(figure(game, "b1"), turned)
    play(game, "pass")
    assert pools(game) == [dice, 0]


@rule("LARGE-13")
def test_one_space_in_the_back_is_enough_for_a_large_attacker() -> None:
    game = duel(
        *["fire"] * 4,
        "earth",
        "earth",
        attackers={"C6 E": ninja(at=3, large=True)},
        defenders={"E8 N": ninja(), "T20": ninja()},
    )
    start(game)
    play(game, "attack b1")
    assert pools(game)[0] == 4


@rule("COMBAT-30", "STATUS-03")
def test_an_injured_figure_loses_stealth_and_all_tokens_but_delay() -> None:
    game = position({"E5 N": ninja()}, {"E6 S": ninja(), "T20": ninja()})
    victim = figure(game, "b1")
    for status in range(len(STATUSES)):
        # These two would not let it come to harm.
        if status not in (MOON_POWER, PROTECT):
            game.give(victim, status)
    game.hide(victim)
    game.push(Harm(victims=(victim.key,), level=INJURED, cause=COMBAT))
    start(game)
    assert victim.place == HEALING_HOUSE
    assert not victim.is_hidden
    assert victim.tokens == tuple(int(n == DELAY) for n in range(len(STATUSES)))


@rule("COMBAT-40", "SEQ-11")
@pytest.mark.parametrize(
    ("face", "left"), [("earth", {"b1", "b2", "b3"}), ("void", {"b2", "b3"})]
)
def test_defending_costs_no_activation_and_an_injured_figure_loses_its_own(
    face: str, left: set[str]
) -> None:
    team = {"E6 S": ninja(df=0), "T20": ninja(), "T18": ninja()}
    game = start(duel(face, face, face, defenders=team))
    play(game, "attack b1")
    assert options(game, "activate") == left
    for label in sorted(left)[:-1]:
        play(game, f"activate {label}", "end")
    # The last one goes without being asked for, and after it the round is over.
    play(game, "end")
    assert game.decision is not None
    assert game.decision.kind == "upkeep"


@rule("FACE-07")
@pytest.mark.parametrize("face", ["earth", "fire"])
def test_nobody_turns_who_is_attacked_stunned_or_assists(face: str) -> None:
    game = position(
        {"E5 NW": ninja(at=2), "F7 E": ninja(), "T1": ninja()},
        {"E6 W": ninja(df=0), "D4 NE": ninja(), "T20": ninja()},
        dice=ScriptedDice(*[face] * 4),
    )
    before = [figure_.facing for figure_ in game.figures]
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]
    assert figure(game, "b1").tokens[STUN] == 1
    assert [figure_.facing for figure_ in game.figures] == before


@rule("COMBAT-23")
def test_fire_spares_a_defender_who_is_not_in_the_attackers_zone() -> None:
    game = position(
        {"E5 N": ninja(at=1), "E4": ninja()},
        {"E7 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    keys = (figure(game, "a1").key, figure(game, "b1").key)
    game.push(Attack(attacker=keys[0], defender=keys[1], is_forced=True))
    start(game)
    stuns = [figure(game, label).tokens[STUN] for label in ("a1", "a2", "b1")]
    assert stuns == [1, 1, 0]


@rule("COMBAT-37")
@pytest.mark.parametrize(("is_moved", "rolled"), [(True, []), (False, [3, 2])])
def test_an_attack_is_lost_if_its_target_is_gone_before_the_dice(
    is_moved: bool, rolled: list[int]
) -> None:
    game = position(
        {"E5 N": ninja(at=3), "A1": ninja()},
        {"E6 S": ninja(df=2), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 5),
        hands=(("pressure-point",), ()),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    if is_moved:
        game.put(figure(game, "b1"), at("E7"))
    play(game, "pass")
    assert pools(game) == rolled
    # The action is spent either way.
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("COMBAT-39")
def test_what_an_attack_sets_off_is_set_off_by_each_of_two() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("frenzy", "engulf")), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*("fire", "earth", "fire") * 2),
    )
    start(game)
    play(game, "activate a1", "attack b1", "choose earth")
    assert figure(game, "b1").tokens[POISON] == 1
    play(game, "choose earth")
    assert figure(game, "b1").tokens[POISON] == 2


@rule("STEALTH-24")
@pytest.mark.parametrize("face", ["earth", "void"])
def test_a_hidden_defender_rolls_and_suffers_like_any_other(face: str) -> None:
    game = position(
        {"E5 N": ninja(at=3), "A1": ninja()},
        {"E6 S": ninja(df=2), "T20": ninja()},
        dice=ScriptedDice(face, face, face, "fire", "fire"),
    )
    target = figure(game, "b1")
    game.hide(target)
    game.push(
        Attack(attacker=figure(game, "a1").key, defender=target.key, is_forced=True)
    )
    start(game)
    assert pools(game) == [3, 2]
    if face == "earth":
        assert (target.tokens[STUN], target.is_hidden) == (1, True)
    else:
        assert target.place == HEALING_HOUSE


@rule("TERRAIN-07")
def test_neighbours_on_different_levels_fight_assist_and_dodge_as_ever() -> None:
    def hill(*dice: str) -> Game:
        game = position(
            {"E5 N": ninja(at=2), "D7": ninja()},
            {"E6 S": ninja(df=1), "T20": ninja()},
            ground=plain_ground(elevated="E6 F6"),
            dice=ScriptedDice(*dice),
        )
        return start(game)

    game = hill(*["earth"] * 4)
    play(game, "activate a1", "attack b1")
    # The assistant stands lower than the defender as well.
    assert pools(game) == [3, 1]
    game = hill("air", "air", "air")
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").tokens[STUN] == 1
    game = hill("air", "air", "air")
    play(game, "activate a2", "end", "activate b1", "go E7")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("COMBAT-06")
@pytest.mark.parametrize(("strength", "penalty", "dice"), [(2, 1, 1), (2, 5, 0)])
def test_a_penalty_takes_no_dice_that_are_not_there(
    strength: int, penalty: int, dice: int
) -> None:
    game = duel(
        *["earth"] * 3,
        attackers={"E5 N": ninja(at=strength)},
        defenders={"E6 S": ninja(df=2), "T20": ninja()},
    )
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.push(Attack(attacker=keys[0], defender=keys[1], penalty=penalty))
    start(game)
    assert pools(game) == [dice, 2]


@rule("COMBAT-06")
@pytest.mark.parametrize(("strength", "dice"), [(4, 2), (3, 1), (2, 1), (1, 1), (0, 0)])
def test_a_penalty_with_a_minimum_goes_down_to_it_and_raises_nobody(
    strength: int, dice: int
) -> None:
    game = duel(
        *["earth"] * 4,
        attackers={"E5 N": ninja(at=strength)},
        defenders={"E6 S": ninja(df=1, abilities=("metal-to-dust",)), "T20": ninja()},
    )
    # Two dice fewer, but one at least, once its test has been passed.
    game.mark_used(figure(game, "b1"), "metal-to-dust")
    start(game)
    play(game, "attack b1")
    assert pools(game) == [dice, 1]


@rule("COMBAT-05")
@pytest.mark.parametrize(("penalty", "dice"), [(1, 2), (2, 1), (3, 0)])
def test_a_penalty_counts_against_the_bonuses_too(penalty: int, dice: int) -> None:
    """One die of its own and two for a friend and the back, less the penalty."""
    game = position(
        {"E5 N": ninja(at=1), "D7": ninja()},
        {"E6 N": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * dice),
    )
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.push(Attack(attacker=keys[0], defender=keys[1], penalty=penalty))
    start(game)
    assert pools(game) == [dice, 0]


@rule("COMBAT-07")
@pytest.mark.parametrize(("has_struck", "dice"), [(True, 0), (False, 4)])
def test_whoever_rolls_no_defense_dice_gets_none_from_anywhere(
    has_struck: bool, dice: int
) -> None:
    """After a Tiger Strike neither a friend, a Tidal Wave nor Dauntless helps."""
    open_one = ninja(
        df=1, abilities=("tiger-strike",), keywords=("tidal-wave", "dauntless")
    )
    game = position(
        {"E5 N": ninja(at=4), "A1": ninja()},
        {"E6 S": open_one, "F4": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * (4 + dice)),
    )
    if has_struck:
        game.mark_used(figure(game, "b1"), "tiger-strike")
    start(game)
    play(game, "activate a1", "attack b1", "use tidal-wave b1")
    assert pools(game) == [4, dice]
