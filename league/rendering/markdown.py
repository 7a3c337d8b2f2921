"""Render untrusted Markdown as safe HTML."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

# The page has the only first-level heading; headings in the text start below it.
HEADINGS = {"h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6"}
TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "a", "code", "pre", "blockquote"),
    *("ul", "ol", "li", "h2", "h3", "h4", "h5", "h6"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
SCHEMES = {"http", "https", "mailto"}

# External pictures would let their hosts track readers.
_parser = (
    MarkdownIt("commonmark", {"html": False})
    .enable(["table", "strikethrough"])
    .disable("image")
)


def html_of(text: str) -> SafeString:
    """Return safe HTML. The parser escapes HTML, and the cleaner removes unsafe
    tags."""
    tokens = _parser.parse(text)
    for token in tokens:
        token.tag = HEADINGS.get(token.tag, token.tag)
    html = _parser.renderer.render(tokens, _parser.options, {})
    return SafeString(
        nh3.clean(
            html,
            tags=TAGS,
            attributes={"a": {"href", "title"}, "ol": {"start"}},
            url_schemes=SCHEMES,
            link_rel="nofollow noopener",
        )
    )
