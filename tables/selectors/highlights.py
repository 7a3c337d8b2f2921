"""Highlights in the replays of a match, a team and a ninja."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from django.http import Http404

from challenges.models import Match
from challenges.selectors.access import get_visible_match
from tables.games.base import SEAT_LETTERS
from tables.games.skirmish_setup import read_setup_text
from tables.models import Table
from tables.rules.stages import TableStage
from tables.selectors.access import Viewer
from tables.selectors.replay import Replay, get_replay
from teams.selectors.access import Viewer as Reader

# Events that get a link, and how many replays the page of a team or ninja shows.
_KINDS = ("scored", "injured", "conceded", "ended")
MOST_REPLAYS = 6
_LABELS = re.compile(r" \([a-dA-D]\d*\)")


@dataclass(frozen=True, slots=True)
class Highlight:
    """An event, with the moment of the replay that shows it."""

    at: int
    round: int
    kind: str
    text: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRow:
    """A replay with its highlights."""

    table: UUID
    match: UUID
    title: str
    challenge: str
    highlights: tuple[Highlight, ...]


def list_highlights(replay: Replay) -> tuple[Highlight, ...]:
    """Return scores, injuries and the end of a game, in order. Queries: 0."""
    return tuple(_highlights(replay))


def _highlights(replay: Replay) -> Iterator[Highlight]:
    shown = replay.recording.end.show(replay.audience, replay.visible, replay.last)
    number = 0
    for item in shown.log:
        event = item["event"]
        if item["kind"] == "round-began":
            number = event["round"]
        if item["kind"] in _KINDS:
            labels = tuple(v for v in (event.get("figure"), event.get("by")) if v)
            text = _LABELS.sub("", item["text"])
            yield Highlight(item["n"], number, item["kind"], text, labels)


def get_match_replay(match: UUID, reader: Reader) -> ReplayRow | None:
    """Return the replay of a match, for people who may see the match. Queries: 5."""
    seen = get_visible_match(match, reader)
    table = (
        Table.objects.filter(match=seen.match, stage=TableStage.OVER)
        .order_by("-pk")
        .first()
    )
    return None if table is None else _row(table, seen.match)


def list_team_replays(
    team_id: int, reader: Reader, *, ninja: int | None = None
) -> list[ReplayRow]:
    """Return the latest replays of a team, or those in which a ninja did or suffered
    something.

    Queries: 5 for each replay.
    """
    tables = (
        Table.objects.filter(match__places__team=team_id, stage=TableStage.OVER)
        .select_related("match")
        .order_by("-updated_at", "-pk")
    )
    rows: list[ReplayRow] = []
    for table in tables[: 3 * MOST_REPLAYS]:
        if table.match is None or not _is_shown(table.match, reader):
            continue
        row = _row(table, table.match)
        if ninja is None:
            kept = [one for one in row.highlights if one.kind != "scored"]
        else:
            label = _label_of(table, team_id, ninja)
            kept = [one for one in row.highlights if label in one.labels]
        row = replace(row, highlights=tuple(kept))
        if row.highlights and len(rows) < MOST_REPLAYS:
            rows.append(row)
    return rows


def _is_shown(match: Match, reader: Reader) -> bool:
    try:
        get_visible_match(match.uid, reader)
    except Http404:
        return False
    return True


def _row(table: Table, match: Match) -> ReplayRow:
    replay = get_replay(table.uid, Viewer())
    names = [seat["name"] for seat in replay.table["seats"]]
    return ReplayRow(
        table=table.uid,
        match=match.uid,
        title=" against ".join(names),
        challenge=replay.table["challenge"]["name"],
        highlights=list_highlights(replay),
    )


def _label_of(table: Table, team_id: int, ninja: int) -> str:
    """Return the label of a team's ninja on the board, or an empty string if it did not
    play."""
    if table.match is None:
        return ""
    setup = read_setup_text(table.setup)
    places = table.match.places.order_by("number")
    for index, (place, seat) in enumerate(zip(places, setup.seats, strict=False)):
        if place.team_id != team_id:
            continue
        for number, figure in enumerate(seat.figures, start=1):
            if figure.reference == str(ninja):
                return f"{SEAT_LETTERS[index].lower()}{number}"
    return ""
