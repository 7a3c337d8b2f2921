"""What a saved game may say: every kind of frame, and nothing that is not there."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_args

import msgspec
import pytest

import challenges.rules
import skirmish.rules
from kernel.dice import SeededDice
from skirmish.rules.decision import Frame
from skirmish.rules.frames.game_flow import GameFlow
from skirmish.rules.frames.handler_frames import Resume, RunHandlers, SeatQuestion
from skirmish.rules.frames.rolls import Pool
from skirmish.rules.frames.zone_reactions import ZoneReactions
from skirmish.rules.storage import snapshot
from skirmish.rules.storage.snapshot import load_game, save_game
from skirmish.rules.storage.snapshot_schema import FIGURE_FIELDS, AnyFrame
from tests.skirmish.cast import (
    SEED,
    ninja,
    position,
    start,
)
from tests.skirmish.rules.storage.test_snapshot import again, known, refusal, small_game


# --- frames ----------------------------------------------------------------------
def all_frames(base: type[Frame] = Frame) -> Iterator[type[Frame]]:
    for kind in base.__subclasses__():
        yield kind
        yield from all_frames(kind)


def test_every_kind_of_frame_can_be_saved() -> None:
    for package in (skirmish.rules, challenges.rules):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            import_module(module.name)
    here = {k for k in all_frames() if k.__module__.startswith(("skirmish", "chall"))}
    assert here == set(get_args(AnyFrame))


SPECIMENS: dict[str, Any] = {
    "<class 'int'>": 1 << 300,
    "<class 'str'>": "A “word”",
    "<class 'bool'>": True,
    "int | None": 0,
    "tuple[int, ...]": (3, -1, 1 << 70),
    "tuple[str, ...]": ("one", "another"),
    "tuple[tuple[int, ...], ...]": ((1, 2), (), (0,)),
    "tuple[tuple[str, int], ...]": (("use nimble", 2), ("pass", -1)),
    "tuple[skirmish.rules.frames.rolls.Pool, ...]": (
        Pool("dodge", 1, 0, 3, (0, 5, 2), 0b101, 4, 2),
    ),
}
# Fields that name something which has to be there.
NAMED: dict[type[Frame], dict[str, Any]] = {
    SeatQuestion: {"kind": "status", "slug": "stun"},
    Resume: {"kind": "challenge", "slug": "brawl"},
    RunHandlers: {
        "hook": "activation.end",
        "calls": (
            (1, "status", "poison", "take_effect"),
            (-1, "status", "poison", "take_effect"),
        ),
    },
    ZoneReactions: {"calls": ((2, 0, "keyword", "vigilance", "notice"),)},
}


def filled(kind: type[Frame]) -> Frame:
    """A frame with something of its own in every field."""
    values = {
        field.name: SPECIMENS.get(str(field.type)) for field in fields_of(kind)
    } | NAMED.get(kind, {})
    for number, name in enumerate((*FIGURE_FIELDS, "at")):
        if name in values:
            values[name] = number % 3
    return kind(**values)


def fields_of(kind: type[Frame]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


@pytest.mark.parametrize("kind", get_args(AnyFrame), ids=lambda kind: kind.__name__)
def test_a_frame_comes_back_with_every_field(kind: type[Frame]) -> None:
    game = start(
        position(
            {"E5 N": ninja(keywords=("vigilance",)), "A1": ninja()},
            {"K9 W": ninja()},
            dice=SeededDice(SEED),
        )
    )
    frame = filled(kind)
    assert all(value is not None for value in frame.facts())
    game.stack += [GameFlow(), frame, GameFlow()]
    twin = again(game)
    assert type(twin.stack[-2]) is kind
    assert repr(twin.stack[-2].facts()) == repr(frame.facts())
    assert twin.stack[-2] is not frame


FORGERIES: list[tuple[str, Any]] = [
    ("table", 7),
    ("moon", "fire"),
    ("round", 1.5),
    ("active", 99),
    ("initiative", -1),
    ("drawn", -1),
    ("drawn", 10**12),
    ("lanterns", -1),
    ("crates", 1 << 400),
    ("shrines", [[400, 1]]),
    ("deck", ["no-such-card"]),
    ("notes", {"scribble": 1}),
    ("notes", {"report": [1]}),
    ("stack", []),
    ("stack", [{"type": "Move", "figure": 0, "seat": 0, "points": 1, "kind": "move"}]),
    ("decision", [9, "menu", 0]),
    ("decision", None),
    ("figures", []),
    ("seats", []),
    ("state_hash", "0" * 32),
    ("log", [["NoSuchEntry", 1]]),
]


def forged(text: str, **values: Any) -> str:
    """A text whose hash agrees with what somebody made of it."""
    title, _, body = text.rstrip("\n").split("\n")
    body = json.dumps(json.loads(body) | values)
    return f"{title}\n{snapshot._hash(body)}\n{body}\n"


def test_a_text_that_only_looks_different_is_read() -> None:
    game = small_game()
    twin = load_game(game.compiled.setup, forged(save_game(game)), SeededDice(SEED))
    assert known(twin) == known(game)


@pytest.mark.parametrize(("name", "value"), FORGERIES)
def test_what_cannot_be_is_refused_though_its_hash_agrees(
    name: str, value: object
) -> None:
    game = small_game()
    assert refusal(game.compiled.setup, forged(save_game(game), **{name: value}))


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "Moment", "event": "activation.end", "calls": [[0, *call]]}
        for call in (
            ("status", "poison", "__init__"),
            ("status", "poison", "use"),
            ("status", "poison", "no_such"),
            ("status", "stun", "take_effect"),
            ("status", "no-such", "take_effect"),
            ("challenge", "brawl", "check"),
        )
    ]
    + [
        {
            "type": "Moment",
            "event": "no.event",
            "calls": [[0, "status", "poison", "take_effect"]],
        },
        {
            "type": "Moment",
            "event": "activation.end",
            "calls": [[9, "status", "poison", "take_effect"]],
        },
        {
            "type": "Watching",
            "mover": 0,
            "at": 0,
            "calls": [[0, 0, "status", "poison", "take_effect"]],
        },
        {
            "type": "Ask",
            "kind": "keyword",
            "slug": "nimble",
            "owner": 0,
            "seat": 0,
            "what": "",
        },
        {"type": "Then", "kind": "challenge", "slug": "search", "owner": 0, "stage": 0},
        {"type": "Then", "kind": "status", "slug": "stun", "owner": 7, "stage": 0},
        {
            "type": "Then",
            "kind": "status",
            "slug": "stun",
            "owner": 0,
            "stage": 0,
            "at": 9,
        },
        {"type": "Frame"},
        {"type": "Popen"},
    ],
    ids=repr,
)
def test_a_frame_names_nothing_that_is_not_there(frame: dict[str, Any]) -> None:
    game = small_game()
    text = save_game(game)
    stack = json.loads(text.split("\n")[2])["stack"]
    bad = forged(text, stack=[*stack, frame])
    assert refusal(game.compiled.setup, bad).code == "altered"
