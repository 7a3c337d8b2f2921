"""Abilities of ronin that change who is attacked and with how many dice."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
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
from tests.skirmish.rules.common_rules.test_sentries import guarded
from tests.skirmish.rules.keywords.duels import pools


def facing(
    mine: FigureSetup,
    theirs: FigureSetup,
    *,
    me: str = "E5 N",
    them: str = "E6 S",
    friends: dict[str, FigureSetup] | None = None,
    **more: object,
) -> Game:
    """a1 before b1, with dice that all cancel out; each side has somebody far off."""
    return position(
        {me: mine, "A1": ninja(), **(friends or {})},
        {them: theirs, "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 4, *["air"] * 4, *["earth"] * 4),
        **more,
    )


def attack(game: Game) -> list[int]:
    start(game)
    play(game, "activate a1", "attack b1")
    return pools(game)[:2]


# --- Immovable --------------------------------------------------------------------


@rule("ABIL-IMMOVABLE-01")
@pytest.mark.parametrize(("has_activated", "guard"), [(False, 3), (True, 1)])
def test_immovable_guards_better_until_it_has_activated(
    has_activated: bool, guard: int
) -> None:
    game = facing(ninja(at=2), ninja(df=1, abilities=("immovable",)))
    figure(game, "b1").is_activated = has_activated
    assert attack(game) == [2, guard]


@rule("ABIL-IMMOVABLE-01", "RANGED-08")
def test_immovable_does_not_count_against_shots() -> None:
    bow = ninja(at=2, ranged=RangedAttack(range=6))
    game = start(facing(bow, ninja(df=1, abilities=("immovable",)), them="E9 S"))
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


# --- Master Swordsman -------------------------------------------------------------


@rule("ABIL-MASTERSWORDSMAN-01")
@pytest.mark.parametrize(
    ("abilities", "dice"),
    [((), 5), (("master-swordsman",), 2)],
    ids=["plain", "master"],
)
def test_nobody_is_helped_or_comes_from_behind_against_a_master_swordsman(
    abilities: tuple[str, ...], dice: int
) -> None:
    game = facing(
        ninja(at=2, keywords=("backstab",)),
        ninja(df=1, abilities=abilities),
        them="E6 N",
        friends={"E7 S": ninja()},
    )
    assert attack(game) == [dice, 1]


@rule("ABIL-MASTERSWORDSMAN-01")
def test_a_master_swordsman_is_assisted_as_ever_and_gets_its_own_bonuses() -> None:
    game = facing(
        ninja(at=2, abilities=("master-swordsman",)),
        ninja(df=1),
        them="E6 N",
        friends={"E7 S": ninja()},
    )
    assert attack(game) == [4, 1]


@rule("ABIL-MASTERSWORDSMAN-01", "COMBAT-33")
def test_a_master_swordsman_does_not_see_through_stealth() -> None:
    game = facing(
        ninja(at=2), ninja(df=1, abilities=("master-swordsman",)), them="E6 N"
    )
    game.hide(figure(game, "a1"))
    assert attack(game) == [3, 1]


# --- From the Deep ----------------------------------------------------------------


@rule("ABIL-FROMTHEDEEP-01")
@pytest.mark.parametrize(("hidden", "dice"), [(True, 5), (False, 2)])
def test_from_the_deep_comes_on_top_of_the_bonus_for_stealth(
    hidden: bool, dice: int
) -> None:
    game = facing(ninja(at=2, abilities=("from-the-deep",)), ninja(df=1))
    if hidden:
        game.hide(figure(game, "a1"))
    assert attack(game) == [dice, 1]


@rule("ABIL-FROMTHEDEEP-01", "ABIL-UNCANNY-01")
def test_from_the_deep_is_worth_nothing_against_uncanny_awareness() -> None:
    game = facing(
        ninja(at=2, abilities=("from-the-deep",)),
        ninja(df=1, abilities=("uncanny-awareness",)),
    )
    game.hide(figure(game, "a1"))
    assert attack(game) == [2, 1]


@rule("ABIL-FROMTHEDEEP-01")
def test_from_the_deep_is_no_help_to_a_shot_out_of_stealth() -> None:
    kappa = ninja(at=2, abilities=("from-the-deep",), ranged=RangedAttack(range=6))
    game = facing(kappa, ninja(df=1), them="E9 S")
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


@rule("ABIL-FROMTHEDEEP-01", "STEALTH-15")
def test_who_has_come_from_the_deep_is_seen_at_the_second_blow() -> None:
    kappa = ninja(at=2, abilities=("from-the-deep",), keywords=("frenzy",))
    game = position(
        {"E5 N": kappa, "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 5, "fire", "earth", "earth", "fire"),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [5, 1, 2, 1]


# --- Resolute Melody --------------------------------------------------------------


def melody(musician: str = "E7 S") -> Game:
    return position(
        {"E5 N": ninja(at=2), "A1": ninja()},
        {
            "E6 S": ninja(df=1),
            musician: ninja(df=1, abilities=("resolute-melody",)),
            "T20": ninja(),
        },
        dice=ScriptedDice(*["earth"] * 4, *["air"] * 4),
    )


@rule("ABIL-MELODY-01")
def test_friends_in_the_zone_of_a_komuso_guard_better() -> None:
    # A figure next to the defender but not to the attacker does not assist.
    assert attack(melody()) == [2, 2]


@rule("ABIL-MELODY-01")
def test_the_melody_does_not_carry_beyond_the_zone() -> None:
    assert attack(melody("E8 S")) == [2, 1]


@rule("ABIL-MELODY-01")
def test_the_komuso_does_not_hear_its_own_melody_nor_do_enemies() -> None:
    game = facing(ninja(at=2), ninja(df=1, abilities=("resolute-melody",)), them="E6 S")
    assert attack(game) == [2, 1]
    enemies = facing(ninja(at=2, abilities=("resolute-melody",)), ninja(df=1))
    assert attack(enemies) == [2, 1]


@rule("ABIL-MELODY-01", "STEALTH-07")
def test_there_is_no_melody_while_the_komuso_hides() -> None:
    game = melody()
    game.hide(figure(game, "b2"))
    assert attack(game) == [2, 1]


# --- Spirit Hunter ----------------------------------------------------------------


@rule("ABIL-SPIRITHUNTER-01")
@pytest.mark.parametrize(
    ("affinities", "dice"),
    [(("spirit",), 3), (("void", "fire"), 3), (("earth", "fire"), 2)],
)
def test_a_spirit_hunter_attacks_spirits_better(
    affinities: tuple[str, ...], dice: int
) -> None:
    hunter = ninja(at=2, abilities=("spirit-hunter",))
    assert attack(facing(hunter, ninja(df=1, affinities=affinities))) == [dice, 1]


@rule("ABIL-SPIRITHUNTER-01")
def test_a_spirit_hunter_withstands_spirits_better() -> None:
    hunter = ninja(df=1, abilities=("spirit-hunter",))
    assert attack(facing(ninja(at=2, affinities=("void",)), hunter)) == [2, 2]
    assert attack(facing(ninja(at=2, affinities=("air",)), hunter)) == [2, 1]


@rule("ABIL-SPIRITHUNTER-01")
def test_a_spirit_hunter_has_no_more_dice_in_ranged_attacks() -> None:
    bow = RangedAttack(range=6)
    game = facing(
        ninja(at=2, abilities=("spirit-hunter",), ranged=bow),
        ninja(df=1, abilities=("spirit-hunter",), affinities=("spirit",)),
        them="E9 S",
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


@rule("ABIL-SPIRITHUNTER-01", "SENTRY-20")
@pytest.mark.parametrize(("affinity", "dice"), [("spirit", 4), ("fire", 3)])
def test_a_sentry_is_hunted_for_what_its_defenders_team_lends_it(
    affinity: str, dice: int
) -> None:
    game = guarded(
        {"E5 N": ninja(at=3, abilities=("spirit-hunter",))},
        {"A20": ninja(affinities=(affinity,))},
        posts=("E6 S",),
        dice=("earth",) * 7,
    )
    start(game)
    play(game, "attack s1")
    assert pools(game)[:2] == [dice, 3]


# --- Honor ------------------------------------------------------------------------


@rule("ABIL-HONOR-01")
@pytest.mark.parametrize(
    ("them", "targets"), [("E6 S", {"b1"}), ("E6 N", set()), ("E6 E", {"b1"})]
)
def test_honor_forbids_attacks_from_behind(them: str, targets: set[str]) -> None:
    game = start(facing(ninja(abilities=("honor",)), ninja(), them=them))
    play(game, "activate a1")
    assert options(game, "attack") == targets


@rule("ABIL-HONOR-01")
def test_honor_does_not_keep_others_from_its_own_back() -> None:
    game = facing(ninja(at=2), ninja(df=1, abilities=("honor",)), them="E6 N")
    assert attack(game) == [3, 1]


@rule("ABIL-HONOR-01")
def test_honor_says_nothing_about_shots_into_a_back() -> None:
    samurai = ninja(at=2, abilities=("honor",), ranged=RangedAttack(range=6))
    game = start(facing(samurai, ninja(df=1), them="E9 N"))
    play(game, "activate a1")
    assert options(game, "shoot") == {"b1"}


@rule("ABIL-HONOR-01", "KEY-FRENZY-01")
@pytest.mark.parametrize(
    ("abilities", "is_free"), [(("honor",), True), ((), False)], ids=["honor", "none"]
)
def test_frenzy_does_not_drive_honor_to_strike_a_back(
    abilities: tuple[str, ...], is_free: bool
) -> None:
    samurai = ninja(abilities=abilities, keywords=("frenzy",))
    game = start(facing(samurai, ninja(), them="E6 N"))
    play(game, "activate a1")
    assert ("search" in verbs(game)) is is_free
    assert ("attack" in verbs(game)) is not is_free


# --- Cobra Strike -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("elevated", "dice"), [("E5", 4), ("E5 E6", 2), ("E6", 2), ("", 2)]
)
def test_cobra_strike_needs_height_over_the_target(elevated: str, dice: int) -> None:
    game = facing(
        ninja(at=2, abilities=("cobra-strike",)),
        ninja(df=1),
        ground=plain_ground(elevated=elevated),
    )
    assert attack(game) == [dice, 1]


def test_cobra_strike_is_no_help_to_a_shot() -> None:
    game = facing(
        ninja(at=2, abilities=("cobra-strike",), ranged=RangedAttack(range=5)),
        ninja(df=1),
        them="E9 S",
        ground=plain_ground(elevated="E5"),
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


def test_cobra_strike_helps_nobody_who_is_attacked_on_a_height() -> None:
    game = facing(
        ninja(at=2),
        ninja(df=1, abilities=("cobra-strike",)),
        ground=plain_ground(elevated="E6"),
    )
    assert attack(game) == [2, 1]


@rule("KEY-DAUNTLESS-01")
def test_the_dauntless_keep_up_with_a_cobra_strike() -> None:
    game = facing(
        ninja(at=2, abilities=("cobra-strike",)),
        ninja(df=1, keywords=("dauntless",)),
        ground=plain_ground(elevated="E5"),
    )
    assert attack(game) == [4, 4]
