"""Cards for steps up and down: Tumble and Vault."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
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
from tests.skirmish.rules.keywords.duels import pools


def hill(
    *cards: str,
    moon: str = "void",
    mv: int = 2,
    place: str = "E5",
    dice: tuple[str, ...] = (),
    enemy: str = "T20",
) -> Game:
    """E6 and E7 are elevated."""
    game = position(
        {f"{place} N": ninja(mv=mv, at=1), "A1": ninja()},
        {f"{enemy} S": ninja(df=1), "T19": ninja()},
        dice=ScriptedDice(*dice),
        hands=(cards, ()),
        moon=moon,
        ground=plain_ground(elevated="E6 E7"),
    )
    return start(game)


@rule("CARD-21", "CARD-28")
def test_tumble_lengthens_the_movement_after_a_step_down() -> None:
    for moon, version, reach in (("void", "", "E2"), ("fire", " moon", "A1")):
        game = hill("tumble", mv=1, place="E6", moon=moon)
        game.put(figure(game, "a2"), at("T1"))
        play(game, "activate a1", "go E5")
        assert options(game, "go") == set()
        play(game, f"play tumble{version}")
        assert game.discard == ("tumble",)
        assert (reach in options(game, "go")) == (version == " moon")
        assert "E3" in options(game, "go")


@rule("CARD-21")
def test_tumble_under_its_moon_is_worth_four_points() -> None:
    game = hill("tumble", mv=1, place="E6", moon="fire")
    play(game, "activate a1", "go E5", "play tumble moon", "go E1", "stop N")
    assert figure(game, "a1").space == at("E1")


@rule("CARD-21", "CARD-27")
def test_tumble_is_for_steps_down_only_and_for_the_last_one() -> None:
    game = hill("tumble", mv=5, place="E7")
    play(game, "activate a1", "go E6")
    assert "play tumble" not in verbs(game)
    play(game, "go E5")
    assert "play tumble" in verbs(game)
    play(game, "go E4")
    assert "play tumble" not in verbs(game)


@rule("CARD-22", "CARD-28")
def test_vault_makes_a_step_up_cost_one_point() -> None:
    game = hill("vault", mv=1)
    play(game, "activate a1")
    assert "E6" not in options(game, "go")
    assert options(game, "play vault") == {"E6"}
    play(game, "play vault E6")
    assert figure(game, "a1").space == at("E6")
    assert game.discard == ("vault",)
    assert options(game, "go") == set()


@rule("CARD-22")
def test_vault_may_be_played_in_the_midst_of_a_run() -> None:
    game = hill("vault", mv=2, place="E4")
    play(game, "activate a1", "run", "go E5", "play vault E6")
    assert figure(game, "a1").space == at("E6")


@rule("CARD-22", "CARD-27")
def test_vault_is_not_for_a_step_on_the_level() -> None:
    game = hill("vault", mv=2, place="E6")
    play(game, "activate a1")
    assert "play vault" not in verbs(game)


@rule("CARD-22", "DODGE-01")
def test_vault_needs_a_dodge_like_any_step_out_of_a_zone() -> None:
    dice = ("air", "air", "air")
    game = hill("vault", mv=2, enemy="D4", dice=dice)
    play(game, "activate a1", "play vault E6")
    assert figure(game, "a1").space == at("E5")
    assert figure(game, "a1").tokens[STUN] == 1
    assert game.seats[0].hand == ()


@rule("CARD-22")
def test_under_the_air_moon_vault_adds_attack_until_the_turn_is_over() -> None:
    for moon, version, dice in (("void", "", 1), ("air", " moon", 2)):
        game = hill("vault", mv=3, moon=moon, enemy="F7", dice=("fire",) * (dice + 1))
        play(game, "activate a1", f"play vault{version} E6", "stop NE", "attack b1")
        assert pools(game) == [dice, 1]
        while figure(game, "a1").is_active:
            play(game, "end")
        assert figure(game, "a1").effects == ()


def allies(card: str, *, moon: str = "spirit", place: str = "E6 N") -> Game:
    """A's figure stands on a hill; its ally C holds the card, and enemy B too."""
    game = position(
        {place: ninja(mv=2), "A1": ninja()},
        {"A20": ninja(), "C20": ninja()},
        {"T1": ninja(), "T3": ninja()},
        ground=plain_ground(elevated="E6 E7"),
        sides=(0, 1, 0),
        hands=((), (card,), (card,)),
        moon=moon,
    )
    return start(game)


@rule("CARD-31", "MULTI-04")
def test_an_ally_may_play_tumble_for_a_step_down_and_an_enemy_may_not() -> None:
    game = allies("tumble")
    play(game, "activate a1", "go E5")
    assert game.decision is not None
    assert (game.decision.seat, verbs(game)) == (2, {"play tumble", "pass"})
    play(game, "play tumble")
    assert game.decision.seat == 0
    assert game.seats[2].hand == ()
    assert game.discard == ("tumble",)
    # One point was left, and the card has added to it.
    play(game, "go E2")


@rule("CARD-31")
def test_an_ally_that_passes_is_asked_again_after_the_next_step_down() -> None:
    game = allies("tumble")
    play(game, "activate a1", "go E5", "pass")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "move")
    play(game, "go E4")
    assert (game.decision.seat, game.decision.kind) == (0, "move")


@rule("CARD-31", "MULTI-04")
def test_an_ally_may_play_rushing_river_as_the_figure_activates() -> None:
    game = allies("rushing-river", place="E10 N", moon="water")
    play(game, "activate a1")
    assert game.decision is not None
    # To run under the moon is for the figure's own player.
    assert (game.decision.seat, verbs(game)) == (2, {"play rushing-river", "pass"})
    play(game, "play rushing-river")
    assert game.decision.seat == 0
    assert "E16" in options(game, "go")
    assert "E17" not in options(game, "go")


@rule("CARD-31")
def test_a_step_up_is_for_the_figures_own_player() -> None:
    game = allies("vault", place="E4 N")
    play(game, "activate a1", "go E5")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "move")
