"""Worth and rating of a team (RATE-01 to RATE-11)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rulebook.rules.book import Catalogue
from rulebook.rules.league_book import book_under
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.experience import advancements_of
from teams.rules.state import NinjaState, TeamState


class RatingParts(msgspec.Struct, frozen=True, kw_only=True):
    """The rating and its parts, so that a page can show the sum."""

    worth: int
    from_worth: int
    from_advancements: int
    from_named: int

    @property
    def rating(self) -> int:
        return self.from_worth + self.from_advancements + self.from_named


def worth(ninja: Iterable[NinjaState]) -> int:
    """Return the sum of the prices paid, without upkeep, treasury or advancements."""
    return sum([one.price for one in ninja])


def rating_parts(state: TeamState, book: Catalogue) -> RatingParts:
    counted = [
        one
        for one in state.members
        if state.rules.rating_counts_absent or not one.is_absent
    ]
    table = book_under(book, state.rules).rating
    total = worth(counted)
    advancements = sum([advancements_of(one, state.rules) for one in counted])
    named = sum([profile_of(book, one.profile).is_named for one in counted])
    return RatingParts(
        worth=total,
        from_worth=total // table.koban_divisor,
        from_advancements=advancements * table.per_advancement,
        from_named=named * table.per_hero_or_ronin,
    )


def rating(state: TeamState, book: Catalogue) -> int:
    return rating_parts(state, book).rating
