"""A flood of bytes ends before the disk is full."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest
from django.test import RequestFactory

from config.uploads import BYTES_MAX

Sent = Callable[..., HttpRequest]


@pytest.fixture
def sent() -> Iterator[Sent]:
    """Sends files of these sizes; what arrived is closed as a server would."""
    requests: list[HttpRequest] = []

    def send(*sizes: int) -> HttpRequest:
        files = {
            f"file{number}": SimpleUploadedFile(f"{number}.bin", b"x" * size)
            for number, size in enumerate(sizes)
        }
        request = RequestFactory().post("/", {"word": "hello", **files})
        requests.append(request)
        return request

    yield send
    for request in requests:
        request.close()


def test_a_file_within_the_limit_arrives_whole(sent: Sent) -> None:
    request = sent(BYTES_MAX)
    assert request.FILES["file0"].size == BYTES_MAX


def test_a_larger_one_does_not_arrive_and_the_rest_does(sent: Sent) -> None:
    request = sent(BYTES_MAX + 1, 10)
    assert request.POST["word"] == "hello"
    assert list(request.FILES) == ["file1"]


def test_each_file_is_counted_by_itself(sent: Sent) -> None:
    request = sent(BYTES_MAX - 1, BYTES_MAX - 1)
    assert len(request.FILES) == 2


def test_nothing_beyond_the_limit_is_written(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    receive = TemporaryFileUploadHandler.receive_data_chunk

    def counted(self: TemporaryFileUploadHandler, raw: bytes, start: int) -> None:
        written.append(len(raw))
        receive(self, raw, start)

    monkeypatch.setattr(TemporaryFileUploadHandler, "receive_data_chunk", counted)
    assert not sent(BYTES_MAX * 2).FILES
    assert 0 < sum(written) <= BYTES_MAX
