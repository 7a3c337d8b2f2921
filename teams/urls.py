"""URLs of teams, under /teams/."""

from __future__ import annotations

from django.urls import path

from teams.views import (
    adjustments,
    builder,
    dice,
    growth,
    new_teams,
    reports,
    scroll_files,
    scrolls,
    team_settings,
)

app_name = "teams"

building_urlpatterns = [
    path("", new_teams.teams, name="list"),
    path("new/", new_teams.new, name="new"),
    path("new/import/", new_teams.new_import, name="new-import"),
    path("new/samples/<slug:slug>/", new_teams.new_sample, name="new-sample"),
    path("new/shrines/<slug:slug>/", new_teams.new_shrine, name="new-shrine"),
    path("new/<slug:clan>/", new_teams.new_of_clan, name="new-of-clan"),
    path("new/<slug:clan>/random/", new_teams.new_random, name="new-random"),
    path("<int:team_id>/imported/", new_teams.imported, name="imported"),
    path("<int:team_id>/copy/", new_teams.copy, name="copy"),
    path("<int:team_id>/build/", builder.build, name="build"),
    path("<int:team_id>/build/<slug:name>/", builder.act, name="build-act"),
]

scroll_urlpatterns = [
    path("<int:team_id>/", scrolls.scroll, name="scroll"),
    path("<int:team_id>/history/", scrolls.history, name="history"),
    path("<int:team_id>/history/<int:number>/dice/", dice.of_line, name="line-dice"),
    path("<int:team_id>/history/<uuid:batch>/", adjustments.void, name="void"),
    path("<int:team_id>/ninja/<int:ninja_id>/", scrolls.ninja, name="ninja"),
    path(
        "<int:team_id>/ninja/<int:ninja_id>/describe/",
        scrolls.ninja_describe,
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
    path("<int:team_id>/correct/", adjustments.correct, name="correct"),
    path("<int:team_id>/keep/", team_settings.keep, name="keep"),
    path("<int:team_id>/keep/story/", team_settings.describe, name="describe"),
    path("<int:team_id>/keep/crest/", team_settings.logo, name="logo-up"),
    path("<int:team_id>/keep/crest/down/", team_settings.logo_down, name="logo-down"),
    path("<int:team_id>/keep/retire/", team_settings.retire, name="retire"),
    path("<int:team_id>/keep/share/", team_settings.share, name="share"),
    path("<int:team_id>/keep/unshare/", team_settings.unshare, name="unshare"),
    path("<int:team_id>/scroll.pdf", scroll_files.pdf, name="pdf"),
    path("<int:team_id>/scroll.png", scroll_files.picture, name="picture"),
    path("<int:team_id>/qr.svg", scroll_files.qr, name="qr"),
    path("<int:team_id>/crest/<str:name>", scroll_files.logo, name="logo"),
    path("crests/<slug:clan>.svg", scroll_files.crest, name="crest"),
    path("dice/", dice.dice, name="dice"),
    path("shared/<str:token>/", scroll_files.shared, name="shared"),
    path("shared/<str:token>/scroll.pdf", scroll_files.shared_pdf, name="shared-pdf"),
    path(
        "shared/<str:token>/scroll.png",
        scroll_files.shared_picture,
        name="shared-picture",
    ),
    path(
        "shared/<str:token>/crest/<str:name>",
        scroll_files.shared_logo,
        name="shared-logo",
    ),
]

urlpatterns = [*building_urlpatterns, *scroll_urlpatterns]
