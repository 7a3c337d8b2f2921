"""Template tags available without loading: icons, theme, navigation, counting
components.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.template.defaultfilters import stringfilter
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from kernel import phrases
from kernel.elements import ELEMENTS

register = template.Library()

SPRITE = "img/sprite.svg"
THEMES = ("light", "dark")
# A space before a mark, also where the mark begins a <span> or ends a <b>.
_SPACE_BEFORE_MARK = re.compile(r"\s+((?:<[^>]*>\s*)*[,;:.!?)])")
_ELEMENT_ICONS = {f"el-{element}": str(element) for element in ELEMENTS}


@register.simple_tag
def icon(name: str, label: str = "", **attributes: str) -> SafeString:
    """Return a symbol of the sprite: `{% icon "el-fire" "Fire" class="lg" %}`.

    With a label it is an image that screen readers read; without one it is decoration
    beside the same words. Elements have their colour.
    """
    classes = ["i", _ELEMENT_ICONS.get(name, ""), attributes.get("class", "")]
    return _symbol(name, label, " ".join(filter(None, classes)))


@register.simple_tag
def crest(
    clan: str, label: str = "", size: str = "", plain: bool = False
) -> SafeString:
    """Return a clan's crest in its colour; `plain` uses the surrounding text colour."""
    colour = "plain" if plain else f"c-{clan}"
    classes = " ".join(filter(None, ["crest", size, colour]))
    return _symbol(f"crest-{clan}", label, classes)


def _symbol(name: str, label: str, classes: str) -> SafeString:
    spoken = (
        format_html('role="img" aria-label="{}"', label)
        if label
        else SafeString('aria-hidden="true"')
    )
    return format_html(
        '<svg class="{}" {}><use href="{}#{}"></use></svg>',
        classes,
        spoken,
        static(SPRITE),
        name,
    )


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    """Return the visitor's colour scheme, or "" to follow the system."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request else ""
    return chosen if chosen in THEMES else ""


@register.simple_tag
def site_address() -> str:
    """Return the URL of the site, for links that must be absolute."""
    return settings.SITE_ADDRESS


@register.filter
@stringfilter
def with_article(phrase: str) -> str:
    """`{{ clan_name|with_article }}`: "an Ika", "a Tora"."""
    return phrases.with_article(phrase)


@register.filter
@stringfilter
def possessive(name: str) -> str:
    """`{{ team_name|possessive }}`: "Petra's", "Furnace Prowlers'"."""
    return phrases.possessive(name)


@register.simple_tag
def current(here: str, names: str) -> SafeString:
    """Mark a link as the current page: `<a href="…"{% current here "news post" %}>`
    if `here` is one of the names."""
    return SafeString(' aria-current="page"' if here in names.split() else "")


@register.simple_block_tag
def blank_slate(
    content: str, heading: str, *, href: str = "", action: str = ""
) -> SafeString:
    """What a page shows instead of a list that is still empty, with the first step:
    `{% blank_slate "No news yet" href=url action="Write" %}Text{% endblank_slate %}`.
    """
    text = _one_line(content)
    context = {"heading": heading, "text": text, "href": href, "action": action}
    return render_to_string("components/_empty.html", context)


@register.simple_block_tag
def note(content: str, kind: str = "") -> SafeString:
    """A note with an icon: `{% note "care" %}Text{% endnote %}`."""
    return render_to_string(
        "components/_note.html", {"kind": kind, "text": _one_line(content)}
    )


@register.simple_block_tag
def sentence(content: str) -> SafeString:
    """Text in one line, without spaces before punctuation, so that a template can
    put each part of a long sentence on a line of its own."""
    return SafeString(_SPACE_BEFORE_MARK.sub(r"\1", " ".join(content.split())))


def _one_line(content: str) -> SafeString:
    """Join lines of rendered markup, so that templates can break sentences."""
    return SafeString(" ".join(content.split()))


@register.inclusion_tag("components/_face.html")
def face(initials: str, type: str, clan: str = "") -> dict[str, str]:  # noqa: A002
    """A ninja's portrait: `{% face ninja.initials ninja.type team.clan %}`."""
    return {"initials": initials, "type": type, "clan": clan}


