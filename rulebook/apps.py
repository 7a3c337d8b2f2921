from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register


class RulebookConfig(AppConfig):
    name = "rulebook"

    def ready(self) -> None:
        # Both read settings, which are not there when this module is imported.
        from rulebook.checks import inventory_is_whole, require_rulebook  # noqa: PLC0415

        require_rulebook()
        register(inventory_is_whole)
