"""Everything that is known about stored teams. Nothing here writes.

Pages are frozen dataclasses made with a fixed number of queries, whatever the size
of the team. Whoever may not see a team gets Http404, as if there were none.
"""

from __future__ import annotations
