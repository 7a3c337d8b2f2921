"""Services that change matches.

Services that change a match take an `Edit` first: the match, the person and the version
they saw. They lock the match through `challenges.services.locks` and raise refusals.
Locks are taken in the order match, settlement, team.
"""

from __future__ import annotations
