"""Errata of the newsletter: results corrected after an issue reported them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.rules.history.newsletter import (
    TEXT_LENGTH,
    Corrected,
    correction_line,
    plain,
    result_line,
)

HEADING = "## Corrections"
_RESULTS = "## Results"
_ITEM = "- "


def revise_issue(
    text: str,
    corrected: Sequence[Corrected],
    challenges: Mapping[str, str],
    *,
    length: int = TEXT_LENGTH,
) -> str:
    """Return an issue with its corrected results: in place where the line of the old
    result is found, and in a section of their own at the end."""
    lines = text.splitlines()
    for correction in corrected:
        found = _find_line(lines, correction.names)
        if found is None:
            continue
        if correction.now is None:
            del lines[found]
        else:
            lines[found] = _ITEM + result_line(correction.now, challenges)
    notes = [_ITEM + correction_line(one, challenges) for one in corrected]
    body = "\n".join(lines).rstrip()
    while notes:
        revised = "\n\n".join([body, f"{HEADING}\n\n" + "\n".join(notes)]) + "\n"
        if len(revised) <= length:
            return revised
        notes.pop()
    return body + "\n"


def _find_line(lines: Sequence[str], names: Sequence[str]) -> int | None:
    """Return the only result that names all these teams, or None."""
    if _RESULTS not in lines:
        return None
    start = lines.index(_RESULTS) + 1
    rest = range(start, len(lines))
    end = next((at for at in rest if lines[at].startswith("## ")), len(lines))
    found = [
        at
        for at in range(start, end)
        if lines[at].startswith(_ITEM) and all(plain(one) in lines[at] for one in names)
    ]
    return found[0] if len(found) == 1 else None
