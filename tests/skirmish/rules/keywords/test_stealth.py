"""Sneaky and Vigilance."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import name_of
from skirmish.rules.figure import STUN
from skirmish.rules.game import Game
from skirmish.rules.hooks import SETUP_DONE
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools


@rule("KEY-SNEAKY-01")
def test_sneaky_begins_the_game_in_stealth_if_it_is_on_the_board() -> None:
    sneaky = ninja(keywords=("sneaky",))
    game = position({"E5 N": sneaky, "-": sneaky, "A1": ninja()}, {"T20": sneaky})
    game.trigger_all(SETUP_DONE)
    start(game)
    hidden = {f.card.label for f in game.figures if f.is_hidden}
    assert hidden == {"a1", "b1"}


def prowler(*, enemy: str, stunned: bool = False) -> Game:
    game = position(
        {"E5 N": ninja(keywords=("sneaky",)), "A1": ninja()},
        {enemy: ninja(df=1), "T20 N": ninja()},
        dice=ScriptedDice(*["earth"] * 5, "air"),
    )
    if stunned:
        game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-SNEAKY-02")
def test_sneaky_hides_for_its_move_and_keeps_its_action() -> None:
    game = prowler(enemy="E6 N")
    play(game, "use sneaky a1")
    assert figure(game, "a1").is_hidden
    assert not {"go", "run", "hide", "use sneaky"} & verbs(game)
    play(game, "attack b1")
    # Two dice more than its three: from behind and out of Stealth.
    assert pools(game) == [5, 1]
    assert not figure(game, "a1").is_hidden


@rule("KEY-SNEAKY-02")
def test_sneaky_cannot_hide_from_somebody_who_looks() -> None:
    assert "use sneaky" not in verbs(prowler(enemy="E8 S"))


@rule("KEY-SNEAKY-02")
def test_sneaky_cannot_hide_so_after_a_step() -> None:
    game = prowler(enemy="E12 N")
    assert "use sneaky" in verbs(game)
    play(game, "go E4", "stop N")
    assert "use sneaky" not in verbs(game)
    assert "hide" in verbs(game)


@rule("KEY-SNEAKY-02")
def test_hiding_is_all_that_a_stunned_sneaky_figure_does() -> None:
    game = prowler(enemy="E12 N", stunned=True)
    play(game, "use sneaky a1")
    assert figure(game, "a1").is_hidden
    assert game.decision is not None
    assert game.decision.kind == "turn"


def intruder(
    *, watcher: tuple[str, ...] = ("vigilance",), hidden: bool = False
) -> Game:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E8 N": ninja(keywords=watcher), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    game.hide(figure(game, "a1"))
    if hidden:
        game.hide(figure(game, "b1"))
    else:
        game.give(figure(game, "b1"), STUN)
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-VIGILANCE-01", "KEY-VIGILANCE-02", "XP-07")
def test_vigilance_reveals_who_walks_into_the_zone_and_lets_it_go_on() -> None:
    game = intruder()
    play(game, "go E6")
    assert figure(game, "a1").is_hidden
    play(game, "go E7")
    assert not figure(game, "a1").is_hidden
    assert game.xp == ()
    assert options(game, "go")


@rule("KEY-VIGILANCE-01")
def test_a_hidden_figure_cannot_slip_through_a_watched_zone_unseen() -> None:
    game = intruder()
    assert "E9" not in options(game, "go")
    assert "E7" in options(game, "go")


@rule("KEY-VIGILANCE-02")
def test_a_watcher_in_stealth_sees_nobody_coming() -> None:
    game = intruder(hidden=True)
    play(game, "go E7")
    assert figure(game, "a1").is_hidden


@rule("KEY-VIGILANCE-01")
def test_nobody_else_notices_a_hidden_mover() -> None:
    game = intruder(watcher=())
    play(game, "go E7")
    assert figure(game, "a1").is_hidden


@rule("KEY-VIGILANCE-01", "MOVE-17")
def test_a_mover_that_ignores_zones_is_not_noticed() -> None:
    game = position(
        {"E5 N": ninja(keywords=("blink",)), "A1": ninja()},
        {"E8 N": ninja(keywords=("vigilance",)), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "use blink a1")
    # The test itself cost its Stealth; hide it again to see what the walk does.
    game.hide(figure(game, "a1"))
    play(game, "go E7")
    assert name_of(figure(game, "a1").space) == "E7"
    assert figure(game, "a1").is_hidden
