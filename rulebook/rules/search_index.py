"""A small ranked search over the rulebook, fast enough to answer every keystroke.

Every word of a query must be found, as a word or as the beginning of one. Where it
is found decides the rank: a whole name before the beginning of a name, a word of a
name before a tag (a clan, a type, a keyword), a tag before the text. When nothing is
found, names that differ from the query by one slip of the finger are offered.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kernel.elements import Element

_WORD = re.compile(r"[a-z0-9]+")
# How far a name may be from a mistyped query, and how short that query may be.
_SLIP = 1
_SLIP_LETTERS_MIN = 4

_WHOLE_NAME = 1000
_NAME_START = 400
_NAME_WORD = 120
_NAME_WORD_START = 80
_TAG = 30
_TAG_START = 20
_TEXT = 6
_TEXT_START = 3
_MINOR_DIVISOR = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Something that can be found."""

    kind: str
    slug: str
    name: str
    text: str
    tags: tuple[str, ...] = ()
    elements: tuple[Element, ...] = ()
    more: str = ""  # searched like the text, but not shown
    is_minor: bool = False  # stands behind others that fit as well


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text, and whether it matched the query."""

    text: str
    is_hit: bool


@dataclass(frozen=True, slots=True)
class Hit:
    document: Document
    score: int
    name: tuple[Piece, ...]
    text: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The best hits, how many there are of each kind, and whether the query was
    corrected.
    """

    hits: tuple[Hit, ...]
    total: int
    by_kind: dict[str, int]
    is_guess: bool = False


def words(text: str) -> list[str]:
    """Return the words of a text in plain lower-case letters; "Tora's" is one word."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _WORD.findall(plain.replace("'", "").replace("\u2019", ""))


class SearchIndex:
    """Index of documents by the beginning of their words."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.documents = tuple(documents)
        self._names = [words(document.name) for document in self.documents]
        # For each word the documents that hold it, with what it is worth there as a
        # whole and as the beginning of something typed so far.
        self._places: dict[str, dict[int, tuple[int, int]]] = {}
        for number, document in enumerate(self.documents):
            self._add(number, self._names[number], _NAME_WORD, _NAME_WORD_START)
            for tag in document.tags:
                self._add(number, words(tag), _TAG, _TAG_START)
            for text in (document.text, document.more):
                self._add(number, words(text), _TEXT, _TEXT_START)
        self._vocabulary = sorted(self._places)

    def _add(self, number: int, found: Sequence[str], whole: int, start: int) -> None:
        for word in found:
            places = self._places.setdefault(word, {})
            places[number] = max(places.get(number, (0, 0)), (whole, start))

    def search(
        self,
        query: str,
        *,
        kind: str = "",
        element: Element | None = None,
        limit: int = 40,
    ) -> Results:
        """Return the best matches. An empty query returns everything in the book's
        order.
        """
        asked = words(query)
        scores = self._scores(asked)
        is_guess = not scores and bool(asked)
        if is_guess:
            scores = self._slips("".join(asked))
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        fitting = [n for n in ranked if self._has(self.documents[n], element)]
        of_kind = [n for n in fitting if kind in ("", self.documents[n].kind)]
        return Results(
            hits=tuple(
                _hit(self.documents[number], scores[number], asked)
                for number in of_kind[:limit]
            ),
            total=len(of_kind),
            by_kind=dict(Counter(self.documents[number].kind for number in fitting)),
            is_guess=is_guess and bool(ranked),
        )

    @staticmethod
    def _has(document: Document, element: Element | None) -> bool:
        return element is None or element in document.elements

    def _scores(self, asked: list[str]) -> dict[int, int]:
        """Return the documents that contain every word, with their scores."""
        if not asked:
            return dict.fromkeys(range(len(self.documents)), 0)
        total: dict[int, int] = {}
        for place, word in enumerate(asked):
            found = self._word_scores(word)
            total = (
                {
                    number: total[number] + found[number]
                    for number in found.keys() & total
                }
                if place
                else found
            )
        for number in total:
            total[number] += self._name_score(self._names[number], asked)
            if self.documents[number].is_minor:
                total[number] //= _MINOR_DIVISOR
        return total

    def _word_scores(self, word: str) -> dict[int, int]:
        best: dict[int, int] = {}
        for known in self._beginning_with(word):
            for number, (whole, start) in self._places[known].items():
                score = whole if known == word else start
                best[number] = max(best.get(number, 0), score)
        return best

    def _beginning_with(self, start: str) -> Iterator[str]:
        for place in range(bisect_left(self._vocabulary, start), len(self._vocabulary)):
            if not self._vocabulary[place].startswith(start):
                return
            yield self._vocabulary[place]

    @staticmethod
    def _name_score(name: list[str], asked: list[str]) -> int:
        if name == asked:
            return _WHOLE_NAME
        return _NAME_START if " ".join(name).startswith(" ".join(asked)) else 0

    def _slips(self, typed: str) -> dict[int, int]:
        if len(typed) < _SLIP_LETTERS_MIN:
            return {}
        return {
            number: 1
            for number, name in enumerate(self._names)
            if any(_is_slip(typed, part) for part in ("".join(name), *name))
        }


def _is_slip(typed: str, name: str) -> bool:
    """Return whether two words differ by one letter or two swapped neighbours."""
    short, long = sorted((typed, name), key=len)
    if len(long) - len(short) > _SLIP or len(short) < _SLIP_LETTERS_MIN:
        return False
    start = next((i for i, letter in enumerate(short) if letter != long[i]), len(short))
    rest, other = short[start:], long[start:]
    if len(long) > len(short):
        return rest == other[1:]
    swapped = other[1:2] + other[:1] + other[2:]
    return rest[1:] == other[1:] or rest == swapped


def _hit(document: Document, score: int, asked: list[str]) -> Hit:
    return Hit(
        document=document,
        score=score,
        name=tuple(highlighted(document.name, asked)),
        text=tuple(highlighted(document.text, asked)),
    )


def highlighted(text: str, asked: Sequence[str]) -> Iterator[Piece]:
    """Split a text into parts, with the matches marked."""
    begun = 0
    for match in re.finditer(r"[\w'\u2019]+", text) if asked else ():
        plain = "".join(words(match[0]))
        length = max((len(w) for w in asked if plain.startswith(w)), default=0)
        if length:
            # Plain letters stand one for one, except for marks that are left out.
            end = match.start() + _letters_until(match[0], length)
            if match.start() > begun:
                yield Piece(text[begun : match.start()], is_hit=False)
            yield Piece(text[match.start() : end], is_hit=True)
            begun = end
    if begun < len(text):
        yield Piece(text[begun:], is_hit=False)


def _letters_until(word: str, count: int) -> int:
    """Return how many characters of a word give this many plain ones."""
    for end in range(1, len(word) + 1):
        if len("".join(words(word[:end]))) >= count:
            return end
    return len(word)
