"""`manage.py exchange_schema`: the JSON Schema of a team's document."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from teams.rules.exchange.document import json_schema


class Command(BaseCommand):
    help = "Write the JSON Schema of the documents that teams are exported to."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(json.dumps(json_schema(), indent=2))
