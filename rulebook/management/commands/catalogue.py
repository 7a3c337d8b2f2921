"""`manage.py catalogue`: what the rulebook holds, and where it comes from."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from rulebook.catalogue import catalogue, house_rule_book, inventory
from rulebook.rules.entries import Source
from rulebook.rules.provenance import SourceCount, source_counts

COLUMNS = ("kind", "entries", "book", "external", "house")


class Command(BaseCommand):
    help = "Counts the rulebook's entries and values by kind and by source."

    def handle(self, *_: Any, **__: Any) -> None:
        counts = [*source_counts(catalogue()), _grounds(), _knobs()]
        total = SourceCount("all", *(sum(column) for column in _numbers(counts)))
        self.stdout.write(_row(COLUMNS))
        self.stdout.write("|---|---:|---:|---:|---:|")
        for count in [*counts, total]:
            self.stdout.write(_row(count))
        rules = inventory().values()
        ruled = sum(rule.ruling is not None for rule in rules)
        self.stdout.write(
            f"\n{len(rules)} rules in the inventory, {ruled} with a ruling."
        )


def _numbers(counts: list[SourceCount]) -> list[tuple[int, ...]]:
    return list(zip(*(count[1:] for count in counts), strict=True))


def _row(cells: tuple[object, ...]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _grounds() -> SourceCount:
    grounds = catalogue().grounds.values()
    return _by_source("ground", [ground.source for ground in grounds])


def _knobs() -> SourceCount:
    return _by_source("house rule", [k.source for k in house_rule_book().knobs])


def _by_source(kind: str, sources: list[Source]) -> SourceCount:
    return SourceCount(
        kind, len(sources), *(sources.count(source) for source in Source)
    )
