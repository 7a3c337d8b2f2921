"""`manage.py exchange_schema`: print the JSON Schema of the team file."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from teams.rules.exchange.document import json_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of the team file."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(json.dumps(json_schema(), indent=2))
