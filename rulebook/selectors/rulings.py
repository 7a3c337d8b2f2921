"""Pages of the rules inventory and its rulings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kernel.ids import RuleId
from rulebook.catalogue import areas, house_rule_book, inventory
from rulebook.rules.entries import Source
from rulebook.rules.inventory import AS_STATED, Area, Rule, rules_about
from rulebook.rules.search_index import Document, SearchIndex

SEARCH_LIMIT = 60


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule with what the book leaves open, and our ruling."""

    id: str
    area: str  # slug of its area's page
    page: int
    text: str
    ambiguity: str
    ruling: str  # empty where the text already says it all
    is_ruled: bool
    is_silent: bool  # the book does not settle it at all
    source: Source
    knob: str  # title of the house rule that changes it


@dataclass(frozen=True, slots=True)
class AreaRow:
    slug: str
    code: str
    name: str
    about: str
    rules: int
    rulings: int


@dataclass(frozen=True, slots=True)
class RulingsPage:
    query: str
    areas: tuple[AreaRow, ...]
    found: tuple[RuleText, ...]
    total_found: int
    rules: int
    rulings: int

    @property
    def left_out(self) -> int:
        return self.total_found - len(self.found)


@dataclass(frozen=True, slots=True)
class AreaPage:
    area: AreaRow
    rules: tuple[RuleText, ...]
    only_rulings: bool


def rule_text(rule: Rule) -> RuleText:
    knob = house_rule_book().knob(rule.knob) if rule.knob else None
    ruling = rule.ruling or ""
    stated = ruling.removeprefix(AS_STATED).lstrip(".;, ")
    return RuleText(
        id=rule.id,
        area=rule.area.lower(),
        page=rule.page,
        text=rule.text,
        ambiguity=rule.ambiguity or "",
        ruling=stated[:1].upper() + stated[1:],
        is_ruled=bool(ruling),
        is_silent=rule.kind == "silent",
        source=rule.provenance,
        knob=knob.title if knob else "",
    )


def _row(area: Area) -> AreaRow:
    rules = [rule for rule in inventory().values() if rule.area == area.code]
    return AreaRow(
        slug=area.slug,
        code=area.code,
        name=area.name,
        about=area.about,
        rules=len(rules),
        rulings=sum(rule.ruling is not None for rule in rules),
    )


def rulings_page(query: str = "") -> RulingsPage:
    rows = tuple(map(_row, areas().values()))
    results = _index().search(query, limit=SEARCH_LIMIT) if query.strip() else None
    found = [hit.document.slug for hit in results.hits] if results else []
    return RulingsPage(
        query=query.strip(),
        areas=rows,
        found=tuple(rule_text(inventory()[RuleId(slug)]) for slug in found),
        total_found=results.total if results else 0,
        rules=sum(row.rules for row in rows),
        rulings=sum(row.rulings for row in rows),
    )


def area_page(slug: str, *, only_rulings: bool = False) -> AreaPage | None:
    area = areas().get(slug.upper())
    if area is None or slug != area.slug:
        return None
    rules = [rule for rule in inventory().values() if rule.area == area.code]
    return AreaPage(
        area=_row(area),
        rules=tuple(rule_text(r) for r in rules if r.ruling or not only_rulings),
        only_rulings=only_rulings,
    )


def rule_area(rule_id: str) -> str | None:
    """Return the page of an area of rules."""
    rule = inventory().get(RuleId(rule_id))
    return rule.area.lower() if rule else None


def rules_for(name: str, *families_of: str) -> tuple[RuleText, ...]:
    """Return the rules about one entry, in the order of a game."""
    order = {code: place for place, code in enumerate(areas())}
    found = rules_about(inventory().values(), name, families_of)
    return tuple(rule_text(r) for r in sorted(found, key=lambda r: order[r.area]))


def rule_documents() -> tuple[Document, ...]:
    known = areas()
    return tuple(
        Document(
            kind="rule",
            slug=rule.id,
            name=rule.id,
            text=rule.text,
            tags=(known[rule.area].name,),
            more=f"{rule.ambiguity or ''} {rule.ruling or ''}",
            is_minor=True,
        )
        for rule in inventory().values()
    )


@cache
def _index() -> SearchIndex:
    return SearchIndex(rule_documents())
