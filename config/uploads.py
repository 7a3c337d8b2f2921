"""Limit how much of an uploaded file the site accepts.

Forms state their own limits; this only protects the disk. A larger file arrives as no
file, and the form asks for one.
"""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile

BYTES_MAX = 8_000_000


class LimitedUploads(FileUploadHandler):
    """Upload handler that runs first and stops at a file that is too large."""

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
