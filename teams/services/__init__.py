"""Services that change teams.

They take an `Edit` first: the team, the person, and the version that the person saw.
All of them write through `teams.services.journal` and return what was written. With
`Edit(..., is_preview=True)` they return the same and write nothing.
"""

from __future__ import annotations
