from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        # Registers itself with Django's system checks.
        from people import checks  # noqa: F401, PLC0415
