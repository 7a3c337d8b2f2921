"""Many rows of one table written at once.

Django's own way takes every value of every row for an expression until it is proven to
be none, which for thousands of rows takes three times as long. Values that repeat in a
column, as moments, people and batches do, are prepared once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, JSONField, Model


def rows_insert(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """New rows, as values by column, all with the same ones. They get their numbers
    from the database. One query."""
    if not rows:
        return
    fields = [_field(model, name) for name in rows[0]]
    columns = ", ".join(_quoted(one) for one in fields)
    places = ", ".join(["%s"] * len(fields))
    _write(
        f"INSERT INTO {_table(model)} ({columns}) VALUES ({places})",  # noqa: S608
        fields,
        (row.values() for row in rows),
    )


def rows_rewrite(rows: Sequence[Model], names: Sequence[str]) -> None:
    """These fields of rows that are there. One query."""
    if not rows:
        return
    model = type(rows[0])
    fields = [*(_field(model, name) for name in names), model._meta.pk]
    given = ", ".join(f"{_quoted(one)} = %s" for one in fields[:-1])
    _write(
        f"UPDATE {_table(model)} SET {given} WHERE {_quoted(fields[-1])} = %s",  # noqa: S608
        fields,
        ([getattr(row, one.attname) for one in fields] for row in rows),
    )


def _write(
    statement: str, fields: Sequence[Field[Any, Any]], rows: Iterable[Iterable[Any]]
) -> None:
    with connection.cursor() as cursor:
        # Asked of the connection's stand-in, every value would look it up anew.
        ready = [_prepared(one, cursor.db) for one in fields]
        cursor.executemany(
            statement,
            [
                [prepare(value) for prepare, value in zip(ready, row, strict=True)]
                for row in rows
            ],
        )


def _prepared(
    field: Field[Any, Any], database: BaseDatabaseWrapper
) -> Callable[[Any], Any]:
    """How the values of a column become what the database takes."""
    if isinstance(field, JSONField):
        return lambda value: field.get_db_prep_save(value, database)
    known: dict[Any, Any] = {}

    def prepare(value: Any) -> Any:
        if value not in known:
            known[value] = field.get_db_prep_save(value, database)
        return known[value]

    return prepare


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    return cast("Field[Any, Any]", model._meta.get_field(name))


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _quoted(field: Field[Any, Any]) -> str:
    return connection.ops.quote_name(str(field.column))
