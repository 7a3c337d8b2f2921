"""Tags of the builder."""

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
    """`{% drawn "teams/_build_can.html" slug %}`: a part of a profile's row.

    The builder sends every profile with every answer, and a profile stays the same
    as long as the process runs: it is drawn once.
    """
    card = card_of(slug)
    context = {"card": card, "sources": sources_of(card), "marks": marks_seen(card)}
    return SafeString(render_to_string(name, context))
