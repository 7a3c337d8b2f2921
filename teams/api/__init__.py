"""The API of teams: everything that the pages can do, with the same refusals.

The ETag of a team is its version. Send it with a change, as `version` or in If-Match:
if the team has changed since, the answer is 409.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.urls import URLPattern, path

from teams.api import actions, files, new_teams, read_views
from teams.api.base import COMPONENTS
from teams.rules.exchange.file_format import any_value_schema

TEAM = "teams/<int:team_id>/"
NINJA = TEAM + "ninja/<int:ninja>/"


def paths() -> Iterator[URLPattern]:
    """Yield every path under `/api/v1/`."""
    yield path("teams/", new_teams.TeamsView.as_view(), name="teams")
    yield path("teams/starts/", read_views.StartsView.as_view(), name="team-starts")
    for kind in new_teams.FOUNDINGS:
        founded = new_teams.founding_view(kind).as_view()
        yield path(f"teams/{kind.address}/", founded, name=f"team-{kind.address}")
    yield path("teams/import/", new_teams.ImportView.as_view(), name="team-import")
    yield path(
        "teams/import-roster/",
        new_teams.RosterView.as_view(),
        name="team-import-roster",
    )
    yield path(
        "teams/exchange-schema/", read_views.SchemaView.as_view(), name="team-schema"
    )
    yield path(
        "teams/shared/<str:token>/", read_views.SharedView.as_view(), name="team-shared"
    )
    yield path(TEAM, read_views.TeamView.as_view(), name="team")
    for name, page in read_views.PAGES.items():
        yield path(f"{TEAM}{name}/", page.as_view(), name=f"team-{name}")
    yield path(NINJA, read_views.CareerView.as_view(), name="team-ninja")
    yield path(f"{TEAM}copy/", new_teams.CopyView.as_view(), name="team-copy")
    yield path(f"{TEAM}share/", actions.ShareView.as_view(), name="team-share")
    yield path(f"{TEAM}logo/", actions.LogoView.as_view(), name="team-logo")
    yield path(f"{TEAM}scroll.pdf", files.PdfView.as_view(), name="team-pdf")
    yield path(f"{TEAM}scroll.png", files.PictureView.as_view(), name="team-picture")
    preview = actions.VoidPreviewView.as_view()
    yield path(f"{TEAM}void/preview/", preview, name="team-void-preview")
    for act in (*actions.ACTS, *actions.NINJA_ACTS):
        address = f"{NINJA if act.of_ninja else TEAM}{act.address}/"
        yield path(address, actions.act_view(act).as_view(), name=f"team-{act.name}")


def described_shapes() -> dict[str, Any]:
    """Return the JSON Schemas of all requests and responses, by name."""
    shapes = {*new_teams.SHAPES, *read_views.SHAPES, *actions.SHAPES}
    _, components = msgspec.json.schema_components(
        sorted(shapes, key=lambda shape: shape.__name__),
        schema_hook=any_value_schema,
        ref_template=COMPONENTS,
    )
    return components
