"""Keywords: the traits that profiles have and ninja learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernel.elements import ELEMENTS
from rulebook.catalogue import Catalogue, catalogue
from rulebook.rules import labels
from rulebook.rules.entries import Keyword, KeywordCategory
from rulebook.selectors.entry_shapes import Details, Fact, Kind, Paragraph, Row
from rulebook.selectors.filters import Filter, element_filter, filter_of
from rulebook.selectors.provenance_marks import (
    Link,
    keyword_element,
    marks_tuple,
    profile_link,
)
from rulebook.selectors.rulings import rules_for


def _row(keyword: Keyword) -> Row:
    element = keyword_element(keyword)
    return Row(
        link=Link("keywords", keyword.slug, keyword.name),
        effect=keyword.effect,
        group=labels.CATEGORY[keyword.category],
        when=labels.USE[keyword.use],
        elements=(element,) if element else (),
        marks=marks_tuple(keyword),
        values={"element": (element,), "category": (keyword.category,)},
    )


def _details(keyword: Keyword) -> Details:
    learnable = "Yes, by advancement" if keyword.is_learnable else "No, it is unique"
    return Details(
        kicker=f"{labels.CATEGORY[keyword.category]} keyword",
        paragraphs=(Paragraph(labels.USE[keyword.use], keyword.effect),),
        facts=(Fact("Can be learned", learnable),),
        bearers_title="Who has it from the start",
        bearers=tuple(map(profile_link, catalogue().bearers(keyword.slug))),
        rules=rules_for(_spoken(keyword), "KEY"),
    )


def _spoken(keyword: Keyword) -> str:
    """How the rules call it: the six masteries have theirs in common."""
    return "Mastery" if keyword.name.endswith(" Mastery") else keyword.name


def _filters(chosen: Mapping[str, str]) -> tuple[Filter, ...]:
    plain = [KeywordCategory.GENERAL, KeywordCategory.UNIQUE]
    options = [(c, labels.CATEGORY[c]) for c in plain]
    return (
        element_filter(chosen.get("element", "")),
        filter_of("category", "Or", options, chosen.get("category", "")),
    )


def _keywords_in_order(book: Catalogue) -> Mapping[Any, Keyword]:
    """General ones first, then by element as the dice list them."""
    order = [KeywordCategory.GENERAL, *ELEMENTS, KeywordCategory.UNIQUE]
    place = {str(category): number for number, category in enumerate(order)}
    entries = sorted(book.keywords.values(), key=lambda k: place[k.category])
    return {keyword.slug: keyword for keyword in entries}


KIND = Kind(
    "keywords",
    "keyword",
    "Keywords",
    "Fifty traits in eight categories. A ninja learns General ones and those"
    " of its own elements.",
    _keywords_in_order,
    _row,
    _details,
    _filters,
)
