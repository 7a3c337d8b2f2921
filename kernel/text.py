"""Text that cannot be stored, and names with invisible characters.

PostgreSQL stores neither NUL nor half of a surrogate pair. A name made of invisible
characters would let one person pass for another.
"""

from __future__ import annotations

import unicodedata

NUL = "\x00"
# Letters and signs by their category that are drawn as nothing: fillers of Hangul,
# inherent vowels of Khmer, the empty pattern of Braille, a note without a head.
# And a joiner that is no formatting mark.
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\u034f")
# Letters, digits, punctuation and symbols have ink of their own. Marks only change
# the letter before them.
_INK = frozenset("LNPS")


def is_storable(text: str) -> bool:
    """Return whether every database we support can store the text."""
    return NUL not in text and not has_lone_surrogate(text)


def has_lone_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def is_legible(line: str) -> bool:
    """Return whether all characters of a name or title are visible. Empty text is fine.

    A line holds no controls, no zero-width or right-to-left marks, no unassigned code
    points, no blank letters, and not only marks that have no letter to sit on.
    """
    return (
        line.isprintable()
        and _BLANK.isdisjoint(line)
        and (not line or any(map(_has_ink, line)))
    )


def _has_ink(character: str) -> bool:
    return unicodedata.category(character)[0] in _INK
