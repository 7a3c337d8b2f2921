from __future__ import annotations

from django.apps import AppConfig


class ChallengesConfig(AppConfig):
    name = "challenges"

    def ready(self) -> None:
        from challenges import receivers, tasks  # noqa: F401, PLC0415
        from challenges.selectors.access import is_arranged  # noqa: PLC0415
        from challenges.selectors.match_list import own_matches  # noqa: PLC0415
        from challenges.services.account_deletion import matches_leave_behind  # noqa: PLC0415
        from challenges.signals import (  # noqa: PLC0415
            amendment_owed,
            settlement_owed,
        )
        from people.services.personal_data import register_deletion, register_export  # noqa: PLC0415
        from teams.selectors.access import register_matches  # noqa: PLC0415

        settlement_owed.connect(tasks.hint_to_a_worker)
        amendment_owed.connect(tasks.hint_of_an_amendment)
        register_matches(is_arranged)
        register_export("matches", own_matches)
        register_deletion("matches", matches_leave_behind)
