"""Everything that is offered or asked is reckoned, and planted mistakes are seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from challenges.rules.challenges.registry import SCENARIOS
from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.behaviours import EFFECT, KEYWORD, REGISTRY, Behaviour
from skirmish.rules.decision import Frame, OptionGroup
from skirmish.rules.dispatch import Dispatcher
from skirmish.rules.figure import ROUND, Effect
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import SeatQuestion, Window
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.pause import Pause
from skirmish.rules.frames.rolls import ATTACK, DEFENCE, Pool, Roll
from skirmish.rules.game import Game
from skirmish.rules.hooks import FACINGS, MENU_LIMITS, STEP_LIMITS
from skirmish.rules.storage import snapshot  # noqa: F401 - every frame is imported
from tests.skirmish import checks
from tests.skirmish.cast import figure, ninja, play, position, start
from tests.skirmish.crowds import play_crowd
from tests.skirmish.exhaustive import RECKONED, offers, wanted
from tests.skirmish.fired import is_offer
from tests.skirmish.reference import gaps
from tests.skirmish.reference.courses import COURSES
from tests.skirmish.reference.diary import Diary, places_in
from tests.skirmish.reference.driven import FIST
from tests.skirmish.reference.menus import reckoned
from tests.skirmish.reference.offers import RECKONINGS
from tests.skirmish.reference.overheard import Ear, overhearing
from tests.skirmish.reference.questions import ANSWERS
from tests.skirmish.reference.reactions import REACTIONS


# --- nothing is left out ---------------------------------------------------------
def test_every_room_that_offers_something_is_reckoned_and_no_other() -> None:
    offering = {
        (spec.hook.name, kind, slug)
        for (kind, slug), behaviour in REGISTRY.items()
        for _, spec in behaviour.handler_specs
        if is_offer(spec)
    }
    known = {(event, *key) for event in RECKONINGS for key in RECKONINGS[event]}
    assert known == offering


def test_every_room_that_asks_something_is_reckoned_and_no_other() -> None:
    asking = {
        key
        for key, behaviour in REGISTRY.items()
        if behaviour.options is not Behaviour.options
    }
    assert set(ANSWERS) == asking


def test_whoever_asks_unasked_is_expected() -> None:
    """Those whose question follows from nothing that they have offered."""
    offering = {slug for _, slug in offers()}
    unasked = {slug for _, slug in ANSWERS if slug not in offering}
    reacting = {slug for _, slug in REACTIONS}
    assert unasked - reacting == set(gaps.UNEXPECTED)


def test_everybody_who_takes_options_away_is_reckoned() -> None:
    limiting = {
        slug
        for (kind, slug), behaviour in REGISTRY.items()
        for _, spec in behaviour.handler_specs
        if spec.hook in (MENU_LIMITS, STEP_LIMITS, FACINGS) and kind != EFFECT
    }
    assert limiting == {"frenzy", "pounce", "banzai", FIST}


def test_challenges_offer_what_is_reckoned_of_them() -> None:
    verbs = {verb for rules in SCENARIOS.values() for verb in rules.verbs}
    assert verbs == {"pick-up", "capture", "exit", "check"}


def test_every_frame_that_asks_is_reckoned() -> None:
    asking = {
        frame
        for frame in all_frames(Frame)
        if frame.__module__.startswith("skirmish.") and frame.groups is not Frame.groups
    }
    of_rooms = {f for f in asking if issubclass(f, Window | SeatQuestion)}
    of_turns = {f for f in asking if issubclass(f, Activation | Movement | Pause)}
    about_sentries = set(gaps.WHOSE) - {SeatQuestion}
    assert asking == of_rooms | of_turns | about_sentries | set(COURSES)


def all_frames(frame: type[Frame]) -> set[type[Frame]]:
    below = {f for sub in frame.__subclasses__() for f in all_frames(sub)}
    return below | {frame}


def test_every_reckoning_has_to_be_of_use_in_the_games() -> None:
    needed = [key for key in wanted() if key[0] in RECKONED]
    assert len(needed) == len(set(needed))
    assert len(needed) == len(offers()) + len(ANSWERS) + len(REACTIONS)


# --- mistakes are seen -----------------------------------------------------------
def awake(*lines: str, mine: tuple[str, ...] = (), **more: Any) -> Game:
    """a1 with some keywords before b1, activated, and whatever is said then."""
    game = position(
        {"E5 N": ninja(keywords=mine, **more), "A1": ninja()},
        {"E7 S": ninja(df=2), "T20": ninja()},
        dice=SeededDice("1" * 64),
        hands=(("darkest-night", "vault"), ("mamoru",)),
        moon="void",
    )
    start(game)
    play(game, "activate a1", *lines)
    return game


def with_groups(
    game: Game, change: Callable[[OptionGroup], OptionGroup | None]
) -> None:
    decision = game.decision
    assert decision is not None
    groups = [change(group) for group in decision.groups_in(game)]
    decision.groups = tuple(group for group in groups if group is not None)


def dodging_in_foul_weather() -> Game:
    game = position(
        {"E5 N": ninja(abilities=("foul-weather",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=SeededDice("3" * 64),
    )
    me = figure(game, "a1")
    game.hide(me)
    game.add_effect(me, Effect("foul-weather", 4, until=ROUND))
    start(game)
    play(game, "activate a1", "go D4")
    return game


SPOILT: list[tuple[str, Callable[[], Game]]] = [
    ("use tough", lambda: awake(mine=("tough",))),
    ("play darkest-night moon", awake),
    ("use blink", lambda: awake("pass", mine=("blink",))),
    ("use fire-mastery", lambda: awake("pass", "search", mine=("fire-mastery",))),
    ("use spirit-power", lambda: awake("pass", abilities=("spirit-power",))),
    ("use pounce", lambda: awake("pass", abilities=("pounce",))),
    ("use foul-weather", dodging_in_foul_weather),
]


@pytest.mark.parametrize(("verb", "scene"), SPOILT, ids=[verb for verb, _ in SPOILT])
def test_an_option_of_a_room_that_is_missing_or_somebody_elses_is_found(
    verb: str, scene: Callable[[], Game]
) -> None:
    game = scene()
    assert verb in {said for said, _ in reckoned(game)[1]}
    checks.check_menu(game)
    with_groups(game, lambda group: None if group.verb == verb else group)
    with pytest.raises(AssertionError):
        checks.check_menu(game)
    game = scene()
    owner = figure(game, "b1").key
    with_groups(
        game,
        lambda g: structs.replace(g, owner=owner) if g.verb == verb else g,
    )
    with pytest.raises(AssertionError):
        checks.check_menu(game)


def test_a_question_to_the_wrong_player_is_found() -> None:
    game = awake()
    assert game.decision is not None
    checks.check_menu(game)
    game.decision.seat = 1
    with pytest.raises(AssertionError):
        checks.check_menu(game)


def told(game: Game, diary: Diary, verb: str) -> None:
    """Make a choice and let the diary know."""
    assert game.decision is not None
    groups = game.decision.groups_in(game)
    group = next(group for group in groups if group.verb == verb)
    diary.hear(group.nth(0))
    game.apply(group.nth(0))


def test_what_is_used_up_and_not_written_down_is_found() -> None:
    game = awake("pass", mine=("fire-mastery",))
    diary = Diary(game)
    told(game, diary, "search")
    told(game, diary, "use fire-mastery")
    diary.check()
    figure(game, "a1").used = ()
    with pytest.raises(AssertionError):
        diary.check()


def test_dice_rolled_again_are_known_when_a_die_is_put_in_front_of_them() -> None:
    game = awake("pass")
    diary = Diary(game)
    attack = Pool(ATTACK, 0, 0, 2, faces=(1, 1))
    defence = Pool(DEFENCE, 1, 1, 2, faces=(2, 2), rerolled=0b10)
    roll = Roll(pools=(attack, defence), subjects=(0, 1), first=0)
    game.push(roll)
    diary.rerolled |= places_in(roll, {3})
    roll.add_die(game, 0, face=5, why="suinijs-depths")
    diary.check()
    roll.pools = (roll.pools[0], structs.replace(defence, rerolled=0))
    with pytest.raises(AssertionError):
        diary.check()


def test_an_action_that_was_not_paid_for_is_found() -> None:
    game = awake("pass", mine=("blink",))
    diary = Diary(game)
    diary.check()
    told(game, diary, "face")
    turn = game.stack[-1]
    assert isinstance(turn, Activation)
    diary.check()
    for name in ("has_turned", "has_acted", "has_extra", "began_stunned"):
        twin = structs.replace(turn, **{name: not getattr(turn, name)})
        game.stack[-1] = twin
        with pytest.raises(AssertionError):
            diary.check_turn(twin)
    for name in ("moves", "actions", "extras", "spaces", "attacks"):
        twin = structs.replace(turn, **{name: 7})
        game.stack[-1] = twin
        with pytest.raises(AssertionError):
            diary.check_turn(twin)


# --- and so is what nobody is asked ----------------------------------------------
def listened(game: Game, line: str) -> None:
    """Say something while somebody listens."""
    ear = Ear(game)
    with overhearing(ear), ear.open():
        play(game, line)


def sleeping() -> Game:
    return start(
        position({"E5 N": ninja(keywords=("tough",)), "A1": ninja()}, {"T20": ninja()})
    )


@pytest.mark.parametrize(
    ("owner", "name"), [(Window, "offers"), (Dispatcher, "has_handlers")]
)
def test_a_window_that_passes_somebody_by_is_found(
    owner: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listened(sleeping(), "activate a1")
    monkeypatch.setattr(owner, name, lambda *_: [])
    with pytest.raises(AssertionError):
        listened(sleeping(), "activate a1")


@pytest.mark.parametrize("opens", [True, False])
def test_a_window_that_is_not_opened_is_found(
    opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it was announced, or nobody even thought of it."""

    def forgotten(self: Activation, game: Game, event: Any, at: int) -> bool:
        del at
        if opens:
            game.has_handlers(event, (self.figure,))
        return False

    game = sleeping()
    monkeypatch.setattr(Activation, "_opens_window", forgotten)
    with pytest.raises(AssertionError):
        listened(game, "activate a1")


def striking() -> Game:
    game = position(
        {"E5 N": ninja(at=4, keywords=("gale-of-blows",)), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("earth", "earth", "earth", "earth"),
    )
    start(game)
    play(game, "activate a1")
    return game


@pytest.mark.parametrize("name", ["go_on", "options"])
def test_a_reaction_that_does_not_come_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listened(striking(), "attack b1")
    behaviour = REGISTRY[KEYWORD, "gale-of-blows"]
    monkeypatch.setattr(behaviour, name, lambda *_: [])
    with pytest.raises(AssertionError):
        listened(striking(), "attack b1")


def test_an_activation_that_is_closed_too_early_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listened(awake("pass"), "face E")
    game = awake("pass")
    monkeypatch.setattr(Activation, "_is_open", lambda *_: False)
    with pytest.raises(AssertionError):
        listened(game, "face E")


def test_nobody_listens_to_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sleeping()
    monkeypatch.setattr(Window, "offers", lambda *_: [])
    ear = Ear(game)
    with overhearing(ear), ear.open():
        play(game.copy(), "activate a1")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(24))
def test_in_a_crowd_everything_is_offered_as_the_slow_reckoning_says(
    number: int,
) -> None:
    play_crowd(number, decisions=30)
