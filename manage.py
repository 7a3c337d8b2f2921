#!/usr/bin/env python
"""Django's command line for Moonlight; `manage.py up` starts the whole product."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from kernel.errors import CatalogueError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, CatalogueError) as error:
        # A setting or a file of the rulebook is wrong: the sentence says which.
        sys.exit(str(error))
