"""All URLs of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from config import api, views
from tables.views import live

urlpatterns = [
    path("", views.home, name="home"),
    path("gallery/", views.gallery, name="gallery"),
    path("theme/", views.theme, name="theme"),
    path("rules/", include("rulebook.urls")),
    path("people/", include("people.urls")),
    path("teams/", include("teams.urls")),
    path("matches/", include("challenges.urls")),
    path("play/", include("tables.urls")),
    path("live/tables/<uuid:uid>/", live.stream, name="live-table"),
    path("leagues/", include("league.urls")),
    path("api/v1/", include((api.urlpatterns, "api"))),
    path("admin/login/", views.admin_login),
    path("admin/", admin.site.urls),
]

handler400 = "config.error_pages.bad_request"
handler403 = "config.error_pages.permission_denied"
handler404 = "config.error_pages.page_not_found"
handler500 = "config.error_pages.server_error"
