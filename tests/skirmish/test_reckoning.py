"""The slow reckoning of challenges and sentries, and that it sees mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from kernel.dice import SeededDice
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.decision import OptionGroup
from skirmish.rules.figure import HEALING_HOUSE
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.sentry import (
    PlaceSentries,
    SentryActivation,
    SentryControl,
    SentryMovement,
)
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from tests.challenges.cast import begin, scenario
from tests.skirmish import checks
from tests.skirmish.cast import (
    SEED,
    at,
    chunin,
    figure,
    ninja,
    play,
    position,
    start,
)
from tests.skirmish.reference.menus import reckoned

Team = dict[str, FigureSetup]


def laid_out(slug: str, *teams: Team, turn: int = 0) -> Game:
    """A challenge with its pieces on the board, before anybody is asked."""
    game = position(*teams, challenge=scenario(slug), dice=SeededDice(SEED), turn=turn)
    set_up = getattr(game.compiled.challenge, "set_up", None)
    if set_up is not None and slug != "search":
        set_up(game, None, None, None)
    return game


def posted(game: Game, label: str, place: str) -> None:
    space, _, facing = place.partition(" ")
    game.put(figure(game, label), at(space), DIRECTION_NAMES.index(facing or "N"))


# --- people ----------------------------------------------------------------------
def beside_their_medal() -> Game:
    """Beside one medal that may be taken, and another that lies at home."""
    game = laid_out(
        "capture-the-medal", {"K16 N": ninja(), "A1": ninja()}, {"T1": ninja()}
    )
    start(game)
    play(game, "activate a1")
    return game


def own_medal_astray() -> Game:
    game = laid_out(
        "capture-the-medal", {"E5 N": ninja(), "A1": ninja()}, {"T1": ninja()}
    )
    game.compiled.challenge.put(game, 0, space=at("D5"))  # type: ignore[attr-defined]
    game.compiled.challenge.put(game, 1, space=at("F6"))  # type: ignore[attr-defined]
    start(game)
    play(game, "activate a1", "go E6")
    return game


def home_with_their_medal() -> Game:
    game = laid_out(
        "capture-the-medal", {"K5 N": ninja(), "A1": ninja()}, {"T1": ninja()}
    )
    game.compiled.challenge.put(game, 1, carrier=0)  # type: ignore[attr-defined]
    start(game)
    play(game, "activate a1")
    return game


def at_a_guarded_medal() -> Game:
    game = laid_out(
        "infiltration", {"F6 N": ninja(large=True), "A1": ninja()}, {"T1": ninja()}
    )
    start(game)
    play(game, "activate a1")
    return game


def messenger_at_the_edge() -> Game:
    game = laid_out(
        "intercept-the-messenger",
        {"A10": ninja()},
        {"K2 S": ninja(), "A20": ninja()},
    )
    game.notes["messenger"] = figure(game, "b1").key
    game.stack[-1].turn = 1  # type: ignore[attr-defined]
    start(game)
    play(game, "activate b1", "go K1")
    return game


def a_crate_to_check() -> Game:
    game = laid_out("search", {"E5 N": ninja(), "A1": ninja()}, {"T1": ninja()})
    game.set_crates(1 << at("E6") | 1 << at("K9"))
    start(game)
    play(game, "activate a1")
    return game


# --- questions -------------------------------------------------------------------
def a_medal_to_drop() -> Game:
    """A large carrier is gone; a corner of where it stood lies under a friend."""
    game = laid_out(
        "capture-the-medal",
        {"E5 N": ninja(large=True), "A1": ninja()},
        {"T1": ninja()},
    )
    game.compiled.challenge.put(game, 1, carrier=0)  # type: ignore[attr-defined]
    game.leave(figure(game, "a1"), HEALING_HOUSE)
    game.put(figure(game, "a2"), at("E5"))
    return start(game)


def a_crate_to_place() -> Game:
    game = laid_out("search", {"E5 N": ninja()}, {"T1": ninja()})
    game.compiled.challenge.set_up(game, None, None, None)  # type: ignore[attr-defined]
    game.set_crates(1 << at("K9"))
    return start(game)


def a_champion_to_name() -> Game:
    game = laid_out(
        "champion",
        {"E5": chunin(), "E6": ninja(), "E7": ninja(), "-": ninja()},
        {"T1": ninja()},
    )
    game.compiled.challenge.begin(game, None, None, None)  # type: ignore[attr-defined]
    return start(game)


def a_messenger_to_name() -> Game:
    game = laid_out(
        "intercept-the-messenger",
        {"A10": ninja()},
        {"K19": ninja(), "K20": ninja(), "K10": ninja()},
    )
    return begin(game)


def kings_to_reward() -> Game:
    """One inside, one with a corner on the rim, one just outside."""
    game = laid_out(
        "king-of-the-hill",
        {"K10": ninja(), "G7": ninja(large=True), "N7": ninja(), "O10": ninja()},
        {"T1": ninja()},
    )
    game.compiled.challenge.count(game, None, None, None)  # type: ignore[attr-defined]
    return start(game)


# --- sentries --------------------------------------------------------------------
def woken(*teams: Team, place: str, slug: str = "search") -> Game:
    game = laid_out(slug, *teams)
    posted(game, "s1", place)
    game.push(SentryActivation(figure=figure(game, "s1").key, seat=0))
    return game


def a_sentry_to_post() -> Game:
    game = laid_out("infiltration", {"E5": ninja()}, {"T1": ninja()})
    game.push(PlaceSentries(turn=0))
    return start(game)


def a_posted_sentry_to_turn() -> Game:
    game = a_sentry_to_post()
    play(game, "go F9")
    return game


def sentries_to_lead() -> Game:
    game = laid_out("search", {"E5": ninja()}, {"T1": ninja()})
    for label, place in (("s1", "C3"), ("s2", "C5"), ("s3", "C7")):
        posted(game, label, place)
    figure(game, "s2").is_activated = True
    game.push(SentryControl(seat=0, pc=2))
    return start(game)


def two_as_near() -> Game:
    near = {"C8 N": ninja(), "E12 N": ninja()}
    return start(woken(near, {"G8 S": ninja()}, place="E5 N"))


def prey_far_off() -> Game:
    return start(woken({"A20": ninja()}, {"E9 S": ninja()}, place="E5 N"))


def prey_on_the_way() -> Game:
    game = prey_far_off()
    play(game, "go E6")
    return game


def prey_reached() -> Game:
    game = prey_on_the_way()
    play(game, "go E7", "go E8")
    return game


def prey_beside() -> Game:
    return start(woken({"A20": ninja()}, {"D6 S": ninja()}, place="E5 N"))


def on_patrol() -> Game:
    return start(woken({"A20": ninja()}, {"T1": ninja()}, place="E5 N"))


def further_on_patrol() -> Game:
    game = on_patrol()
    play(game, "go E6")
    return game


def a_medal_astray() -> Game:
    game = woken({"A1": ninja()}, {"T1": ninja()}, place="J9 N", slug="infiltration")
    game.compiled.challenge.put(game, 0, space=at("J13"))  # type: ignore[attr-defined]
    return start(game)


SCENES: list[tuple[Callable[[], Game], set[str]]] = [
    (beside_their_medal, {"do pick-up"}),
    (own_medal_astray, {"do pick-up", "go", "stop"}),
    (home_with_their_medal, {"do capture"}),
    (at_a_guarded_medal, {"do pick-up", "end"}),
    (messenger_at_the_edge, {"do exit"}),
    (a_crate_to_check, {"do check"}),
    (a_medal_to_drop, {"go"}),
    (a_crate_to_place, {"go"}),
    (a_champion_to_name, {"pick"}),
    (a_messenger_to_name, {"pick"}),
    (kings_to_reward, {"pick", "pass"}),
    (a_sentry_to_post, {"go"}),
    (a_posted_sentry_to_turn, {"face"}),
    (sentries_to_lead, {"activate"}),
    (two_as_near, {"pick"}),
    (prey_far_off, {"go"}),
    (prey_on_the_way, {"go"}),
    (prey_reached, {"stop"}),
    (prey_beside, {"attack", "face"}),
    (on_patrol, {"go", "face", "search", "end"}),
    (further_on_patrol, {"go", "stop"}),
    (a_medal_astray, {"go"}),
]
CASES = [(scene, verb) for scene, verbs in SCENES for verb in sorted(verbs)]


def name_of(value: object) -> str:
    # Sets have another order in every process.
    words = sorted(value) if isinstance(value, set) else [value]
    return getattr(value, "__name__", " ".join(map(str, words)))


@pytest.mark.parametrize(("scene", "verbs"), SCENES, ids=name_of)
def test_the_reckoning_agrees_where_nothing_is_wrong(
    scene: Callable[[], Game], verbs: set[str]
) -> None:
    game = scene()
    assert verbs <= said(game)
    checks.check_menu(game)
    checks.check_listing(game)
    checks.check_saved(game)


@pytest.mark.parametrize(("scene", "verb"), CASES, ids=name_of)
def test_an_option_that_is_missing_is_found(
    scene: Callable[[], Game], verb: str
) -> None:
    game = scene()
    with_bits(game, verb, lambda bits: bits & (bits - 1))
    with pytest.raises(AssertionError):
        checks.check_menu(game)


@pytest.mark.parametrize(("scene", "verb"), CASES, ids=name_of)
def test_an_option_too_many_is_found(scene: Callable[[], Game], verb: str) -> None:
    game = scene()
    with_bits(game, verb, lambda bits: bits | bits + 1)
    with pytest.raises(AssertionError):
        checks.check_menu(game)


@pytest.mark.parametrize("scene", [scene for scene, _ in SCENES], ids=name_of)
@pytest.mark.parametrize("verb", ["do pick-up", "do capture", "do exit", "attack"])
def test_what_is_not_to_be_had_at_all_is_found(
    scene: Callable[[], Game], verb: str
) -> None:
    game = scene()
    decision = game.decision
    assert decision is not None
    if verb not in said(game):
        decision.groups = (*decision.groups_in(game), OptionGroup(verb))
        with pytest.raises(AssertionError):
            checks.check_menu(game)


def said(game: Game) -> set[str]:
    """What the reckoning finds that may be said."""
    return {verb for verb, _ in reckoned(game)[1]}


def with_bits(game: Game, verb: str, change: Callable[[int], int]) -> None:
    """Plant a mistake in what is offered."""
    decision = game.decision
    assert decision is not None
    groups = [
        structs.replace(group, bits=change(group.bits)) if group.verb == verb else group
        for group in decision.groups_in(game)
    ]
    decision.groups = tuple(group for group in groups if group.bits)


# --- what is reckoned by what the sentry saw ------------------------------------
@pytest.mark.parametrize("wrong", [-1, 0])
def test_a_sentry_that_goes_for_somebody_else_is_found(wrong: int) -> None:
    game = prey_far_off()
    frame = game.stack[-1]
    assert isinstance(frame, SentryActivation)
    checks.check_menu(game)
    frame.prey = wrong
    assert game.decision is not None
    game.decision.groups = None
    with pytest.raises(AssertionError):
        checks.check_menu(game)


def test_a_sentry_that_overlooks_a_medal_is_found() -> None:
    game = a_medal_astray()
    frame = game.stack[-1]
    assert isinstance(frame, SentryActivation)
    assert frame.stray == at("J13")
    frame.stray = -1
    assert game.decision is not None
    game.decision.groups = None
    with pytest.raises(AssertionError):
        checks.check_menu(game)


def test_points_that_are_gone_buy_nothing() -> None:
    game = own_medal_astray()
    move = game.stack[-1]
    assert isinstance(move, Movement)
    assert not isinstance(move, SentryMovement)
    move.points = 0
    assert said(game) == {"stop"}
