"""Read the rulebook from fixtures/ once and provide it.

Any error in a file becomes a `CatalogueError` that names the file, the place in it and
the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml
from django.conf import settings

from kernel.errors import CatalogueError
from kernel.ids import GroundSlug, RuleId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import (
    Advancement,
    Basics,
    Challenge,
    Clan,
    Downtime,
    ElementResults,
    Experience,
    Keyword,
    Moon,
    MoonCard,
    NamedEntry,
    Profile,
    RandomChallenge,
    Rating,
    Revenue,
    Sentry,
    ShrineTeams,
    Status,
    TerrainKind,
    Underdog,
)
from rulebook.rules.grounds import Ground, parse_ground
from rulebook.rules.house_rules import FILE as HOUSE_RULES
from rulebook.rules.house_rules import HouseRuleBook, decode_house_rules
from rulebook.rules.inventory import Area, Rule
from rulebook.rules.league_book import table_rows
from rulebook.rules.reference_checks import (
    find_house_rule_problems,
    find_reference_problems,
    profile_file,
)

__all__ = [
    "Catalogue",
    "areas",
    "catalogue",
    "house_rule_book",
    "inventory",
    "read_areas",
    "read_catalogue",
    "read_fixture",
    "read_inventory",
]

T = TypeVar("T")
E = TypeVar("E", bound=NamedEntry)

# msgspec ends its messages like "... - at `$.profiles[3].mv`".
_PATH = re.compile(r"(?P<reason>.*) - at `(?P<path>.*)`\Z", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[\]]+)|\[(?P<index>\d+)\]|\[\.\.\.\]")


@cache
def catalogue() -> Catalogue:
    """Return the rulebook."""
    return read_catalogue(settings.FIXTURES_DIR)


@cache
def house_rule_book() -> HouseRuleBook:
    """Return every house rule with its default."""
    return catalogue().house_rules


@cache
def inventory() -> Mapping[RuleId, Rule]:
    """Return every rule of the game in one sentence, by id."""
    return read_inventory(settings.FIXTURES_DIR)


@cache
def areas() -> Mapping[str, Area]:
    """Return the areas of the inventory by code, in the order of a game."""
    return read_areas(settings.FIXTURES_DIR, inventory())


def read_catalogue(folder: Path) -> Catalogue:
    """Read and cross-check the rulebook in a folder, or raise CatalogueError."""
    book = _assemble(folder)
    rules = book.house_rules.with_rows(table_rows(book))
    book = replace(book, house_rules=rules)
    for flaw in (
        *find_reference_problems(book),
        *find_house_rule_problems(book, book.default_house_rules),
    ):
        raise CatalogueError(file=flaw.file, key=flaw.key, reason=flaw.reason)
    return book


def read_inventory(folder: Path) -> Mapping[RuleId, Rule]:
    """Read the rules in a folder; ids must be unique."""
    found: dict[RuleId, Rule] = {}
    for file in ("ledger/skirmish.yaml", "ledger/league.yaml"):
        for rule in read_fixture(file, tuple[Rule, ...], folder=folder):
            if rule.id in found:
                reason = "a second rule has this id."
                raise CatalogueError(file=file, key=rule.id, reason=reason)
            found[rule.id] = rule
    return found


def read_areas(folder: Path, rules: Mapping[RuleId, Rule]) -> Mapping[str, Area]:
    """Read the areas in a folder, one for each code that the rules use."""
    found = read_fixture("areas.yaml", tuple[Area, ...], folder=folder)
    odd = {area.code for area in found} ^ {rule.area for rule in rules.values()}
    if odd:
        reason = f"areas and rules differ in {', '.join(sorted(odd))}."
        raise CatalogueError(file="areas.yaml", key="code", reason=reason)
    return {area.code: area for area in found}


def read_fixture(file: str, shape: type[T], *, folder: Path | None = None) -> T:
    """Decode one YAML file of fixtures/ strictly into a shape."""
    raw = _load(file, folder or settings.FIXTURES_DIR)
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        found = _PATH.match(str(error))
        reason = found["reason"] if found else str(error)
        key = _key(found["path"], raw) if found else "the whole file"
        raise CatalogueError(file=file, key=key, reason=f"{reason}.") from error


def _assemble(folder: Path) -> Catalogue:
    def one(name: str, shape: type[T]) -> T:
        return read_fixture(f"{name}.yaml", shape, folder=folder)

    def many(name: str, shape: type[E]) -> dict[Any, E]:
        return _by_slug(one(name, tuple[shape, ...]), lambda _: f"{name}.yaml")  # type: ignore[valid-type]

    clans = _clans(folder)
    profiles = [p for clan in clans.values() for p in clan.profiles + clan.heroes]
    for name in ("ronin", "ronin-extra"):
        profiles += one(name, tuple[Profile, ...])
    abilities = [(a, p) for p in profiles for a in p.all_abilities]
    owner_file = {id(a): profile_file(p) for a, p in abilities}
    return Catalogue(
        clans=clans,
        profiles=_by_slug(profiles, profile_file),
        abilities=_by_slug((a for a, _ in abilities), lambda a: owner_file[id(a)]),
        ability_owners={ability.slug: profile.slug for ability, profile in abilities},
        sentries=many("sentries", Sentry),
        keywords=many("keywords", Keyword),
        statuses=many("statuses", Status),
        elements=many("elements", ElementResults),
        terrain=many("terrain", TerrainKind),
        challenges=many("challenges", Challenge),
        random_challenge=one("random-challenge", RandomChallenge),
        moon=one("moon", Moon),
        cards=many("moon-cards", MoonCard),
        experience=one("experience", Experience),
        advancement=one("advancement", Advancement),
        downtime=one("downtime", Downtime),
        revenue=one("revenue", Revenue),
        rating=one("rating", Rating),
        underdog=one("underdog", Underdog),
        shrine=one("shrine-teams", ShrineTeams),
        basics=one("basics", Basics),
        grounds=_grounds(folder),
        house_rules=decode_house_rules(
            read_fixture(HOUSE_RULES, object, folder=folder)
        ),
    )


def _clans(folder: Path) -> dict[Any, Clan]:
    files = _files(folder, "clans", "*.yaml")
    clans = [read_fixture(file, Clan, folder=folder) for file in files]
    for file, clan in zip(files, clans, strict=True):
        if Path(file).stem != clan.slug:
            reason = f'is "{clan.slug}" in a file of another name.'
            raise CatalogueError(file=file, key="slug", reason=reason)
    clans.sort(key=lambda clan: clan.page or 0)  # as the book has them
    return _by_slug(clans, lambda clan: f"clans/{clan.slug}.yaml")


def _grounds(folder: Path) -> dict[GroundSlug, Ground]:
    grounds = [
        parse_ground(_text(file, folder), slug=Path(file).stem, file=file)
        for file in _files(folder, "grounds", "*.txt")
    ]
    return {ground.slug: ground for ground in grounds}


def _files(folder: Path, subject: str, pattern: str) -> list[str]:
    found = sorted((folder / subject).glob(pattern))
    if not found:
        reason = f"there is no {pattern} in this folder."
        raise CatalogueError(file=subject, key="files", reason=reason)
    return [path.relative_to(folder).as_posix() for path in found]


def _by_slug(entries: Iterable[E], file_of: Callable[[E], str]) -> dict[Any, E]:
    found: dict[Any, E] = {}
    for entry in entries:
        if entry.slug in found:
            reason = f'a second entry has the slug "{entry.slug}".'
            raise CatalogueError(file=file_of(entry), key=entry.slug, reason=reason)
        found[entry.slug] = entry
    return found


def _text(file: str, folder: Path) -> str:
    try:
        return (folder / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = f"the file cannot be read ({error})."
        raise CatalogueError(file=file, key="the whole file", reason=reason) from error


def _load(file: str, folder: Path) -> Any:
    try:
        # The loader is a safe one; it only adds that no key may be given twice.
        return yaml.load(_text(file, folder), Loader=_StrictLoader)  # noqa: S506
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        key = f"line {mark.line + 1}" if mark else "the whole file"
        reason = f"{error.problem or 'this is no YAML'}."
        raise CatalogueError(file=file, key=key, reason=reason) from error
    except yaml.YAMLError as error:
        reason = f"this is no YAML ({error})."
        raise CatalogueError(file=file, key="the whole file", reason=reason) from error


class _StrictLoader(yaml.CSafeLoader):
    """YAML loader that refuses duplicate keys instead of keeping the last."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        mapping = super().construct_mapping(node, deep=deep)
        if len(mapping) != len(node.value):
            seen: set[Any] = set()
            for key_node, _ in node.value:
                if key_node.value in seen:
                    raise yaml.MarkedYAMLError(
                        problem=f'"{key_node.value}" is there twice',
                        problem_mark=key_node.start_mark,
                    )
                seen.add(key_node.value)
        return mapping


def _key(path: str, raw: Any) -> str:
    """Return a readable path: entries by slug rather than by index."""
    key, value = "", raw
    for step in _STEP.finditer(path):
        if step["name"]:
            value = value.get(step["name"]) if isinstance(value, Mapping) else None
            key += f".{step['name']}" if key else step["name"]
        elif step["index"]:
            number = int(step["index"])
            value = value[number] if isinstance(value, list) else None
            slug = value.get("slug") if isinstance(value, Mapping) else None
            key += f"[{slug or number}]"
        else:
            key, value = key + "[...]", None
    return key or "the whole file"
