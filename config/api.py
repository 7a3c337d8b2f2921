"""The API as a whole: the URLs of all apps, its description and its viewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from challenges import api as challenges_api
from league import api as league_api
from people.urls import api_urlpatterns as people_api
from rulebook import api as rulebook_api
from tables import api as tables_api
from teams import api as teams_api

PROBLEM = {
    "type": "object",
    "description": "An error in the format of RFC 9457.",
    "required": ["type", "title", "status", "detail", "code", "errors"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence for people."},
        "code": {"type": "string", "description": "A stable word for programs."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["detail", "code", "field"],
                "properties": {
                    "detail": {"type": "string"},
                    "code": {"type": "string"},
                    "field": {"type": ["string", "null"]},
                },
            },
        },
    },
}


def describe_shapes_and_problems(
    result: dict[str, Any], **_kwargs: Any
) -> dict[str, Any]:
    """Add the rulebook's shapes and the error responses to the API description."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(rulebook_api.described_shapes())
    schemas.update(teams_api.described_shapes())
    schemas.update(challenges_api.described_shapes())
    schemas.update(league_api.described_shapes())
    schemas["Problem"] = PROBLEM
    answer = {
        "description": "A problem.",
        "content": {
            "application/problem+json": {
                "schema": {"$ref": "#/components/schemas/Problem"}
            }
        },
    }
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"].setdefault("default", answer)
    return result


def rulebook_paths() -> Iterator[URLPattern]:
    for collection in rulebook_api.COLLECTIONS:
        name = f"rulebook-{collection.slug}"
        address = f"rulebook/{collection.slug}/"
        listing = rulebook_api.list_view(collection).as_view()
        detail = rulebook_api.detail_view(collection).as_view()
        yield path(address, listing, name=name)
        yield path(f"{address}<slug:slug>/", detail, name=f"{name}-entry")
    for table in rulebook_api.TABLES:
        view = rulebook_api.table_view(table).as_view()
        yield path(f"rulebook/tables/{table}/", view, name=f"rulebook-table-{table}")


urlpatterns = [
    *people_api,
    *rulebook_paths(),
    *teams_api.paths(),
    *challenges_api.paths(),
    *tables_api.paths(),
    *league_api.paths(),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "",
        SpectacularSwaggerSplitView.as_view(
            url_name="api:schema", template_name="api/viewer.html"
        ),
        name="viewer",
    ),
]
