"""Template tags for news on other pages."""

from __future__ import annotations

from html import unescape
from typing import Any

from django import template
from django.utils.html import strip_tags
from django.utils.text import Truncator

from league.rendering.markdown import html_of
from league.selectors.communication.news import latest_post
from league.selectors.leagues import LeagueHead

LEAD_WORDS = 40

register = template.Library()


@register.inclusion_tag("league/_news_box.html")
def latest_news(head: LeagueHead) -> dict[str, Any]:
    """Show the newest issue of a league in a box: `{% latest_news head %}`."""
    post = latest_post(head.uid)
    first = post.text.strip().split("\n\n")[0] if post else ""
    lead = Truncator(unescape(strip_tags(html_of(first)))).words(LEAD_WORDS)
    return {"post": post, "head": head, "lead": lead}
