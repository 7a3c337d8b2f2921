"""The API of leagues: everything the pages can do, with the same refusals.

A league that you may not see answers 404. Every action returns what it changed, in its
new state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.urls import URLPattern, path

from league.api import action_views, communication, files, personal, read_views
from league.api.base import LEAGUE
from teams.api.base import COMPONENTS
from teams.rules.exchange.file_format import any_value_schema


def paths() -> Iterator[URLPattern]:
    """Return all URL patterns under `/api/v1/`."""
    yield path("leagues/", read_views.LeaguesView.as_view(), name="leagues")
    yield path(
        "leagues/templates/",
        read_views.TemplatesView.as_view(),
        name="league-templates",
    )
    yield path("leagues/import/", files.ImportView.as_view(), name="league-import")
    yield path(
        "leagues/exchange-schema/",
        files.SchemaView.as_view(),
        name="league-schema",
    )
    yield path(LEAGUE, read_views.LeagueView.as_view(), name="league")
    for name, page in read_views.PAGES.items():
        yield path(f"{LEAGUE}{name}/", page.as_view(), name=_named(name))
    yield path(
        f"{LEAGUE}fixtures/<int:fixture_id>/",
        read_views.FixtureView.as_view(),
        name="league-fixture",
    )
    yield path(
        f"{LEAGUE}rules/preview/",
        action_views.RulesPreviewView.as_view(),
        name="league-rules-preview",
    )
    yield path(
        f"{LEAGUE}seasons/next/preview/",
        action_views.NextSeasonPreviewView.as_view(),
        name="league-season-next-preview",
    )
    yield path(
        f"{LEAGUE}rounds/<int:round_id>/swap/preview/",
        action_views.SwapPreviewView.as_view(),
        name="league-swap-preview",
    )
    for name, preview in action_views.TEAM_PREVIEWS.items():
        yield path(
            f"{LEAGUE}teams/<int:team_id>/{name}/preview/",
            preview.as_view(),
            name=f"league-{name}-preview",
        )
    yield path(f"{LEAGUE}export/", files.ExportView.as_view(), name="league-export")
    yield path(f"{LEAGUE}leave/", action_views.LeaveView.as_view(), name="league-leave")
    yield from communication.paths()
    yield from personal.paths()
    for act in action_views.ACTS:
        view = action_views.act_view(act).as_view()
        yield path(f"{LEAGUE}{act.address}/", view, name=f"league-{act.name}")


def _named(address: str) -> str:
    return f"league-{address.replace('/', '-')}"


def described_shapes() -> dict[str, Any]:
    """Return the JSON Schema of every request and response, by name."""
    shapes = {
        *action_views.SHAPES,
        *communication.SHAPES,
        *files.SHAPES,
        *personal.SHAPES,
        *read_views.SHAPES,
    }
    _, components = msgspec.json.schema_components(
        sorted(shapes, key=lambda shape: shape.__name__),
        schema_hook=any_value_schema,
        ref_template=COMPONENTS,
    )
    return components
