"""Statuses: the tokens beside a figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.catalogue import Catalogue
from rulebook.rules import labels
from rulebook.rules.entries import Polarity, Status
from rulebook.selectors.entry_shapes import Details, Fact, Kind, Paragraph, Row
from rulebook.selectors.filters import Filter, filter_of
from rulebook.selectors.provenance_marks import Link, marks_tuple
from rulebook.selectors.rulings import rules_for


def _row(status: Status) -> Row:
    return Row(
        link=Link("statuses", status.slug, status.name),
        effect=status.effect,
        group=labels.POLARITY[status.polarity],
        icon=f"st-{status.slug}",
        note="Shrines may radiate it" if status.at_shrines else "",
        marks=marks_tuple(status),
        values={"polarity": (status.polarity,)},
    )


def _details(status: Status) -> Details:
    return Details(
        kicker=f"{labels.POLARITY[status.polarity]} status",
        paragraphs=(
            Paragraph("What it does", status.effect),
            Paragraph("How it goes", status.removal),
        ),
        facts=(Fact("At shrines", "Yes" if status.at_shrines else "No"),),
        rules=rules_for(status.name, "STATUS"),
    )


def _filters(chosen: Mapping[str, str]) -> tuple[Filter, ...]:
    options = [(polarity, labels.POLARITY[polarity]) for polarity in Polarity]
    return (filter_of("polarity", "Kind", options, chosen.get("polarity", "")),)


def _statuses_in_order(book: Catalogue) -> Mapping[Any, Status]:
    entries = sorted(book.statuses.values(), key=lambda s: s.polarity, reverse=True)
    return {status.slug: status for status in entries}


KIND = Kind(
    "statuses",
    "status",
    "Statuses",
    "Tokens beside a figure. Any number of a kind may lie there, and an injury"
    " clears all but Delay.",
    _statuses_in_order,
    _row,
    _details,
    _filters,
)
