"""Requests of the API, one struct per action.

The fields of a request are the arguments of its service.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from rest_framework.exceptions import ValidationError

from kernel.elements import Element
from kernel.ids import ChallengeSlug, NinjaId
from teams.rules.reports.team_report import (
    GameKind,
    MatchType,
    NinjaReport,
    Outcome,
    TeamReport,
)
from teams.rules.roster.names import NAME_LENGTH
from teams.rules.text_input import LORE_LENGTH, NOTE_LENGTH, NUMBER_MAX, REASON_LENGTH

T = TypeVar("T")

Name = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
Slug = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
Reason = Annotated[str, msgspec.Meta(max_length=REASON_LENGTH)]
Batch = Annotated[str, msgspec.Meta(max_length=36)]
Number = Annotated[int, msgspec.Meta(ge=1, le=NUMBER_MAX)]
Amount = Annotated[int, msgspec.Meta(ge=-NUMBER_MAX, le=NUMBER_MAX)]
Count = Annotated[int, msgspec.Meta(ge=0, le=NUMBER_MAX)]
Slugs = Annotated[tuple[Slug, ...], msgspec.Meta(max_length=20)]

# Fields of every request that are not arguments of the service.
MANNER = ("version", "is_preview")


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of requests. Unknown fields are refused."""


class ActBody(Body, frozen=True, kw_only=True):
    """`version` is the version you saw; if the team has changed since, the answer is
    409. Without it, and without If-Match, the latest version is changed. With
    `is_preview` nothing is written."""

    version: Number | None = None
    is_preview: bool = False

    def values(self) -> dict[str, Any]:
        """Return the arguments for the service."""
        return {
            name: getattr(self, name)
            for name in self.__struct_fields__
            if name not in MANNER
        }


class FoundBody(Body, frozen=True, kw_only=True):
    """A team without a name gets a random one that fits its clan."""

    clan: Slug
    name: Name = ""


class ShrineBody(Body, frozen=True, kw_only=True):
    shrine: Slug
    name: Name = ""


class SampleBody(Body, frozen=True, kw_only=True):
    sample: Slug
    name: Name = ""


class CopyBody(Body, frozen=True, kw_only=True):
    name: Name = ""


class RenameBody(ActBody, frozen=True, kw_only=True):
    name: Name


class ClanBody(ActBody, frozen=True, kw_only=True):
    clan: Slug


class LoreBody(ActBody, frozen=True, kw_only=True):
    text: Annotated[str, msgspec.Meta(max_length=LORE_LENGTH)]


class NoteBody(ActBody, frozen=True, kw_only=True):
    text: Annotated[str, msgspec.Meta(max_length=NOTE_LENGTH)]


class OrderBody(ActBody, frozen=True, kw_only=True):
    order: Annotated[tuple[Number, ...], msgspec.Meta(max_length=200)]


class RecruitBody(ActBody, frozen=True, kw_only=True):
    profile: Slug
    name: Name = ""
    abilities: Slugs = ()


class AbilitiesBody(ActBody, frozen=True, kw_only=True):
    abilities: Slugs


class ReasonBody(ActBody, frozen=True, kw_only=True):
    reason: Reason = ""


class CorrectBody(ActBody, frozen=True, kw_only=True):
    reason: Reason
    ninja: Number | None = None
    koban: Amount = 0
    xp: Amount = 0
    games_to_miss: Count | None = None
    starts_in_healing_house: bool | None = None
    keywords_granted: Slugs = ()
    keywords_taken: Slugs = ()
    last_growth_undone: bool = False
    mv: Count | None = None
    at: Count | None = None
    df: Count | None = None
    affinities: Annotated[tuple[Element, ...], msgspec.Meta(max_length=6)] | None = None
    abilities: Slugs | None = None


class VoidPreviewBody(Body, frozen=True, kw_only=True):
    batch: Batch


class VoidBody(ActBody, frozen=True, kw_only=True):
    batch: Batch
    reason: Reason
    with_consequences: bool = False


class OpenGameBody(ActBody, frozen=True, kw_only=True):
    standing: MatchType = MatchType.FREE
    opponents: Annotated[tuple[Name, ...], msgspec.Meta(max_length=3)] = ()


class ReportBody(ActBody, frozen=True, kw_only=True):
    """One team's report of a game. The rulebook's challenges list the feats."""

    outcome: Outcome
    standing: MatchType = MatchType.FREE
    kind: GameKind = GameKind.PLAYED
    challenge: Slug | None = None
    opponents: Annotated[tuple[Name, ...], msgspec.Meta(max_length=3)] = ()
    score: Amount = 0
    place: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    place_shared_by: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    points_behind: Count = 0
    rounds_played: Count | None = None
    is_conceded: bool = False
    is_conceder: bool = False
    ninja: Annotated[tuple[NinjaReport, ...], msgspec.Meta(max_length=200)] = ()
    all_stars: Annotated[tuple[Number, ...], msgspec.Meta(max_length=20)] = ()
    koban_taken: Count = 0
    koban_lost: Count = 0
    notes: Annotated[str, msgspec.Meta(max_length=NOTE_LENGTH)] = ""

    def values(self) -> dict[str, Any]:
        parts = super().values()
        parts["all_stars"] = tuple(map(NinjaId, self.all_stars))
        parts["challenge"] = (
            None if not self.challenge else ChallengeSlug(self.challenge)
        )
        is_unknown = self.is_conceded and self.rounds_played is None
        report = TeamReport(match="", are_rounds_unknown=is_unknown, **parts)
        return {"report": report}


class RollBody(ActBody, frozen=True, kw_only=True):
    ninja: Number | None = None


class EnterBody(ActBody, frozen=True, kw_only=True):
    dice: Annotated[tuple[Element, ...], msgspec.Meta(max_length=4)]
    ninja: Number | None = None


class ChooseBody(ActBody, frozen=True, kw_only=True):
    choice: Slug


def body_of(data: object, shape: type[T]) -> T:
    """Return the decoded request, or refuse it with the field that is wrong."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        field = path.strip("`.") or "non_field_errors"
        raise ValidationError({field: [f"{reason}."]}) from error
