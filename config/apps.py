"""The site itself as a Django app: its commands, templates and start-up checks."""

from __future__ import annotations

from django.apps import AppConfig


class MoonlightConfig(AppConfig):
    name = "config"
    label = "moonlight"
    verbose_name = "Moonlight"
