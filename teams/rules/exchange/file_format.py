"""Reading and writing Moonlight's own JSON files.

The header fields `format` and `schema` identify the kind of file. An unreadable file is
refused with the place of the problem.
"""

from __future__ import annotations

import re
from typing import Any, Generic, TypeVar

import msgspec

from kernel.errors import Unreadable

DEPTH_PROBLEM = "the values are nested too deeply"

_PATH = re.compile(r"(?P<reason>.*) - at `\$?\.?(?P<path>.*)`\Z", re.DOTALL)

D = TypeVar("D", bound=msgspec.Struct)


class ExchangePart(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
):
    """Base class for parts of a file: strict, written without defaults."""


class _Head(msgspec.Struct, frozen=True):
    format: str
    schema: int


class FileKind(msgspec.Struct, Generic[D], frozen=True, kw_only=True):
    """One kind of file, with its reader and writer. `subject` is a noun: "team"."""

    subject: str
    document: type[D]
    format: str
    schema: int
    bytes_max: int

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the document."""
        return msgspec.json.schema(self.document, schema_hook=any_value_schema)

    def encode(self, document: D) -> bytes:
        """Return the document as readable JSON, always the same for equal documents."""
        return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"

    def decode(self, text: bytes) -> D:
        """Return the document, or refuse the file with the place of the problem."""
        if len(text) > self.bytes_max:
            raise Unreadable(
                "The file is too large. The limit is"
                f" {self.bytes_max // 1_000_000} MB.",
                code="too-large",
            )
        try:
            self._refuse_other(msgspec.json.decode(text, type=_Head))
            return msgspec.json.decode(text, type=self.document)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise self._unreadable(error) from error

    def _refuse_other(self, head: _Head) -> None:
        if head.format != self.format:
            raise Unreadable(
                f"This file has the format {head.format!r}. A {self.subject} file has"
                f" the format {self.format!r}.",
                code="other-format",
                field="format",
            )
        if head.schema != self.schema:
            raise Unreadable(
                f"This file has version {head.schema}, but Moonlight can only read"
                f" version {self.schema}.",
                code="unknown-schema",
                field="schema",
            )

    def _unreadable(self, error: Exception) -> Unreadable:
        reason = DEPTH_PROBLEM if isinstance(error, RecursionError) else str(error)
        path = None
        if at := _PATH.match(reason):
            reason, path = at["reason"], at["path"]
        sentence = f"This is not a valid {self.subject} file: {reason}."
        if path:
            sentence = f"This is not a valid {self.subject} file. At {path}: {reason}."
        return Unreadable(sentence, code=f"unreadable-{self.subject}", field=path)


def any_value_schema(_type: type) -> dict[str, Any]:
    """Return the schema of a house rule's value, which can have any type."""
    return {"description": "The value of the house rule."}
