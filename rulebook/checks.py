"""Checks before the product starts."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error

from kernel.errors import CatalogueError
from rulebook.catalogue import areas, catalogue, house_rule_book


def require_rulebook() -> None:
    """Stop the start with one sentence when a file of the rulebook is broken.

    Servers and workers run no system checks, so this is asked of every process as
    it starts. A traceback would hide the sentence that helps.
    """
    try:
        catalogue()
        house_rule_book()
    except CatalogueError as error:
        raise SystemExit(f"The rulebook is broken. {_sentence(error)}") from None


def inventory_is_whole(**_: Any) -> list[CheckMessage]:
    """Check the inventory. Only people and tests read it, so servers do not wait for
    this.
    """
    try:
        areas()
    except CatalogueError as error:
        return [Error(_sentence(error), id="rulebook.E001")]
    return []


def _sentence(error: CatalogueError) -> str:
    return f"fixtures/{error.file}, {error.key}: {error.reason}"
