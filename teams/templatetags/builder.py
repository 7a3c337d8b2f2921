"""Template tags of the builder."""

from __future__ import annotations

from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from kernel.ids import ProfileSlug
from teams.selectors.builder import get_card, list_sources, list_visible_marks

register = template.Library()


@register.simple_tag
@cache
def drawn(name: str, slug: ProfileSlug) -> SafeString:
    """Render a part of a profile's row: `{% drawn "teams/_build_can.html" slug %}`.

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
