from __future__ import annotations

from django.apps import AppConfig


class RulebookConfig(AppConfig):
    name = "rulebook"
