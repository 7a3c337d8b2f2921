"""Let only one running product use a data folder."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.supervisor.errors import CannotStart


class FolderLock:
    """An exclusive lock on a data folder, with a note about its holder.

    The kernel releases the lock when the holder dies, so a killed supervisor leaves
    nothing to clean up. The file itself stays: deleting it would let two processes hold
    locks on two files of the same name.
    """

    def __init__(self, file: int) -> None:
        self._file = file

    def note(self, *, url: str = "") -> None:
        text = json.dumps({"pid": os.getpid(), "url": url}).encode()
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, text, 0)


@contextmanager
def lock_folder(folder: Path) -> Iterator[FolderLock]:
    path = folder / "up.lock"
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise CannotStart(
            f"The data folder {folder} cannot be written to ({error.strerror}). Set"
            " MOONLIGHT_DATA to a folder you can write to."
        ) from error
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CannotStart(_taken(folder, os.pread(file, 1000, 0))) from error
        folder_lock = FolderLock(file)
        folder_lock.note()
        yield folder_lock
        os.ftruncate(file, 0)
    finally:
        os.close(file)


def _taken(folder: Path, note: bytes) -> str:
    try:
        holder = json.loads(note)
        who = f"process {holder['pid']}" + (holder["url"] and f", {holder['url']}")
    except (ValueError, KeyError):
        who = "another process"
    return (
        f"Moonlight is already running on the data folder {folder} ({who}). Stop it"
        " first, or set MOONLIGHT_DATA to another folder."
    )
