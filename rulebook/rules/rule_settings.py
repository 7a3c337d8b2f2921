"""Rule settings, and checks of their values.

A rule setting is one house rule that a ninja master can change: its kind, limits,
default and explanation, read from fixtures/house-rules.yaml. `problems` yields
everything wrong with a value, in sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TypeGuard

from msgspec import UNSET

from kernel.ids import RuleId
from rulebook.rules.entry_base import Entry, Source

DATE_LENGTH = len("2026-11-30")


class RuleSettingKind(StrEnum):
    BOOL = "bool"
    INT = "int"
    FLOAT = "float"
    ENUM = "enum"
    DATE = "date"
    INTS = "ints"
    ENUMS = "enums"
    OBJECT = "object"
    TABLE = "table"


class RuleSettingChoice(Entry, frozen=True, kw_only=True):
    value: str
    title: str


class TableRow(Entry, frozen=True, kw_only=True):
    """One row of a table of the book, with the values that are printed in it."""

    key: str
    title: str
    section: str = ""  # rows of one section stand together
    values: dict[str, object]  # by column; a column that is missing does not apply


class RuleSettingField(Entry, frozen=True, kw_only=True):
    """One value with its limits: a whole setting, or one part of an object."""

    key: str
    title: str
    type: RuleSettingKind
    optional: bool = False  # whether "none" is a value
    minimum: float | None = None  # of a number, or of each number of a list
    maximum: float | None = None
    choices: tuple[RuleSettingChoice, ...] = ()
    length_min: int = 1
    length_max: int | None = None
    is_rising: bool = False  # each number larger than the one before
    is_complete: bool = False  # every choice exactly once
    measure: str = ""  # what a number counts, such as XP
    fields: tuple[RuleSettingField, ...] = ()  # of an object, or the columns of a table
    # A table stores only the cells that differ from the book, by row and column.
    rows_from: str = ""  # the table of the book that its rows come from
    rows: tuple[TableRow, ...] = ()

    def choice_title(self, value: object) -> str:
        titles = (choice.title for choice in self.choices if choice.value == value)
        return next(titles, str(value))


class RuleSettingPreset(Entry, frozen=True, kw_only=True):
    """A value offered by name."""

    slug: str
    title: str
    value: object


class RuleSettingGroup(Entry, frozen=True, kw_only=True):
    slug: str
    title: str
    explanation: str


class RuleSetting(RuleSettingField, frozen=True, kw_only=True):
    group: str
    explanation: str
    default: object
    source: Source  # whether the default is the book's or ours
    refs: tuple[RuleId, ...]
    presets: tuple[RuleSettingPreset, ...] = ()
    # What the default was until it was changed. Stored rules that do not name this
    # setting were written then, so they keep it (decision 22).
    former_default: object = UNSET

    @property
    def stored_default(self) -> object:
        """The value for stored rules that do not contain this setting."""
        return self.default if self.former_default is UNSET else self.former_default

    @property
    def slug(self) -> str:
        return self.key.replace("_", "-")


class RuleSettingFile(Entry, frozen=True, kw_only=True):
    """fixtures/house-rules.yaml as a whole."""

    groups: tuple[RuleSettingGroup, ...]
    knobs: tuple[RuleSetting, ...]


def problems(field: RuleSettingField, value: object) -> Iterator[str]:
    """Yield every reason why this value is invalid, as sentences."""
    if value is None:
        if not field.optional:
            yield f"{field.title} needs a value."
        return
    yield from _CHECKS[field.type](field, value)


def in_words(field: RuleSettingField, value: object) -> str:
    """Return the value in words."""
    if value is None:
        return "no number"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field.type is RuleSettingKind.TABLE:
        return _table_in_words(field, value)
    if isinstance(value, Mapping):
        parts = list(_parts_in_words(field, value))
        has_lists = any("," in part for part in parts)
        return ("; " if has_lists else ", ").join(parts) or "no number"
    if _is_list(value):
        return ", ".join(field.choice_title(item) for item in value)
    if field.type is RuleSettingKind.FLOAT and field.maximum == 1:
        return _share_in_words(float(str(value)))
    return field.choice_title(value)


class Cell(Entry, frozen=True, kw_only=True):
    """A table cell with the book's value and the value that replaces it."""

    title: str
    book: str
    value: str
    measure: str = ""


