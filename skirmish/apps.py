from __future__ import annotations

from django.apps import AppConfig


class SkirmishConfig(AppConfig):
    name = "skirmish"
