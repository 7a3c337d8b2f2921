"""Demo data: people, teams and a league.

`BUILDERS` lists the parts, lowest level first. To add a part, add a module here with
`build(scene)`. Builders write through services, as people do, and take all dice from
`scene.dice`, so that the same version always builds the same demo.
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
    """Build the whole demo or, if any part fails, none."""
    scene = Scene()
    for builder in BUILDERS:
        builder(scene)
    return scene


def log_ins() -> str:
    """Return a sentence with the demo's log-ins, or an empty string."""
    names = people.names()
    return f"Demo log-ins: {', '.join(names)}; password {PASSWORD}" if names else ""
