"""Shared parts of the API views: description, paging and versions."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from people.selectors import signed_in
from teams.serializers import requests
from teams.services.journal import Edit

COMPONENTS = "#/components/schemas/{name}"
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description='The ETag of the version you saw, such as `"7"`.',
)
_ETAG = re.compile(r'(?:W/)?"([1-9]\d{0,15})"')


class TeamApi(APIView):
    """Base view for logged-in people. Selectors check who may see a team."""

    permission_classes = [IsAuthenticated]


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
    invalid_page_message = "Page {page_number} does not exist. Start at page 1."

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        whole_number(request, "page")
        whole_number(request, "page_size", most=self.max_page_size)
        return super().paginate_queryset(queryset, request, view)


def whole_number(request: Request, name: str, *, most: int = 9_999_999) -> int | None:
    """Return a whole number from the query string, or None."""
    text = request.query_params.get(name)
    if text is None:
        return None
    is_number = text.isascii() and text.isdigit() and len(text) < 8
    if not is_number or not 1 <= int(text) <= most:
        raise ValidationError({name: [f"Enter a whole number from 1 to {most}."]})
    return int(text)


PAGING = (
    OpenApiParameter(
        "page", {"type": "integer", "minimum": 1}, description="The page number."
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": Pages.max_page_size},
        description=f"Entries per page; {Pages.page_size} by default.",
    ),
)


def ref(shape: type) -> dict[str, str]:
    return {"$ref": COMPONENTS.format(name=shape.__name__)}


def paged(shape: type) -> dict[str, Any]:
    """Return the schema of one page of these entries."""
    schema: dict[str, Any] = Pages().get_paginated_response_schema(
        {"type": "array", "items": ref(shape)}
    )
    return schema


def described(
    operation: str,
    summary: str,
    answer: type | dict[str, Any] | None,
    *,
    body: type | None = None,
    status: int = 200,
    **more: Any,
) -> Any:
    """Describe a view for OpenAPI: its request and its response."""
    shown = ref(answer) if isinstance(answer, type) else answer
    request = {"application/json": ref(body)} if body else None
    return extend_schema(
        **{
            "operation_id": f"teams_{operation}",
            "summary": summary,
            "tags": ["teams"],
            "request": request,
            "responses": {status: shown},
            **more,
        }
    )


def edit_of(request: Request, team_id: int, body: requests.ActBody) -> Edit:
    """Return the edit that a request asks for."""
    return Edit(
        team_id=team_id,
        actor=signed_in(request.user),
        version=body.version or version_named(request),
        is_preview=body.is_preview,
    )


def version_named(request: Request) -> int | None:
    """Return the version in If-Match; None without the header or for `*`."""
    header = request.headers.get("If-Match", "*").strip()
    if header == "*":
        return None
    tag = _ETAG.fullmatch(header)
    if tag is None:
        raise ValidationError(
            {"If-Match": ['This is not a version. Send an ETag such as "7".']}
        )
    return int(tag[1])


def answered(
    answer: object, *, version: int | None = None, status: int = 200
) -> Response:
    headers = {"ETag": f'"{version}"'} if version else None
    return Response(msgspec.to_builtins(answer), status=status, headers=headers)
