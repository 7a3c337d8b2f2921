"""The site's colours for what is not a web page. tokens.css alone names them."""

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
    """Every plain colour by its name, as it is by day."""
    found = finders.find(TOKENS)
    if found is None:
        raise AssertionError(f"The static files lack {TOKENS}.")
    text = Path(found).read_text(encoding="utf-8")
    colours: dict[str, str] = {}
    for hit in _COLOUR.finditer(text):
        # What is said first holds; the rules for print come later in the file.
        colours.setdefault(hit["name"], hit["day"])
    return colours
