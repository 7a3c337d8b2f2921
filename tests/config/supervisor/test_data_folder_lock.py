from __future__ import annotations

import os
from pathlib import Path

import pytest

from config.supervisor.data_folder_lock import lock_folder
from config.supervisor.errors import CannotStart


def test_a_folder_has_one_holder_who_is_named(tmp_path: Path) -> None:
    with lock_folder(tmp_path) as folder_lock:
        folder_lock.note(url="http://127.0.0.1:8000/")
        with (
            pytest.raises(CannotStart) as caught,
            lock_folder(tmp_path),
        ):
            pass
    assert f"process {os.getpid()}, http://127.0.0.1:8000/" in str(caught.value)


def test_a_folder_is_free_again_afterwards(tmp_path: Path) -> None:
    for _ in range(2):
        with lock_folder(tmp_path):
            pass


def test_a_holder_who_has_not_yet_written_a_note_is_somebody(tmp_path: Path) -> None:
    with lock_folder(tmp_path):
        (tmp_path / "up.lock").write_text("")
        with (
            pytest.raises(CannotStart, match="another process"),
            lock_folder(tmp_path),
        ):
            pass


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(CannotStart, match="cannot be written to"),
        lock_folder(tmp_path / "file"),
    ):
        pass
