"""Template filters of the rules reference."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulebook.rules.search_index import Piece
from rulebook.selectors.rulings import rule_area

register = template.Library()

_RULE_ID = re.compile(r"\b([A-Z]{2,}(?:-[A-Z0-9]+)*-\d{2})\b")


@register.filter
def rule_links(text: str) -> SafeString:
    """Link the id of every known rule in a text to that rule."""
    parts = ((_linked(part),) for part in _RULE_ID.split(text))
    return format_html_join("", "{}", parts)


def _linked(part: str) -> SafeString | str:
    area = rule_area(part)
    if area is None:
        return part
    address = reverse("rulebook:entry", args=("rulings", area))
    return format_html('<a href="{}#{}">{}</a>', address, part, part)


@register.simple_tag
def highlight(pieces: Iterable[Piece]) -> SafeString:
    """The pieces of a search result, with the hits marked."""
    return format_html_join("", "{}", ((_marked(piece),) for piece in pieces))


def _marked(piece: Piece) -> SafeString | str:
    return format_html("<mark>{}</mark>", piece.text) if piece.is_hit else piece.text
