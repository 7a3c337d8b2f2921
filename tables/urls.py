"""The addresses of online play, under /play/."""

from __future__ import annotations

from django.urls import path

from tables.views import pages, play

app_name = "tables"

urlpatterns = [
    path("", pages.lobby, name="lobby"),
    path("now/", pages.now, name="play-now"),
    path("new/", pages.new, name="new"),
    path("<uuid:uid>/", pages.table, name="table"),
    path("<uuid:uid>/text/", pages.text, name="text"),
    path("<uuid:uid>/state/", play.state, name="table-state"),
    path("<uuid:uid>/log/", play.log, name="table-log"),
    path("<uuid:uid>/moves/", play.moves, name="table-moves"),
    path("<uuid:uid>/undo/", play.undo, name="table-undo"),
    path("<uuid:uid>/game.txt", play.file, name="table-file"),
    path("<uuid:uid>/<slug:name>/", play.action, name="table-action"),
]
