"""Where values come from is counted without leaving any out."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from rulebook.catalogue import Catalogue
from rulebook.rules.entries import Source
from rulebook.rules.provenance import provenance_flaws, source_counts, traced_entries
from tests.ledger import rule


def test_every_profile_and_ability_is_visited_once(book: Catalogue) -> None:
    kinds: dict[str, list[str]] = {}
    for traced in traced_entries(book):
        kinds.setdefault(traced.kind, []).append(traced.key.rsplit(".", 1)[-1])
    assert sorted(kinds["profile"]) == sorted(book.profiles)
    assert sorted(kinds["ability"]) == sorted(book.abilities)
    assert sorted(kinds["keyword"]) == sorted(book.keywords)
    assert sorted(kinds["card"]) == sorted(book.cards)


def test_an_ability_inherits_the_source_of_its_ronin(book: Catalogue) -> None:
    traced = {t.key: t for t in traced_entries(book)}
    assert traced["goemon.redistribution"].source_of("numbers") is Source.EXTERNAL
    assert traced["goemon.redistribution"].source_of("ruling") is Source.HOUSE
    assert traced["shojo.yopparai"].source_of("numbers") is Source.BOOK
    assert traced["benkei.immovable"].source_of("numbers") is Source.EXTERNAL
    assert traced["benkei.immovable"].source_of("effect") is Source.BOOK


@rule("EXP-04")
def test_note_on_revealing_searches_is_marked_as_our_own_reading(
    book: Catalogue,
) -> None:
    traced = {t.key: t for t in traced_entries(book)}
    award = traced["table.search_reveals"]
    assert award.source_of("note") is Source.HOUSE
    assert award.source_of("xp") is Source.BOOK


def test_page_of_unknown_field_is_a_flaw(book: Catalogue) -> None:
    wrong = replace(book.experience, pages={"nonsense": 71})
    flawed = dataclasses.replace(book, experience=wrong)
    assert [flaw.key for flaw in provenance_flaws(flawed)] == ["table.pages.nonsense"]


def test_shrine_teams_inherit_that_they_are_ours(book: Catalogue) -> None:
    traced = {t.key: t for t in traced_entries(book)}
    shrine = traced["shrine team.fire-shrine"]
    assert shrine.source_of("members") is Source.HOUSE
    assert traced["shrine team"].source_of("composition") is Source.BOOK


def test_all_affinities_but_two_are_counted_as_lost(book: Catalogue) -> None:
    marked = [
        profile
        for profile in book.profiles.values()
        if not profile.is_extra and "affinities" not in profile.provenance
    ]
    assert {profile.slug for profile in marked} == {"moon-princess", "yagyu-jubei"}


def test_counts_add_up(book: Catalogue) -> None:
    counts = {count.kind: count for count in source_counts(book)}
    assert counts["clan"] == ("clan", 6, 18, 6, 0)
    assert counts["card"].book == 0
    assert counts["status"].external == counts["status"].house == 0
