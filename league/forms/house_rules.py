"""The house rules as form fields.

A setting is one field or several: parts of an object are called `knob.part`, entries of
an ordered list `knob.1`, `knob.2` and so on, and cells of a table `knob.row.column`. An
empty field means no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from league.forms.leagues import ConflictAwareForm
from league.rules.house_rule_versions import EFFECTIVE_FROM_LABELS, EffectiveFrom
from people.forms import SiteForm
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_settings import (
    RuleSetting,
    RuleSettingField,
    RuleSettingKind,
    TableRow,
    in_words,
    without_book_values,
)
from teams.rules.text_input import REASON_LENGTH

VERSIONS_MOST = 9_999_999


class HouseRulesForm(ConflictAwareForm):
    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=REASON_LENGTH,
        help_text="Required once the league has started. Everyone can read it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    moment = forms.ChoiceField(
        label="When it takes effect",
        choices=[
            (moment.value, EFFECTIVE_FROM_LABELS[moment].capitalize())
            for moment in (
                EffectiveFrom.NOW,
                EffectiveFrom.NEXT_ROUND,
                EffectiveFrom.NEXT_SEASON,
            )
        ],
        initial=EffectiveFrom.NOW.value,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, rules: HouseRules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.values = rules.as_values()
        for knob in knobs():
            self.fields.update(_fields(knob.key, knob, self.values[knob.key]))

    def changes(self) -> dict[str, object]:
        """Return the values that differ from the book, as the rulebook expects them."""
        chosen = {
            knob.key: _value(knob.key, knob, self.cleaned_data) for knob in knobs()
        }
        return {
            knob.key: chosen[knob.key]
            for knob in knobs()
            if chosen[knob.key] != _plain(knob.default)
        }

    def table_of(self, knob: RuleSetting) -> list[TableSection]:
        """Return the fields of a table, row by row, for the page."""
        sections: dict[str, list[TableFields]] = {}
        for row in knob.rows:
            cells = [
                TableCell(
                    field=self[_cell_name(knob, row, column)],
                    book=in_words(column, row.values[column.key]),
                    is_changed=self._is_changed(knob, row, column),
                )
                for column in knob.fields
                if column.key in row.values
            ]
            sections.setdefault(row.section, []).append(
                TableFields(title=row.title, cells=cells)
            )
        return [TableSection(title, rows) for title, rows in sections.items()]

    def _is_changed(
        self, knob: RuleSetting, row: TableRow, column: RuleSettingField
    ) -> bool:
        changes = self.values[knob.key]
        cells = changes.get(row.key, {}) if isinstance(changes, Mapping) else {}
        return column.key in cells


@dataclass(frozen=True, slots=True)
class TableCell:
    field: forms.BoundField
    book: str
    is_changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFields:
    title: str
    cells: list[TableCell]


@dataclass(frozen=True, slots=True)
class TableSection:
    title: str
    rows: list[TableFields]

    @property
    def changed(self) -> int:
        return sum(cell.is_changed for row in self.rows for cell in row.cells)

    @property
    def is_open(self) -> bool:
        cells = [cell for row in self.rows for cell in row.cells]
        return not self.title or any(
            one.is_changed or one.field.errors for one in cells
        )


def knobs() -> Sequence[RuleSetting]:
    return catalogue().house_rules.knobs


def field_names(knob: RuleSetting) -> list[str]:
    """Return the names of a setting's form fields, for the page."""
    return list(_fields(knob.key, knob, None))


def _fields(name: str, knob: RuleSettingField, value: object) -> dict[str, forms.Field]:
    match knob.type:
        case RuleSettingKind.OBJECT:
            parts = value if isinstance(value, Mapping) else {}
            return {
                key: field
                for part in knob.fields
                for key, field in _fields(
                    f"{name}.{part.key}", part, parts.get(part.key)
                ).items()
            }
        case RuleSettingKind.TABLE:
            return dict(_cells(knob, value))
        case RuleSettingKind.ENUMS:
            return dict(_places(name, knob, value))
        case _:
            return {name: _field(knob, value)}


