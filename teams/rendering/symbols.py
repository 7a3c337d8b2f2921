"""The site's symbols as separate SVG files: crests, elements, icons."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

SPRITE = "img/sprite.svg"
_SYMBOL = re.compile(
    r'<symbol id="(?P<name>[\w-]+)" viewBox="(?P<box>[^"]+)">(?P<inside>.*?)</symbol>',
    re.DOTALL,
)


def symbol(name: str, *, colour: str) -> bytes:
    """Return a symbol of the sprite as an SVG file in one colour."""
    box, inside = _symbols()[name]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="{colour}">'
        f"{inside.replace('currentColor', colour)}</svg>"
    ).encode()


@cache
def _symbols() -> dict[str, tuple[str, str]]:
    found = finders.find(SPRITE)
    if found is None:
        raise AssertionError(f"The static files lack {SPRITE}.")
    text = Path(found).read_text(encoding="utf-8")
    return {hit["name"]: (hit["box"], hit["inside"]) for hit in _SYMBOL.finditer(text)}
