"""URLs under /matches/."""

from __future__ import annotations

from django.urls import path

from challenges.views import corrections, matches, reports

app_name = "challenges"

urlpatterns = [
    path("", matches.own, name="list"),
    path("new/", matches.new, name="new"),
    path("worker.js", reports.worker, name="worker"),
    path("<uuid:uid>/", matches.match, name="match"),
    path("<uuid:uid>/report/", reports.report, name="report"),
    path("<uuid:uid>/report/taps/", reports.taps, name="taps"),
    path("<uuid:uid>/correct/", corrections.amend, name="amend"),
    path("<uuid:uid>/correct/undo/<int:number>/", corrections.undo, name="amend-undo"),
    path("<uuid:uid>/correct/answer/", corrections.answer, name="amend-answer"),
    path("<uuid:uid>/<slug:name>/", matches.act, name="act"),
]
