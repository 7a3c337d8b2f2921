"""Abilities of the Ijin clan, apart from the Supreme Master of the Fist."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.abilities.ijin import HEX, HEXED
from skirmish.rules.attack_preview import preview_dice
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.figure import HASTE, HEALING_HOUSE, PROTECT, ROUND, STUN, Effect
from skirmish.rules.frames.attack import NORMAL, SHURIKEN
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
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

MISS = ("air", "air", "air")
PASSED = ("fire", "air", "air")
BOW = RangedAttack(range=6)
STUNS = ("earth", "earth", "air")
KILLS = ("void", "void", "air")

# --- Soul Capture -----------------------------------------------------------------


def captor(*dice: str, turn: int = 0) -> Game:
    game = position(
        {"E5 N": chunin(at=2, df=2, abilities=("soul-capture",)), "A1": ninja()},
        {"E6 S": ninja(at=1, df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
        turn=turn,
    )
    return start(game)


@rule("ABIL-SOULCAPTURE-01")
def test_an_injury_gives_the_captor_haste() -> None:
    game = captor(*KILLS)
    play(game, "activate a1", "attack b1")
    assert figure(game, "a1").tokens[HASTE] == 1


@rule("ABIL-SOULCAPTURE-01")
def test_an_injury_in_defence_gives_haste_as_well() -> None:
    game = captor("fire", "spirit", "spirit", turn=1)
    play(game, "activate b1", "attack a1")
    assert figure(game, "b1").place == HEALING_HOUSE
    assert figure(game, "a1").tokens[HASTE] == 1


@rule("ABIL-SOULCAPTURE-01")
def test_a_stun_captures_no_soul() -> None:
    game = captor(*STUNS)
    play(game, "activate a1", "attack b1")
    assert figure(game, "a1").tokens[HASTE] == 0


# --- Tyrant -----------------------------------------------------------------------


def ruled(*dice: str, tyrant: str = "E1", token: int | None = None) -> Game:
    """a2 faces b1; the tyrant stands somewhere behind."""
    game = position(
        {
            tyrant: chunin(at=2, abilities=("tyrant",)),
            "E5 N": ninja(at=2, ranged=BOW, keywords=("resilient",)),
        },
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a2"), token)
    start(game)
    play(game, "activate a2")
    return game


@rule("ABIL-TYRANT-01", "ABIL-TYRANT-02")
def test_near_a_tyrant_a_friend_has_a_die_more_and_must_injure() -> None:
    game = ruled("earth", *STUNS)
    play(game, "attack b1")
    # No Resilient die is rolled against the tyrant's Stun.
    assert pools(game) == [3, 1]
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "a2").tokens[STUN] == 1
    assert game.xp == ()


@rule("ABIL-TYRANT-02")
def test_whoever_injures_is_not_punished() -> None:
    game = ruled("void", *KILLS)
    play(game, "attack b1")
    assert figure(game, "b1").place == HEALING_HOUSE
    assert figure(game, "a2").tokens[STUN] == 0


@rule("ABIL-TYRANT-02")
def test_an_injury_that_was_prevented_is_punished() -> None:
    game = ruled("void", *KILLS)
    game.give(figure(game, "b1"), PROTECT)
    play(game, "attack b1", "spend protect b1")
    assert figure(game, "a2").tokens[STUN] == 1


@rule("ABIL-TYRANT-01")
def test_five_spaces_off_there_is_no_tyranny() -> None:
    game = ruled(*STUNS, tyrant="J1")
    play(game, "attack b1")
    assert pools(game) == [2, 1]
    assert figure(game, "a2").tokens[STUN] == 0


@rule("ABIL-TYRANT-01")
def test_tyrant_drives_itself_but_no_shots() -> None:
    game = ruled("earth", "earth", "air", tyrant="D5")
    game.put(figure(game, "b1"), at("E8"), DIRECTION_NAMES.index("S"))
    play(game, "shoot b1")
    assert pools(game) == [2, 1]
    assert figure(game, "a2").tokens[STUN] == 0
    game = position(
        {"E5 N": chunin(at=2, abilities=("tyrant",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("earth", *STUNS),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-TYRANT-02")
def test_a_tyrant_who_falls_in_the_fray_still_punishes() -> None:
    game = ruled("fire", "fire", "fire", "air", tyrant="D5")
    game.give(figure(game, "a1"), STUN, 2)
    # Fire strikes everybody round the attacker, whose Resilient die is its own.
    play(game, "attack b1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert figure(game, "a2").tokens[STUN] == 2


# --- Blood Frenzy -----------------------------------------------------------------


def bloody(*dice: str) -> Game:
    game = position(
        {
            "E5 N": ninja(abilities=("blood-frenzy",)),
            "E9": ninja(),
            "E10": ninja(),
        },
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-BLOODFRENZY-01")
def test_blood_frenzy_hastens_a_friend_within_four_spaces_or_itself() -> None:
    game = bloody(*PASSED)
    assert options(game, "pick") == {"a1", "a2"}
    play(game, "pick a2")
    assert figure(game, "a2").tokens[HASTE] == 1
    assert "attack" in verbs(game)


@rule("ABIL-BLOODFRENZY-01", "TIMING-08")
def test_its_own_haste_can_be_spent_at_once() -> None:
    game = bloody(*PASSED)
    play(game, "pick a1")
    assert "spend haste" in verbs(game)


@rule("ABIL-BLOODFRENZY-01")
def test_blood_frenzy_hastens_nobody_if_its_test_fails() -> None:
    game = bloody(*MISS)
    assert "search" in verbs(game)
    assert not any(f.tokens[HASTE] for f in game.figures)


@rule("ABIL-BLOODFRENZY-01", "STEALTH-09")
def test_hidden_madoushi_must_test_for_blood_frenzy_and_is_seen() -> None:
    game = position(
        {"E5 N": ninja(abilities=("blood-frenzy",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*MISS),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    assert not figure(game, "a1").is_hidden


# --- Skull Hex --------------------------------------------------------------------


def hexer(*dice: str, df: int = 3, wall: str = "") -> Game:
    game = position(
        {
            "E5 N": ninja(abilities=("skull-hex",)),
            "D11": ninja(df=df),
            "J9 S": ninja(at=2),
        },
        {
            "E11 S": ninja(df=df),
            "F12": ninja(df=df),
            "J8 N": ninja(df=df),
            "E14": ninja(),
        },
        ground=plain_ground(obscuring=wall),
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


def hexed(game: Game) -> list[str]:
    return [f.card.label for f in game.figures if f.effects]


@rule("ABIL-SKULLHEX-01")
def test_a_skull_hex_strikes_an_enemy_and_its_own_neighbours() -> None:
    game = hexer(*PASSED)
    play(game, "use skull-hex a1")
    assert options(game, "pick") == {"b1", "b3"}
    play(game, "pick b1")
    assert hexed(game) == ["b1", "b2"]
    assert {e.until for f in game.figures for e in f.effects} == {ROUND}


@rule("ABIL-SKULLHEX-01", "LOS-01")
def test_a_skull_hex_needs_sight_and_a_passed_test() -> None:
    game = hexer(*MISS)
    play(game, "use skull-hex a1")
    assert hexed(game) == []
    game = hexer(*PASSED, wall="C8 D8 E8 F8 G8")
    play(game, "use skull-hex a1")
    assert options(game, "pick") == {"b3"}


def struck_after_hexes(hexes: int, df: int) -> Game:
    """b3 is hexed that often and then attacked by a3."""
    game = hexer(*PASSED, *["earth"] * (2 + df), df=df)
    play(game, "use skull-hex a1", "pick b3")
    victim = figure(game, "b3")
    for _ in range(hexes - 1):
        game.add_effect(victim, victim.effects[0])
    play(game, "activate b4", "end", "activate a3", "attack b3")
    return game


@rule("ABIL-SKULLHEX-01")
def test_a_hexed_figure_defends_with_a_die_less() -> None:
    assert pools(struck_after_hexes(1, df=3)) == [3, 2, 2]


@rule("ABIL-SKULLHEX-01", "ABIL-SKULLHEX-02")
def test_hexes_add_up_to_a_minimum_that_raises_nobody() -> None:
    assert pools(struck_after_hexes(2, df=3)) == [3, 2, 1]
    assert pools(struck_after_hexes(5, df=3)) == [3, 2, 1]
    assert pools(struck_after_hexes(1, df=0)) == [3, 2, 0]


def hexed_dice(
    defender: FigureSetup, *friends: str, melody: bool = False, shot: int = NORMAL
) -> int:
    """The dice of b1 on E6, who is hexed, against an enemy on E5."""
    abilities = ("resolute-melody",) if melody else ()
    game = position(
        {"E5 N": ninja(at=5, ranged=BOW, abilities=(HEX,))},
        {"E6 S": defender, **{place: ninja(abilities=abilities) for place in friends}},
    )
    victim = figure(game, "b1")
    game.add_effect(victim, Effect(HEXED, 1, figure(game, "a1").key, ROUND))
    return preview_dice(game, figure(game, "a1"), victim, shot)[1]


ROCK = ninja(df=1, abilities=("immovable",))
ASSISTANT, LISTENER = "F5", "F7"
BOW_SHOT = 0


@rule("COMBAT-05", "COMBAT-06", "ABIL-SKULLHEX-01")
def test_a_hex_is_taken_when_everything_else_is_counted() -> None:
    plain = ninja(df=1)
    assert hexed_dice(plain) == 1
    assert hexed_dice(ROCK) == 2
    assert hexed_dice(plain, LISTENER, melody=True) == 1
    assert hexed_dice(plain, ASSISTANT) == 1
    assert hexed_dice(plain, ASSISTANT, "D5") == 2
    assert hexed_dice(ninja(df=0), ASSISTANT) == 1
    # Dauntless evens out what the hex has left.
    assert hexed_dice(ninja(df=1, keywords=("dauntless",)), ASSISTANT) == 5


@rule("COMBAT-05", "RANGED-08")
def test_shots_meet_the_plain_defense_whatever_hexes_or_helps() -> None:
    for shot in (BOW_SHOT, SHURIKEN):
        assert hexed_dice(ROCK, shot=shot) == 1
        assert hexed_dice(ninja(df=1), LISTENER, melody=True, shot=shot) == 1
        assert hexed_dice(ninja(df=1), ASSISTANT, shot=shot) == 1
        assert hexed_dice(ninja(df=3, keywords=("dauntless",)), shot=shot) == 3


# --- Whirlwind --------------------------------------------------------------------


def whirl(
    *dice: str,
    enemies: dict[str, FigureSetup] | None = None,
    keywords: tuple[str, ...] = (),
    hidden: tuple[str, ...] = (),
) -> Game:
    game = position(
        {
            "E5 N": ninja(at=2, df=1, abilities=("whirlwind",), keywords=keywords),
            "A1": ninja(),
        },
        enemies
        or {
            "E6 S": ninja(df=0),
            "E4 N": ninja(df=0),
            "G5": ninja(),
            "T20": ninja(),
        },
        dice=ScriptedDice(*dice),
    )
    for label in hidden:
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1")
    return game


# Two enemies round her assist one another unless one is Stunned.
FIRST, SECOND = ("earth", "earth", "air"), ("earth", "earth")


@rule("ABIL-WHIRLWIND-01")
def test_she_attacks_everybody_round_her_once_in_an_order_of_her_choice() -> None:
    game = whirl(*FIRST, *SECOND)
    play(game, "use whirlwind a1")
    assert options(game, "attack") == {"b1", "b2"}
    play(game, "attack b2")
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    assert pools(game) == [2, 1, 2, 0]
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b2").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-WHIRLWIND-01")
def test_a_whirlwind_passes_over_the_hidden() -> None:
    game = whirl(hidden=("b2",))
    play(game, "use whirlwind a1")
    assert options(game, "attack") == {"b1"}
    alone = {"E7 S": ninja(), "T20": ninja()}
    assert "use whirlwind" not in verbs(whirl(enemies=alone))


@rule("ABIL-WHIRLWIND-01", "STEALTH-15")
def test_out_of_stealth_the_first_attack_alone_has_its_die() -> None:
    game = whirl("earth", *FIRST, *SECOND)
    game.hide(figure(game, "a1"))
    play(game, "use whirlwind a1", "attack b2", "attack b1")
    assert pools(game) == [3, 1, 2, 0]


@rule("ABIL-WHIRLWIND-02")
def test_void_of_her_choice_only_stuns() -> None:
    game = whirl("void", "void", "fire", *SECOND)
    play(game, "use whirlwind a1", "attack b2")
    assert figure(game, "b2").foot
    assert figure(game, "b2").tokens[STUN] == 1
    game = whirl("void", "void", "fire")
    play(game, "attack b1")
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("ABIL-WHIRLWIND-04")
def test_void_of_the_defenders_choice_injures() -> None:
    enemies = {"E6 S": ninja(df=3), "T20": ninja()}
    game = whirl("fire", "fire", "void", "void", "void", enemies=enemies)
    play(game, "use whirlwind a1", "attack b1")
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("ABIL-WHIRLWIND-03")
def test_a_whirlwind_ends_when_she_is_stunned() -> None:
    game = whirl("fire", "fire", "fire")
    play(game, "use whirlwind a1", "attack b1")
    assert figure(game, "a1").tokens[STUN] == 1
    assert "attack" not in verbs(game)


@rule("ABIL-WHIRLWIND-03")
def test_a_whirlwind_ends_when_she_is_injured() -> None:
    game = whirl("spirit", "spirit", "fire")
    play(game, "use whirlwind a1", "attack b1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert pools(game) == [2, 1]
    assert "attack" not in verbs(game)


@rule("ABIL-WHIRLWIND-03")
def test_whoever_is_out_of_her_zone_by_then_is_skipped() -> None:
    # Water takes her to the other side of the first one.
    game = whirl("water", "water", "spirit", *SECOND)
    play(game, "use whirlwind a1", "attack b1", "go E7", "face N", "go E8", "face S")
    assert "attack" not in verbs(game)
    assert pools(game) == [2, 1]


@rule("ABIL-WHIRLWIND-01", "KEY-BACKSTAB-01")
def test_backs_are_struck_in_a_whirlwind_as_ever() -> None:
    enemies = {"E4 S": ninja(df=0), "T20": ninja()}
    game = whirl(*["earth"] * 4, enemies=enemies, keywords=("backstab",))
    play(game, "use whirlwind a1", "attack b1")
    assert pools(game) == [4, 0]
