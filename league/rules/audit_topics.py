"""Topics of the audit log, for its filter."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

# The prefix of all audit kinds about matches.
MATCH_PREFIX = "match-"


class Topic(StrEnum):
    MATCHES = "matches"
    ROUNDS = "rounds"
    TEAMS = "teams"
    PEOPLE = "people"
    RULES = "rules"
    NEWS = "news"
    LEAGUE = "league"


LABELS: Mapping[Topic, str] = {
    Topic.MATCHES: "Matches and dates",
    Topic.ROUNDS: "Seasons, schedules and rounds",
    Topic.TEAMS: "Teams and points",
    Topic.PEOPLE: "Members and masters",
    Topic.RULES: "House rules",
    Topic.NEWS: "News and comments",
    Topic.LEAGUE: "The league itself",
}

KINDS: Mapping[Topic, tuple[str, ...]] = {
    Topic.MATCHES: ("arranged", "dates", "no-show", "played-again"),
    Topic.ROUNDS: (
        *("opened", "started", "closed", "at-its-end"),
        *("planned", "seeded", "drawn", "groups", "forbidden"),
        *("round-moved", "override"),
    ),
    Topic.TEAMS: (
        *("entered", "entry", "joined-late", "left-out", "withdrawn", "restarted"),
        *("adjusted", "club", "veteran"),
    ),
    Topic.PEOPLE: (
        *("asked", "declined", "joined", "left", "removed", "let-come"),
        *("role", "mastership", "voted"),
    ),
    Topic.RULES: ("rules",),
    Topic.NEWS: ("news", "comment"),
    Topic.LEAGUE: (
        *("founded", "described", "code-renewed", "archived", "reopened"),
        *("imported", "webhook"),
    ),
}


def topic_of(kind: str) -> Topic | None:
    if kind.startswith(MATCH_PREFIX):
        return Topic.MATCHES
    return next((topic for topic, kinds in KINDS.items() if kind in kinds), None)
