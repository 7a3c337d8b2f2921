"""Abilities: what single profiles can do."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.catalogue import catalogue
from rulebook.rules import labels
from rulebook.rules.entries import Ability
from rulebook.selectors.entry_shapes import Details, Fact, Kind, Paragraph, Row
from rulebook.selectors.filters import Filter, element_filter, filter_of
from rulebook.selectors.provenance_marks import (
    Link,
    marks_tuple,
    owner_of,
    profile_link,
)
from rulebook.selectors.rulings import rules_for


def _row(ability: Ability) -> Row:
    owner = owner_of(ability)
    book = catalogue()
    group = book.clans[owner.clan].name if owner.clan else "Ronin"
    if owner.is_extra:
        group = "Extra ronin"
    return Row(
        link=Link("abilities", ability.slug, ability.name),
        effect=ability.effect,
        group=group,
        when=labels.USE[ability.use],
        elements=owner.affinities,
        note=owner.name,
        note_link=profile_link(owner),
        # What is not from the book as a whole says so on its profile.
        marks=marks_tuple(owner if owner.is_extra else ability),
        values={"element": owner.affinities, "use": (ability.use,)},
    )


def _details(ability: Ability) -> Details:
    owner = owner_of(ability)
    how = "Chosen when recruited" if ability in owner.ability_options else "Always"
    return Details(
        kicker=f"Ability of {owner.name}",
        paragraphs=(Paragraph(labels.USE[ability.use], ability.effect),),
        facts=(Fact("Held", how),),
        bearers_title="Whose it is",
        bearers=(profile_link(owner),),
        rules=rules_for(ability.name, "ABIL"),
        page=owner.page,
    )


def _filters(chosen: Mapping[str, str]) -> tuple[Filter, ...]:
    used = {ability.use for ability in catalogue().abilities.values()}
    options = [(use, words) for use, words in labels.USE.items() if use in used]
    return (
        element_filter(chosen.get("element", "")),
        filter_of("use", "When", options, chosen.get("use", "")),
    )


KIND = Kind(
    "abilities",
    "ability",
    "Abilities",
    "What single profiles can do. Chunin and madoushi choose one of theirs"
    " when they join a team.",
    lambda book: book.abilities,
    _row,
    _details,
    _filters,
)
