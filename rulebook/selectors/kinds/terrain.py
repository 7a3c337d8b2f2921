"""Terrain: spaces of the ground and the tokens on them."""

from __future__ import annotations

from rulebook.rules.entries import TerrainKind
from rulebook.selectors.entry_shapes import Details, Fact, Kind, Paragraph, Row
from rulebook.selectors.filters import no_filters
from rulebook.selectors.provenance_marks import Link, marks_tuple
from rulebook.selectors.rulings import rules_for


def _row(kind: TerrainKind) -> Row:
    return Row(
        link=Link("terrain", kind.slug, kind.name),
        effect=kind.effect,
        group="Tokens" if kind.is_token else "Spaces",
        note=_cost(kind),
        marks=marks_tuple(kind),
    )


def _cost(kind: TerrainKind) -> str:
    if kind.is_impassable:
        return "Nobody enters"
    if kind.climb_cost:
        return f"{kind.climb_cost} to climb, {kind.enter_cost} along"
    return f"{kind.enter_cost} to enter"


def _details(kind: TerrainKind) -> Details:
    traits = {
        "rough": kind.is_rough,
        "obscuring": kind.is_obscuring,
        "elevated": kind.is_elevated,
        "impassable": kind.is_impassable,
    }
    named = ", ".join(name for name, has in traits.items() if has)
    return Details(
        kicker="Token" if kind.is_token else "Terrain",
        paragraphs=(Paragraph("What it does", kind.effect),),
        facts=(
            Fact("Movement", _cost(kind)),
            Fact("Counts as", named or "open ground"),
        ),
        rules=tuple(
            rule for rule in rules_for(kind.name) if rule.area in ("terrain", "los")
        ),
    )


KIND = Kind(
    "terrain",
    "terrain",
    "Terrain",
    "What a space costs, hides and lifts, and the tokens that players put there.",
    lambda book: book.terrain,
    _row,
    _details,
    no_filters,
)
