"""How rooms are heard: events, order, numbers, and what is not playable."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Use
from skirmish.rules.behaviours import (
    ABILITY,
    KEYWORD,
    REGISTRY,
    Behaviour,
    compile_handlers,
    on,
)
from skirmish.rules.hooks import ADD, AFTER, ATTACK_DICE, FORBID, SET
from skirmish.rules.storage.notation import mode_of
from tests.skirmish.cast import ninja, position, start


class Loud(Behaviour):
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


def test_every_room_hangs_on_something_unless_it_is_a_shot() -> None:
    # A shot plays from its ranged profile; its room only says so.
    abilities = catalogue().abilities.values()
    shots = {ability.slug for ability in abilities if ability.use is Use.RANGED_ATTACK}
    for (kind, slug), behaviour in REGISTRY.items():
        is_shot = kind == ABILITY and slug in shots
        assert behaviour.handler_specs or is_shot, f"The {kind} {slug} is never heard."
        assert behaviour.__doc__, f"The {kind} {slug} says nothing of itself."


def test_handlers_run_by_layer_and_then_by_order() -> None:
    behaviour = Loud(kind=KEYWORD, slug="loud", name="Loud", numbers={}, faces={})
    value: tuple[str, ...] = ()
    for bound in compile_handlers((behaviour,))[ATTACK_DICE]:
        value = bound.call(None, None, None, value)
    assert value == ("forbid", "add 10", "add 60", "set", "after")


def test_room_verbs_take_what_their_groups_offer() -> None:
    game = position(
        {"E5 N": ninja(keywords=("close-combat-master", "fire-mastery"))},
        {"E6 S": ninja()},
        dice=ScriptedDice("air", "air", "air", "earth", "earth"),
    )
    start(game)
    game.apply(game.decision.nth(game, 0))
    for group in game.decision.groups_in(game):
        assert mode_of(game.compiled, group.verb) == group.mode
