"""Everything that changes stored teams.

Verbs that change a team take an `Edit` first: which team, by whom, and which version
they looked at. All of them go through `teams.services.journal`, refuse in sentences,
and give back what was written. With `Edit(..., is_preview=True)` they tell what would
be written and write nothing.
"""

from __future__ import annotations
