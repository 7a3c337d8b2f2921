"""URLs of online play, under /play/."""

from __future__ import annotations

from django.urls import path

from tables.views import matches, moments, pages, play, replay

app_name = "tables"

urlpatterns = [
    path("", pages.lobby, name="lobby"),
    path("now/", pages.now, name="play-now"),
    path("new/", pages.new, name="new"),
    path("match/<uuid:uid>/", matches.match_table, name="match-table"),
    path(
        "match/<uuid:uid>/accept/",
        matches.match_table_accept,
        name="match-table-accept",
    ),
    path(
        "match/<uuid:uid>/decline/",
        matches.match_table_decline,
        name="match-table-decline",
    ),
    path("match/<uuid:match>/replay/", moments.match_moments, name="match-moments"),
    path("teams/<int:team_id>/replays/", moments.team_moments, name="team-moments"),
    path(
        "teams/<int:team_id>/ninja/<int:ninja>/",
        moments.ninja_moments,
        name="ninja-moments",
    ),
    path("replay/", replay.upload, name="replay-upload"),
    path("replay/<slug:key>/", replay.file_replay, name="file-replay"),
    path("replay/<slug:key>/<int:position>/", replay.file_moment, name="file-moment"),
    path(
        "replay/<slug:key>/<int:position>/play/",
        replay.file_branch,
        name="file-branch",
    ),
    path("<uuid:uid>/replay/", replay.table_replay, name="table-replay"),
    path("<uuid:uid>/replay/<int:position>/", replay.table_moment, name="table-moment"),
    path("<uuid:uid>/embed/", replay.table_embed, name="table-embed"),
    path(
        "<uuid:uid>/replay/<int:position>/play/",
        replay.table_branch,
        name="table-branch",
    ),
    path("<uuid:uid>/", pages.table, name="table"),
    path("<uuid:uid>/text/", pages.text, name="text"),
    path("<uuid:uid>/invitation/", pages.invitation, name="invitation"),
    path("<uuid:uid>/invitation.svg", pages.invitation_code, name="invitation-code"),
    path("<uuid:uid>/dice/", pages.dice, name="table-dice"),
    path("<uuid:uid>/standing-orders/", pages.orders, name="standing-orders"),
    path("<uuid:uid>/state/", play.state, name="table-state"),
    path("<uuid:uid>/figures/<slug:label>/", play.outlook, name="table-outlook"),
    path("<uuid:uid>/log/", play.log, name="table-log"),
    path("<uuid:uid>/moves/", play.moves, name="table-moves"),
    path("<uuid:uid>/undo/", play.undo, name="table-undo"),
    path("<uuid:uid>/game.txt", play.file, name="table-file"),
    path("<uuid:uid>/<slug:name>/", play.action, name="table-action"),
]
