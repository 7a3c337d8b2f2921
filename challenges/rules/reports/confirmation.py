"""Who has to confirm a report before it counts (LEAGUE-17, NM-07)."""

from __future__ import annotations

import msgspec

from rulebook.rules.rule_setting_values import ResultConfirmation


class ConfirmationPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """The people who can confirm a report, and the league's way of confirming."""

    how: ResultConfirmation
    players: frozenset[int]
    masters: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()  # players who said that they do not play

    @property
    def is_for_masters(self) -> bool:
        """Return whether a master confirms; opponents do if no master is neutral."""
        is_theirs = self.how is ResultConfirmation.NINJA_MASTER
        return is_theirs and bool(self.masters - self.players)

    def awaited(self, said_yes: frozenset[int]) -> frozenset[int]:
        """Return the people who still have to confirm. The author counts as confirmed.

        Of several masters one is enough. Absent players are not waited for.
        """
        if self.how is ResultConfirmation.NONE:
            return frozenset()
        if self.is_for_masters:
            others = self.masters - self.players
            return frozenset() if others & said_yes else others
        return self.players - self.absent - said_yes
