"""Everything that is known about matches. Nothing here writes.

Pages are frozen dataclasses made with a fixed number of queries. Whoever may not
see a match gets Http404, as if there were none.
"""

from __future__ import annotations
