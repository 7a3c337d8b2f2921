"""Leagues for programs: everything that the pages can do, with the same refusals.

A league that you may not see is one that is not there. Every act answers with what it
changed, as it is then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.urls import URLPattern, path

from league.api import acting, around, exchanging, personal, reading
from league.api.describing import LEAGUE
from teams.api.describing import COMPONENTS
from teams.rules.exchange_files import anything


def paths() -> Iterator[URLPattern]:
    """Every address under `/api/v1/`."""
    yield path("leagues/", reading.LeaguesView.as_view(), name="leagues")
    yield path(
        "leagues/templates/", reading.TemplatesView.as_view(), name="league-templates"
    )
    yield path("leagues/import/", exchanging.ImportView.as_view(), name="league-import")
    yield path(
        "leagues/exchange-schema/",
        exchanging.SchemaView.as_view(),
        name="league-schema",
    )
    yield path(LEAGUE, reading.LeagueView.as_view(), name="league")
    for name, page in reading.PAGES.items():
        yield path(f"{LEAGUE}{name}/", page.as_view(), name=_named(name))
    yield path(
        f"{LEAGUE}fixtures/<int:fixture_id>/",
        reading.FixtureView.as_view(),
        name="league-fixture",
    )
    yield path(
        f"{LEAGUE}rules/preview/",
        acting.RulesPreviewView.as_view(),
        name="league-rules-preview",
    )
    yield path(
        f"{LEAGUE}seasons/next/preview/",
        acting.NextSeasonPreviewView.as_view(),
        name="league-season-next-preview",
    )
    yield path(
        f"{LEAGUE}rounds/<int:round_id>/swap/preview/",
        acting.SwapPreviewView.as_view(),
        name="league-swap-preview",
    )
    for name, preview in acting.TEAM_PREVIEWS.items():
        yield path(
            f"{LEAGUE}teams/<int:team_id>/{name}/preview/",
            preview.as_view(),
            name=f"league-{name}-preview",
        )
    yield path(
        f"{LEAGUE}export/", exchanging.ExportView.as_view(), name="league-export"
    )
    yield path(f"{LEAGUE}leave/", acting.LeaveView.as_view(), name="league-leave")
    yield from around.paths()
    yield from personal.paths()
    for act in acting.ACTS:
        view = acting.act_view(act).as_view()
        yield path(f"{LEAGUE}{act.address}/", view, name=f"league-{act.name}")


def _named(address: str) -> str:
    return f"league-{address.replace('/', '-')}"


def described_shapes() -> dict[str, Any]:
    """The shapes of everything sent and received as JSON Schema, by name."""
    shapes = {
        *acting.SHAPES,
        *around.SHAPES,
        *exchanging.SHAPES,
        *personal.SHAPES,
        *reading.SHAPES,
    }
    _, components = msgspec.json.schema_components(
        sorted(shapes, key=lambda shape: shape.__name__),
        schema_hook=anything,
        ref_template=COMPONENTS,
    )
    return components
