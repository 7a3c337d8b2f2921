"""Webhooks, for the masters of a league."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from league.forms.communication import WebhookForm
from league.selectors.access import get_managed_league
from league.selectors.communication import webhooks as selectors
from league.selectors.leagues import head_of
from league.services.communication import webhooks as services
from league.views.form_actions import redirect_with_message, submit_form
from people.selectors import signed_in
from teams.views.decorators import for_people


@for_people
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, uid: str) -> HttpResponse:
    """List the webhooks and add one. Its secret is shown only this once."""
    standpoint = get_managed_league(uid, request.user)
    form = WebhookForm(request.POST or None)
    actor = signed_in(request.user)
    made = submit_form(
        form, lambda typed: services.add_webhook(uid=uid, actor=actor, **typed)
    )
    context = {
        "head": head_of(standpoint),
        "hooks": selectors.webhooks_of(standpoint.league),
        "form": WebhookForm() if made else form,
        "made": made,
    }
    status = form.status if form.errors else 200
    return render(request, "league/webhooks.html", context, status=status)


@for_people
@never_cache
@require_safe
def log(request: HttpRequest, uid: str, webhook_id: int) -> HttpResponse:
    standpoint = get_managed_league(uid, request.user)
    page = selectors.webhook_log(standpoint.league, webhook_id)
    context = {"head": head_of(standpoint), "page": page}
    return render(request, "league/webhook.html", context)


@for_people
@require_POST
def act(request: HttpRequest, uid: str, webhook_id: int, name: str) -> HttpResponse:
    acts: dict[str, tuple[Callable[..., object], str]] = {
        "test": (services.send_test_event, "Sending a test."),
        "on": (partial(services.switch_webhook, is_on=True), "Webhook switched on."),
        "off": (partial(services.switch_webhook, is_on=False), "Webhook switched off."),
        "remove": (services.remove_webhook, "Webhook removed."),
    }
    if name not in acts:
        raise Http404("This page does not exist.")
    service, news = acts[name]
    service(uid=uid, actor=signed_in(request.user), webhook_id=webhook_id)
    if name == "remove":
        return redirect_with_message(request, news, "league:webhooks", uid)
    return redirect_with_message(request, news, "league:webhook", uid, webhook_id)
