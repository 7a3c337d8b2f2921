"""Problems of the API as RFC 9457 describes them: `application/problem+json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, and with which field of what was sent."""

    detail: str
    code: str
    field: str | None = None


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def problem(
    *,
    status: int,
    code: str,
    detail: str,
    title: str | None = None,
    errors: Sequence[Fault] = (),
    headers: Mapping[str, str] | None = None,
) -> JsonResponse:
    """An answer that programs read by `code` and people by `detail`."""
    return JsonResponse(
        {
            "type": f"urn:moonlight:problem:{code}",
            "title": title or HTTPStatus(status).phrase,
            "status": status,
            "detail": detail,
            "code": code,
            "errors": [asdict(fault) for fault in errors],
        },
        status=status,
        content_type=CONTENT_TYPE,
        headers=headers,
    )
