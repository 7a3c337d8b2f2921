"""Selectors of teams.

Pages are frozen dataclasses made with a fixed number of queries, whatever the size of
the team. Viewers who may not see a team get Http404, as if it did not exist.
"""

from __future__ import annotations
