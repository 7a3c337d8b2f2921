"""Moon cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.catalogue import Catalogue, catalogue
from rulebook.rules import labels
from rulebook.rules.entries import MoonCard
from rulebook.selectors.entry_shapes import Details, Fact, Kind, Paragraph, Row
from rulebook.selectors.filters import by_element
from rulebook.selectors.provenance_marks import Link, marks_of, marks_tuple
from rulebook.selectors.rulings import rules_for


def _row(card: MoonCard) -> Row:
    return Row(
        link=Link("cards", card.slug, card.name),
        effect=card.effect,
        group=card.element.capitalize(),
        when=catalogue().moon.timings[card.timing],
        elements=(card.element,),
        note=_copies(card),
        marks=marks_tuple(card),
        values={"element": (card.element,)},
    )


def _copies(card: MoonCard) -> str:
    return "1 copy" if card.copies == 1 else f"{card.copies} copies"


def _details(card: MoonCard) -> Details:
    moon = f"Under a {card.element.capitalize()} moon"
    moon += f", {labels.MOON_VERSION[card.bonus_mode]}"
    timings = catalogue().moon.timings
    marks = marks_of(card, card.slug)
    facts = [Fact("Played", timings[card.timing])]
    if card.bonus_timing:
        facts.append(Fact("Moon version played", timings[card.bonus_timing]))
    facts.append(Fact("In the deck", _copies(card), marks.get("copies")))
    return Details(
        kicker=f"{card.element.capitalize()} card",
        paragraphs=(Paragraph("Any moon", card.effect), Paragraph(moon, card.bonus)),
        facts=tuple(facts),
        rules=tuple(
            rule for rule in rules_for(card.name) if rule.area in ("card", "moon")
        ),
    )


def _cards_in_order(book: Catalogue) -> Mapping[Any, MoonCard]:
    entries = sorted(book.cards.values(), key=lambda card: card.element.face)
    return {card.slug: card for card in entries}


KIND = Kind(
    "cards",
    "card",
    "Moon cards",
    "A hand of three at most. Each card is stronger while the moon shows its element.",
    _cards_in_order,
    _row,
    _details,
    by_element,
)
