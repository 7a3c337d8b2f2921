"""Pages about house rules: all settings, and comparisons of versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import Http404
from django.utils import timezone

from league.models.leagues import League, RulesVersion
from league.rules.house_rule_versions import (
    WAITING_LABELS,
    CellDifference,
    EffectiveFrom,
    list_cell_differences,
    list_differences,
)
from league.selectors.access import get_visible_league
from league.selectors.house_rules import latest_version, rules_in_force, rules_of
from league.selectors.leagues import LeagueHead, head_of
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_settings import (
    RuleSetting,
    RuleSettingGroup,
    RuleSettingKind,
    in_words,
)
from teams.rules.phrases import day_words
from teams.selectors.access import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSettingLine:
    knob: RuleSetting
    value: str
    default: str
    is_changed: bool
    differences: tuple[str, ...]  # from the default
    is_found: bool = True  # by the current search

    @property
    def text(self) -> str:
        """Return the text that a search looks through, including row names of
        tables."""
        rows = {name for row in self.knob.rows for name in (row.section, row.title)}
        parts = (self.knob.title, self.value, self.knob.explanation, *sorted(rows))
        return " ".join(filter(None, parts)).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSettingSection:
    group: RuleSettingGroup
    lines: tuple[RuleSettingLine, ...]

    @property
    def changed(self) -> int:
        return sum(line.is_changed for line in self.lines)

    @property
    def found_count(self) -> int:
        return sum(line.is_found for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLine:
    number: int
    sentences: tuple[str, ...]
    reason: str
    author: str
    created: datetime
    moment: EffectiveFrom  # from which on it holds, or was to hold
    in_force: datetime | None
    withdrawn: datetime | None

    @property
    def is_waiting(self) -> bool:
        return self.in_force is None and self.withdrawn is None

    @property
    def waits_for(self) -> str:
        return WAITING_LABELS[self.moment]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    head: LeagueHead
    rules: HouseRules
    sections: tuple[RuleSettingSection, ...]
    versions: tuple[VersionLine, ...]
    version: int  # sent back with a change

    @property
    def rule_count(self) -> int:
        return sum(len(section.lines) for section in self.sections)

    def find(self, query: str, *, only_changed: bool) -> tuple[RuleSettingSection, ...]:
        """Return all sections, with matching settings marked."""
        words = query.lower().split()

        def is_found(line: RuleSettingLine) -> bool:
            is_wanted = line.is_changed or not only_changed
            return is_wanted and all(word in line.text for word in words)

        return tuple(
            replace(
                section,
                lines=tuple(
                    replace(line, is_found=is_found(line)) for line in section.lines
                ),
            )
            for section in self.sections
        )

    @property
    def waiting(self) -> tuple[VersionLine, ...]:
        """Return the waiting versions in the order they take effect."""
        found = (one for one in reversed(self.versions) if one.is_waiting)
        return tuple(
            sorted(found, key=lambda one: one.moment is EffectiveFrom.NEXT_SEASON)
        )


def get_rules_page(uid: str, viewer: Viewer) -> RulesPage:
    """Return the house rules page. Queries: at most 7."""
    standpoint = get_visible_league(uid, viewer)
    rules = rules_in_force(standpoint.league)
    return RulesPage(
        head=head_of(standpoint),
        rules=rules,
        sections=sections_of(rules),
        versions=_versions(standpoint.league),
        version=latest_version(standpoint.league),
    )


def sections_of(rules: HouseRules) -> tuple[RuleSettingSection, ...]:
    book = catalogue().house_rules
    values, defaults = rules.as_values(), book.defaults.as_values()
    return tuple(
        RuleSettingSection(
            group=group,
            lines=tuple(
                RuleSettingLine(
                    knob=knob,
                    value=in_words(knob, values[knob.key]),
                    default=in_words(knob, defaults[knob.key]),
                    is_changed=values[knob.key] != defaults[knob.key],
                    differences=list_differences(
                        knob, defaults[knob.key], values[knob.key]
                    ),
                )
                for knob in book.knobs
                if knob.group == group.slug
            ),
        )
        for group in book.groups
    )


def _versions(league: League) -> tuple[VersionLine, ...]:
    rows = RulesVersion.objects.filter(league=league).select_related("author")
    return tuple(version_line(row) for row in rows.order_by("-number"))


def version_line(row: RulesVersion) -> VersionLine:
    return VersionLine(
        number=row.number,
        sentences=tuple(row.told),
        reason=row.reason,
        author=str(row.author),
        created=row.created,
        moment=EffectiveFrom(row.moment),
        in_force=row.in_force,
        withdrawn=row.withdrawn,
    )


_PRINTED = "as printed"  # differs from every value, and from a cell without a number


@dataclass(frozen=True, slots=True, kw_only=True)
class CellCompared:
    """A cell of a table that differs between two versions."""

    difference: CellDifference
    since_number: int
    since_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSettingCompared:
    """A setting that differs between two versions. `since_number` is the version
    that introduced the later value."""

    knob: RuleSetting
    old: str
    new: str
    default: str
    differences: tuple[str, ...]
    cells: tuple[CellCompared, ...]  # of a table
    since_number: int
    since: datetime | None  # nothing if it does not hold, or not yet
    since_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionCompared:
    group: RuleSettingGroup
    lines: tuple[RuleSettingCompared, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCompared:
    """Two versions and their differences; empty without two versions."""

    head: LeagueHead
    versions: tuple[VersionLine, ...]  # the latest first
    old: VersionLine | None
    new: VersionLine | None
    differences: tuple[RuleSettingCompared, ...]

    @property
    def sections(self) -> tuple[SectionCompared, ...]:
        """Return the differences, grouped like the house rules."""
        return tuple(
            SectionCompared(group=group, lines=lines)
            for group in catalogue().house_rules.groups
            if (
                lines := tuple(
                    one for one in self.differences if one.knob.group == group.slug
                )
            )
        )


def rules_compared(
    uid: str, viewer: Viewer, one: int | None, other: int | None
) -> RulesCompared:
    """Compare two versions, older first. The default is the last two."""
    standpoint = get_visible_league(uid, viewer)
    found = RulesVersion.objects.filter(league=standpoint.league)
    rows = {row.number: row for row in found.select_related("author")}
    numbers = sorted(rows)
    late = other if other is not None else numbers[-1]
    before = [number for number in numbers if number < late]
    early = one if one is not None else (before or numbers)[-1]
    if early not in rows or late not in rows:
        raise Http404("This version of the house rules does not exist.")
    old, new = rows[min(early, late)], rows[max(early, late)]
    return RulesCompared(
        head=head_of(standpoint),
        versions=tuple(version_line(rows[number]) for number in reversed(numbers)),
        old=version_line(old) if len(rows) > 1 else None,
        new=version_line(new) if len(rows) > 1 else None,
        differences=_differences(old, new, tuple(rows.values())),
    )


def _differences(
    old: RulesVersion, new: RulesVersion, versions: Sequence[RulesVersion]
) -> tuple[RuleSettingCompared, ...]:
    book = catalogue().house_rules
    rules: Mapping[int, HouseRules] = {one.number: rules_of(one) for one in versions}
    values = {number: one.as_values() for number, one in rules.items()}
    defaults = book.defaults.as_values()
    before, after = values[old.number], values[new.number]
    chain = _held_until(new, versions)
    compared = []
    for knob in book.knobs:
        key = knob.key
        if before[key] == after[key]:
            continue
        since = _since(new, chain, {one: values[one][key] for one in values})
        compared.append(
            RuleSettingCompared(
                knob=knob,
                old=in_words(knob, before[key]),
                new=in_words(knob, after[key]),
                default=in_words(knob, defaults[key]),
                differences=list_differences(knob, before[key], after[key]),
                cells=_cells(knob, old, new, chain, values),
                since_number=since.number,
                since=since.in_force,
                since_words=_since_words(since),
            )
        )
    return tuple(compared)


def _cells(
    knob: RuleSetting,
    old: RulesVersion,
    new: RulesVersion,
    chain: Sequence[RulesVersion],
    values: Mapping[int, Mapping[str, object]],
) -> tuple[CellCompared, ...]:
    """Return the cells that differ, each with the version that introduced it."""
    if knob.type is not RuleSettingKind.TABLE:
        return ()
    tables = {number: found[knob.key] for number, found in values.items()}
    compared = []
    for cell in list_cell_differences(knob, tables[old.number], tables[new.number]):
        held = {number: _value_at(one, cell) for number, one in tables.items()}
        since = _since(new, chain, held)
        compared.append(
            CellCompared(
                difference=cell,
                since_number=since.number,
                since_words=_since_words(since),
            )
        )
    return tuple(compared)


def _value_at(table: object, cell: CellDifference) -> object:
    """Return the league's value of a cell, or None for the book's."""
    rows = table if isinstance(table, Mapping) else {}
    return rows.get(cell.row, {}).get(cell.column, _PRINTED)


def _since(
    new: RulesVersion, chain: Sequence[RulesVersion], values: Mapping[int, object]
) -> RulesVersion:
    """Return the version that introduced the later value."""
    since = new
    for row in chain:
        if values[row.number] != values[new.number]:
            break
        since = row
    return since


def _held_until(
    new: RulesVersion, versions: Sequence[RulesVersion]
) -> list[RulesVersion]:
    """Return earlier versions in force, the latest first, ordered by date."""
    if new.in_force is None:
        return []
    held = [
        (row.in_force, row.number, row)
        for row in versions
        if row.in_force and (row.in_force, row.number) < (new.in_force, new.number)
    ]
    return [row for *_, row in sorted(held, key=lambda it: it[:2], reverse=True)]


def _since_words(version: RulesVersion) -> str:
    if version.in_force is not None:
        day = day_words(timezone.localdate(version.in_force).isoformat())
        return f"since house rules {version.number}, {day}"
    if version.withdrawn is not None:
        return f"never: house rules {version.number} were withdrawn"
    waits_for = version_line(version).waits_for
    return f"not yet: house rules {version.number} start with {waits_for}"
