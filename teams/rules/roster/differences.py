"""What is different between two states of a team, told in sentences.

This is what a preview of a correction shows: the team as it is, and as it would be.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.rules.book import Catalogue
from teams.rules.phrases import counted, growth_words, join_words, ninja_name
from teams.rules.roster.rating import rating
from teams.rules.state import NinjaState, TeamState


def compare(before: TeamState, after: TeamState, book: Catalogue) -> tuple[str, ...]:
    """Every difference that a player would notice."""
    return tuple(_differences(before, after, book))


def _differences(before: TeamState, after: TeamState, book: Catalogue) -> Iterator[str]:
    if before.koban != after.koban:
        yield f"The treasury holds {after.koban} koban instead of {before.koban}."
    old, new = rating(before, book), rating(after, book)
    if old != new:
        yield f"The rating is {new} instead of {old}."
    for ninja in before.ninja:
        if not after.holds(ninja.id):
            yield f"{ninja_name(before, ninja.id, book)} is not on the team."
    for ninja in after.ninja:
        name = ninja_name(after, ninja.id, book)
        if not before.holds(ninja.id):
            yield f"{name} is on the team."
        else:
            yield from _of_ninja(name, before.find(ninja.id), ninja, book)


def _of_ninja(
    name: str, before: NinjaState, after: NinjaState, book: Catalogue
) -> Iterator[str]:
    if before.xp != after.xp:
        yield f"{name} has {after.xp} XP instead of {before.xp}."
    if before.growth != after.growth:
        grown = join_words([growth_words(one, book) for one in after.growth])
        yield f"{name} has gained {grown or 'nothing'}."
    if before.games_to_miss != after.games_to_miss:
        missed = counted(after.games_to_miss, "game") if after.games_to_miss else "none"
        yield f"{name} misses {missed}."
    if before.starts_in_healing_house != after.starts_in_healing_house:
        where = "in" if after.starts_in_healing_house else "outside"
        yield f"{name} starts its next game {where} the Healing House."
    if before.advancement_roll != after.advancement_roll:
        waits = "waits for a choice" if after.advancement_roll else "is not waiting"
        yield f"An advancement of {name} {waits}."
