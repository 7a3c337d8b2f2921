"""Queries about matches. Nothing here writes.

Pages are frozen dataclasses with a fixed number of queries. Viewers who may not see a
match get Http404.
"""

from __future__ import annotations
