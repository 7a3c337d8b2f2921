"""The engine names no ability, keyword, card or challenge: it fires hooks."""

from __future__ import annotations

import ast

from rulebook.catalogue import catalogue
from tests.tidy.tree import expect_none, files_ending, parsed

ENGINE = "skirmish/rules/"
# The folders whose modules are the abilities, keywords and cards themselves.
VARIANTS = {"abilities", "keywords", "cards"}
# What everybody may do with an action, and a challenge is called by the same name.
VERBS = {"search"}


def named(name: str, tree: ast.Module, slugs: set[str]) -> list[str]:
    return [
        f"{name}:{node.lineno}: {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        if isinstance(node.value, str)
        if node.value in slugs
    ]


def test_the_engine_names_none_of_what_hooks_into_it() -> None:
    book = catalogue()
    slugs = {*book.abilities, *book.keywords, *book.cards, *book.challenges}
    # A card may share its name with the status it gives, and those are the engine's.
    slugs -= {*book.statuses, *VERBS}
    names = [
        name
        for name in files_ending(".py", under=ENGINE)
        if not VARIANTS & set(name.split("/"))
    ]
    assert len(slugs) > 100
    assert {"brawl", "king-of-the-hill"} <= slugs
    assert names
    expect_none(line for name in names for line in named(name, parsed(name), slugs))


def test_the_check_finds_a_name() -> None:
    tree = ast.parse("if figure.has('wind-blades'):\n    attack('wind')")
    assert named("a.py", tree, {"wind-blades"}) == ["a.py:1: wind-blades"]
