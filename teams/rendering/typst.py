"""Typesetting with Typst.

Values reach the Typst source as JSON and are set as plain text, so text from people is
never read as markup. Nothing is downloaded: fonts come with the wheel, and system fonts
fill in for other writing systems.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import typst

HERE = Path(__file__).parent
PIXELS_PER_POINT = 72


@dataclass(frozen=True)
class Typescript:
    """A document ready to be typeset.

    `files` are SVG images by the names that the source uses. `written` becomes the
    file's date, so that the same team always gives the same bytes.
    """

    source: str
    values: Mapping[str, Any]
    files: Mapping[str, bytes]
    written: datetime

    @cached_property
    def key(self) -> str:
        """A hash of everything that the result depends on."""
        parts = [self._source, self._values.encode()]
        for name, content in sorted(self.files.items()):
            parts += [name.encode(), content]
        return sha256(b"\0".join(sha256(part).digest() for part in parts)).hexdigest()

    def pdf(self) -> bytes:
        return self._set("pdf")

    def png(self, *, width: int, width_in_points: int) -> bytes:
        """Return the first page as PNG of this width in pixels."""
        return self._set("png", ppi=PIXELS_PER_POINT * width / width_in_points)

    @cached_property
    def _source(self) -> bytes:
        return (HERE / self.source).read_bytes()

    @cached_property
    def _values(self) -> str:
        return json.dumps(self.values, ensure_ascii=False, sort_keys=True)

    def _set(self, format_: Literal["pdf", "png"], ppi: float | None = None) -> bytes:
        sources: Any = {"main.typ": self._source, **self.files}
        made: Any = typst.compile(
            sources,
            format=format_,
            ppi=ppi,
            sys_inputs={"values": self._values},
            timestamp=int(self.written.timestamp()),
        )
        page: bytes = made[0] if isinstance(made, list) else made
        return page
