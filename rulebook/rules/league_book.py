"""The rulebook with a league's house rules applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as replace_dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from kernel.ids import ChallengeSlug, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.challenges import XpAward
from rulebook.rules.entries import Challenge, Clan, Profile
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import TableChanges
from rulebook.rules.rule_settings import TableRow
from rulebook.rules.tables import Downtime, DowntimeResult, DowntimeRow, UnderdogHelp

CACHED_BOOKS = 64
_HELPS = ("reroll_tokens", "moon_power_tokens", "extra_all_stars", "bonus_koban")
_books: dict[tuple[int, bytes], tuple[Catalogue, Catalogue]] = {}


def book_under(book: Catalogue, rules: HouseRules) -> Catalogue:
    """Return the rulebook under these house rules: itself if no table changes."""
    printed = book.printed or book
    if not _has_tables(rules, printed):
        return printed
    key = (id(printed), msgspec.json.encode(_tables_of(rules)))
    known = _books.get(key)
    if known is None:
        if len(_books) >= CACHED_BOOKS:
            _books.clear()
        # The printed book is kept beside it, so that its id stays taken.
        known = _books[key] = (printed, _changed(printed, rules))
    return known[1]


def table_rows(book: Catalogue) -> dict[str, tuple[TableRow, ...]]:
    """Return the rows of every table that house rules can change, as printed."""
    return {
        "awards": tuple(_award_rows(book)),
        "downtime": tuple(_downtime_rows(book.downtime)),
        "underdog": tuple(
            TableRow(
                key=one.slug,
                title=one.name,
                values={
                    "per_points": one.per_points,
                    "amount": one.amount,
                    "maximum": one.maximum,
                },
            )
            for one in book.underdog.helps
        ),
        "prices": tuple(_price_rows(book)),
        "allowances": tuple(
            TableRow(
                key=one.slug,
                title=one.name,
                section=clan.name,
                values={
                    "minimum": one.allowance.minimum,
                    "maximum": one.allowance.maximum,
                },
            )
            for clan in book.clans.values()
            for one in clan.profiles
        ),
    }


def _award_rows(book: Catalogue) -> Iterator[TableRow]:
    for award in book.experience.awards:
        yield _award_row(award, award.event, "Every game")
    for challenge in book.challenges.values():
        for award in challenge.xp_awards:
            yield _award_row(award, _award_key(challenge, award), challenge.name)


def _award_row(award: XpAward, key: str, section: str) -> TableRow:
    is_general = section == "Every game"
    title = award.label if is_general else f"{award.label} ({section})"
    return TableRow(key=key, title=title, section=section, values={"xp": award.xp})


def _award_key(challenge: Challenge, award: XpAward) -> str:
    return f"{challenge.slug}:{award.event}"


def _downtime_rows(downtime: Downtime) -> Iterator[TableRow]:
    for row in downtime.rows:
        yield TableRow(
            key=row.element,
            title=row.element.capitalize(),
            values={"result": row.result.value, "games": row.games, "xp": row.xp},
        )


def _price_rows(book: Catalogue) -> Iterator[TableRow]:
    for one in book.profiles.values():
        section = book.clans[one.clan].name if one.clan else "Ronin"
        values: dict[str, object] = {"koban": one.koban}
        if one.upkeep is not None:
            values["upkeep"] = one.upkeep
        yield TableRow(key=one.slug, title=one.name, section=section, values=values)


def _tables_of(rules: HouseRules) -> tuple[Any, ...]:
    return (
        rules.experience_awards,
        rules.downtime_table,
        rules.rating_formula,
        rules.underdog_help,
        rules.prices,
        rules.allowances,
    )


def _has_tables(rules: HouseRules, book: Catalogue) -> bool:
    return bool(
        rules.experience_awards
        or rules.downtime_table
        or rules.underdog_help
        or rules.prices
        or rules.allowances
        or rules.rating_formula != book.default_house_rules.rating_formula
    )


def _changed(book: Catalogue, rules: HouseRules) -> Catalogue:
    profiles = _profiles(book, rules)
    underdog = {
        name: _help(getattr(book.underdog, name), rules.underdog_help)
        for name in _HELPS
    }
    return replace_dataclass(
        book,
        printed=book,
        profiles=profiles,
        clans={slug: _clan(clan, profiles) for slug, clan in book.clans.items()},
        experience=replace(
            book.experience,
            awards=tuple(
                _award(one, one.event, rules.experience_awards)
                for one in book.experience.awards
            ),
        ),
        challenges=_challenges(book, rules.experience_awards),
        downtime=replace(
            book.downtime,
            rows=tuple(
                _downtime_row(row, rules.downtime_table.get(row.element, {}))
                for row in book.downtime.rows
            ),
        ),
        rating=replace(book.rating, **msgspec.structs.asdict(rules.rating_formula)),
        underdog=replace(book.underdog, **underdog),
    )


def _help(help_: UnderdogHelp, changes: TableChanges) -> UnderdogHelp:
    return replace(help_, **changes.get(help_.slug, {}))


def _award(award: XpAward, key: str, changes: TableChanges) -> XpAward:
    return replace(award, **changes[key]) if key in changes else award


def _challenges(
    book: Catalogue, changes: TableChanges
) -> dict[ChallengeSlug, Challenge]:
    return {
        slug: replace(
            challenge,
            xp_awards=tuple(
                _award(one, _award_key(challenge, one), changes)
                for one in challenge.xp_awards
            ),
        )
        for slug, challenge in book.challenges.items()
    }


def _downtime_row(row: DowntimeRow, cells: Mapping[str, Any]) -> DowntimeRow:
    if not cells:
        return row
    result = DowntimeResult(cells.get("result", row.result))
    changed = replace(row, **{**cells, "result": result})
    return replace(changed, effect=_downtime_effect(changed))


def _downtime_effect(row: DowntimeRow) -> str:
    match row.result:
        case DowntimeResult.EXCUSE_ANOTHER:
            return "Excuses another ninja in the Healing House from its roll."
        case DowntimeResult.MISS_GAMES:
            games = "game" if row.games == 1 else f"{row.games} games"
            return f"Sits out the next {games}."
        case DowntimeResult.START_IN_HEALING_HOUSE:
            return "Begins the next game in the Healing House."
        case DowntimeResult.XP:
            return f"Earns {row.xp} XP."
        case _:
            return "Nothing happens."


def _profiles(book: Catalogue, rules: HouseRules) -> dict[ProfileSlug, Profile]:
    found = dict(book.profiles)
    for slug, cells in rules.prices.items():
        found[ProfileSlug(slug)] = replace(found[ProfileSlug(slug)], **cells)
    for slug, cells in rules.allowances.items():
        profile = found[ProfileSlug(slug)]
        allowance = replace(profile.allowance, **cells)
        found[ProfileSlug(slug)] = replace(profile, allowance=allowance)
    return found


def _clan(clan: Clan, profiles: Mapping[ProfileSlug, Profile]) -> Clan:
    return replace(
        clan,
        profiles=tuple(profiles[one.slug] for one in clan.profiles),
        heroes=tuple(profiles[one.slug] for one in clan.heroes),
    )
