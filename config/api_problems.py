"""Problems of the API as RFC 9457 describes them: `application/problem+json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Fault:
    """One problem, and the field of the request that it concerns."""

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
    """Return a problem response: programs read `code`, people read `detail`."""
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
