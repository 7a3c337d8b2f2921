"""Shots and shuriken; normal attacks are in test_combat."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.rules.entries import RangedAttack
from skirmish.rules.board.sight import distance
from skirmish.rules.figure import BOARD, HEALING_HOUSE, POISON, PROTECT, STUN
from skirmish.rules.game import Game
from skirmish.rules.log import (
    AttackBegan,
    Attempted,
    CardPlayed,
    Outcome,
    Rerolled,
    Revealed,
    Rolled,
    Shifted,
    TokensGained,
)
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)

BOW = RangedAttack(range=5, at_bonus=2)


def archer(
    *dice: str, bow: RangedAttack = BOW, target: str = "E10 S", df: int = 2
) -> Game:
    return position(
        {"E5 N": ninja(at=1, ranged=bow), "A1": ninja()},
        {target: ninja(df=df), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


def pools(game: Game) -> list[int]:
    return [len(e.faces) for e in game.log if isinstance(e, Rolled)]


@rule("RANGED-01", "RANGED-16")
def test_a_shot_reaches_its_range_and_not_further_nor_behind() -> None:
    for target, expected in (("E10 S", True), ("E11 S", False), ("E3 S", False)):
        game = start(archer(target=target))
        play(game, "activate a1")
        assert ("shoot" in verbs(game)) is expected


@rule("RANGED-09")
@pytest.mark.parametrize("high", ["", "E5", "E10 E11", "E5 E10 E11"])
def test_heights_make_no_shot_longer_or_shorter(high: str) -> None:
    for target, expected in (("E10 S", True), ("E11 S", False)):
        game = position(
            {"E5 N": ninja(ranged=BOW), "A1": ninja()},
            {target: ninja(), "T20": ninja()},
            ground=plain_ground(elevated=high),
        )
        start(game)
        play(game, "activate a1")
        assert ("shoot" in verbs(game)) is expected


@rule("LARGE-10")
@pytest.mark.parametrize(("anchor", "is_near"), [("J4", True), ("J3", False)])
def test_a_shot_at_or_by_a_large_base_counts_from_its_nearest_space(
    anchor: str, is_near: bool
) -> None:
    """From K10 to K5 are five spaces, and the anchor of that base is J4."""
    for archer_is_large in (False, True):
        here, there = ninja(ranged=BOW), ninja(large=True)
        teams = [{"K10 S": here, "A20": ninja()}, {f"{anchor} N": there}]
        if archer_is_large:
            there = ninja(large=True, ranged=BOW)
            teams = [{f"{anchor} N": there, "A20": ninja()}, {"K10 S": ninja()}]
        game = start(position(*teams))
        play(game, "activate a1")
        assert ("shoot" in verbs(game)) is is_near
        one, other = figure(game, "a1"), figure(game, "b1")
        assert distance(one, other) == distance(other, one) == (5 if is_near else 6)


@rule("RANGED-02", "RANGED-04", "RANGED-17", "XP-02")
def test_a_shot_rolls_attack_and_its_bonus_and_void_injures() -> None:
    game = start(archer("void", "void", "void", "earth", "earth"))
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [3, 2]
    assert figure(game, "b1").place == HEALING_HOUSE
    assert game.seats[0].score == 1
    assert game.xp[0][2] == "injures_enemy"


@rule("RANGED-04")
def test_earth_stuns_the_target_of_a_shot() -> None:
    game = start(archer("earth", "earth", "earth", "fire", "fire"))
    play(game, "activate a1", "shoot b1")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("RANGED-18", "RANGED-04")
@pytest.mark.parametrize("face", ["spirit", "air", "water", "fire"])
def test_other_results_do_nothing_at_range(face: str) -> None:
    game = start(archer(face, face, face, face, face))
    play(game, "activate a1", "shoot b1")
    assert figure(game, "a1").place == BOARD
    assert figure(game, "b1").place == BOARD
    assert not any(f.tokens[STUN] for f in game.figures)
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("RANGED-03", "RANGED-05")
def test_a_defender_with_more_dice_chooses_and_may_have_to_hurt_itself() -> None:
    game = start(archer(*["fire"] * 3, *["earth"] * 4, df=4))
    play(game, "activate a1", "shoot b1")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("RANGED-03")
def test_opposite_elements_remove_one_another_at_range_too() -> None:
    game = start(archer("void", "earth", "fire", "spirit", "fire"))
    play(game, "activate a1", "shoot b1")
    # The Void met a Spirit; two dice are left to the shooter, one to the target.
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "result")
    assert options(game, "choose") == {"earth", "fire"}
    game = start(
        archer("void", "earth", "fire", "spirit", "air", "earth", "fire", df=4)
    )
    play(game, "activate a1", "shoot b1")
    assert game.decision.seat == 1
    assert options(game, "choose") == {"earth", "fire"}
    game = start(archer("void", "earth", "fire", "spirit", "air", "water", df=3))
    play(game, "activate a1", "shoot b1")
    # Nothing is left, so nothing happens.
    assert figure(game, "b1").place == BOARD
    assert not any(f.tokens[STUN] for f in game.figures)


@rule("RANGED-06", "RANGED-19")
def test_nobody_shoots_out_of_an_enemy_zone_unless_the_enemy_hides() -> None:
    game = archer()
    game.put(figure(game, "b2"), figure(game, "a1").space + 1)
    start(game)
    play(game, "activate a1")
    assert not {"shoot", "throw"} & verbs(game)
    game = archer()
    game.put(figure(game, "b2"), figure(game, "a1").space + 1)
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1")
    assert options(game, "shoot") == {"b1"}


@rule("RANGED-07")
def test_shots_get_no_assist_and_no_back_strike() -> None:
    game = position(
        {"E5 N": ninja(at=1, ranged=BOW), "D9": ninja()},
        {"E8 N": ninja(df=2), "T20": ninja()},
        dice=ScriptedDice(*["fire"] * 5),
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [3, 2]


@rule("RANGED-10", "RANGED-11", "RANGED-14")
@pytest.mark.parametrize(("stealthy", "hidden"), [(False, False), (True, True)])
def test_a_shot_gets_no_stealth_die_and_ends_stealth_unless_stealthy(
    stealthy: bool, hidden: bool
) -> None:
    bow = RangedAttack(range=5, at_bonus=2, stealthy=stealthy)
    game = archer(*["fire"] * 5, bow=bow)
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [3, 2]
    assert figure(game, "a1").is_hidden is hidden


@rule("RANGED-12", "RANGED-13", "RANGED-14", "RANGED-15", "STEALTH-12")
def test_everybody_throws_shuriken_with_one_die_out_of_stealth() -> None:
    game = archer("earth", "fire", "fire", target="E8 S")
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    assert {"shoot", "throw"} <= verbs(game)
    play(game, "throw b1")
    assert pools(game) == [1, 2]
    assert figure(game, "a1").is_hidden
    game = start(archer(target="E9 S"))
    play(game, "activate a1")
    assert "throw" not in verbs(game)


@rule("ABIL-KITSUNEYAJIRI-01", "TIMING-05")
def test_a_poisoned_bow_poisons_whatever_the_result() -> None:
    bow = RangedAttack(range=5, at_bonus=2, poisons_on=Element.SPIRIT)
    game = start(archer("spirit", "fire", "fire", "earth", "earth", bow=bow))
    play(game, "activate a1", "shoot b1", "choose fire")
    assert figure(game, "b1").tokens[POISON] == 1
    # The Spirit is removed by a Void, but it was rolled.
    game = start(archer("spirit", "fire", "fire", "void", "earth", bow=bow))
    play(game, "activate a1", "shoot b1")
    assert figure(game, "b1").tokens[POISON] == 1
    game = start(archer("air", "fire", "fire", "water", "earth", bow=bow))
    play(game, "activate a1", "shoot b1")
    assert figure(game, "b1").tokens[POISON] == 0


@rule("TEST-09", "TIMING-05")
@pytest.mark.parametrize(
    ("first", "again", "poison"), [("spirit", "air", 0), ("air", "spirit", 1)]
)
def test_what_looks_for_an_element_looks_after_the_rerolls(
    first: str, again: str, poison: int
) -> None:
    bow = RangedAttack(range=5, at_bonus=2, poisons_on=Element.SPIRIT)
    game = archer(first, "air", "air", "fire", "fire", again, bow=bow)
    game.hold(game.seats[0], ("adrenaline",))
    start(game)
    play(game, "activate a1", "shoot b1")
    assert figure(game, "b1").tokens[POISON] == 0
    play(game, "play adrenaline 1")
    assert figure(game, "b1").tokens[POISON] == poison


@rule("TIMING-07")
def test_a_shot_goes_through_all_its_steps_in_order() -> None:
    bow = RangedAttack(range=5, at_bonus=1, poisons_on=Element.SPIRIT)
    shooter = ninja(
        at=1, ranged=bow, keywords=("ranged-master",), abilities=("gust-of-heaven",)
    )
    game = position(
        {"E5 N": shooter, "A1": ninja()},
        {"E9 S": ninja(keywords=("redirection",)), "G9": ninja(df=2), "T20": ninja()},
        dice=ScriptedDice(
            *("fire", "air", "air", "air", "void", "earth", "spirit", "earth"),
            *("spirit",),
        ),
        hands=(("pressure-point",), ()),
    )
    game.hide(figure(game, "a1"))
    game.give(figure(game, "b2"), PROTECT)
    start(game)
    play(game, "activate a1")
    before = len(game.log)
    play(game, "shoot b1", "use redirection b1", "pick b2", "play pressure-point")
    play(game, "use ranged-master a1 1")
    # A Spirit came in with the reroll, and a Void went out against a Spirit.
    assert options(game, "choose") == {"spirit", "earth"}
    play(game, "choose earth", "pass", "go E4", "face S")
    steps = (
        *(AttackBegan, Attempted, CardPlayed, Rolled, Rerolled, Outcome),
        *(TokensGained, Shifted, Revealed),
    )
    told = [
        (type(entry).__name__, getattr(entry, "figure", None))
        for entry in list(game.log)[before:]
        if isinstance(entry, steps)
    ]
    one, first, second = (figure(game, label).key for label in ("a1", "b1", "b2"))
    assert told == [
        ("AttackBegan", None),
        ("Rolled", first),
        ("Attempted", first),  # redirection
        ("CardPlayed", None),
        ("Rolled", one),
        ("Rolled", second),
        ("Rerolled", one),
        ("TokensGained", second),  # Poison, by the element
        ("Outcome", None),
        ("TokensGained", second),  # the Stun
        ("Shifted", one),  # the gust that comes after an attack
        ("Revealed", one),
    ]
    tokens = figure(game, "b2").tokens
    assert (tokens[POISON], tokens[STUN]) == (1, 1)


@rule("TIMING-07")
@pytest.mark.parametrize(("spent", "stuns"), [(True, 0), (False, 1)])
def test_a_result_is_chosen_and_then_reduced_before_it_is_applied(
    spent: bool, stuns: int
) -> None:
    game = archer("earth", "fire", "fire", "earth", "earth")
    game.give(figure(game, "b1"), PROTECT)
    start(game)
    play(game, "activate a1", "shoot b1")
    assert "spend protect" not in verbs(game)
    play(game, "choose earth")
    assert verbs(game) == {"spend protect", "pass"}
    assert figure(game, "b1").tokens[STUN] == 0
    play(game, "spend protect b1" if spent else "pass")
    assert figure(game, "b1").tokens[STUN] == stuns


@rule("ABIL-TANCHYOYAJIRI-01")
def test_a_bow_may_make_air_work_at_range() -> None:
    bow = RangedAttack(range=5, at_bonus=2, also_works=(Element.AIR,))
    game = start(archer("air", "air", "air", "fire", "fire", bow=bow))
    play(game, "activate a1", "shoot b1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "shift")


@rule("ABIL-FLUTE-01")
def test_a_shot_may_stun_where_others_injure() -> None:
    bow = RangedAttack(range=10, stuns_on=(Element.EARTH, Element.VOID))
    game = archer("void", bow=bow, df=0)
    start(game)
    play(game, "activate a1", "shoot b1")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("LOS-01")
def test_a_blocked_target_cannot_be_shot() -> None:
    game = position(
        {"E5 N": ninja(ranged=BOW)},
        {"E8 S": ninja()},
        ground=plain_ground(obscuring="D7 E7 F7"),
    )
    start(game)
    assert "shoot" not in verbs(game)
