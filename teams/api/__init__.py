"""Teams for programs: everything that the pages can do, with the same refusals.

A team's version travels as its ETag. Send it back with an act, as `version` or in
If-Match, and the act is refused with 409 if somebody was faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.urls import URLPattern, path

from teams.api import acting, files, founding, reading
from teams.api.describing import COMPONENTS
from teams.rules.exchange_files import anything

TEAM = "teams/<int:team_id>/"
NINJA = TEAM + "ninja/<int:ninja>/"


def paths() -> Iterator[URLPattern]:
    """Every address under `/api/v1/`."""
    yield path("teams/", founding.TeamsView.as_view(), name="teams")
    yield path("teams/starts/", reading.StartsView.as_view(), name="team-starts")
    for kind in founding.FOUNDINGS:
        founded = founding.founding_view(kind).as_view()
        yield path(f"teams/{kind.address}/", founded, name=f"team-{kind.address}")
    yield path("teams/import/", founding.ImportView.as_view(), name="team-import")
    yield path(
        "teams/import-roster/", founding.RosterView.as_view(), name="team-import-roster"
    )
    yield path(
        "teams/exchange-schema/", reading.SchemaView.as_view(), name="team-schema"
    )
    yield path(
        "teams/shared/<str:token>/", reading.SharedView.as_view(), name="team-shared"
    )
    yield path(TEAM, reading.TeamView.as_view(), name="team")
    for name, page in reading.PAGES.items():
        yield path(f"{TEAM}{name}/", page.as_view(), name=f"team-{name}")
    yield path(NINJA, reading.CareerView.as_view(), name="team-ninja")
    yield path(f"{TEAM}copy/", founding.CopyView.as_view(), name="team-copy")
    yield path(f"{TEAM}share/", acting.ShareView.as_view(), name="team-share")
    yield path(f"{TEAM}logo/", acting.LogoView.as_view(), name="team-logo")
    yield path(f"{TEAM}scroll.pdf", files.PdfView.as_view(), name="team-pdf")
    yield path(f"{TEAM}scroll.png", files.PictureView.as_view(), name="team-picture")
    preview = acting.VoidPreviewView.as_view()
    yield path(f"{TEAM}void/preview/", preview, name="team-void-preview")
    for act in (*acting.ACTS, *acting.NINJA_ACTS):
        address = f"{NINJA if act.of_ninja else TEAM}{act.address}/"
        yield path(address, acting.act_view(act).as_view(), name=f"team-{act.name}")


def described_shapes() -> dict[str, Any]:
    """The shapes of everything sent and received as JSON Schema, by name."""
    shapes = {*founding.SHAPES, *reading.SHAPES, *acting.SHAPES}
    _, components = msgspec.json.schema_components(
        sorted(shapes, key=lambda shape: shape.__name__),
        schema_hook=anything,
        ref_template=COMPONENTS,
    )
    return components
