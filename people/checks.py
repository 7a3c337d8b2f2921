"""Check that every language the site offers has a translation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.translation import to_locale

from people import catalogue

# The language in which the texts are written needs no translation.
WRITTEN_IN = "en"


@register()
def languages_are_translated(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001
    **_kwargs: Any,
) -> list[CheckMessage]:
    missing = [
        code
        for code in catalogue.languages()
        if code != WRITTEN_IN and not _has_translation(code)
    ]
    return [
        Error(
            f"LANGUAGES offers {code!r}, but no folder of LOCALE_PATHS has its"
            " compiled translation.",
            hint="Run manage.py compilemessages, or take the language out.",
            id="people.E001",
        )
        for code in missing
    ]


def _has_translation(code: str) -> bool:
    compiled = Path(to_locale(code)) / "LC_MESSAGES" / "django.mo"
    return any((Path(folder) / compiled).is_file() for folder in settings.LOCALE_PATHS)
