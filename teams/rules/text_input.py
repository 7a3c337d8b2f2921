"""Clean and check the text that people type, and the values of imported journals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kernel.errors import Refusal
from kernel.text import has_lone_surrogate, is_legible

LORE_LENGTH = 8000
NOTE_LENGTH = 1000
REASON_LENGTH = 500
# Far above any value in play, and safe to store.
NUMBER_MAX = 1_000_000


def tidy_text(text: str, *, length: int, field: str = "text") -> str:
    """Return the text without surrounding spaces, or refuse it."""
    clean = text.replace("\r\n", "\n").strip()
    for sentence in text_problems(clean, length):
        raise Refusal(sentence, code="odd-text", field=field)
    return clean


def tidy_line(text: str, *, length: int, field: str = "name") -> str:
    """Return a name or title on one line, or refuse it."""
    clean = " ".join(tidy_text(text, length=length, field=field).split())
    if not is_legible(clean):
        raise Refusal(
            "Use only visible characters on one line, with at least one letter or"
            " digit.",
            code="odd-name",
            field=field,
        )
    return clean


def text_problems(text: str, length: int) -> Iterator[str]:
    if len(text) > length:
        yield (
            f"This text has {len(text)} characters. The limit is {length} characters."
        )
    # Line breaks and joiners belong to text, other control characters do not.
    # The last two are not characters and would break XML feeds.
    if any(
        (ord(letter) < 32 and letter not in "\n\t") or letter in "\ufffe\uffff"
        for letter in text
    ):
        yield "The text contains characters that cannot be shown. Remove them."
    if has_lone_surrogate(text):
        yield "The text contains broken characters. Type them again."


def odd_values(plain: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield path and sentence for each value that a journal cannot hold."""
    match plain:
        case bool() | None:
            return
        case int() | float():
            if not -NUMBER_MAX <= plain <= NUMBER_MAX:
                yield path, f"Numbers must be between -{NUMBER_MAX} and {NUMBER_MAX}."
        case str():
            for sentence in text_problems(plain, LORE_LENGTH):
                yield path, sentence
        case Mapping():
            for key, value in plain.items():
                yield from odd_values(str(key), path)
                yield from odd_values(value, f"{path}.{key}")
        case Sequence():
            for number, value in enumerate(plain):
                yield from odd_values(value, f"{path}[{number}]")
