"""Filters of a list, kept in its URL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from kernel.elements import ELEMENTS


@dataclass(frozen=True, slots=True)
class Option:
    value: str  # empty for "all"
    label: str
    is_chosen: bool
    query: str = "?"  # the address of the list with this option chosen


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice among values of a field. An unknown value selects nothing."""

    name: str  # of the parameter in the address
    label: str
    chosen: str
    options: tuple[Option, ...]

    def admits(self, values: Iterable[str]) -> bool:
        return not self.chosen or self.chosen in values


def filter_of(
    name: str, label: str, values: Sequence[tuple[str, str]], chosen: str
) -> Filter:
    known = chosen if chosen in [value for value, _ in values] else ""
    options = [("", "All"), *values]
    return Filter(
        name=name,
        label=label,
        chosen=known,
        options=tuple(Option(value, title, value == known) for value, title in options),
    )


def element_filter(chosen: str) -> Filter:
    options = [(element.value, element.capitalize()) for element in ELEMENTS]
    return filter_of("element", "Element", options, chosen)


def by_element(chosen: Mapping[str, str]) -> tuple[Filter, ...]:
    """Return the filters of a list whose entries differ only by element."""
    return (element_filter(chosen.get("element", "")),)


def no_filters(_: Mapping[str, str]) -> tuple[Filter, ...]:
    return ()


def query_of(filters: Iterable[Filter], **others: str) -> str:
    """Return the query string, without empty values."""
    chosen = {f.name: f.chosen for f in filters} | others
    return "?" + urlencode({name: value for name, value in chosen.items() if value})


def addressed(filters: Sequence[Filter], **kept: str) -> tuple[Filter, ...]:
    """Return the filters with the URL of every option, keeping the other filters."""
    return tuple(
        replace(
            f,
            options=tuple(
                replace(o, query=query_of(filters, **kept, **{f.name: o.value}))
                for o in f.options
            ),
        )
        for f in filters
    )
