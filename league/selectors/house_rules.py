"""Which house rules hold in a league, which did, and which will."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Count, Max

from league.models import League, RulesVersion
from league.rules.versions import Moment, rebased
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules


def version_in_force(league: League) -> RulesVersion:
    """One query."""
    found = league.rules_versions.filter(in_force__isnull=False)
    return found.order_by("-in_force", "-number")[0]


def rules_in_force(league: League) -> HouseRules:
    return rules_of(version_in_force(league))


def rules_of(version: RulesVersion) -> HouseRules:
    return catalogue().house_rules.read(version.changes)


def version_at(
    versions: Iterable[RulesVersion], moment: datetime | None
) -> RulesVersion:
    """The one among all of a league's that held at a moment, or that holds now."""
    held = sorted(
        ((one.in_force, one.number, one) for one in versions if one.in_force),
        key=lambda it: it[:2],
    )
    until = [one for since, _, one in held if moment is None or since <= moment]
    return until[-1] if until else held[0][2]


def versions_waiting(league: League) -> list[RulesVersion]:
    """Those still to come into force, in the order in which they will. One query."""
    found = league.rules_versions.filter(in_force=None, withdrawn=None)
    return sorted(found, key=lambda one: (one.moment == Moment.NEXT_SEASON, one.number))


def rules_to_come(league: League, now: HouseRules) -> HouseRules | None:
    """What will hold when everything that waits has come into force. One query."""
    coming = now
    for version in versions_waiting(league):
        after = rebased(rules_of(version), now, coming, catalogue().house_rules)
        coming = after.rules or coming
    return coming if coming != now else None


def latest_version(league: League) -> int:
    """A number that grows with everything that happens to the rules: a version is
    written, comes into force or is withdrawn. Who changes them says which they saw."""
    found = league.rules_versions.aggregate(
        last=Max("pk"), in_force=Count("in_force"), withdrawn=Count("withdrawn")
    )
    return sum(found.values())
