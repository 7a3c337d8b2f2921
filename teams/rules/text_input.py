"""What people may write on a scroll, and which values a journal may hold at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kernel.errors import Refusal
from kernel.text import has_lone_surrogate, is_legible

LORE_LENGTH = 8000
NOTE_LENGTH = 1000
REASON_LENGTH = 500
# Far beyond anything in play, and far within what is stored safely.
NUMBER_MAX = 1_000_000


def tidy_text(text: str, *, length: int, field: str = "text") -> str:
    """The text without blanks around it, or why it cannot be kept."""
    clean = text.replace("\r\n", "\n").strip()
    for sentence in text_problems(clean, length):
        raise Refusal(sentence, code="odd-text", field=field)
    return clean


def tidy_line(text: str, *, length: int, field: str = "name") -> str:
    """A name or a title as it is kept: on one line, with nothing hidden in it."""
    clean = " ".join(tidy_text(text, length=length, field=field).split())
    if not is_legible(clean):
        raise Refusal(
            "Names and titles are written in letters, digits and signs on one line,"
            " all of which can be seen.",
            code="odd-name",
            field=field,
        )
    return clean


def text_problems(text: str, length: int) -> Iterator[str]:
    if len(text) > length:
        yield f"That is {len(text)} letters long; {length} are the most."
    # Line breaks and joiners are part of writing, other control signs are not.
    # The last two are no letters at all, and would break every feed they are in.
    if any(
        (ord(letter) < 32 and letter not in "\n\t") or letter in "\ufffe\uffff"
        for letter in text
    ):
        yield "The text holds signs that cannot be shown; take them out."
    if has_lone_surrogate(text):
        yield "The text holds halves of letters; write them whole."


def odd_values(plain: object, path: str) -> Iterator[tuple[str, str]]:
    """Where and why a value, or one inside it, is nothing a journal holds."""
    match plain:
        case bool() | None:
            return
        case int() | float():
            if not -NUMBER_MAX <= plain <= NUMBER_MAX:
                yield path, f"{NUMBER_MAX} is the largest number there is."
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
