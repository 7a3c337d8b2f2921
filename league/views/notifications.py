"""Notifications and their preferences."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from league.forms.communication import SwitchesForm
from league.selectors.communication import notifications as selectors
from league.services.communication import notifications as services
from league.services.communication import push
from league.views.form_actions import redirect_with_message
from people.selectors import signed_in
from teams.views.decorators import for_people

PAGE = 50


@for_people
@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    person = signed_in(request.user)
    pages = Paginator(selectors.notices_queryset(person), PAGE)
    page = pages.get_page(request.GET.get("page"))
    lines = [selectors.notice_line(one) for one in page]
    context = {"page": page, "lines": lines, "unread": selectors.unread_count(person)}
    return render(request, "league/notifications.html", context)


@never_cache
@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """Return the number beside the bell, which is fetched after the page."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    unread = selectors.unread_count(signed_in(request.user))
    return render(request, "league/notification_count.html", {"unread": unread})


@for_people
@require_POST
def read(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Mark a notification as read and go to the page it links to."""
    address = services.mark_notification_read(
        person=signed_in(request.user), notice_id=notice_id
    )
    return redirect(address)


@for_people
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    services.mark_all_notifications_read(person=signed_in(request.user))
    return redirect("league:notices")


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def switches(request: HttpRequest) -> HttpResponse:
    person = signed_in(request.user)
    lines = selectors.switches_of(person)
    form = SwitchesForm(request.POST or None, switches=lines)
    if form.is_bound and form.is_valid():
        services.set_preferences(person=person, wanted=form.wanted())
        return redirect_with_message(request, "Saved.", "league:notice-switches")
    return render(request, "league/notification_preferences.html", {"lines": lines})


@for_people
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest) -> HttpResponse:
    """Turn on push messages for a browser, whose script posts the endpoint."""
    person = signed_in(request.user)
    if request.method == "POST":
        push.device_add(person=person, subscription=request.body)
        return HttpResponse(status=204)
    count = push.count_devices(person)
    context = {"key": push.public_key(), "count": count}
    return render(request, "league/push_devices.html", context)


@never_cache
@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Serve the service worker from an address above the pages it controls."""
    path = finders.find("js/push-worker.js")
    if path is None:
        raise Http404("There is no such script.")
    script = Path(path).read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/javascript")


@for_people
@require_POST
def device_remove(request: HttpRequest) -> HttpResponse:
    """Turn off push messages for one browser, or for all if the body is empty."""
    push.devices_remove(person=signed_in(request.user), subscription=request.body)
    return HttpResponse(status=204)


# The link itself is a secret, and mail programs open it without our cookie.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    _, kind = services.read_unsubscribe_token(token)
    is_done = request.method == "POST"
    if is_done:
        services.unsubscribe(token=token)
    context = {"label": selectors.kind_label(kind), "is_done": is_done}
    return render(request, "league/unsubscribe.html", context)
