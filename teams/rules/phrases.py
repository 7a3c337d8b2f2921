"""Names, lists and amounts for use in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kernel.elements import Element
from kernel.ids import ClanSlug, KeywordSlug, NinjaId, ProfileSlug
from kernel.phrases import list_words
from rulebook.rules.book import Catalogue
from teams.rules.state import AnyGrowth, Attune, Learn, Raise, TeamState


def ninja_name(state: TeamState | None, ninja: NinjaId, book: Catalogue) -> str:
    """Return the label of one ninja of a team; see `ninja_labels`."""
    labels = ninja_labels(state, book) if state else {}
    return labels.get(ninja, f"ninja {ninja}")


def ninja_labels(state: TeamState, book: Catalogue) -> dict[NinjaId, str]:
    """Return a unique label for every ninja of a team."""
    return distinct_labels(
        {one.id: one.name or profile_name(one.profile, book) for one in state.ninja}
    )


def distinct_labels(names: Mapping[NinjaId, str]) -> dict[NinjaId, str]:
    """Return the names with the ninja's id added where several share a name.

    Ids never change and are never reused, so a label in an old report stays valid.
    """
    often = Counter(names.values())
    return {
        ninja: f"{name} #{ninja}" if often[name] > 1 else name
        for ninja, name in names.items()
    }


def ninja_names(
    state: TeamState | None, ninja: Sequence[NinjaId], book: Catalogue
) -> str:
    return list_words([ninja_name(state, one, book) for one in ninja])


def profile_name(slug: ProfileSlug, book: Catalogue) -> str:
    profile = book.profiles.get(slug)
    return profile.name if profile else str(slug)


def keyword_name(slug: KeywordSlug, book: Catalogue) -> str:
    keyword = book.keywords.get(slug)
    return keyword.name if keyword else str(slug)


def dice_label(dice: Sequence[Element]) -> str:
    return list_words([face.title() for face in dice])


def growth_label(growth: AnyGrowth, book: Catalogue) -> str:
    match growth:
        case Raise():
            return f"+1 {growth.attribute.upper()}"
        case Attune():
            return f"the affinity {growth.element.title()}"
        case Learn():
            return f"the keyword {keyword_name(growth.keyword, book)}"
        case _:
            return "nothing (no keyword was left to learn)"


def clan_name(slug: ClanSlug, book: Catalogue) -> str:
    clan = book.clans.get(slug)
    return clan.name if clan else str(slug)


def often(times: int) -> str:
    """Once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def day_words(day: str) -> str:
    """A day that is written 2026-11-30, as people say it."""
    year, month, number = map(int, day.split("-"))
    return f"{number} {MONTHS[month - 1]} {year}"
