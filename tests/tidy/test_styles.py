"""Only tokens.css names a colour; every other stylesheet asks for a token."""

from __future__ import annotations

import re

import pytest
from PIL import ImageColor

from tests.tidy.tree import expect_none, files_ending, text

TOKENS = "static/css/tokens.css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A declaration: what follows a name and a colon, up to the end of the statement.
VALUE = re.compile(r"(?<=[{;])\s*(-{0,2}[a-zA-Z][\w-]*)\s*:\s*([^;{}]+)(?=[;}])")
CALCULATED = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\("
)
ADDRESS = re.compile(r"url\([^)]*\)|\"[^\"]*\"|'[^']*'")
NAMED = re.compile(
    rf"(?<![\w-])(?:{'|'.join(ImageColor.colormap)})(?![\w-])", re.IGNORECASE
)
USED = re.compile(r"var\(\s*(--[\w-]+)\s*([,)])")
DEFINED = re.compile(r"(?:^|[{;\s])(--[\w-]+)\s*:|@property\s+(--[\w-]+)")
SET_BY_SCRIPT = re.compile(r"setProperty\(\s*[\"'](--[\w-]+)")


def colours(name: str, source: str) -> list[str]:
    found = []
    for prop, value in VALUE.findall(COMMENT.sub("", source)):
        bare = ADDRESS.sub("", value)
        hits = [*CALCULATED.finditer(bare), *NAMED.finditer(bare)]
        found += [f"{name}: {prop}: {hit[0]}" for hit in hits]
    return found


def defined(source: str) -> set[str]:
    return {a or b for a, b in DEFINED.findall(COMMENT.sub("", source))}


def undefined(name: str, source: str, known: set[str]) -> list[str]:
    """A variable with a fallback may be missing; that is what the fallback is for."""
    return [
        f"{name}: {variable} is defined nowhere"
        for variable, after in USED.findall(COMMENT.sub("", source))
        if after == ")" and variable not in known
    ]


def test_only_the_tokens_name_colours() -> None:
    names = [name for name in files_ending(".css", under="static/") if name != TOKENS]
    assert names
    expect_none(line for name in names for line in colours(name, text(name)))


def test_the_tokens_do_name_colours() -> None:
    assert colours(TOKENS, text(TOKENS))


def test_every_variable_that_is_used_is_defined() -> None:
    names = files_ending(".css", under="static/")
    known = {token for name in names for token in defined(text(name))}
    for name in files_ending(".js", under="static/"):
        known |= set(SET_BY_SCRIPT.findall(text(name)))
    expect_none(line for name in names for line in undefined(name, text(name), known))


class TestTheChecks:
    @pytest.mark.parametrize(
        "planted",
        [
            "color: #fff",
            "color: #FFAA0080",
            "background: rgb(1 2 3)",
            "background: rgba(1, 2, 3, .5)",
            "border: 1px solid red",
            "border: 1px solid DarkSlateBlue",
            "fill: hsl(1 2% 3%)",
            "--mine: white",
            "box-shadow: 0 0 1px black, 0 0 2px var(--ink)",
            "color: var(--ink, #000)",
            "color: color-mix(in oklch, var(--ink), oklch(1 0 0))",
        ],
    )
    def test_find_colours(self, planted: str) -> None:
        assert colours("a.css", f".a {{ margin: 0; {planted}; }}")
        assert colours("a.css", f"@media (x) {{ .a{{{planted}}} }}")

    @pytest.mark.parametrize(
        "harmless",
        [
            "color: var(--ink)",
            "color: color-mix(in srgb, var(--ink) 50%, transparent)",
            "color: currentColor",
            "white-space: nowrap",
            "transition: background-color .2s",
            "background: url('red.svg#fff')",
            'content: "red"',
            "grid-area: tan-line",
            "animation: red-alert 1s",
            "/* color: #fff */ margin: 0",
        ],
    )
    def test_leave_the_rest_alone(self, harmless: str) -> None:
        assert not colours("a.css", f"a:hover, .red:not(.blue) {{ {harmless}; }}")

    def test_find_variables_nobody_defined(self) -> None:
        known = defined(":root { --ink: x; --line:y }\n@property --turn { }")
        assert known == {"--ink", "--line", "--turn"}
        assert not undefined("a.css", "a { color: var(--ink) }", known)
        assert not undefined("a.css", "a { color: var(--inkk, 0) }", known)
        assert undefined("a.css", "a { color: var(--inkk) }", known)
        assert undefined("a.css", "a { color: var(--x, var(--inkk)) }", known)
