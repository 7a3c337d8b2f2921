"""The site as a Django app: its commands, templates and start-up checks."""

from __future__ import annotations

from django.apps import AppConfig


class MoonlightConfig(AppConfig):
    name = "config"
    label = "moonlight"
    verbose_name = "Moonlight"

    def ready(self) -> None:
        # Jobs are sent from every thread of the web server, and each thread would
        # otherwise make up a Celery application of its own.
        from config.celery import app  # noqa: PLC0415

        app.set_default()
