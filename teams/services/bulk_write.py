"""Fast bulk insert and update of one table.

Django checks every value of every row for being an expression, which makes thousands of
rows three times slower. Here, repeated values of a column are prepared only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, JSONField, Model


def insert_rows(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, given as values by column, all with the same columns.

    The database assigns the primary keys. Queries: 1.
    """
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


def update_rows(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Update these fields of existing rows. Queries: 1."""
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
        # `cursor.db` avoids the lookup that the connection proxy makes each time.
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
    """Return a function that prepares values of a column for the database."""
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
