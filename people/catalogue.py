"""Time zones and languages that people can choose.

Time zones come from the machine's IANA database, or from the `tzdata` package if there
is none. Languages are those that the site is translated into.
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
    """Return form choices, UTC first, then by region: ("Europe", (("Europe/Berlin",
    "Berlin"), ...)).
    """
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(time_zones() - {UTC}):
        region, _, place = name.partition("/")
        label = place.replace("_", " ").replace("/", ", ")
        groups.setdefault(region, []).append((name, label))
    everywhere = ("Everywhere", ((UTC, "UTC"),))
    return (everywhere, *((region, tuple(groups[region])) for region in groups))


def zone(name: str) -> ZoneInfo:
    """Return the zone by name; UTC if this machine no longer has it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UTC)


def languages() -> dict[str, str]:
    """Return languages by code, each named in its own language."""
    return dict(settings.LANGUAGES)
