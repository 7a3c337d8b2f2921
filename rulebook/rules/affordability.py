"""Check that every clan can found a legal team under a league's house rules."""

from __future__ import annotations

from collections.abc import Iterator

from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Clan
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under

# The settings that decide what the smallest legal team is, and whether it is paid for.
DECIDING = ("prices", "allowances", "starting_koban", "max_roster_size")


def find_impossible_teams(
    old: HouseRules, new: HouseRules, book: Catalogue
) -> Iterator[Refusal]:
    """Refuse changes after which a clan cannot found a legal team (TEAM-02, TEAM-06).

    Rules that leave all of this alone pass, whatever they were before.
    """
    changed = [key for key in DECIDING if getattr(old, key) != getattr(new, key)]
    if not changed:
        return
    clans = book_under(book, new).clans.values()
    budget, most = new.starting_koban, new.max_roster_size
    dear = [one for one in clans if _least_koban(one) > budget]
    if dear:
        yield Refusal(
            f"{_describe_costs(dear)}, but teams start with {budget} koban."
            " Lower the prices or the allowances, or raise the starting koban.",
            code="unaffordable-team",
            field=_field(changed, "max_roster_size"),
        )
    large = [one for one in clans if most is not None and _least_ninja(one) > most]
    if large:
        named = ", ".join(f"{_least_ninja(one)} for {one.name}" for one in large)
        yield Refusal(
            f"A roster may hold at most {most} ninja, but a legal team needs {named}."
            " Lower the allowances, or allow larger rosters.",
            code="roster-too-small",
            field=_field(changed, "prices", "starting_koban"),
        )


def _field(changed: list[str], *others: str) -> str:
    """Return the first changed setting that is involved."""
    return next((key for key in changed if key not in others), changed[0])


def _describe_costs(clans: list[Clan]) -> str:
    if len(clans) > 1:
        named = ", ".join(f"{_least_koban(one)} for {one.name}" for one in clans)
        return f"A legal team costs at least so many koban: {named}"
    (clan,) = clans
    parts = ", ".join(
        f"{one.allowance.minimum} {one.name} at {one.koban}"
        for one in clan.profiles
        if one.allowance.minimum
    )
    least = _least_koban(clan)
    return f"A legal {clan.name} team costs at least {least} koban ({parts})"


def _least_koban(clan: Clan) -> int:
    return sum(one.allowance.minimum * one.koban for one in clan.profiles)


def _least_ninja(clan: Clan) -> int:
    return sum(one.allowance.minimum for one in clan.profiles)
