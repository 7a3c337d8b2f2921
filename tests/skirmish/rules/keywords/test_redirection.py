"""Redirection."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.rules.entries import RangedAttack
from skirmish.rules.behaviours import ABILITY, Behaviour, compile_handlers, on
from skirmish.rules.figure import BOARD, HEALING_HOUSE, Figure
from skirmish.rules.game import Game
from skirmish.rules.hooks import MAY_BE_SHOT
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
from tests.skirmish.rules.keywords.duels import pools

BOW = RangedAttack(range=6)
PASSED = ("fire", "air", "air")
FAILED = ("air", "air", "air")


def shot(*dice: str, second: tuple[str, ...] = (), hidden: str = "") -> Game:
    """a1 shoots at b1, who redirects; a2, b2 and b3 are near, b4 is too far."""
    game = position(
        {"E5 N": ninja(at=2, ranged=BOW), "E4": ninja(df=0)},
        {
            "E9 S": ninja(keywords=("redirection",)),
            "F9 S": ninja(df=0, keywords=second),
            "G9 S": ninja(df=0),
            "E12": ninja(),
        },
        dice=ScriptedDice(*dice),
    )
    if hidden:
        game.hide(figure(game, hidden))
    start(game)
    play(game, "activate a1", "shoot b1")
    return game


@rule("KEY-REDIRECT-01", "KEY-REDIRECT-02")
def test_a_shot_is_sent_on_to_anybody_in_range_but_the_shooter() -> None:
    game = shot(*PASSED, "void", "void")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "use redirection b1")
    assert options(game, "pick") == {"a2", "b2", "b3"}
    play(game, "pick b3")
    assert figure(game, "b3").place == HEALING_HOUSE
    assert figure(game, "b1").place == BOARD


@rule("KEY-REDIRECT-01")
def test_a_failed_test_leaves_the_shot_where_it_was_aimed() -> None:
    game = shot(*FAILED, "void", "void", "earth", "earth")
    play(game, "use redirection b1")
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("KEY-REDIRECT-01")
def test_nobody_has_to_redirect() -> None:
    game = shot("void", "void", "earth", "earth")
    play(game, "pass")
    assert figure(game, "b1").place == HEALING_HOUSE
    game = shot(*PASSED, "void", "void", "earth", "earth")
    play(game, "use redirection b1", "pass")
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("KEY-REDIRECT-03")
def test_nobody_in_stealth_is_hit_instead() -> None:
    game = shot(*PASSED, hidden="b3")
    play(game, "use redirection b1")
    assert options(game, "pick") == {"a2", "b2"}


@rule("KEY-REDIRECT-03")
def test_the_new_target_need_not_be_seen_by_anybody() -> None:
    game = position(
        {"E5 N": ninja(at=2, ranged=BOW), "A1": ninja()},
        {"E9 S": ninja(keywords=("redirection",)), "B8": ninja(df=0)},
        dice=ScriptedDice(*PASSED, "void", "void"),
        ground=plain_ground(obscuring="C7 D7 C6 D6 B7 C8 A7 A8 A9 B9 C9"),
    )
    start(game)
    play(game, "activate a1")
    assert options(game, "shoot") == {"b1"}
    play(game, "shoot b1", "use redirection b1", "pick b2")
    assert figure(game, "b2").place == HEALING_HOUSE


class Untouchable(Behaviour):
    """Cannot be shot at."""

    @on(MAY_BE_SHOT)
    def refuse(self, _game: Game, _me: Figure, _by: Figure, _may: bool) -> bool:
        return False


@rule("KEY-REDIRECT-03")
def test_nobody_who_cannot_be_shot_at_is_hit_instead() -> None:
    game = shot(*PASSED)
    behaviour = Untouchable(kind=ABILITY, slug="u", name="U", numbers={}, faces={})
    figure(game, "b3").handlers = compile_handlers((behaviour,))
    play(game, "use redirection b1")
    assert options(game, "pick") == {"a2", "b2"}


@rule("KEY-REDIRECT-04")
def test_a_new_target_may_redirect_again_but_nobody_twice() -> None:
    game = shot(
        *PASSED, *PASSED, *["void"] * 2, "earth", "earth", second=("redirection",)
    )
    play(game, "use redirection b1", "pick b2")
    assert "use redirection" in verbs(game)
    play(game, "use redirection b2")
    assert options(game, "pick") == {"a2", "b1", "b3"}
    play(game, "pick b1")
    assert figure(game, "b1").place == HEALING_HOUSE
    assert pools(game) == [3, 3, 2, 2]


@rule("KEY-REDIRECT-05")
def test_harm_to_the_shooters_team_is_credited_to_who_redirected() -> None:
    game = shot(*PASSED, "void", "void")
    play(game, "use redirection b1", "pick a2")
    assert figure(game, "a2").place == HEALING_HOUSE
    assert [seat.score for seat in game.seats] == [0, 1]
    assert {key for key, _, _ in game.xp} == {figure(game, "b1").key}


@rule("KEY-REDIRECT-05")
def test_harm_to_anybody_else_is_credited_to_the_shooter() -> None:
    game = shot(*PASSED, "void", "void")
    play(game, "use redirection b1", "pick b2")
    assert [seat.score for seat in game.seats] == [1, 0]
    assert {key for key, _, _ in game.xp} == {figure(game, "a1").key}


@rule("KEY-REDIRECT-01")
def test_a_shuriken_is_redirected_within_its_own_range() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E7 S": ninja(keywords=("redirection",)), "F7": ninja(), "E12": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    start(game)
    play(game, "activate a1", "throw b1", "use redirection b1")
    assert options(game, "pick") == {"b2"}


@rule("KEY-REDIRECT-01", "TIMING-07")
def test_a_shot_is_redirected_before_anything_is_declared_for_it() -> None:
    game = position(
        {"E5 N": ninja(at=2, ranged=BOW), "A1": ninja()},
        {"E9 S": ninja(keywords=("redirection",)), "F9 S": ninja(df=0)},
        dice=ScriptedDice(*PASSED, *["void"] * 4),
        hands=(("pressure-point",), ()),
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert verbs(game) == {"use redirection", "pass"}
    play(game, "use redirection b1", "pick b2")
    assert verbs(game) == {"play pressure-point", "pass"}
    play(game, "play pressure-point")
    assert figure(game, "b2").place == HEALING_HOUSE


@rule("KEY-REDIRECT-01")
def test_a_normal_attack_is_not_redirected() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(df=1, keywords=("redirection",)), "F7": ninja()},
        dice=ScriptedDice(*["earth"] * 3, *["air"] * 2),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-REDIRECT-05", "STATUS-27")
def test_poison_that_is_sent_back_comes_from_whoever_sent_it() -> None:
    poisoned = RangedAttack(range=6, poisons_on=Element.FIRE)
    game = position(
        {"E5 N": ninja(at=2, ranged=poisoned), "E4": ninja(df=0)},
        {"E9 S": ninja(df=0, keywords=("redirection",)), "T20": ninja()},
        dice=ScriptedDice(*PASSED, "fire", "air"),
    )
    start(game)
    play(game, "activate a1", "shoot b1", "use redirection b1", "pick a2")
    assert figure(game, "a2").poisoners == (figure(game, "b1").key,)
    game = position(
        {"E5 N": ninja(at=2, ranged=poisoned), "A1": ninja()},
        {"E9 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("fire", "air"),
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert figure(game, "b1").poisoners == (figure(game, "a1").key,)
