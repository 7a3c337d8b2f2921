"""Numbers and words used in every game: dice, elements, terrain, limits."""

from __future__ import annotations

from kernel.elements import Element
from rulebook.rules.entry_base import NamedEntry, TracedEntry


class ElementResults(NamedEntry, frozen=True, kw_only=True):
    """What a die face does in combat and at range."""

    slug: Element
    opposes: Element
    combat_result: str
    ranged_result: str
    spaces: int = 0  # how far the result moves somebody


class Basics(TracedEntry, frozen=True, kw_only=True):
    """The numbers that belong to no single entry."""

    affinity_test_dice: int
    affinity_test_matches: int
    assist_bonus: int
    back_strike_bonus: int
    stealth_bonus: int
    shuriken_range: int
    shuriken_dice: int
    board_columns: int
    board_rows: int
    lanterns_min: int
    lanterns_max: int
    shrines_max: int
    # Lanterns and shrines keep this far from every deployment space.
    token_distance: int
    # Counted at each upkeep, for each player.
    recoveries_per_upkeep: int
    starting_koban: int


class TerrainKind(NamedEntry, frozen=True, kw_only=True):
    """How a space or a token on it affects movement and sight."""

    effect: str
    enter_cost: int | None  # None where nobody may enter
    climb_cost: int | None = None  # from a space that is not elevated
    is_obscuring: bool = False
    is_elevated: bool = False
    is_token: bool = False
    numbers: dict[str, int] = {}

    @property
    def is_rough(self) -> bool:
        return self.enter_cost is not None and self.enter_cost > 1

    @property
    def is_impassable(self) -> bool:
        return self.enter_cost is None
