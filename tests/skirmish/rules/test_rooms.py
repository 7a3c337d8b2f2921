"""How rooms are heard: events, order, numbers, and what is not playable."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.errors import Refusal
from skirmish.rules import events
from skirmish.rules.events import ADD, AFTER, ATTACK_DICE, EVENTS, FORBID, SET, Event
from skirmish.rules.figure import ROUND, TURN, Effect
from skirmish.rules.notation import mode_of
from skirmish.rules.rooms import KEYWORD, REGISTRY, Room, compiled, on
from skirmish.rules.table import Table
from tests.skirmish.cast import figure, ninja, position, setup_for, start


def test_the_list_of_events_is_closed() -> None:
    with pytest.raises(AssertionError, match="closed"):
        Event("a.new.one", "Nobody may add an event from outside.")
    assert "a.new.one" not in EVENTS


def test_every_event_says_what_it_is_about() -> None:
    for name, event in EVENTS.items():
        assert event.name == name
        assert event.about.endswith(".")
        assert getattr(events, name.upper().replace(".", "_")) is event


def test_every_room_hangs_on_something_or_answers() -> None:
    for (kind, slug), room in REGISTRY.items():
        assert room.handlers, f"The {kind} {slug} is never heard."
        assert room.__doc__, f"The {kind} {slug} says nothing of itself."


class Loud(Room):
    @on(ATTACK_DICE, layer=AFTER)
    def last(self, _game, _me, _ctx, value):
        return (*value, "after")

    @on(ATTACK_DICE, layer=SET, order=10)
    def fourth(self, _game, _me, _ctx, value):
        return (*value, "set")

    @on(ATTACK_DICE, layer=ADD, order=60)
    def third(self, _game, _me, _ctx, value):
        return (*value, "add 60")

    @on(ATTACK_DICE, layer=FORBID)
    def first(self, _game, _me, _ctx, value):
        return (*value, "forbid")

    @on(ATTACK_DICE, layer=ADD, order=10)
    def second(self, _game, _me, _ctx, value):
        return (*value, "add 10")


def test_handlers_run_by_layer_and_then_by_order() -> None:
    room = Loud(kind=KEYWORD, slug="loud", name="Loud", numbers={}, faces={})
    value: tuple[str, ...] = ()
    for bound in compiled((room,))[ATTACK_DICE]:
        value = bound.call(None, None, None, value)
    assert value == ("forbid", "add 10", "add 60", "set", "after")


def test_an_effect_is_heard_while_it_lasts() -> None:
    game = position({"E5": ninja(mv=5)}, {"T20": ninja()})
    bearer = figure(game, "a1")
    plain = bearer.hooks
    game.affect(bearer, Effect("slowed", until=TURN))
    assert bearer.hooks is not plain
    game.expire(TURN)
    assert bearer.hooks is plain
    game.affect(bearer, Effect("slowed", until=ROUND))
    game.expire(TURN)
    assert bearer.has_effect("slowed")


def test_a_keyword_without_a_room_is_refused_by_name() -> None:
    book = setup_for((ninja(),)).book
    missing = [slug for slug in book.keywords if (KEYWORD, slug) not in REGISTRY]
    for slug in missing:
        with pytest.raises(Refusal, match=book.keywords[slug].name):
            Table(setup_for((ninja(keywords=(slug,)),), (ninja(),)))


def test_room_verbs_take_what_their_groups_offer() -> None:
    game = position(
        {"E5 N": ninja(keywords=("close-combat-master", "fire-mastery"))},
        {"E6 S": ninja()},
        dice=ScriptedDice("air", "air", "air", "earth", "earth"),
    )
    start(game)
    game.apply(game.decision.nth(game, 0))
    for group in game.decision.groups_in(game):
        assert mode_of(game.table, group.verb) == group.mode
