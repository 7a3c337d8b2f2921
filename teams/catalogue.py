"""Fixtures of team building: name parts and sample teams."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kernel.errors import CatalogueError
from rulebook.catalogue import catalogue, read_fixture
from teams.rules.roster.builder import SampleTeam
from teams.rules.roster.names import ClanNames, NameBook

NAMES = "names.yaml"
SAMPLES = "sample-teams.yaml"


@cache
def name_book() -> NameBook:
    """Return the parts of random names, by clan."""
    parts = read_fixture(NAMES, tuple[ClanNames, ...])
    found = {one.clan: one for one in parts}
    missing = sorted(set(catalogue().clans) ^ set(found))
    if missing or len(found) != len(parts):
        reason = f"every clan needs exactly one entry. Check {', '.join(missing)}."
        raise CatalogueError(file=NAMES, key="clan", reason=reason)
    return NameBook(clans=found)


@cache
def sample_teams() -> Mapping[str, SampleTeam]:
    """Return the sample teams by slug."""
    samples = read_fixture(SAMPLES, tuple[SampleTeam, ...])
    profiles = catalogue().profiles
    for sample in samples:
        for member in sample.members:
            if member.profile not in profiles:
                reason = f"there is no profile {member.profile}."
                raise CatalogueError(file=SAMPLES, key=sample.slug, reason=reason)
    return {sample.slug: sample for sample in samples}
