"""Pages that belong to the site and to no single app: home and the gallery."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html")


def gallery(request: HttpRequest) -> HttpResponse:
    return render(request, "gallery.html")