def _cells(knob: RuleSettingField, value: object) -> Iterator[tuple[str, forms.Field]]:
    """Return a field for each cell of a table, with its current value."""
    changes = value if isinstance(value, Mapping) else {}
    for row in knob.rows:
        cells = {**row.values, **changes.get(row.key, {})}
        for column in knob.fields:
            if column.key in row.values:
                field = _field(column, cells[column.key])
                if isinstance(field, forms.IntegerField):
                    _limit(field, column)
                yield _cell_name(knob, row, column), field


def _limit(field: forms.IntegerField, column: RuleSettingField) -> None:
    """Refuse a number outside the column's limits, at its field."""
    low, high = int(column.minimum or 0), int(column.maximum or 0)
    field.validators += [MinValueValidator(low), MaxValueValidator(high)]
    field.widget.attrs |= {"min": low, "max": high, "inputmode": "numeric"}


def _cell_name(knob: RuleSettingField, row: TableRow, column: RuleSettingField) -> str:
    return f"{knob.key}.{row.key}.{column.key}"


def _places(
    name: str, knob: RuleSettingField, value: object
) -> Iterator[tuple[str, forms.Field]]:
    """Return a select field for each place of an ordered list."""
    chosen = list(value) if isinstance(value, list | tuple) else []
    for number in range(len(knob.choices)):
        yield (
            f"{name}.{number + 1}",
            forms.ChoiceField(
                label=f"{number + 1}.",
                required=False,
                choices=[("", "nothing"), *_choices(knob)],
                initial=chosen[number] if number < len(chosen) else "",
            ),
        )


def _field(knob: RuleSettingField, value: object) -> forms.Field:
    label = knob.title
    match knob.type:
        case RuleSettingKind.BOOL:
            return forms.BooleanField(label=label, required=False, initial=value)
        case RuleSettingKind.ENUM:
            return forms.ChoiceField(label=label, choices=_choices(knob), initial=value)
        case RuleSettingKind.INTS:
            numbers = value if isinstance(value, list | tuple) else ()
            shown = ", ".join(map(str, numbers))
            return forms.CharField(label=label, initial=shown, max_length=200)
        case RuleSettingKind.DATE:
            widget = forms.TextInput(attrs={"type": "date"})
            return forms.CharField(
                label=label, required=False, initial=value, widget=widget
            )
        case RuleSettingKind.FLOAT:
            return forms.FloatField(
                label=label, required=not knob.optional, initial=value
            )
        case _:
            return forms.IntegerField(
                label=label, required=not knob.optional, initial=value
            )


def _choices(knob: RuleSettingField) -> list[tuple[str, str]]:
    return [(choice.value, choice.title) for choice in knob.choices]


def _value(name: str, knob: RuleSettingField, cleaned: Mapping[str, Any]) -> object:
    match knob.type:
        case RuleSettingKind.OBJECT:
            return {
                part.key: _value(f"{name}.{part.key}", part, cleaned)
                for part in knob.fields
            }
        case RuleSettingKind.TABLE:
            full = {
                row.key: {
                    column.key: cleaned.get(_cell_name(knob, row, column))
                    for column in knob.fields
                    if column.key in row.values
                }
                for row in knob.rows
            }
            return without_book_values(knob, full)
        case RuleSettingKind.ENUMS:
            places = range(1, len(knob.choices) + 1)
            chosen = (cleaned.get(f"{name}.{number}") for number in places)
            return [one for one in chosen if one]
        case RuleSettingKind.INTS:
            return _ints(str(cleaned.get(name, "")))
        case RuleSettingKind.DATE:
            return cleaned.get(name) or None
        case _:
            return cleaned.get(name)


def _ints(text: str) -> object:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    is_whole = all(part.lstrip("-").isdecimal() for part in parts)
    # Anything that is not a list of numbers is passed on, and the rulebook refuses it.
    return [int(part) for part in parts] if is_whole else text


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


class CompareForm(SiteForm):
    """Which two versions to compare, from the query string."""

    old = forms.IntegerField(required=False, min_value=1, max_value=VERSIONS_MOST)
    new = forms.IntegerField(required=False, min_value=1, max_value=VERSIONS_MOST)

    def sent(self) -> dict[str, int | None]:
        """Return the valid values."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) for name in self.fields}
