"""Replays: the page, its frames, and uploaded game files."""

from __future__ import annotations

import json
from uuid import UUID

from axes.helpers import get_client_ip_address
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from kernel.errors import Refusal
from tables import forms
from tables.games.base import JSON
from tables.selectors.access import Viewer
from tables.selectors.replay import (
    Replay,
    get_file_replay,
    get_replay,
    get_replay_state,
    list_moments,
    list_replay_frames,
)
from tables.services.branches import play_on
from tables.services.uploads import MOST_FILE_BYTES, store_game_file
from tables.views.answers import PROBLEM, json_answer
from tables.views.viewers import seated_viewer, viewer_of

FIRST_FRAMES = 12


@never_cache
@require_safe
def table_replay(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the replay of a table, up to now if the game is still in progress."""
    replay = get_replay(uid, viewer_of(request), _eyes(request))
    urls = {
        "frames": reverse("tables:table-moment", args=[uid, 0]),
        "page": reverse("tables:table-replay", args=[uid]),
        "back": reverse("tables:table", args=[uid]),
    }
    if replay.is_over:
        urls["file"] = reverse("tables:table-file", args=[uid])
        urls["branch"] = reverse("tables:table-branch", args=[uid, 0])
        urls["embed"] = reverse("tables:table-embed", args=[uid])
    return _page(request, replay, urls)


@never_cache
@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def table_embed(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show a finished game for embedding in a frame on other sites.

    It shows what spectators see, and offers no actions.
    """
    replay = get_replay(uid, Viewer(), _eyes(request))
    if not replay.is_over:
        raise Refusal("You can embed a game when it is over.", code="game-not-over")
    urls = {
        "frames": reverse("tables:table-moment", args=[uid, 0]),
        "page": reverse("tables:table-replay", args=[uid]),
        "back": reverse("tables:table-replay", args=[uid]),
    }
    return _page(request, replay, urls, is_embedded=True)


@never_cache
@require_safe
def table_moment(request: HttpRequest, uid: UUID, position: int) -> HttpResponse:
    """Return one position of a table, or several in a row."""
    try:
        replay = get_replay(uid, viewer_of(request), _eyes(request))
        return _moment(request, replay, position)
    except Refusal as refusal:
        return _problem(refusal)


@never_cache
@require_safe
def file_replay(request: HttpRequest, key: str) -> HttpResponse:
    """Show the replay of an uploaded file."""
    replay = get_file_replay(key, _eyes(request))
    urls = {
        "frames": reverse("tables:file-moment", args=[key, 0]),
        "page": reverse("tables:file-replay", args=[key]),
        "back": reverse("tables:replay-upload"),
        "branch": reverse("tables:file-branch", args=[key, 0]),
    }
    return _page(request, replay, urls)


@never_cache
@require_safe
def file_moment(request: HttpRequest, key: str, position: int) -> HttpResponse:
    try:
        replay = get_file_replay(key, _eyes(request))
        return _moment(request, replay, position)
    except Refusal as refusal:
        return _problem(refusal)


@require_POST
def table_branch(request: HttpRequest, uid: UUID, position: int) -> HttpResponse:
    """Play on from a moment of a table, at a new table."""
    return _branch(request, get_replay(uid, viewer_of(request)), position)


@require_POST
def file_branch(request: HttpRequest, key: str, position: int) -> HttpResponse:
    """Play on from a moment of a game file."""
    return _branch(request, get_file_replay(key), position)


def _branch(request: HttpRequest, replay: Replay, position: int) -> HttpResponse:
    mine = request.POST.get("seat", "")
    try:
        table = play_on(replay, position, seated_viewer(request), mine=mine)
    except Refusal as refusal:
        return _problem(refusal)
    return redirect("tables:table", uid=table.uid)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Store an uploaded game file for a day and show its replay."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = forms.GameFileForm(*sent)
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        content = file.read(MOST_FILE_BYTES + 1)
        try:
            key = store_game_file(content, who=_client(request))
            return redirect("tables:file-replay", key=key)
        except Refusal as refusal:
            form.refuse(refusal)
    status = form.status if form.errors else 200
    return render(request, "tables/replay_upload.html", {"form": form}, status=status)


def _client(request: HttpRequest) -> str:
    return get_client_ip_address(request) or ""


def _eyes(request: HttpRequest) -> str:
    return request.GET.get("eyes", "")


def _moment(request: HttpRequest, replay: Replay, position: int) -> HttpResponse:
    count = request.GET.get("count", "")
    if count.isdecimal() and len(count) < 5:
        frames = list_replay_frames(replay, position, int(count))
        return json_answer({"last": replay.last, "frames": frames})
    return json_answer(get_replay_state(replay, position))


def _problem(refusal: Refusal) -> HttpResponse:
    content: JSON = {
        "type": f"urn:moonlight:problem:{refusal.code}",
        "title": "Refused",
        "status": refusal.status,
        "code": refusal.code,
        "detail": refusal.sentence,
    }
    return json_answer(content, status=refusal.status, kind=PROBLEM)


def _page(
    request: HttpRequest,
    replay: Replay,
    urls: dict[str, str],
    *,
    is_embedded: bool = False,
) -> HttpResponse:
    table = replay.table
    names = " against ".join(seat["name"] for seat in table["seats"])
    context = {
        "title": f"{names}: {table['challenge']['name']}",
        "table": table,
        "is_over": replay.is_over,
        "is_embedded": is_embedded,
        "eyes": _eyes(request),
        "replay": _content(replay, request.GET.get("at", ""), _eyes(request)),
        "page_urls": urls,
        "urls": json.dumps(urls),
    }
    return render(request, "tables/replay.html", context)


def _content(replay: Replay, asked: str, eyes: str) -> JSON:
    """Return the data that the page's scripts start with."""
    default = 0 if replay.is_over else replay.last
    at = min(int(asked), replay.last) if _is_number(asked) else default
    return {
        "at": at,
        "last": replay.last,
        "eyes": eyes,
        "table": replay.table,
        "terrain": replay.recording.adapter.terrain(replay.recording.setup),
        "moments": list_moments(replay),
        "frames": list_replay_frames(replay, at, FIRST_FRAMES),
    }


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 7
