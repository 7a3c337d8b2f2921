from __future__ import annotations

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"

    def ready(self) -> None:
        # Every app registers its part of the data export and of account deletion.
        from people.services.personal_data import register_deletion, register_export  # noqa: PLC0415
        from teams.selectors.team_file import export_teams  # noqa: PLC0415
        from teams.services.account_deletion import detach_teams  # noqa: PLC0415

        register_export("teams", export_teams)
        register_deletion("teams", detach_teams)
