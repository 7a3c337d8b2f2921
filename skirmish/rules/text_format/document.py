"""The structure of all texts: heads, then blocks, with the number of every line.

    challenge: brawl            a head: a key and a value
    # A line that begins with a hash is a remark.

    [team A]                    a block: its name, and what it is about
    name: Tigers
    a1 tora-kaiken

Blank lines are ignored. Other modules interpret the lines of a block; in blocks with a
map a hash is a wall, not a remark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from kernel.errors import Unreadable

T = TypeVar("T")
DRAWINGS = ("ground", "elements", "deployment")
# The only blocks that may occur several times, told apart by their subject.
TEAM = "team"
_BLOCK = re.compile(r"\[([a-z]+)(?: (\S+))?\]")
_HEAD = re.compile(r"([a-z][a-z-]*):(?: (.*))?")
_NUMBER = re.compile("[0-9]{1,6}")
_LONGEST, _LONGEST_LINE = 2_000_000, 20_000


class Line(NamedTuple):
    number: int
    text: str

    def fault(self, sentence: str) -> Unreadable:
        return Unreadable(sentence, line=self.number)

    def one_of(self, what: str, known: Mapping[str, T], word: str) -> T:
        """Return what a word stands for; refuse it with a list of possible words."""
        if word not in known:
            names = ", ".join(known) if len(known) <= 12 else ""
            hint = f"; choose from {names}" if names else ""
            raise self.fault(f"There is no {what} “{word}”{hint}.")
        return known[word]

    def number_from(self, word: str, least: int = 0, most: int = 99) -> int:
        if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
            raise self.fault(f"“{word}” is not a number from {least} to {most}.")
        return int(word)


class Block(NamedTuple):
    opening: Line
    lines: tuple[Line, ...]


class Document:
    """A parsed text. `all_known` refuses everything that was not read."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise Unreadable("This text is longer than any game.", line=1)
        self.heads: dict[str, Line] = {}
        self.blocks: dict[tuple[str, str], Block] = {}
        self.last = 1
        block: tuple[str, str] | None = None
        lines: dict[tuple[str, str], list[Line]] = {}
        for number, raw in enumerate(text.split("\n"), start=1):
            line = Line(number, raw.rstrip())
            if len(line.text) > _LONGEST_LINE:
                raise line.fault("This is longer than any line of a game.")
            opening = _BLOCK.fullmatch(line.text)
            if line.text:
                self.last = number
            if opening is not None:
                block = self._open(line, opening)
                lines[block] = []
            elif not line.text or self._is_remark(line, block):
                continue
            elif block is None:
                self._head(line)
            else:
                lines[block].append(line)
        for key, found in lines.items():
            self.blocks[key] = Block(self.blocks[key].opening, tuple(found))

    def _is_remark(self, line: Line, block: tuple[str, str] | None) -> bool:
        is_drawn = block is not None and block[0] in DRAWINGS
        return line.text.lstrip().startswith("#") and not is_drawn

    def _open(self, line: Line, match: re.Match[str]) -> tuple[str, str]:
        key = (match[1], match[2] or "")
        if key in self.blocks:
            raise line.fault(f"The block {line.text} appears twice.")
        self.blocks[key] = Block(line, ())
        return key

    def _head(self, line: Line) -> None:
        key, value = head_of(line)
        if key in self.heads:
            raise line.fault(f"“{key}:” appears twice.")
        self.heads[key] = Line(line.number, value)

    # --- asking ----------------------------------------------------------------
    def head(self, key: str) -> Line | None:
        return self.heads.get(key)

    def needed(self, key: str) -> Line:
        if key not in self.heads:
            raise Unreadable(f"“{key}:” is missing.", line=1)
        return self.heads[key]

    def block(self, name: str, about: str = "") -> tuple[Line, ...]:
        found = self.blocks.get((name, about))
        return () if found is None else found.lines

    def has(self, name: str) -> bool:
        return any(key[0] == name for key in self.blocks)

    def all_known(self, heads: set[str], blocks: set[str]) -> None:
        """Refuse heads and blocks that mean nothing in such a text."""
        for key, line in self.heads.items():
            if key not in heads:
                raise line.fault(f"“{key}:” is not used here.")
        for (name, about), block in self.blocks.items():
            if name not in blocks or (about and name != TEAM):
                raise block.opening.fault(
                    f"The block {block.opening.text} is not used here."
                )


def head_of(line: Line) -> tuple[str, str]:
    match = _HEAD.fullmatch(line.text)
    if match is None:
        raise line.fault(f"“{line.text}” does not have the form “key: value”.")
    return match[1], (match[2] or "").strip()


def is_head(line: Line) -> bool:
    return _HEAD.fullmatch(line.text) is not None


def split_list(line: Line) -> list[str]:
    """Return the words of a line, split at commas."""
    return [word.strip() for word in line.text.split(",") if word.strip()]


# --- names, which may hold anything ----------------------------------------------
def quote(name: str) -> str:
    # Characters that look like the end of a line must not end one.
    text = msgspec.json.encode(name).decode()
    return re.sub(r"[\x7f-\x9f\u2028\u2029]", lambda c: f"\\u{ord(c[0]):04x}", text)


def unquote(line: Line, text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise line.fault(f"{text} is not a name in double quotes.") from None


_STRING = r'"(?:[^"\\]|\\.)*"'
_WORD = re.compile(rf"(?:[a-z-]+=)?(?:{_STRING}|\{{[^}}]*\}})|\S+")


def words_of(line: Line) -> list[str]:
    """Return the words of a line; text in double quotes or braces is one word."""
    return _WORD.findall(line.text)


def decode_part(line: Line, decode: Callable[[], T], what: str) -> T:
    """Return what a msgspec decoder makes of a part of a line."""
    try:
        return decode()
    except msgspec.MsgspecError as problem:
        raise line.fault(f"This is not a valid {what}: {problem}.") from None
