"""Names of the ninja of one team in a report."""

from __future__ import annotations

from kernel.ids import NinjaId


def ninja_name_label(names: dict[NinjaId, str], ninja: NinjaId) -> str:
    """Who has left the team since is known by the number alone."""
    return names.get(ninja, f"ninja {ninja}")