def cells_of(field: RuleSettingField, changes: object) -> dict[tuple[str, str], Cell]:
    """Return every cell of a table under these changes, by row and column."""
    changed = changes if isinstance(changes, Mapping) else {}
    found = {}
    for row in field.rows:
        own = changed.get(row.key, {})
        for column in field.fields:
            if column.key in row.values:
                printed = row.values[column.key]
                title = f"{row.title}, {_amid(column.title)}"
                found[row.key, column.key] = Cell(
                    title=row.title if len(field.fields) == 1 else title,
                    book=in_words(column, printed),
                    value=in_words(column, own.get(column.key, printed)),
                    measure=column.measure,
                )
    return found


def without_book_values(field: RuleSettingField, value: object) -> object:
    """Return a table without cells that equal the book's value."""
    if not isinstance(value, Mapping):
        return value
    sparse: dict[str, dict[str, object]] = {}
    for row in field.rows:
        own = value.get(row.key, {})
        cells = {
            column.key: own[column.key]
            for column in field.fields
            if column.key in own and own[column.key] != row.values.get(column.key)
        }
        if cells:
            sparse[row.key] = cells
    return sparse


def _table_in_words(field: RuleSettingField, value: object) -> str:
    changed = [one for one in cells_of(field, value).values() if one.value != one.book]
    return "; ".join(f"{one.title}: {one.value}" for one in changed) or "as in the book"


def _parts_in_words(
    field: RuleSettingField, values: Mapping[str, object]
) -> Iterator[str]:
    """Yield each part that has a value, for the middle of a sentence."""
    for part in field.fields:
        value = values.get(part.key)
        if value is not None:
            between = ": " if isinstance(value, bool) else " "
            yield f"{_amid(part.title)}{between}{_amid(in_words(part, value))}"


def _amid(title: str) -> str:
    """Lower the first letter for mid-sentence use; names such as MV keep theirs."""
    is_name = title[1:2].isupper()
    return title if is_name else title[:1].lower() + title[1:]


def _share_in_words(share: float) -> str:
    if share in (0, 1):
        return "all of it" if share else "nothing"
    return f"{share * 100:g}%"


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _check_bool(field: RuleSettingField, value: object) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"{field.title} is either yes or no, not {value!r}."


def _check_number(field: RuleSettingField, value: object) -> Iterator[str]:
    is_number = isinstance(value, int) or (
        isinstance(value, float) and field.type is RuleSettingKind.FLOAT
    )
    if isinstance(value, bool) or not is_number:
        what = "a number" if field.type is RuleSettingKind.FLOAT else "a whole number"
        yield f"{field.title} is {what}, not {value!r}."
        return
    number = value if isinstance(value, int | float) else 0
    # The negated comparisons also turn away "not a number".
    if field.minimum is not None and not number >= field.minimum:
        yield f"{field.title} is at least {field.minimum:g}, not {number}."
    if field.maximum is not None and not number <= field.maximum:
        yield f"{field.title} is at most {field.maximum:g}, not {number}."


def _check_choice(field: RuleSettingField, value: object) -> Iterator[str]:
    if not any(choice.value == value for choice in field.choices):
        known = ", ".join(choice.value for choice in field.choices)
        yield f"{field.title} is one of {known}, not {value!r}."


def _check_date(field: RuleSettingField, value: object) -> Iterator[str]:
    if not isinstance(value, str) or not _is_date(value):
        yield f"{field.title} is a date written like 2026-11-30, not {value!r}."


def _is_date(text: str) -> bool:
    parts = text.split("-")
    if len(text) != DATE_LENGTH or [len(part) for part in parts] != [4, 2, 2]:
        return False
    if not (text.isascii() and all(part.isdigit() for part in parts)):
        return False
    year, month, day = map(int, parts)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= len(days) and 1 <= day <= days[month - 1]


