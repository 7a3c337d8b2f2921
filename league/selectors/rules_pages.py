"""A league's house rules as people read them: knob by knob, and version by version."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from league.models import League, RulesVersion
from league.rules.setting_differences import list_differences
from league.rules.versions import WAITING_WORDS, Moment
from league.selectors.access import league_seen
from league.selectors.house_rules import latest_version, rules_in_force
from league.selectors.leagues import LeagueHead, head_of
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.knobs import Knob, KnobGroup, in_words
from teams.selectors import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class KnobLine:
    knob: Knob
    value: str
    default: str
    is_changed: bool
    differences: tuple[str, ...]  # from the default
    is_found: bool = True  # by whoever searches

    @property
    def text(self) -> str:
        """Return what a search looks through. A table has the names of its rows."""
        rows = {name for row in self.knob.rows for name in (row.section, row.title)}
        parts = (self.knob.title, self.value, self.knob.explanation, *sorted(rows))
        return " ".join(filter(None, parts)).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnobSection:
    group: KnobGroup
    lines: tuple[KnobLine, ...]

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
    moment: Moment  # from which on it holds, or was to hold
    in_force: datetime | None
    withdrawn: datetime | None

    @property
    def is_waiting(self) -> bool:
        return self.in_force is None and self.withdrawn is None

    @property
    def waits_for(self) -> str:
        return WAITING_WORDS[self.moment]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    head: LeagueHead
    rules: HouseRules
    sections: tuple[KnobSection, ...]
    versions: tuple[VersionLine, ...]
    version: int  # to be named by whoever changes them

    @property
    def rule_count(self) -> int:
        return sum(len(section.lines) for section in self.sections)

    def find(self, query: str, *, only_changed: bool) -> tuple[KnobSection, ...]:
        """Return all sections, with the rules marked that have all words of a query."""
        words = query.lower().split()

        def is_found(line: KnobLine) -> bool:
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
        """In the order in which they will come into force."""
        found = (one for one in reversed(self.versions) if one.is_waiting)
        return tuple(sorted(found, key=lambda one: one.moment is Moment.NEXT_SEASON))


def rules_page(uid: str, viewer: Viewer) -> RulesPage:
    """Seven queries at most, whatever was changed how often."""
    standpoint = league_seen(uid, viewer)
    rules = rules_in_force(standpoint.league)
    return RulesPage(
        head=head_of(standpoint),
        rules=rules,
        sections=sections_of(rules),
        versions=_versions(standpoint.league),
        version=latest_version(standpoint.league),
    )


def sections_of(rules: HouseRules) -> tuple[KnobSection, ...]:
    book = catalogue().house_rules
    values, defaults = rules.as_values(), book.defaults.as_values()
    return tuple(
        KnobSection(
            group=group,
            lines=tuple(
                KnobLine(
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
        moment=Moment(row.moment),
        in_force=row.in_force,
        withdrawn=row.withdrawn,
    )
