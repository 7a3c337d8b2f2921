from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"

    def ready(self) -> None:
        from people.services.personal_data import register_deletion, register_export  # noqa: PLC0415
        from tables import receivers, tasks  # noqa: F401, PLC0415
        from tables.selectors.lists import list_own_tables  # noqa: PLC0415
        from tables.services.cleanup import check_tables, release_seats  # noqa: PLC0415
        from tables.signals import bot_needed, table_finished  # noqa: PLC0415
        from teams.services.reconciliation import register_check  # noqa: PLC0415

        bot_needed.connect(tasks.on_bot_needed)
        table_finished.connect(tasks.on_table_finished)
        register_export("tables", list_own_tables)
        register_check("tables", check_tables)
        register_deletion("tables", release_seats)
