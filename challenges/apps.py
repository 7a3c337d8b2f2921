from __future__ import annotations

from django.apps import AppConfig


class ChallengesConfig(AppConfig):
    name = "challenges"
