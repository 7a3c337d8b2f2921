"""Comments on matches: members write, edit and delete; masters remove."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import COMMENT_LENGTH, Comment, NotificationKind
from league.models.leagues import REASON_LENGTH, League
from league.selectors.access import LeagueAccess
from league.selectors.communication.comments import fixture_seen
from league.services.communication.notifications import notify
from league.services.locks import lock_league, log_action
from people.models import Person
from people.services.rate_limits import HOUR, Limit, count_attempt
from teams.rules.text_input import tidy_text

COMMENTS = Limit("comment", 30, HOUR, "You have written 30 comments in the last hour.")
COMMENTS_MAX = 500  # on one match


def write_comment(*, match: UUID, author: Person, text: str) -> Comment:
    fixture, seen = fixture_seen(match, author)
    count_attempt(COMMENTS, who=str(author.pk))
    with lock_league(seen.league.uid, author) as standpoint:
        _refuse_strangers(standpoint)
        if fixture.comments.count() >= COMMENTS_MAX:
            raise Refusal(
                f"A match can have at most {COMMENTS_MAX} comments.",
                code="too-many-comments",
            )
        comment = Comment.objects.create(
            fixture=fixture, author=author, text=_words(text)
        )
        sides = fixture.sides.filter(entrant__isnull=False)
        people = set(sides.values_list("entrant__person_id", flat=True))
        notify(
            people - {author.pk},
            NotificationKind.TALK,
            f"{author} commented on your match: “{comment.text}”",
            reverse("league:match-talk", args=[match]),
            league=standpoint.league,
        )
    return comment


def edit_comment(*, comment_id: int, author: Person, text: str) -> Comment:
    comment = _comment(comment_id, author)
    with lock_league(_league(comment).uid, author) as standpoint:
        _refuse_strangers(standpoint)
        _refuse_others(comment, author)
        comment.text, comment.edited = _words(text), timezone.now()
        comment.save(update_fields=["text", "edited"])
    return comment


def delete_comment(*, comment_id: int, author: Person) -> None:
    """Delete a comment of your own."""
    comment = _comment(comment_id, author)
    with lock_league(_league(comment).uid, author, even_archived=True):
        _refuse_others(comment, author)
        comment.delete()


def remove_comment(*, comment_id: int, actor: Person, reason: str) -> Comment:
    """Remove someone else's comment as a master, with a reason."""
    comment = _comment(comment_id, actor)
    uid = _league(comment).uid
    with lock_league(uid, actor, by_master=True, even_archived=True) as standpoint:
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        if not why:
            raise Refusal(
                "Give a reason. Everyone can read it in the audit log.",
                code="no-reason",
                field="reason",
            )
        comment.removed, comment.removed_by = timezone.now(), actor
        comment.text, comment.removal_reason = "", why
        comment.save(update_fields=["text", "removed", "removed_by", "removal_reason"])
        wording = f"{actor} removed a comment by {comment.author}: {why}"
        log_action(standpoint.league, actor, "comment", wording, is_override=True)
    return comment


def _comment(comment_id: int, viewer: Person) -> Comment:
    """Return the comment, or raise 404 if the person cannot see its match."""
    found = Comment.objects.select_related(
        "author", "fixture__match", "fixture__competition__season__league"
    )
    comment = found.filter(pk=comment_id, removed=None).first()
    if comment is None or comment.fixture.match is None:
        raise Http404("This comment does not exist.")
    fixture_seen(comment.fixture.match.uid, viewer)
    return comment


def _league(comment: Comment) -> League:
    return comment.fixture.competition.season.league


def _words(text: str) -> str:
    clean = tidy_text(text, length=COMMENT_LENGTH)
    if not clean:
        raise Refusal("Write a comment first.", code="no-text", field="text")
    return clean


def _refuse_strangers(standpoint: LeagueAccess) -> None:
    if not standpoint.is_member:
        raise PermissionDenied("Only members of the league can comment on its matches.")


def _refuse_others(comment: Comment, author: Person) -> None:
    if comment.author_id != author.pk:
        raise PermissionDenied("You can only change your own comments.")
