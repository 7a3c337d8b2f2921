"""Template tags of the builder."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from kernel.elements import Element
from kernel.ids import ProfileSlug
from teams.selectors.builder import get_card, list_sources, list_visible_marks

register = template.Library()


@register.simple_tag
@cache
def drawn(name: str, slug: ProfileSlug) -> SafeString:
    """Render a part of a profile's row: `{% drawn "teams/….html" slug %}`.

    Every response of the builder contains every profile, and profiles do not change
    while the process runs, so the result is cached.
    """
    card = get_card(slug)
    context = {
        "card": card,
        "sources": list_sources(card),
        "marks": list_visible_marks(card),
    }
    return SafeString(render_to_string(name, context))


class Chip(Protocol):
    """A keyword or ability of a ninja, as a page shows it."""

    element: Element | None
    is_learned: bool
    is_ability: bool


@register.filter
def chip_class(chip: Chip) -> str:
    """Classes of a chip: its element, and whether it is learned or an ability."""
    names = (
        str(chip.element or ""),
        "learned" if chip.is_learned else "",
        "ability" if chip.is_ability else "",
    )
    return " ".join(filter(None, names))
