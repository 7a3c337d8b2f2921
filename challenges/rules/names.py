"""Names by which the ninja of one team can be told apart in a report."""

from __future__ import annotations

from collections import Counter

from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from teams.rules.state import TeamState
from teams.rules.words import ninja_name


def distinct_names(state: TeamState, book: Catalogue) -> dict[NinjaId, str]:
    """Those without a name of their own are counted: Tora Kaiken 1, Tora Kaiken 2."""
    plain = {one.id: ninja_name(state, one.id, book) for one in state.ninja}
    often, met = Counter(plain.values()), Counter[str]()
    names: dict[NinjaId, str] = {}
    for ninja, name in plain.items():
        met[name] += 1
        names[ninja] = f"{name} {met[name]}" if often[name] > 1 else name
    return names


def name_in(names: dict[NinjaId, str], ninja: NinjaId) -> str:
    """Who has left the team since is known by the number alone."""
    return names.get(ninja, f"ninja {ninja}")