def _check_list(field: RuleSettingField, value: object) -> Iterator[str]:
    if not _is_list(value):
        yield f"{field.title} is a list, not {value!r}."
        return
    if len(value) < field.length_min:
        yield f"{field.title} has at least {field.length_min} entries."
    if field.length_max is not None and len(value) > field.length_max:
        yield f"{field.title} has at most {field.length_max} entries."
    check = _check_number if field.type is RuleSettingKind.INTS else _check_choice
    wrong = [sentence for item in value for sentence in check(field, item)]
    yield from wrong
    if not wrong:
        yield from _check_order(field, value)


def _check_order(field: RuleSettingField, value: Sequence[object]) -> Iterator[str]:
    if field.is_rising and any(
        not (isinstance(a, int) and isinstance(b, int) and a < b)
        for a, b in pairwise(value)
    ):
        yield f"{field.title} rises from each number to the next."
    if field.type is RuleSettingKind.ENUMS:
        twice = {str(item) for item in value if value.count(item) > 1}
        for item in sorted(twice):
            yield f"{field.title} names {item} more than once."
    if field.is_complete:
        for choice in field.choices:
            if choice.value not in value:
                yield f"{field.title} leaves out {choice.value}."


def _check_object(field: RuleSettingField, value: object) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield f"{field.title} is a group of settings, not {value!r}."
        return
    known = {part.key for part in field.fields}
    for key in value:
        if key not in known:
            yield f"{field.title} has no setting called {key!r}."
    for part in field.fields:
        if part.key not in value:
            yield f"{field.title} lacks its setting {part.key}."
            continue
        for sentence in problems(part, value[part.key]):
            yield f"{field.title}: {sentence}"


def _check_table(field: RuleSettingField, value: object) -> Iterator[str]:
    for _, sentence in find_table_problems(field, value):
        yield sentence


def find_table_problems(
    field: RuleSettingField, value: object
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every reason why a table is invalid, with row and column where there is
    one.
    """
    if not isinstance(value, Mapping):
        yield (), f"{field.title} is a table of rows and their values, not {value!r}."
        return
    rows = {row.key: row for row in field.rows}
    for key, cells in value.items():
        row = rows.get(key)
        if row is None:
            yield (), f"{field.title} has no row called {key!r}."
        elif not isinstance(cells, Mapping):
            yield (
                (row.key,),
                f"{field.title}, {row.title}: name the columns with their values.",
            )
        else:
            for place, sentence in _check_row(field, row, cells):
                yield (row.key, *place), f"{field.title}, {row.title}: {sentence}"


def _check_row(
    field: RuleSettingField, row: TableRow, cells: Mapping[str, object]
) -> Iterator[tuple[tuple[str, ...], str]]:
    columns = {one.key: one for one in field.fields if one.key in row.values}
    wrong: list[tuple[tuple[str, ...], str]] = []
    for key, cell in cells.items():
        if key in columns:
            wrong += (((key,), sentence) for sentence in problems(columns[key], cell))
        else:
            wrong.append(((), f"There is no column {key!r} here."))
    yield from wrong
    if wrong or not field.is_rising:
        return
    values = [cells.get(key, row.values[key]) for key in columns]
    for (low, high), (first, second) in zip(
        pairwise(columns.values()), pairwise(values), strict=True
    ):
        if isinstance(first, int) and isinstance(second, int) and first > second:
            sentence = f"{low.title} {first} is more than {_amid(high.title)} {second}."
            yield (low.key,), sentence


_CHECKS: dict[RuleSettingKind, Callable[[RuleSettingField, object], Iterator[str]]] = {
    RuleSettingKind.BOOL: _check_bool,
    RuleSettingKind.INT: _check_number,
    RuleSettingKind.FLOAT: _check_number,
    RuleSettingKind.ENUM: _check_choice,
    RuleSettingKind.DATE: _check_date,
    RuleSettingKind.INTS: _check_list,
    RuleSettingKind.ENUMS: _check_list,
    RuleSettingKind.OBJECT: _check_object,
    RuleSettingKind.TABLE: _check_table,
}
