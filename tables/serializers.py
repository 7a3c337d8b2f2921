"""Request bodies of the table API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tables.rules.clock import clock_rules
from tables.rules.stages import Visibility
from tables.services.creation import SeatChoice

ACTION_NAMES = (
    *("concede", "draw-offer", "pause", "resume", "offers-decline"),
    *("undo-accept", "undo-decline", "claim", "place"),
)
MOST_LINES = 40


class MovesBody(serializers.Serializer[Any]):
    """A plan of moves, the version it was made for, and a key for this request
    alone."""

    version = serializers.IntegerField(min_value=0)
    key = serializers.CharField(max_length=64)
    lines = serializers.ListField(
        child=serializers.CharField(max_length=60), min_length=1, max_length=MOST_LINES
    )


class UndoBody(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0)
    whole_activation = serializers.BooleanField(default=False)


class JoinBody(serializers.Serializer[Any]):
    """If the seat or the team is empty, the site chooses one."""

    seat = serializers.ChoiceField(
        choices=["", "A", "B", "C", "D"], default="", allow_blank=True
    )
    kind = serializers.ChoiceField(
        choices=["", "shrine", "sample", "own"], default="", allow_blank=True
    )
    slug = serializers.CharField(max_length=60, default="", allow_blank=True)


class ActionBody(serializers.Serializer[Any]):
    action = serializers.ChoiceField(choices=ACTION_NAMES)


class SeatBody(serializers.Serializer[Any]):
    """A seat of a new table: your own, a bot's, or open."""

    kind = serializers.ChoiceField(
        choices=["", "shrine", "sample", "own"], default="", allow_blank=True
    )
    slug = serializers.CharField(max_length=60, default="", allow_blank=True)
    bot = serializers.CharField(max_length=60, default="", allow_blank=True)
    is_mine = serializers.BooleanField(default=False)
    side = serializers.IntegerField(
        min_value=0, max_value=3, allow_null=True, default=None
    )


class ClockBody(serializers.Serializer[Any]):
    mode = serializers.ChoiceField(choices=["none", "live", "days"], default="none")
    minutes = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    increment = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    days = serializers.IntegerField(min_value=0, max_value=10_000, default=0)


class TableBody(serializers.Serializer[Any]):
    challenge = serializers.CharField(max_length=60, default="brawl")
    ground = serializers.CharField(max_length=60, default="moon-garden")
    initiative = serializers.ChoiceField(
        choices=["draw", "janken", "test"], default="draw"
    )
    visibility = serializers.ChoiceField(choices=["open", "link"], default="link")
    seats = serializers.ListField(child=SeatBody(), min_length=2, max_length=4)
    clock = ClockBody(required=False)


def table_wishes(body: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `create_table`."""
    clock = body.pop("clock", {"mode": "none"})
    seats = tuple(SeatChoice(**seat) for seat in body.pop("seats"))
    return {
        **body,
        "visibility": Visibility(body["visibility"]),
        "seats": seats,
        "clock": clock_rules(clock.pop("mode"), **clock),
        "is_hot_seat": sum(seat.is_mine for seat in seats) > 1,
    }
