"""What the builders of the demo share."""

from __future__ import annotations

from dataclasses import dataclass, field

from kernel.dice import SeededDice
from people.models import Person

# Everybody may know it: `config.startup` keeps the demo out of a database
# that an operator has provided.
PASSWORD = "moonlit-dojo"  # noqa: S105
SEED = "6d6f6f6e6c6967687420" + "0" * 44


@dataclass
class Scene:
    """What has been built so far, for the builders that follow."""

    people: dict[str, Person] = field(default_factory=dict)
    teams: dict[str, int] = field(default_factory=dict)

    def dice(self, part: str) -> SeededDice:
        """Return dice for one part, so that a new part changes no earlier one."""
        return SeededDice(SEED, f"demo {part}")
