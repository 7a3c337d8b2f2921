"""What other pages show of news."""

from __future__ import annotations

from typing import Any

from django import template

from league.selectors.leagues import LeagueHead
from league.selectors.news import latest_post

register = template.Library()


@register.inclusion_tag("league/news_box.html")
def latest_news(head: LeagueHead) -> dict[str, Any]:
    """`{% latest_news head %}`: the newest issue of a league, if there is one."""
    return {"post": latest_post(head.uid), "head": head}
