"""The site's colours for PDFs and images, read from tokens.css."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

TOKENS = "css/tokens.css"
_COLOUR = re.compile(
    r"--(?P<name>[\w-]+):\s*(?:light-dark\()?(?P<day>#[0-9a-f]{6})\b", re.IGNORECASE
)


@cache
def day_colours() -> Mapping[str, str]:
    """Return every plain colour of the light scheme by name."""
    found = finders.find(TOKENS)
    if found is None:
        raise AssertionError(f"The static files lack {TOKENS}.")
    text = Path(found).read_text(encoding="utf-8")
    colours: dict[str, str] = {}
    for hit in _COLOUR.finditer(text):
        # The first value counts; rules for print come later in the file.
        colours.setdefault(hit["name"], hit["day"])
    return colours
