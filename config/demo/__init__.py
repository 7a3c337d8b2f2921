"""A small world to look at on the first visit.

`BUILDERS` is the list of what there is, lowest level first. A part of the product
adds itself with a module here that has `build(scene)`. Builders write through
services, as people do, and take every chance from `scene.dice`, so that the same
version of the product always tells the same story.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from config.demo import games, league, people, teams
from config.demo.context import PASSWORD, Scene

BUILDERS: tuple[Callable[[Scene], None], ...] = (
    people.build,
    teams.build,
    league.build,
    games.build,
)


@transaction.atomic
def build() -> Scene:
    """The whole demo or, if any part fails, none of it."""
    scene = Scene()
    for builder in BUILDERS:
        builder(scene)
    return scene


def log_ins() -> str:
    """A sentence with the names that can be used here, or nothing."""
    names = people.names()
    return f"Demo log-ins: {', '.join(names)}; password {PASSWORD}" if names else ""
