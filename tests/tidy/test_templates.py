"""Markup keeps to what the content security policy allows, and nothing lies about."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest
from django.template.loader import get_template

from tests.tidy.tree import expect_none, files_ending, python_files, text

COMMENT = re.compile(r"{#.*?#}|{% comment .*?{% endcomment %}|<!--.*?-->", re.DOTALL)
INLINE = {
    "a style attribute": re.compile(r"[\s\"']style\s*="),
    "a style element": re.compile(r"<style\b"),
    # A script element may fetch a file or hold data; it may not hold a program.
    "an inline script": re.compile(
        r"<script\b(?![^>]*\b(?:src=|type=[\"']application/json))", re.DOTALL
    ),
    "an inline handler": re.compile(r"[\s\"'](?:on[a-z]{3,}|hx-on[\w:-]*)\s*="),
    "a script in an address": re.compile(r"[\"']\s*javascript:", re.IGNORECASE),
    "a script in a value": re.compile(r"hx-(?:vals|vars|headers)\s*=\s*[\"']js:"),
}
COLOUR = re.compile(r"#[0-9a-fA-F]{6}(?![\w-])|\b(?:rgba?|hsla?|oklch)\(")
# Looked up by Django and its apps under names of their own.
LOOKED_UP = re.compile(
    r"^templates/(?:\d{3}(?:_csrf)?\.html|admin/|django/forms/|rest_framework/"
    r"|registration/|drf_spectacular/)"
)
SPRITE = "static/img/sprite.svg"
ICON = re.compile(r"""\bicon\s+["']([\w-]+)["'](\|add:)?""")
CREST = re.compile(r"""\bcrest\s+["']([\w-]+)["'](\|add:)?""")
USE = re.compile(r"sprite\.svg['\"]?\s*(?:%})?#([\w-]+)({{)?")


LINE_LENGTH = 120


def long_lines(name: str, source: str) -> list[str]:
    """djLint formats what it may; it breaks no sentence and no template tag."""
    return [
        f"{name}:{number}: {len(line)} characters"
        for number, line in enumerate(source.splitlines(), start=1)
        if len(line) > LINE_LENGTH
    ]


def inline(name: str, source: str) -> list[str]:
    bare = COMMENT.sub("", source)
    return [
        f"{name}: {what}: {hit[0].strip()}"
        for what, pattern in INLINE.items()
        for hit in pattern.finditer(bare)
    ]


def colours(name: str, source: str) -> list[str]:
    """A browser's own bars take their colour from a meta element, not from CSS."""
    lines = [line for line in source.splitlines() if 'name="theme-color"' not in line]
    return [f"{name}: {hit[0]}" for line in lines for hit in COLOUR.finditer(line)]


def is_named(template: str, sources: dict[str, str]) -> bool:
    """Whether another file quotes the name: whole, or, where names of that folder
    are put together (`f"people/{name}.html"`), by its own part alone."""
    path = PurePosixPath(template.removeprefix("templates/"))
    others = [source for name, source in sources.items() if name != template]

    def is_quoted(words: str, more: str) -> bool:
        pattern = re.compile(rf"""["']{re.escape(words)}{more}""")
        return any(words in source and pattern.search(source) for source in others)

    return is_quoted(str(path), r"""(?:#[\w-]+)?["']""") or (
        is_quoted(f"{path.parent}/", r"{\w") and is_quoted(path.stem, """["']""")
    )


def symbols(source: str) -> list[tuple[str, bool]]:
    """The symbols a file draws; True where only the beginning of the id is written."""
    found = [(name, bool(more)) for name, more in ICON.findall(source)]
    found += [(f"crest-{name}", bool(more)) for name, more in CREST.findall(source)]
    return found + [(name, bool(more)) for name, more in USE.findall(source)]


def lost_symbols(name: str, source: str, ids: set[str]) -> list[str]:
    return [
        f"{name}: {symbol} is not in the sprite"
        for symbol, is_start in symbols(COMMENT.sub("", source))
        if not (any(i.startswith(symbol) for i in ids) if is_start else symbol in ids)
    ]


def sprite_ids(sprite: str) -> list[str]:
    return re.findall(r'<symbol\b[^>]*\bid="([^"]+)"', sprite)


def test_no_template_has_inline_code_or_style() -> None:
    names = files_ending(".html", under="templates/")
    assert names
    expect_none(line for name in names for line in inline(name, text(name)))


def test_no_line_of_a_template_is_longer_than_120_characters() -> None:
    names = files_ending(".html", under="templates/")
    expect_none(line for name in names for line in long_lines(name, text(name)))


def test_no_template_or_script_names_a_colour() -> None:
    names = [*files_ending(".html", under="templates/"), *files_ending(".js")]
    expect_none(line for name in names for line in colours(name, text(name)))


def test_every_template_compiles() -> None:
    for name in files_ending(".html", under="templates/"):
        get_template(name.removeprefix("templates/"))


def test_every_template_is_used() -> None:
    names = files_ending("", under="templates/")
    sources = {name: text(name) for name in [*names, *python_files()]}
    expect_none(
        name
        for name in names
        if not LOOKED_UP.match(name)
        if not is_named(name, sources)
    )


def test_every_symbol_that_is_drawn_is_in_the_sprite() -> None:
    ids = sprite_ids(text(SPRITE))
    assert len(ids) == len(set(ids)) > 10
    names = [*files_ending(".html", under="templates/"), *files_ending(".js")]
    expect_none(
        line for name in names for line in lost_symbols(name, text(name), set(ids))
    )


class TestTheChecks:
    def test_find_long_lines(self) -> None:
        assert long_lines("a.html", f"<p>\n{'a' * 121}\n</p>") == [
            "a.html:2: 121 characters"
        ]
        assert not long_lines("a.html", f"{'a' * 120}\n")

    @pytest.mark.parametrize(
        "planted",
        [
            '<p style="color: red">',
            "<p class='a' style = 'x'>",
            '<p class="a"style="x">',
            "<style>p {}</style>",
            "<script>go()</script>",
            '<script type="module">go()</script>',
            '<a onclick="go()">',
            '<a hx-on:click="go()">',
            '<a hx-on--after-swap="go()">',
            '<a href="javascript:go()">',
            """<a hx-vals='js:{a: go()}'>""",
        ],
    )
    def test_find_inline_code(self, planted: str) -> None:
        assert inline("a.html", f"<div>{planted}</div>")

    @pytest.mark.parametrize(
        "harmless",
        [
            '<link rel="stylesheet" href="x.css">',
            '<script type="module" src="x.js"></script>',
            '<script type="application/json" id="x">{}</script>',
            "{# <p style='x'> is not allowed #}",
            "{% comment %}<p onclick='go()'>{% endcomment %}",
            "<!-- <style> -->",
            '<a hx-get="/x" data-on="x" hx-vals=\'{"a": 1}\'>',
            '<input name="one" value="on">',
        ],
    )
    def test_leave_harmless_markup_alone(self, harmless: str) -> None:
        assert not inline("a.html", harmless)

    def test_find_colours(self) -> None:
        assert colours("a.html", '<path fill="#ff0000">')
        assert colours("a.js", "'rgb(1, 2, 3)'")
        assert not colours("a.html", '<meta name="theme-color" content="#ff0000">')
        assert not colours("a.html", '<a href="#facade-of-house">')

    def test_find_templates_that_nobody_names(self) -> None:
        page = "templates/teams/scroll.html"
        assert is_named(page, {"teams/views.py": 'render(r, "teams/scroll.html")'})
        assert is_named(page, {"a.py": 'render(r, "teams/scroll.html#ninjas")'})
        assert is_named(page, {"b.html": "{% include 'teams/scroll.html' %}"})
        assert not is_named(page, {"a.py": "teams/scroll.html"})
        assert not is_named(page, {page: '{% extends "teams/scroll.html" %}'})

    def test_follow_names_that_are_put_together(self) -> None:
        mail = "templates/people/mail/deleted.txt"
        builds = {"people/mail.py": 'f"people/mail/{kind}.txt"'}
        assert is_named(mail, builds | {"people/services.py": 'send("deleted")'})
        assert not is_named(mail, builds | {"people/services.py": 'send("created")'})
        assert not is_named(mail, {"people/services.py": 'send("deleted")'})

    def test_find_symbols_that_are_lost(self) -> None:
        ids = {"u-x", "el-fire", "crest-ika"}
        good = (
            '{% icon "u-x" "Close" %}{% icon "el-"|add:name %}{% crest "ika" %}'
            "<use href=\"{% static 'img/sprite.svg' %}#u-x\">"
            "<use href=\"{% static 'img/sprite.svg' %}#el-{{ name }}\">{% icon name %}"
        )
        assert len(symbols(good)) == 5
        assert not lost_symbols("a.html", good, ids)
        for bad in (
            '{% icon "u-y" %}',
            '{% icon "t-"|add:x %}',
            '{% crest "ikaa" %}',
            "<use href=\"{% static 'img/sprite.svg' %}#u-y\">",
        ):
            assert lost_symbols("a.html", bad, ids), bad

    def test_read_the_ids_of_a_sprite(self) -> None:
        assert sprite_ids('<symbol viewBox="0" id="a"><path id="b"/></symbol>') == ["a"]
