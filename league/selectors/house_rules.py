"""Which house rules hold in a league."""

from __future__ import annotations

from league.models import League, RulesVersion
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules


def version_in_force(league: League) -> RulesVersion:
    """One query."""
    found = league.rules_versions.filter(in_force__isnull=False)
    return found.order_by("-number")[0]


def rules_in_force(league: League) -> HouseRules:
    return catalogue().house_rules.build(version_in_force(league).changes)


def version_waiting(league: League) -> RulesVersion | None:
    """The one that comes into force with the next season, if there is one."""
    return league.rules_versions.filter(in_force=None).order_by("-number").first()


def latest_version(league: League) -> int:
    """The id of the version that was written last, whether it holds or waits. Numbers
    will not do: one that waits gives its own to the next that is written."""
    found = league.rules_versions.order_by("-pk").values_list("pk", flat=True)
    return found[0]
