"""Check that references between rulebook files resolve.

Decoding has already checked types. These checks compare entries with each other and
yield `Flaw`s with the file, the place in it and the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernel.elements import ELEMENTS
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Base, Clan, KeywordCategory, NinjaType, Profile
from rulebook.rules.flaws import Flaw, repeated
from rulebook.rules.ground_checks import find_ground_problems
from rulebook.rules.grounds import Terrain
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.provenance import provenance_flaws
from rulebook.rules.table_checks import table_flaws

HERO_KEYWORD = "hero"
RONIN_KEYWORD = "ronin"
CLAN_TYPES = (
    NinjaType.CHUNIN,
    NinjaType.KAIKEN,
    NinjaType.YAJIRI,
    NinjaType.KUNOICHI,
    NinjaType.MADOUSHI,
    NinjaType.ONI,
)
CLAN_HEROES = 2


def find_reference_problems(book: Catalogue) -> Iterator[Flaw]:
    """Yield every unresolved or contradictory reference, the most basic first."""
    yield from _elements(book)
    yield from _keywords(book)
    for profile in book.profiles.values():
        yield from _profile(book, profile)
    for clan in book.clans.values():
        yield from _clan(book, clan)
    for missing in set(ELEMENTS) - {clan.element for clan in book.clans.values()}:
        yield Flaw("clans", "element", f"no clan has the element {missing}.")
    yield from table_flaws(book)
    yield from _grounds(book)
    yield from provenance_flaws(book)


def profile_file(profile: Profile) -> str:
    """Return the file that a profile is in."""
    if profile.clan:
        return f"clans/{profile.clan}.yaml"
    return "ronin-extra.yaml" if profile.is_extra else "ronin.yaml"


def _elements(book: Catalogue) -> Iterator[Flaw]:
    for element in ELEMENTS:
        entry = book.elements.get(element)
        if entry is None:
            yield Flaw("elements.yaml", element, "this element is missing.")
        elif entry.opposes is not element.opposite:
            yield Flaw(
                "elements.yaml", f"{element}.opposes", f"must be {element.opposite}."
            )


def _keywords(book: Catalogue) -> Iterator[Flaw]:
    for slug in (HERO_KEYWORD, RONIN_KEYWORD):
        if slug not in book.keywords:
            yield Flaw("keywords.yaml", slug, "this keyword is missing.")
    for keyword in book.keywords.values():
        element, category = keyword.element, keyword.category
        is_elemental = category in [str(known) for known in ELEMENTS]
        if element and is_elemental and element.value != category.value:
            reason = f"a keyword of {category} looks for {element}."
            yield Flaw("keywords.yaml", f"{keyword.slug}.element", reason)
    for category in KeywordCategory:
        if not any(known.category is category for known in book.keywords.values()):
            yield Flaw("keywords.yaml", "category", f"nothing is {category}.")


def _profile(book: Catalogue, profile: Profile) -> Iterator[Flaw]:
    file, slug = profile_file(profile), profile.slug
    for keyword in profile.keywords:
        if keyword not in book.keywords:
            yield Flaw(file, f"{slug}.keywords", f'there is no keyword "{keyword}".')
    for twice in repeated(profile.keywords):
        yield Flaw(file, f"{slug}.keywords", f'"{twice}" is there twice.')
    for twice in repeated(profile.affinities):
        yield Flaw(file, f"{slug}.affinities", f'"{twice}" is there twice.')
    if not profile.affinities:
        yield Flaw(file, f"{slug}.affinities", "at least one is needed.")
    for field in ("mv", "at", "df", "koban"):
        if getattr(profile, field) < 1:
            yield Flaw(file, f"{slug}.{field}", "must be at least 1.")
    yield from _allowance(profile)
    yield from _named(profile)
    yield from _choice(profile)


def _allowance(profile: Profile) -> Iterator[Flaw]:
    file, key = profile_file(profile), f"{profile.slug}.allowance"
    allowance = profile.allowance
    if not 0 <= allowance.minimum <= allowance.maximum or not allowance.maximum:
        reason = f"{allowance.minimum} to {allowance.maximum} allows nobody."
        yield Flaw(file, key, reason)
    if profile.is_named and (allowance.minimum, allowance.maximum) != (0, 1):
        yield Flaw(file, key, "a hero or ronin is allowed 0 to 1 times.")


def _named(profile: Profile) -> Iterator[Flaw]:
    file, slug = profile_file(profile), profile.slug
    for keyword, kind in (
        (HERO_KEYWORD, NinjaType.HERO),
        (RONIN_KEYWORD, NinjaType.RONIN),
    ):
        if (keyword in profile.keywords) != (profile.type is kind):
            reason = f'"{keyword}" belongs to a {kind} and to nobody else.'
            yield Flaw(file, f"{slug}.keywords", reason)
    is_ronin = profile.type is NinjaType.RONIN
    if is_ronin != (profile.upkeep is not None):
        yield Flaw(file, f"{slug}.upkeep", "a ronin has one and nobody else does.")
    if profile.upkeep is not None and profile.upkeep < 1:
        yield Flaw(file, f"{slug}.upkeep", "must be at least 1.")
    if is_ronin == (profile.clan is not None):
        yield Flaw(file, f"{slug}.clan", "a ronin has none and everybody else does.")


def _choice(profile: Profile) -> Iterator[Flaw]:
    file, slug = profile_file(profile), profile.slug
    options, chosen = len(profile.ability_options), profile.abilities_to_choose
    if (options and not 0 < chosen < options) or (chosen and not options):
        reason = f"{chosen} cannot be chosen among {options} ability_options."
        yield Flaw(file, f"{slug}.abilities_to_choose", reason)
    for ability in profile.all_abilities:
        for name, number in ability.numbers.items():
            if number < 0:
                key = f"{slug}.{ability.slug}.numbers.{name}"
                yield Flaw(file, key, "must not be negative.")


def _clan(book: Catalogue, clan: Clan) -> Iterator[Flaw]:
    file = f"clans/{clan.slug}.yaml"
    types = [profile.type for profile in clan.profiles]
    if sorted(types) != sorted(CLAN_TYPES):
        yield Flaw(file, "profiles", "each of the six types must be there once.")
    if len(clan.heroes) != CLAN_HEROES:
        yield Flaw(file, "heroes", f"a clan has {CLAN_HEROES} heroes.")
    for profile in clan.profiles + clan.heroes:
        if profile.clan != clan.slug:
            yield Flaw(file, f"{profile.slug}.clan", f'must be "{clan.slug}".')
        if clan.element not in profile.affinities:
            yield Flaw(file, f"{profile.slug}.affinities", f"needs {clan.element}.")
    for profile in clan.profiles:
        if len(profile.affinities) != 1:
            reason = "a clan type has the element of the clan and no other."
            yield Flaw(file, f"{profile.slug}.affinities", reason)
        if (profile.type is NinjaType.ONI) != (profile.base is Base.LARGE):
            yield Flaw(file, f"{profile.slug}.base", "oni are large, others small.")
    for profile in clan.heroes:
        if profile.type is not NinjaType.HERO:
            yield Flaw(file, f"{profile.slug}.type", 'must be "hero".')
    required = sum(p.allowance.minimum * p.koban for p in clan.profiles)
    if required > book.basics.starting_koban:
        reason = f"those a team must hold cost {required} koban."
        yield Flaw(file, "profiles", reason)


def _grounds(book: Catalogue) -> Iterator[Flaw]:
    for terrain in Terrain:
        kind = book.terrain.get(terrain)
        if kind is None:
            yield Flaw("terrain.yaml", terrain, "this terrain is missing.")
        elif (kind.is_elevated, kind.is_obscuring, kind.is_rough) != (
            terrain.is_elevated,
            terrain.is_obscuring,
            terrain.is_rough,
        ):
            reason = "elevated, obscuring or rough is not as the grounds have it."
            yield Flaw("terrain.yaml", terrain, reason)
    size = (book.basics.board_columns, book.basics.board_rows)
    goals = [
        space
        for challenge in book.challenges.values()
        for space in challenge.spaces.values()
    ]
    for ground in book.grounds.values():
        file = f"grounds/{ground.slug}.txt"
        if (ground.columns, ground.rows) != size:
            yield Flaw(file, "size", f"must be {size[0]}x{size[1]}.")
            continue
        for reason in find_ground_problems(ground, goals):
            yield Flaw(file, "terrain", reason)


def find_house_rule_problems(book: Catalogue, defaults: HouseRules) -> Iterator[Flaw]:
    """Yield house rule defaults that differ from the book's tables."""
    reading = book.advancement.default_reading
    expected: dict[str, tuple[object, object]] = {
        "starting_koban": (defaults.starting_koban, book.basics.starting_koban),
        "experience_levels": (
            defaults.experience_levels,
            tuple(level.min_xp for level in book.experience.levels),
        ),
        "revenue_table": (
            (defaults.revenue_table.win, defaults.revenue_table.loss),
            (book.revenue.win, book.revenue.loss),
        ),
        "rating_formula": (
            (
                defaults.rating_formula.koban_divisor,
                defaults.rating_formula.per_advancement,
                defaults.rating_formula.per_hero_or_ronin,
            ),
            (
                book.rating.koban_divisor,
                book.rating.per_advancement,
                book.rating.per_hero_or_ronin,
            ),
        ),
        "draw_revenue": (defaults.draw_revenue, book.revenue.draw),
        "doubles_mapping": (
            [defaults.doubles_mapping.advance_for(row.element) for row in reading.rows],
            [row.advance for row in reading.rows],
        ),
    }
    for knob, (ours, printed) in expected.items():
        if ours != printed:
            reason = f"the default is {ours}, the book's table says {printed}."
            yield Flaw("house-rules.yaml", knob, reason)
