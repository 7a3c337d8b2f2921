"""Describe the differences between two states of a team, for previews."""

from __future__ import annotations

from collections.abc import Iterator

from kernel.phrases import count_noun, list_words
from rulebook.rules.book import Catalogue
from teams.rules.phrases import growth_label, ninja_name
from teams.rules.roster.rating import rating
from teams.rules.state import NinjaState, TeamState


def describe_differences(
    before: TeamState, after: TeamState, book: Catalogue
) -> tuple[str, ...]:
    """Return a sentence for each difference that a player would notice."""
    return tuple(_differences(before, after, book))


def _differences(before: TeamState, after: TeamState, book: Catalogue) -> Iterator[str]:
    if before.koban != after.koban:
        yield f"The treasury changes from {before.koban} to {after.koban} koban."
    old, new = rating(before, book), rating(after, book)
    if old != new:
        yield f"The rating changes from {old} to {new}."
    for ninja in before.ninja:
        if not after.holds(ninja.id):
            yield f"{ninja_name(before, ninja.id, book)} leaves the team."
    for ninja in after.ninja:
        name = ninja_name(after, ninja.id, book)
        if not before.holds(ninja.id):
            yield f"{name} joins the team."
        else:
            yield from _of_ninja(name, before.find(ninja.id), ninja, book)


def _of_ninja(
    name: str, before: NinjaState, after: NinjaState, book: Catalogue
) -> Iterator[str]:
    if before.xp != after.xp:
        yield f"{name} has {after.xp} XP instead of {before.xp}."
    if before.growth != after.growth:
        if after.growth:
            grown = list_words([growth_label(one, book) for one in after.growth])
            yield f"{name} has these advancements: {grown}."
        else:
            yield f"{name} has no advancements."
    if before.games_to_miss != after.games_to_miss:
        if after.games_to_miss:
            yield f"{name} misses {count_noun(after.games_to_miss, 'game')}."
        else:
            yield f"{name} can play the next game."
    if before.starts_in_healing_house != after.starts_in_healing_house:
        if after.starts_in_healing_house:
            yield f"{name} starts the next game in the Healing House."
        else:
            yield f"{name} does not start the next game in the Healing House."
    if before.advancement_roll != after.advancement_roll:
        if after.advancement_roll:
            yield f"{name} has an advancement to choose."
        else:
            yield f"{name} has no advancement to choose."
