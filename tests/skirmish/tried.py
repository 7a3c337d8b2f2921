"""Which tests try which keyword, ability or card, as the text of the tests says.

A test tries what it names: as a string that is the slug and nothing else, or as a line
that begins with `use` or `play` and the slug. What it takes from its own file, helpers
and constants, is read with it. A test with many cases is one test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

# Does it, does not do it, meets the rule that is nearest to it.
ENOUGH = 3

# Tried under another name as well, because one class or one profile says it all.
OTHER_NAMES = {
    # Her shot is told by her profile; the ability has nothing to add.
    "deadly-poison": "dark-kitsune",
    # The masteries are one class and differ by the element that the book gives them.
    "air-mastery": "fire-mastery",
    "earth-mastery": "fire-mastery",
    "spirit-mastery": "fire-mastery",
    "void-mastery": "fire-mastery",
    "water-mastery": "fire-mastery",
}

_LINE = re.compile(r"(?:use|play) (\S+)")


def trials(text: str) -> dict[str, set[str]]:
    """What each test of a file names."""
    parts = _parts(ast.parse(text))
    return {
        name: _named(node, parts, {name})
        for name, node in parts.items()
        if name.startswith("test_")
    }


def _parts(tree: ast.Module) -> dict[str, ast.stmt]:
    """Functions, classes and constants of a file, by name."""
    parts: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            parts[node.name] = node
        elif isinstance(node, ast.Assign):
            parts |= {t.id: node for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            parts[node.target.id] = node
    return parts


def _named(node: ast.AST, parts: Mapping[str, ast.stmt], seen: set[str]) -> set[str]:
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            line = _LINE.match(part.value)
            found.add(line[1] if line else part.value)
        elif isinstance(part, ast.Name) and part.id in parts and part.id not in seen:
            seen.add(part.id)
            found |= _named(parts[part.id], parts, seen)
    return found


def complaints(
    slugs: Iterable[tuple[str, str]],
    texts: Iterable[str],
    other_names: Mapping[str, str] = OTHER_NAMES,
) -> list[str]:
    """A sentence for each kind and slug that too few tests try."""
    named = [names for text in texts for names in trials(text).values()]
    found = []
    for kind, slug in slugs:
        wanted = {slug, other_names.get(slug, slug)}
        count = sum(not wanted.isdisjoint(names) for names in named)
        if count < ENOUGH:
            found.append(
                f"The {kind} “{slug}” is tried by {count} of {ENOUGH} tests: that it "
                "works, that it does not, and against the rule nearest to it."
            )
    return found
