"""Names of a team's ninja in a report."""

from __future__ import annotations

from kernel.ids import NinjaId


def ninja_name_label(names: dict[NinjaId, str], ninja: NinjaId) -> str:
    """Return the ninja's name; one that has left the team is named by number."""
    return names.get(ninja, f"ninja {ninja}")
