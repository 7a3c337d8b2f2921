"""A team's state as plain values to be stored, and back.

House rules are kept as their differences from the stored defaults: a snapshot stays
small, and a knob added later finds its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kernel.errors import Refusal, Unreadable
from rulebook.rules.book import Catalogue
from teams.rules.state import TeamState

RULES = "rules"


def taken(state: TeamState, book: Catalogue) -> dict[str, Any]:
    """The state as JSON gives it back, so that two of them can be compared."""
    changes = book.house_rules.changes_to_store(state.rules)
    plain = msgspec.to_builtins(state) | {RULES: changes}
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return decoded


def restored(plain: Mapping[str, Any], book: Catalogue) -> TeamState:
    """The state that a snapshot was taken of; refuses one of another shape."""
    try:
        changes = msgspec.convert(plain[RULES], dict[str, object])
        rules = book.house_rules.read(changes) if changes else book.stored_house_rules
        return msgspec.convert({**plain, RULES: rules}, TeamState)
    except (KeyError, msgspec.ValidationError, Refusal) as error:
        raise Unreadable(
            f"This is no snapshot of a team: {error}.", code="unreadable-snapshot"
        ) from error
