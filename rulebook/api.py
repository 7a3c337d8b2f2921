"""The API of the rulebook, with the same entries and tables as the pages.

Entries are sent as they were decoded, so the shapes in `rulebook.rules.entries` are
also the API's schema.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from django.http import Http404, HttpRequest
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.views.decorators.http import condition
from drf_spectacular.utils import extend_schema
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rulebook.catalogue import Catalogue, catalogue, inventory
from rulebook.rules import entries as shapes
from rulebook.rules.grounds import Ground
from rulebook.rules.inventory import Rule
from rulebook.serializers import (
    PAGE_SIZE,
    PAGE_SIZE_MAX,
    AbilityQuery,
    ElementQuery,
    EntryQuery,
    KeywordQuery,
    ProfileQuery,
    RuleQuery,
)

COMPONENTS = "#/components/schemas/{name}"


@dataclass(frozen=True, slots=True)
class Collection:
    """A kind of entry that can be listed, and looked up by slug."""

    slug: str
    one: str
    shape: type[Any]
    query: type[EntryQuery]
    entries: Callable[[Catalogue], Mapping[Any, Any]]


COLLECTIONS = (
    Collection("clans", "clan", shapes.Clan, ElementQuery, lambda c: c.clans),
    Collection(
        "profiles", "profile", shapes.Profile, ProfileQuery, lambda c: c.profiles
    ),
    Collection(
        "abilities", "ability", shapes.Ability, AbilityQuery, lambda c: c.abilities
    ),
    Collection(
        "keywords", "keyword", shapes.Keyword, KeywordQuery, lambda c: c.keywords
    ),
    Collection("statuses", "status", shapes.Status, EntryQuery, lambda c: c.statuses),
    Collection("sentries", "sentry", shapes.Sentry, EntryQuery, lambda c: c.sentries),
    Collection(
        "terrain", "terrain kind", shapes.TerrainKind, EntryQuery, lambda c: c.terrain
    ),
    Collection(
        "challenges", "challenge", shapes.Challenge, EntryQuery, lambda c: c.challenges
    ),
    Collection("cards", "moon card", shapes.MoonCard, ElementQuery, lambda c: c.cards),
    Collection(
        "elements", "element", shapes.ElementResults, EntryQuery, lambda c: c.elements
    ),
    Collection(
        "shrine-teams",
        "shrine team",
        shapes.ShrineTeam,
        ElementQuery,
        lambda c: c.shrine_teams,
    ),
    Collection("grounds", "ground", Ground, EntryQuery, lambda c: c.grounds),
    # Every rule of the inventory with its ruling, by its id.
    Collection("rulings", "rule", Rule, RuleQuery, lambda _: inventory()),
)

# Each of these is one table, not a list of entries.
TABLES: dict[str, type[msgspec.Struct]] = {
    "advancement": shapes.Advancement,
    "basics": shapes.Basics,
    "downtime": shapes.Downtime,
    "experience": shapes.Experience,
    "moon": shapes.Moon,
    "random-challenge": shapes.RandomChallenge,
    "rating": shapes.Rating,
    "revenue": shapes.Revenue,
    "underdog": shapes.Underdog,
}


def described_shapes() -> dict[str, Any]:
    """Return the shapes of all entries and tables as JSON Schema, by name."""
    _, components = msgspec.json.schema_components(
        [*(collection.shape for collection in COLLECTIONS), *TABLES.values()],
        ref_template=COMPONENTS,
    )
    return components


@cache
def _fingerprint() -> bytes:
    """Return a hash that changes with any entry or its encoding."""
    book = catalogue()
    everything = [
        *(tuple(collection.entries(book).values()) for collection in COLLECTIONS),
        *(_table(book, name) for name in TABLES),
    ]
    return hashlib.sha256(msgspec.json.encode(everything)).digest()


def _etag(request: HttpRequest, *_args: Any, **_kwargs: Any) -> str:
    address = request.build_absolute_uri().encode()
    return f'"{hashlib.sha256(_fingerprint() + address).hexdigest()[:32]}"'


@method_decorator(condition(etag_func=_etag), name="dispatch")
class CatalogueView(APIView):
    """Public and identical for all callers; answers 304 while unchanged."""

    permission_classes = [AllowAny]

    def finalize_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(*args, **kwargs)
        if response.status_code == 200:
            patch_cache_control(response, public=True, max_age=0, must_revalidate=True)
        return response


class Pages(PageNumberPagination):
    page_size = PAGE_SIZE
    page_size_query_param = "page_size"
    max_page_size = PAGE_SIZE_MAX
    invalid_page_message = "There is no page {page_number} here. Start at page 1."


def list_view(collection: Collection) -> type[CatalogueView]:
    reference = {"$ref": COMPONENTS.format(name=collection.shape.__name__)}
    answer = Pages().get_paginated_response_schema(
        {"type": "array", "items": reference}
    )

    @extend_schema(
        operation_id=f"rulebook_{collection.slug}_list",
        summary=f"Every {collection.one}",
        tags=["rulebook"],
        parameters=[collection.query],
        responses={200: answer},
    )
    def get(self: CatalogueView, request: Request) -> Response:
        query = collection.query(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        filters = query.filters()
        chosen = [
            entry
            for entry in collection.entries(catalogue()).values()
            if all(_matches(entry, name, value) for name, value in filters.items())
        ]
        pages = Pages()
        page = pages.paginate_queryset(chosen, request, view=self)
        return pages.get_paginated_response(msgspec.to_builtins(page))

    return type("ListView", (CatalogueView,), {"get": get})


def detail_view(collection: Collection) -> type[CatalogueView]:
    @extend_schema(
        operation_id=f"rulebook_{collection.slug}_read",
        summary=f"One {collection.one}",
        tags=["rulebook"],
        responses={200: {"$ref": COMPONENTS.format(name=collection.shape.__name__)}},
    )
    def get(_self: CatalogueView, _request: Request, slug: str) -> Response:
        try:
            entry = collection.entries(catalogue())[slug]
        except KeyError:
            raise Http404 from None
        return Response(msgspec.to_builtins(entry))

    return type("DetailView", (CatalogueView,), {"get": get})


def table_view(name: str) -> type[CatalogueView]:
    @extend_schema(
        operation_id=f"rulebook_{name}_table",
        summary=f"The table of {name.replace('-', ' ')}",
        tags=["rulebook"],
        responses={200: {"$ref": COMPONENTS.format(name=TABLES[name].__name__)}},
    )
    def get(_self: CatalogueView, _request: Request) -> Response:
        return Response(msgspec.to_builtins(_table(catalogue(), name)))

    return type("TableView", (CatalogueView,), {"get": get})


def _table(book: Catalogue, name: str) -> msgspec.Struct:
    table: msgspec.Struct = getattr(book, name.replace("-", "_"))
    return table


def _matches(entry: Any, name: str, value: Any) -> bool:
    """Return whether an entry matches a filter."""
    if name == "provenance":
        is_rule = isinstance(entry, Rule)
        return bool((entry.provenance if is_rule else entry.source) == value)
    if name == "has_ruling":
        return (entry.ruling is not None) == value
    if name == "profile":
        return catalogue().ability_owners[entry.slug] == value
    if name == "keyword":
        return value in entry.keywords
    if name == "element" and isinstance(entry, shapes.Profile):
        return value in entry.affinities
    return bool(getattr(entry, name) == value)
