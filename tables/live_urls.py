"""The addresses of live streams, under /live/; they are served asynchronously."""

from __future__ import annotations

from django.urls import path

from tables.views import live

app_name = "live"

urlpatterns = [path("tables/<uuid:uid>/", live.stream, name="table")]
