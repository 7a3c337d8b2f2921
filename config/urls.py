"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from config import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("gallery/", pages.gallery, name="gallery"),
    path("theme/", pages.theme, name="theme"),
    path("rules/", include("rulebook.urls")),
    path("people/", include("people.urls")),
    path("admin/", admin.site.urls),
]
