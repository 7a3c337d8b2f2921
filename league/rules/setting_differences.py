"""What differs between two values of a rule setting, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from league.rules.competitions.results import LeagueValue
from rulebook.rules.rule_settings import (
    RuleSettingField,
    RuleSettingKind,
    cells_of,
    in_words,
)

ARROW = " → "


class CellDifference(LeagueValue, frozen=True, kw_only=True):
    """One cell of a table that differs, with what the book prints there."""

    row: str
    column: str
    title: str
    old: str
    new: str
    default: str
    measure: str

    @property
    def sentence(self) -> str:
        """Return the cell with both values, such as "All-Star: 2 → 3 XP"."""
        measure = f" {self.measure}" if self.measure and self.new.isdecimal() else ""
        if self.new == "1":
            measure = measure.removesuffix("s")
        return f"{self.title}: {self.old}{ARROW}{self.new}{measure}"


def list_cell_differences(
    table: RuleSettingField, old: object, new: object
) -> tuple[CellDifference, ...]:
    """Return the cells that two versions of a table do not agree on."""
    before, after = cells_of(table, old), cells_of(table, new)
    return tuple(
        CellDifference(
            row=row,
            column=column,
            title=cell.title,
            old=before[row, column].value,
            new=cell.value,
            default=cell.book,
            measure=cell.measure,
        )
        for (row, column), cell in after.items()
        if cell.value != before[row, column].value
    )


def list_differences(
    field: RuleSettingField, old: object, new: object
) -> tuple[str, ...]:
    """Return one line for each part that differs, such as "Win: 3 → 2 points".

    Tables of the book are compared cell by cell, objects by their keys, whatever
    their depth.
    """
    if field.type is RuleSettingKind.TABLE:
        return tuple(one.sentence for one in list_cell_differences(field, old, new))
    measure = " points" if field.key.endswith("points") else ""
    return tuple(line + measure for line in _differences(field, old, new, ()))


def _differences(
    field: RuleSettingField, old: object, new: object, path: tuple[str, ...]
) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        known = {part.key: part for part in field.fields}
        for key in dict.fromkeys([*old, *new]):
            part = known.get(key)
            title = _short(part.title) if part else _title(str(key))
            yield from _differences(
                part or field, old.get(key), new.get(key), (*path, title)
            )
    elif _is_list_of_objects(old) and _is_list_of_objects(new):
        yield from _rows(field, old, new, path)
    else:
        change = f"{_value(field, old)}{ARROW}{_value(field, new)}"
        yield f"{', '.join(path)}: {change}" if path else change


def _rows(
    field: RuleSettingField, old: object, new: object, path: tuple[str, ...]
) -> Iterator[str]:
    before = dict(enumerate(old if isinstance(old, Sequence) else ()))
    after = dict(enumerate(new if isinstance(new, Sequence) else ()))
    for number in dict.fromkeys([*before, *after]):
        row = (*path, f"row {number + 1}")
        yield from _differences(field, before.get(number), after.get(number), row)


def _is_list_of_objects(value: object) -> bool:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return False
    return any(isinstance(one, Mapping) for one in value)


def _value(field: RuleSettingField, value: object) -> str:
    return "none" if value is None else in_words(field, value)


def _short(title: str) -> str:
    """Return "Win" for "For a win"."""
    short = title.removeprefix("For a ")
    return short[:1].upper() + short[1:]


def _title(key: str) -> str:
    """Return a key of a table as people read it: "injures_enemy" → "Injures enemy"."""
    return key.replace("_", " ").replace("-", " ").capitalize()
