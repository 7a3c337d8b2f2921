"""Who has to say yes to a report before it counts (LEAGUE-17, NM-07)."""

from __future__ import annotations

import msgspec

from rulebook.rules.rule_setting_values import ResultConfirmation


class ConfirmationPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """Those who can say yes, by the numbers of their accounts, and how a league lets
    reports be confirmed."""

    how: ResultConfirmation
    players: frozenset[int]
    masters: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()  # players who said that they do not play

    @property
    def is_for_masters(self) -> bool:
        """Whether a master confirms. Nobody does it for a match of their own: where
        there is no other master, the opponents say yes."""
        is_theirs = self.how is ResultConfirmation.NINJA_MASTER
        return is_theirs and bool(self.masters - self.players)

    def awaited(self, said_yes: frozenset[int]) -> frozenset[int]:
        """Whose yes is missing, if those have said it; whoever wrote the report has.

        Of masters, one is enough. Players who are absent are not waited for.
        """
        if self.how is ResultConfirmation.NONE:
            return frozenset()
        if self.is_for_masters:
            others = self.masters - self.players
            return frozenset() if others & said_yes else others
        return self.players - self.absent - said_yes
