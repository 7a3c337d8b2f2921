"""The addresses of teams, under /teams/."""

from __future__ import annotations

from django.urls import path

from teams.views import (
    building,
    dice,
    founding,
    growth,
    keeping,
    reports,
    scrolls,
    sharing,
    undoing,
)

app_name = "teams"

building_urlpatterns = [
    path("", founding.teams, name="list"),
    path("new/", founding.new, name="new"),
    path("new/import/", founding.new_import, name="new-import"),
    path("new/samples/<slug:slug>/", founding.new_sample, name="new-sample"),
    path("new/shrines/<slug:slug>/", founding.new_shrine, name="new-shrine"),
    path("new/<slug:clan>/", founding.new_of_clan, name="new-of-clan"),
    path("new/<slug:clan>/random/", founding.new_random, name="new-random"),
    path("<int:team_id>/imported/", founding.imported, name="imported"),
    path("<int:team_id>/copy/", founding.copy, name="copy"),
    path("<int:team_id>/build/", building.build, name="build"),
    path("<int:team_id>/build/<slug:name>/", building.act, name="build-act"),
]

scroll_urlpatterns = [
    path("<int:team_id>/", scrolls.scroll, name="scroll"),
    path("<int:team_id>/history/", scrolls.history, name="history"),
    path("<int:team_id>/history/<int:number>/dice/", dice.of_line, name="line-dice"),
    path("<int:team_id>/history/<uuid:batch>/", undoing.void, name="void"),
    path("<int:team_id>/ninja/<int:ninja_id>/", scrolls.ninja, name="ninja"),
    path(
        "<int:team_id>/ninja/<int:ninja_id>/describe/",
        scrolls.describe_ninja,
        name="describe-ninja",
    ),
    path(
        "<int:team_id>/ninja/<int:ninja_id>/rename/",
        scrolls.ninja_rename,
        name="ninja-rename",
    ),
    path("<int:team_id>/ninja/<int:ninja_id>/go/", growth.dismiss, name="dismiss"),
    path("<int:team_id>/ninja/<int:ninja_id>/replace/", growth.replace, name="replace"),
    path("<int:team_id>/growth/", growth.growth, name="growth"),
    path("<int:team_id>/growth/<slug:name>/", growth.act, name="growth-act"),
    path("<int:team_id>/report/", reports.report, name="report"),
    path("<int:team_id>/correct/", undoing.correct, name="correct"),
    path("<int:team_id>/keep/", keeping.keep, name="keep"),
    path("<int:team_id>/keep/story/", keeping.describe, name="describe"),
    path("<int:team_id>/keep/crest/", keeping.logo, name="logo-up"),
    path("<int:team_id>/keep/crest/down/", keeping.logo_down, name="logo-down"),
    path("<int:team_id>/keep/retire/", keeping.retire, name="retire"),
    path("<int:team_id>/keep/share/", keeping.share, name="share"),
    path("<int:team_id>/keep/unshare/", keeping.unshare, name="unshare"),
    path("<int:team_id>/scroll.pdf", sharing.pdf, name="pdf"),
    path("<int:team_id>/scroll.png", sharing.picture, name="picture"),
    path("<int:team_id>/qr.svg", sharing.qr, name="qr"),
    path("<int:team_id>/crest/<str:name>", sharing.logo, name="logo"),
    path("crests/<slug:clan>.svg", sharing.crest, name="crest"),
    path("dice/", dice.dice, name="dice"),
    path("shared/<str:token>/", sharing.shared, name="shared"),
    path("shared/<str:token>/scroll.pdf", sharing.shared_pdf, name="shared-pdf"),
    path(
        "shared/<str:token>/scroll.png", sharing.shared_picture, name="shared-picture"
    ),
    path(
        "shared/<str:token>/crest/<str:name>", sharing.shared_logo, name="shared-logo"
    ),
]

urlpatterns = [*building_urlpatterns, *scroll_urlpatterns]
