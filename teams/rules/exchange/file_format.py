"""Files of our own making: how they are told apart, read and written.

A kind of file is told by its head, `format` and `schema`. What cannot be read is
refused with the place in the file where it goes wrong.
"""

from __future__ import annotations

import re
from typing import Any, Generic, TypeVar

import msgspec

from kernel.errors import Unreadable

DEPTH_PROBLEM = "the values lie too deep inside one another"

_PATH = re.compile(r"(?P<reason>.*) - at `\$?\.?(?P<path>.*)`\Z", re.DOTALL)

D = TypeVar("D", bound=msgspec.Struct)


class ExchangePart(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
):
    """Strict, and written without defaults."""


class _Head(msgspec.Struct, frozen=True):
    format: str
    schema: int


class FileKind(msgspec.Struct, Generic[D], frozen=True, kw_only=True):
    """One kind of file, and what it is about."""

    subject: str
    document: type[D]
    format: str
    schema: int
    bytes_max: int

    def json_schema(self) -> dict[str, Any]:
        """The document's JSON Schema."""
        return msgspec.json.schema(self.document, schema_hook=anything)

    def encode(self, document: D) -> bytes:
        """As text that people can read, the same for the same document."""
        return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"

    def decode(self, text: bytes) -> D:
        """The document, or what is wrong with the file and where."""
        if len(text) > self.bytes_max:
            raise Unreadable(
                f"The file is larger than {self.bytes_max // 1_000_000} MB, which no"
                f" {self.subject} is.",
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
                f"This file calls itself {head.format!r}; a {self.subject}'s is"
                f" {self.format!r}.",
                code="other-format",
                field="format",
            )
        if head.schema != self.schema:
            raise Unreadable(
                f"This file is written in version {head.schema}, and only version"
                f" {self.schema} can be read.",
                code="unknown-schema",
                field="schema",
            )

    def _unreadable(self, error: Exception) -> Unreadable:
        reason = DEPTH_PROBLEM if isinstance(error, RecursionError) else str(error)
        path = None
        if at := _PATH.match(reason):
            reason, path = at["reason"], at["path"]
        where = f" at {path}" if path else ""
        return Unreadable(
            f"This is no {self.subject}{where}: {reason}.",
            code=f"unreadable-{self.subject}",
            field=path,
        )


def anything(_type: type) -> dict[str, Any]:
    """How the description of a shape tells of a value that may be anything."""
    return {"description": "The value of a house rule, as its knob describes it."}
