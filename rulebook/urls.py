"""URLs of the rules reference, under /rules/."""

from __future__ import annotations

from django.urls import path

from rulebook import views

app_name = "rulebook"
# Every part of the reference is `list` with its folder and every entry `entry` with
# folder and slug; parts with a page of their own are caught before the general ones.
urlpatterns = [
    path("", views.index, name="index"),
    path("find/", views.quick_search, name="quick-search"),
    path("clans/", views.clans),
    path("clans/<slug:slug>/", views.clan),
    path("ronin/", views.ronin),
    path("profiles/", views.profiles),
    path("profiles/<slug:slug>/", views.profile),
    path("challenges/", views.challenges),
    path("challenges/<slug:slug>/", views.challenge),
    path("tables/", views.tables),
    path("grounds/", views.grounds),
    path("grounds/<slug:slug>/", views.ground),
    path("rulings/", views.rulings),
    path("rulings/<slug:slug>/", views.ruling_area),
    path("<slug:folder>/", views.entries, name="list"),
    path("<slug:folder>/<slug:slug>/", views.entry, name="entry"),
]
