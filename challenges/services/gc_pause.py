"""Long work without the rounds of Python's collector.

A correction of a thousand matches holds very much and makes hardly a cycle; looking
through all of it again and again took a seventh of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_gc() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
