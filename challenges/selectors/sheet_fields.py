"""A field of the report sheet, as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from challenges.rules.reports.draft import Value, Values
from challenges.rules.reports.sheet import Field, FieldKind


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetField:
    """A field with its current value.

    `xp` and `points` are what each count is worth. The points need a count in
    `points_need`, if given.
    """

    name: str
    label: str
    value: Value
    is_count: bool
    most: int = 0
    xp: int = 0
    points: int = 0
    points_need: str = ""


def build_sheet_field(
    field: Field,
    label: str,
    values: Values,
    *,
    xp: int = 0,
    points: int = 0,
    points_need: str = "",
) -> SheetField:
    return SheetField(
        name=field.name,
        label=label,
        value=values[field.name],
        is_count=field.kind is FieldKind.COUNT,
        most=field.most,
        xp=xp,
        points=points,
        points_need=points_need,
    )
