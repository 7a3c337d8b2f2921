"""Template tags of the builder."""

from __future__ import annotations

from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from kernel.ids import ProfileSlug
from teams.selectors.builder import card_of, marks_seen, sources_of

register = template.Library()


@register.simple_tag
@cache
def drawn(name: str, slug: ProfileSlug) -> SafeString:
    """Render a part of a profile's row: `{% drawn "teams/_build_can.html" slug %}`.

    Every response of the builder contains every profile, and profiles do not change
    while the process runs, so the result is cached.
    """
    card = card_of(slug)
    context = {"card": card, "sources": sources_of(card), "marks": marks_seen(card)}
    return SafeString(render_to_string(name, context))
