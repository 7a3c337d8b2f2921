"""Comments on a match: their own page, and a part of the match page."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.forms.communication import CommentForm
from league.selectors.communication import comments as selectors
from league.services.communication import comments as services
from league.views.form_actions import submit_form
from people.selectors import signed_in
from teams.views.decorators import HtmxRequest, for_people, for_readers


@for_readers
@never_cache
def talk(request: HtmxRequest, match: UUID) -> HttpResponse:
    """Show the comments to anyone who may see the match; let members write."""
    if request.method == "POST" and not request.user.is_authenticated:
        raise Http404("There is no match to comment on.")
    form = CommentForm(request.POST or None)
    made = submit_form(
        form,
        lambda typed: services.write_comment(
            match=match, author=signed_in(request.user), **typed
        ),
    )
    if made is not None and not request.htmx:
        return redirect("league:match-talk", match)
    return _page(request, match, CommentForm() if made else form)


@for_people
@require_POST
def act(request: HtmxRequest, match: UUID, comment_id: int, name: str) -> HttpResponse:
    """Edit or delete your own comment, or remove one as a master."""
    person, typed = signed_in(request.user), request.POST
    if name == "edit":
        services.edit_comment(
            comment_id=comment_id, author=person, text=typed.get("text", "")
        )
    elif name == "delete":
        services.delete_comment(comment_id=comment_id, author=person)
    elif name == "remove":
        services.remove_comment(
            comment_id=comment_id, actor=person, reason=typed.get("reason", "")
        )
    else:
        raise Http404("This page does not exist.")
    if request.htmx:
        return _page(request, match, CommentForm())
    return redirect("league:match-talk", match)


def _page(request: HtmxRequest, match: UUID, form: CommentForm) -> HttpResponse:
    status = form.status if form.errors else 200
    if request.htmx and not request.htmx.history_restore_request:
        talk = selectors.match_talk(match, request.user)
        context = {"talk": talk, "form": form}
        answer = render(request, "league/_comments.html", context, status=status)
    else:
        page = selectors.get_talk_page(match, request.user)
        context = {"head": page.head, "talk": page.talk, "form": form}
        answer = render(request, "league/comments.html", context, status=status)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
