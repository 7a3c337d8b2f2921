"""What stands in the rulebook, against what the book says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from django.core.management import call_command

from kernel.elements import ELEMENTS, Element
from rulebook.catalogue import Catalogue, catalogue, house_rule_book, inventory
from rulebook.rules.entries import (
    WHOLE_ENTRY,
    Advance,
    Base,
    BonusMode,
    Confidence,
    KeywordCategory,
    NinjaType,
    Polarity,
    Profile,
    Source,
    StealthStart,
)
from tests.ledger import rule
from tests.rulebook.conftest import FIXTURES


def stats(profile: Profile) -> tuple[int, int, int, int]:
    return profile.mv, profile.at, profile.df, profile.koban


def test_the_rulebook_is_read_once() -> None:
    assert catalogue() is catalogue()
    assert house_rule_book() is house_rule_book()
    assert inventory() is inventory()


def test_everything_of_the_book_is_there(book: Catalogue) -> None:
    types = Counter(
        "extra" if profile.is_extra else profile.type
        for profile in book.profiles.values()
    )
    assert types[NinjaType.HERO] == 12
    assert types[NinjaType.RONIN] == 18
    assert types["extra"] == 14
    assert types.total() - 12 - 18 - 14 == 36
    assert [len(kind) for kind in (book.clans, book.keywords, book.abilities)] == [
        6,
        50,
        74,
    ]
    assert [len(kind) for kind in (book.statuses, book.challenges, book.cards)] == [
        9,
        8,
        22,
    ]


def test_every_file_under_fixtures_belongs_to_the_rulebook() -> None:
    known = {"clans", "grounds", "ledger"}
    odd = [p.name for p in FIXTURES.iterdir() if p.is_dir() and p.name not in known]
    assert odd == []


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("tora-oni", (4, 2, 5, 18)),
        ("yamazaru-kaiken", (5, 3, 3, 12)),
        ("kitsune-yajiri", (6, 2, 1, 9)),
        ("ika-madoushi", (5, 2, 3, 13)),
        ("tanchyo-chunin", (6, 4, 3, 23)),
        ("ijin-kunoichi", (7, 2, 1, 9)),
        ("son-goku", (7, 3, 3, 19)),
        ("howl-yip", (5, 3, 4, 23)),
        ("sun-empire-wandering-samurai", (4, 4, 4, 22)),
    ],
)
def test_stat_lines_are_those_of_the_page(
    book: Catalogue, slug: str, expected: tuple[int, int, int, int]
) -> None:
    assert stats(book.profiles[slug]) == expected


@rule("OCR-01")
def test_the_second_attack_label_of_a_line_is_the_defense(book: Catalogue) -> None:
    """The scan shows these two lines with AT-like labels in both places."""
    assert stats(book.profiles["inu-clan-kaiken"]) == (6, 2, 3, 13)
    assert stats(book.profiles["jorogumo"]) == (5, 2, 2, 16)


@rule("OCR-02", "OCR-03", "OCR-04", "OCR-05")
@pytest.mark.parametrize(
    ("slug", "expected", "upkeep", "affinities"),
    [
        ("ondori-clan-kaiken", (6, 3, 2, 14), 3, {Element.AIR}),
        ("onibaba", (5, 2, 2, 14), 5, {Element.VOID}),
        ("tengu", (8, 2, 2, 14), 5, {Element.AIR, Element.FIRE}),
        ("yagyu-jubei", (5, 5, 4, 24), 6, {Element.AIR, Element.EARTH}),
    ],
)
def test_lost_stat_lines_are_filled_in_and_marked(
    book: Catalogue,
    slug: str,
    expected: tuple[int, int, int, int],
    upkeep: int,
    affinities: set[Element],
) -> None:
    profile = book.profiles[slug]
    assert stats(profile) == expected
    assert profile.upkeep == upkeep
    assert set(profile.affinities) == affinities
    assert profile.provenance["koban"].source is Source.EXTERNAL
    assert profile.provenance["upkeep"].source is Source.EXTERNAL
    assert ("resilient" in profile.keywords) == (slug != "tengu")


@rule("OCR-05")
def test_what_the_sample_scroll_says_of_jubei_is_from_the_book(book: Catalogue) -> None:
    marked = book.profiles["yagyu-jubei"].provenance
    assert not {"mv", "at", "df", "affinities"} & set(marked)


@rule("OCR-06")
def test_split_prices_are_put_together(book: Catalogue) -> None:
    momotaro, princess = book.profiles["momotaro"], book.profiles["moon-princess"]
    assert (momotaro.koban, momotaro.upkeep) == (21, 6)
    assert (stats(princess), princess.upkeep) == ((7, 2, 2, 18), 6)
    assert princess.provenance["koban"].source is Source.EXTERNAL
    assert "koban" not in momotaro.provenance


@rule("OCR-07")
@pytest.mark.parametrize(
    ("slug", "affinities"),
    [
        ("benkei", "earth"),
        ("blind-swordsman", "air spirit"),
        ("howl-yip", "earth fire"),
        ("inu-clan-kaiken", "earth"),
        ("jorogumo", "void water"),
        ("kappa", "earth void water"),
        ("komuso", "earth spirit"),
        ("miyamoto-musashi", "fire"),
        ("mochizuki", "air fire water"),
        ("momotaro", "earth fire"),
        ("moon-princess", "spirit void earth air water fire"),
        ("shojo", "earth water"),
        ("sun-empire-wandering-samurai", "earth fire"),
        ("byakko", "earth fire"),
        ("dark-kitsune", "spirit void"),
    ],
)
def test_lost_affinities_are_filled_in(
    book: Catalogue, slug: str, affinities: str
) -> None:
    assert set(book.profiles[slug].affinities) == set(affinities.split())


@rule("OCR-08")
@pytest.mark.parametrize(
    ("clan", "element"),
    [
        ("tora", Element.FIRE),
        ("yamazaru", Element.EARTH),
        ("kitsune", Element.SPIRIT),
        ("ika", Element.WATER),
        ("tanchyo", Element.AIR),
        ("ijin", Element.VOID),
    ],
)
def test_a_clan_type_has_exactly_the_element_of_its_clan(
    book: Catalogue, clan: str, element: Element
) -> None:
    found = book.clans[clan]
    assert found.element is element
    assert {profile.affinities for profile in found.profiles} == {(element,)}
    assert all(element in hero.affinities for hero in found.heroes)
    mastery = f"{element}-mastery"
    masters = {p.type for p in found.profiles if mastery in p.keywords}
    assert masters == {NinjaType.CHUNIN, NinjaType.MADOUSHI}


@rule("OCR-09")
def test_the_clan_page_wins_over_the_sample_scroll(book: Catalogue) -> None:
    assert book.profiles["tora-chunin"].df == 3
    strike = book.abilities["tiger-strike"]
    assert strike.numbers == {"at_bonus": 3, "defense_dice": 0}
    assert book.profiles["tora-yajiri"].ranged.range == 5
    assert book.profiles["tora-kaiken"].koban == 10


@rule("OCR-12")
def test_misprints_are_taken_for_what_they_mean(book: Catalogue) -> None:
    assert "yamazarus-tail" in book.profiles["yamazaru-oni"].keywords
    assert book.profiles["ijin-kaiken"].type is NinjaType.KAIKEN
    assert book.profiles["mochizuki"].ranged.range == 5
    assert "Protect token" in book.abilities["elixir-of-courage"].effect
    assert "Lucky token" in book.abilities["lucky"].effect
    assert not any(status == "luck" for status in book.statuses)


@rule("LARGE-02")
def test_oni_and_the_jorogumo_are_large_and_nobody_else_is(book: Catalogue) -> None:
    large = {p.slug for p in book.profiles.values() if p.base is Base.LARGE}
    assert large == {f"{clan}-oni" for clan in book.clans} | {"jorogumo"}


@rule("SENTRY-02")
def test_samurai_sentries_are_five_three_three(book: Catalogue) -> None:
    sentry = book.sentries["samurai-sentry"]
    assert (sentry.mv, sentry.at, sentry.df) == (5, 3, 3)
    assert (sentry.keywords, sentry.base, sentry.count) == ((), Base.SMALL, 6)


def test_hero_and_ronin_stand_on_those_who_are_and_on_nobody_else(
    book: Catalogue,
) -> None:
    for profile in book.profiles.values():
        assert ("hero" in profile.keywords) == (profile.type is NinjaType.HERO)
        assert ("ronin" in profile.keywords) == (profile.type is NinjaType.RONIN)
        assert profile.is_named == (profile.type in {"hero", "ronin"})


@pytest.mark.parametrize(
    ("slug", "numbers"),
    [
        ("volcano-pots", {"range": 6}),
        ("pounce", {"spaces": 3, "slow_tokens": 1}),
        ("yama-fist", {"at_bonus": 2, "df_penalty": 2, "minimum_df": 0}),
        ("wanderlust", {"range": 6, "spaces": 4}),
        ("air-dragons-breath", {"attacks": 3, "range": 5}),
        ("skull-hex", {"range": 6, "df_penalty": 1, "minimum_df": 1}),
        ("firearm-flurry", {"attacks": 4, "defense_dice": 0}),
    ],
)
def test_abilities_carry_the_numbers_of_their_text(
    book: Catalogue, slug: str, numbers: dict[str, int]
) -> None:
    assert book.abilities[slug].numbers == numbers


def test_every_digit_of_an_effect_is_among_its_numbers(book: Catalogue) -> None:
    """What the reader is told is what the engine plays."""
    # Words such as "the usual 1" tell what a number stands in place of.
    told_otherwise = {"guard", "combined-attack", "backstab", "best-friends"}
    told_otherwise |= {"from-the-deep", "master-assassin", "expert-climber"}
    for entry in [*book.abilities.values(), *book.keywords.values()]:
        if entry.slug in told_otherwise:
            continue
        digits = {int(c) for c in entry.effect.replace(",", " ").split() if c.isdigit()}
        assert digits <= set(entry.numbers.values()) | {1}, entry.slug


def test_nobody_has_a_keyword_twice(book: Catalogue) -> None:
    for profile in book.profiles.values():
        assert len(set(profile.keywords)) == len(profile.keywords)


def test_keywords_fall_into_their_categories(book: Catalogue) -> None:
    count = Counter(keyword.category for keyword in book.keywords.values())
    assert count[KeywordCategory.GENERAL] == 11
    assert count[KeywordCategory.UNIQUE] == 3
    assert {count[KeywordCategory(element)] for element in ELEMENTS} == {6}
    unlearnable = {k.slug for k in book.keywords.values() if not k.is_learnable}
    assert unlearnable == {"hero", "resilient", "ronin"}


def test_a_shrine_may_radiate_three_good_and_three_bad_statuses(
    book: Catalogue,
) -> None:
    offered = {s.slug: s.polarity for s in book.statuses.values() if s.at_shrines}
    assert offered == {
        "curse": Polarity.DETRIMENTAL,
        "poison": Polarity.DETRIMENTAL,
        "slow": Polarity.DETRIMENTAL,
        "haste": Polarity.POSITIVE,
        "lucky": Polarity.POSITIVE,
        "protect": Polarity.POSITIVE,
    }


def test_statuses_know_their_faces_and_limits(book: Catalogue) -> None:
    assert book.statuses["poison"].elements == {"stuns": "water", "injures": "spirit"}
    assert book.statuses["stun"].numbers["injured_at"] == 3


@rule("OCR-10")
def test_each_moon_phase_lies_opposite_the_element_it_cancels(book: Catalogue) -> None:
    order = book.moon.track.order
    assert order == ("spirit", "water", "earth", "void", "fire", "air")
    assert [order[(place + 3) % 6] for place in range(6)] == [
        element.opposite for element in order
    ]
    assert book.moon.track.provenance["order"].source is Source.EXTERNAL


@rule("CARD-23")
def test_the_moon_deck_has_52_cards(book: Catalogue) -> None:
    assert sum(card.copies for card in book.cards.values()) == 52
    assert book.moon.deck.size == 52


@rule("CARD-24")
def test_the_copies_are_those_of_the_ruling(book: Catalogue) -> None:
    by_copies: dict[int, set[str]] = {}
    for card in book.cards.values():
        by_copies.setdefault(card.copies, set()).add(card.slug)
    assert by_copies[1] == {"tumble", "incredible-luck", "mamoru", "rushing-river"}
    assert by_copies[2] == {
        "fire-aura",
        "pressure-point",
        "stellar-alignment",
        "third-eye",
        "ikas-depths",
        "sidestep",
    }
    assert len(by_copies[3]) == 12
    assert set(by_copies) == {1, 2, 3}
    for card in book.cards.values():
        assert card.provenance["copies"].source is Source.HOUSE


@rule("CARD-25")
def test_no_phase_of_the_moon_is_favoured_by_the_deck(book: Catalogue) -> None:
    count: Counter[Element] = Counter()
    for card in book.cards.values():
        count[card.element] += card.copies
    assert count == {
        "air": 9,
        "earth": 9,
        "void": 9,
        "water": 9,
        "fire": 8,
        "spirit": 8,
    }
    assert book.moon.deck.provenance["per_element"].source is Source.HOUSE


def test_cards_tell_the_engine_what_the_moon_changes(book: Catalogue) -> None:
    assert book.cards["decoy"].numbers == {"range": 6, "moon_range": 8}
    assert book.cards["tumble"].numbers == {"mv_bonus": 2, "moon_mv_bonus": 4}
    gaze = book.cards["ameratsus-gaze"]
    assert gaze.elements == {"rerolls": Element.VOID, "adds": Element.SPIRIT}
    assert gaze.bonus_mode is BonusMode.ALTERNATIVE


@rule("SETUP-03")
def test_a_shrine_team_is_nine_ninja_of_one_element(book: Catalogue) -> None:
    for team in book.shrine.teams:
        clan = book.clans[team.clan]
        assert clan.element is team.element
        types = Counter[str]()
        for member in team.members:
            profile = book.profiles[member.profile]
            types[profile.type] += member.count
            first = profile.ability_options[:1]
            assert member.ability == (first[0].slug if first else None)
        assert types == {
            "chunin": 1,
            "madoushi": 1,
            "kunoichi": 2,
            "yajiri": 2,
            "kaiken": 3,
        }
    assert {team.element for team in book.shrine.teams} == set(ELEMENTS)
    assert book.shrine.provenance["teams"].source is Source.HOUSE


@rule("SETUP-06")
def test_the_random_generator_has_every_challenge_once(book: Catalogue) -> None:
    first, second = book.random_challenge.columns
    assert first.faces == ("spirit", "void", "earth")
    assert second.faces == ("air", "water", "fire")
    assert [row.challenge for row in first.rows] == [
        None,
        "assassination",
        "intercept-the-messenger",
        "champion",
        "king-of-the-hill",
        None,
    ]
    assert [row.challenge for row in second.rows[1:5]] == [
        "infiltration",
        "brawl",
        "search",
        "capture-the-medal",
    ]
    for column in (first, second):
        assert [row.element for row in column.rows] == list(ELEMENTS)
        assert (column.rows[0].chooser, column.rows[5].chooser) == (1, 2)


@pytest.mark.parametrize(
    ("slug", "ninjas", "rounds", "stealth"),
    [
        ("assassination", 6, 7, StealthStart.NONE),
        ("intercept-the-messenger", 7, 9, StealthStart.SMALL_BASE),
        ("champion", 7, 8, StealthStart.NONE),
        ("king-of-the-hill", 6, 8, StealthStart.SMALL_BASE),
        ("infiltration", 6, 8, StealthStart.ALL),
        ("brawl", 7, 6, StealthStart.NONE),
        ("search", 7, 9, StealthStart.ALL),
        ("capture-the-medal", 7, 9, StealthStart.SMALL_BASE),
    ],
)
def test_challenges_have_the_sizes_of_their_pages(
    book: Catalogue, slug: str, ninjas: int, rounds: int, stealth: StealthStart
) -> None:
    challenge = book.challenges[slug]
    assert (challenge.ninjas_allowed, challenge.rounds) == (ninjas, rounds)
    assert challenge.start_in_stealth is stealth
    assert challenge.uses_sentries == (slug in {"infiltration", "search"})


def test_the_tables_of_the_league_are_those_of_pages_69_to_71(book: Catalogue) -> None:
    levels = [level.min_xp for level in book.experience.levels]
    assert levels == [0, 8, 22, 43, 71, 106, 246]
    assert book.experience.level_at(42).name == "Veteran"
    assert book.experience.level_at(43).name == "Shinobi"
    assert (book.revenue.win, book.revenue.draw, book.revenue.loss) == (10, 8, 6)
    assert book.downtime.row_for(Element.VOID).games == 2
    assert book.downtime.row_for(Element.WATER).xp == 1
    reading = book.advancement.default_reading
    assert reading.advance_for(Element.EARTH).advance is Advance.AFFINITY
    assert book.advancement.printed_order == ("df", "df", "affinity", "mv", "at", "at")


def test_help_for_the_underdog_grows_with_the_gap_and_koban_stop_at_six(
    book: Catalogue,
) -> None:
    underdog = book.underdog
    gaps = (-3, 0, 4, 5, 9, 10, 23)
    assert [underdog.reroll_tokens.amount_for(gap) for gap in gaps] == [
        *(0, 0, 4, 5, 9, 10, 23)
    ]
    assert [underdog.extra_all_stars.amount_for(gap) for gap in gaps] == [
        *(0, 0, 0, 1, 1, 2, 4)
    ]
    assert [underdog.moon_power_tokens.amount_for(gap) for gap in gaps] == [
        *(0, 0, 0, 0, 0, 1, 2)
    ]
    assert [underdog.bonus_koban.amount_for(gap) for gap in gaps] == [
        *(0, 0, 4, 5, 6, 6, 6)
    ]


def test_extra_ronin_are_marked_as_a_whole(book: Catalogue) -> None:
    for profile in book.ronin:
        assert (WHOLE_ENTRY in profile.provenance) == profile.is_extra
        assert (profile.page is None) == profile.is_extra
        assert profile.source is (Source.EXTERNAL if profile.is_extra else Source.BOOK)


def test_low_confidence_is_admitted_where_it_is_due(book: Catalogue) -> None:
    affinity = book.profiles["dark-kitsune"].provenance["affinities"]
    assert affinity.confidence is Confidence.LOW
    for reading in book.advancement.readings:
        assert reading.provenance["rows"].confidence is Confidence.LOW


def test_the_command_counts_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("catalogue")
    printed = capsys.readouterr().out
    lines = [line.strip("| ") for line in printed.splitlines() if " | " in line]
    rows = dict(line.split(" | ", 1) for line in lines)
    assert rows["keyword"].startswith("50 | ")
    assert rows["card"] == "22 | 0 | 159 | 44"
    assert rows["ground"] == "2 | 0 | 0 | 2"


def test_no_sentence_of_the_files_speaks_of_models() -> None:
    """The glossary's word for what stands on a board is figure."""
    for path in Path(FIXTURES).rglob("*.yaml"):
        if path.parent.name != "ledger" and path.name != "house-rules.yaml":
            assert "model" not in path.read_text(encoding="utf-8").lower(), path
