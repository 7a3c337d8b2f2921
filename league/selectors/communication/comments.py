"""Comments on matches, for everyone who can see the match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import Http404

from league.models.communication import COMMENT_LENGTH, Comment
from league.models.competitions import Fixture
from league.models.leagues import LeagueStage
from league.selectors.access import LeagueAccess, get_visible_league
from league.selectors.leagues import LeagueHead, head_of
from teams.selectors.access import Viewer

__all__ = ["COMMENT_LENGTH", "CommentLine", "TalkPage", "get_talk_page", "match_talk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentLine:
    id: int
    author: str
    text: str  # empty if it was removed
    created: datetime
    edited: datetime | None
    removal: str  # who removed it and why
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """All comments on a match, oldest first."""

    match: UUID
    title: str
    comments: tuple[CommentLine, ...]
    may_write: bool
    is_master: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkPage:
    head: LeagueHead
    talk: Talk


def fixture_seen(match: UUID, viewer: Viewer) -> tuple[Fixture, LeagueAccess]:
    """Return the fixture of a match and access to its league, or raise 404. Queries:
    3."""
    fixture = (
        Fixture.objects.filter(match__uid=match)
        .select_related("match", "competition__season__league")
        .first()
    )
    if fixture is None:
        raise Http404("This league match does not exist.")
    league = fixture.competition.season.league
    return fixture, get_visible_league(league.uid, viewer)


def match_talk(match: UUID, viewer: Viewer) -> Talk:
    """Return the comments on a match. Queries: 5."""
    return _talk(*fixture_seen(match, viewer))


def get_talk_page(match: UUID, viewer: Viewer) -> TalkPage:
    fixture, standpoint = fixture_seen(match, viewer)
    return TalkPage(head=head_of(standpoint), talk=_talk(fixture, standpoint))


def _talk(fixture: Fixture, standpoint: LeagueAccess) -> Talk:
    if fixture.match is None:
        raise AssertionError("A comment needs a fixture with a match.")
    sides = fixture.sides.select_related("entrant__team").order_by("number")
    found = fixture.comments.select_related("author", "removed_by").order_by("pk")
    me = standpoint.person.pk if standpoint.person else None
    is_running = standpoint.league.stage == LeagueStage.RUNNING
    return Talk(
        match=fixture.match.uid,
        title=" against ".join(str(side) for side in sides),
        comments=tuple(_line(one, me) for one in found),
        may_write=standpoint.is_member and is_running,
        is_master=standpoint.is_master and is_running,
    )


def _line(comment: Comment, me: int | None) -> CommentLine:
    is_removed = comment.removed is not None
    removal = f"Removed by {comment.removed_by}. Reason: {comment.removal_reason}"
    return CommentLine(
        id=comment.pk,
        author=str(comment.author),
        text="" if is_removed else comment.text,
        created=comment.created,
        edited=comment.edited,
        removal=removal if is_removed else "",
        is_own=comment.author_id == me and not is_removed,
    )
