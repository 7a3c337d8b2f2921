from __future__ import annotations

from django.apps import AppConfig


class ChallengesConfig(AppConfig):
    name = "challenges"

    def ready(self) -> None:
        from challenges import receivers, tasks  # noqa: F401, PLC0415
        from challenges.selectors.access import is_match  # noqa: PLC0415
        from challenges.selectors.match_list import export_own_matches  # noqa: PLC0415
        from challenges.services.account_deletion import detach_matches  # noqa: PLC0415
        from challenges.signals import (  # noqa: PLC0415
            correction_queued,
            settlement_queued,
        )
        from people.services.personal_data import register_deletion, register_export  # noqa: PLC0415
        from teams.selectors.access import register_matches  # noqa: PLC0415

        settlement_queued.connect(tasks.on_settlement_queued)
        correction_queued.connect(tasks.on_correction_queued)
        register_matches(is_match)
        register_export("matches", export_own_matches)
        register_deletion("matches", detach_matches)
