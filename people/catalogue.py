"""The time zones and languages that a person may choose.

Time zones come from the IANA database of the machine, or of the `tzdata` package
where the machine has none. Languages are those into which the site is translated.
"""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings

UTC = "UTC"
# The database also holds abbreviations, copies of the machine's own setting and
# fixed offsets; people live in these.
_REGIONS = frozenset(
    [
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    ]
)


@cache
def time_zones() -> frozenset[str]:
    named = {z for z in available_timezones() if z.partition("/")[0] in _REGIONS}
    return frozenset(named | {UTC})


@cache
def time_zone_groups() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Choices for a form, UTC first, then by region: ("Europe", (("Europe/Berlin",
    "Berlin"), ...))."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(time_zones() - {UTC}):
        region, _, place = name.partition("/")
        label = place.replace("_", " ").replace("/", ", ")
        groups.setdefault(region, []).append((name, label))
    everywhere = ("Everywhere", ((UTC, "UTC"),))
    return (everywhere, *((region, tuple(groups[region])) for region in groups))


def zone(name: str) -> ZoneInfo:
    """The zone by its name; UTC if this machine has since lost it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UTC)


def languages() -> dict[str, str]:
    """Code to name, in the language itself."""
    return dict(settings.LANGUAGES)
