"""Everything that changes matches.

Verbs that change a match take an `Edit` first: which one, by whom, and which version
they looked at. All of them go through `challenges.services.opening` and refuse in
sentences. Services take locks in the order match, settlement, team.
"""

from __future__ import annotations
