"""Elements: the six faces of a die."""

from __future__ import annotations

from rulebook.catalogue import catalogue
from rulebook.rules.entries import ElementResults
from rulebook.selectors.entry_shapes import Details, Fact, Kind, Paragraph, Row
from rulebook.selectors.filters import no_filters
from rulebook.selectors.provenance_marks import Link, marks_tuple, profile_link


def _row(element: ElementResults) -> Row:
    return Row(
        link=Link("elements", element.slug, element.name),
        effect=element.combat_result,
        group="The six faces",
        elements=(element.slug,),
        note=f"Cancels {element.opposes.capitalize()}",
        marks=marks_tuple(element),
    )


def _details(element: ElementResults) -> Details:
    clan = next(c for c in catalogue().clans.values() if c.element is element.slug)
    return Details(
        kicker=f"A face of the dice, the element of the {clan.name}",
        paragraphs=(
            Paragraph("In combat", element.combat_result),
            Paragraph("At range", element.ranged_result),
        ),
        facts=(Fact("Cancels", element.opposes.capitalize()),),
        bearers_title="Who has this affinity",
        bearers=tuple(
            profile_link(profile)
            for profile in catalogue().profiles.values()
            if element.slug in profile.affinities
        ),
    )


KIND = Kind(
    "elements",
    "element",
    "Elements",
    "The six faces of every die. Opposite elements cancel each other die for"
    " die; of what is left, one is picked and happens.",
    lambda book: book.elements,
    _row,
    _details,
    no_filters,
)
