"""How much of a file the site takes in before it stops listening.

What a form allows it says itself; this only keeps a flood off the disk. A file that
is larger arrives as no file at all, and the form asks for one.
"""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile

BYTES_MAX = 8_000_000


class LimitedUploads(FileUploadHandler):
    """First in line: passes everything on until a file is too large."""

    _taken = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._taken = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002
        self._taken += len(raw_data)
        if self._taken > BYTES_MAX:
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> UploadedFile | None:  # noqa: ARG002
        return None
