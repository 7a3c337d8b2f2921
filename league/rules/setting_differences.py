"""What differs between two values of a rule setting, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulebook.rules.knobs import KnobField, in_words

ARROW = " → "


def list_differences(field: KnobField, old: object, new: object) -> tuple[str, ...]:
    """Return one line for each part that differs, such as "Win: 3 → 2 points".

    Objects and tables are compared by their keys, whatever their depth.
    """
    unit = " points" if field.key.endswith("points") else ""
    return tuple(line + unit for line in _differences(field, old, new, ()))


def _differences(
    field: KnobField, old: object, new: object, path: tuple[str, ...]
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
    field: KnobField, old: object, new: object, path: tuple[str, ...]
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


def _value(field: KnobField, value: object) -> str:
    return "none" if value is None else in_words(field, value)


def _short(title: str) -> str:
    """Return "Win" for "For a win"."""
    short = title.removeprefix("For a ")
    return short[:1].upper() + short[1:]


def _title(key: str) -> str:
    """Return a key of a table as people read it: "injures_enemy" → "Injures enemy"."""
    return key.replace("_", " ").replace("-", " ").capitalize()