class Stats(Protocol):
    """What a profile or a ninja is good at."""

    mv: int
    at: int
    df: int


class LearnedStats(Protocol):
    """How much of each value a ninja has learned."""

    mv_up: int
    at_up: int
    df_up: int


@register.inclusion_tag("components/_statline.html")
def statline(stats: Stats, learned: LearnedStats | None = None) -> dict[str, int]:
    """Movement, attack and defence: `{% statline ninja.row learned=ninja %}`."""
    values = {"mv": stats.mv, "at": stats.at, "df": stats.df}
    if learned:
        values |= {
            "mv_up": learned.mv_up,
            "at_up": learned.at_up,
            "df_up": learned.df_up,
        }
    return values


_TONES = {"success": "ok", "warning": "care", "error": "refuse"}


@register.filter
def tone(level: str) -> str:
    """The class of a message by its level: `{{ message.level_tag|tone }}`."""
    return _TONES.get(level, "")


class NavigationNode(template.Node):
    """Draws the navigation with the section that its body names marked as current."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        current = self.nodelist.render(context).strip()
        nav = template.Engine.get_default().get_template("components/_nav.html")
        with context.push(nav_current=current):
            return nav.render(context)


@register.tag
def navigation(parser: Parser, _token: Token) -> NavigationNode:
    """`{% navigation %}{% block nav_current %}{% endblock %}{% endnavigation %}`: a
    block cannot be compared with anything in a template, its rendered text can."""
    nodelist = parser.parse(("endnavigation",))
    parser.delete_first_token()
    return NavigationNode(nodelist)


@dataclass(frozen=True)
class XpTrack:
    """Experience as a row of boxes from one level to the next."""

    total: int
    level: str
    next_level: str
    to_go: int
    boxes: tuple[str, ...]  # "on", "new", "" or "next", the last box


@register.inclusion_tag("components/_xp.html")
def xp_track(
    total: int,
    *,
    since: int,
    until: int,
    level: str,
    next_level: str = "the next level",
    new: int = 0,
) -> dict[str, XpTrack]:
    """`{% xp_track 17 since=8 until=22 level="Experienced" new=2 %}`: the ninja
    reached its level at `since` and reaches the next at `until`; the last `new`
    points came from the latest game."""
    earned = total - since
    boxes = tuple(
        "next"
        if box == until - since
        else "new"
        if earned - new < box <= earned
        else "on"
        if box <= earned
        else ""
        for box in range(1, until - since + 1)
    )
    return {"xp": XpTrack(total, level, next_level, until - total, boxes)}


@register.inclusion_tag("components/_pagination.html", takes_context=True)
def pagination(context: Context, page: Page[Any]) -> dict[str, object]:
    """`{% pagination page %}`: links to the pages around this one, keeping whatever
    else the address says."""
    numbers = page.paginator.get_elided_page_range(
        page.number, on_each_side=1, on_ends=1
    )
    return {"page": page, "numbers": list(numbers), "request": context["request"]}


@dataclass(frozen=True)
class Phase:
    moon: str
    state: str  # "done", "now" or "todo"


@register.inclusion_tag("components/_phases.html")
def moon_phases(done: int, total: int, *, label: str = "Step") -> dict[str, object]:
    """`{% moon_phases 4 9 label="Settlement, step" %}`: four of nine steps are done,
    so the fifth is under way. The moon waxes from new to full with the work."""
    last_moon = 8
    phases = [
        Phase(
            moon=f"moon-{step * last_moon // max(total - 1, 1)}",
            state="done" if step < done else "now" if step == done else "todo",
        )
        for step in range(total)
    ]
    now = min(done + 1, total)
    return {"phases": phases, "label": label, "now": now, "total": total}
