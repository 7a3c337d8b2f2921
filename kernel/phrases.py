"""Put names and numbers into sentences: articles, possessives, plurals and lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_letters

# Words that sound different from their first letter. "Uni" and "eu" begin with "you",
# "one" with "wun"; the h in "hour" and its relatives is silent.
_SOUNDS_LIKE_CONSONANT = re.compile(
    r"(?:uni(?![dmn])|u[bkst][aeiou]|eu|ewe|one\b|once\b)"
)
_SOUNDS_LIKE_VOWEL = re.compile(r"(?:hour|honest|honou?r|heir)")
# Letters whose names begin with a vowel, as in "an XP point".
_SPELLED_WITH_VOWEL = frozenset("AEFHILMNORSX")
_LONGEST_ABBREVIATION = 3
_WORD = re.compile(r"\w+")


def with_article(phrase: str) -> str:
    """Return the phrase after "a" or "an": an Ika scroll, a Tora scroll, an 8."""
    return f"{indefinite_article(phrase)} {phrase}"


def indefinite_article(phrase: str) -> str:
    """Return "a" or "an", whichever goes before the phrase."""
    match = _WORD.search(phrase)
    if match is None:
        return "a"
    return "an" if _starts_with_vowel_sound(match[0]) else "a"


def _starts_with_vowel_sound(word: str) -> bool:
    if word[0].isdigit():
        # Eight, eighty, eight hundred; eleven and eighteen, also in thousands.
        digits = word.rstrip(ascii_letters)
        return digits[0] == "8" or (digits[:2] in ("11", "18") and len(digits) % 3 == 2)
    if word.isupper() and len(word) <= _LONGEST_ABBREVIATION:
        return word[0] in _SPELLED_WITH_VOWEL
    lowered = word.lower()
    if _SOUNDS_LIKE_VOWEL.match(lowered):
        return True
    return lowered[0] in "aeiou" and not _SOUNDS_LIKE_CONSONANT.match(lowered)


def possessive(name: str) -> str:
    """Return the name as an owner: Petra's, the Furnace Prowlers', the Princess's."""
    lowered = name.lower()
    is_plural = lowered.endswith("s") and not lowered.endswith("ss")
    return f"{name}'" if is_plural else f"{name}'s"


def count_noun(count: int, singular: str, plural: str = "") -> str:
    """Return the number with its noun: 1 match, 2 matches."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def list_words(words: Sequence[str], *, last: str = "and") -> str:
    """Return the words as a list in a sentence: one, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"
