"""Run a service for a submitted form, and show its refusal if there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from kernel.errors import Conflict, Refusal
from league.forms.leagues import ConflictAwareForm
from people.forms import RefusableForm


def redirect_with_message(
    request: HttpRequest, news: str, to: str, *args: Any
) -> HttpResponse:
    messages.success(request, news)
    return redirect(to, *args)


def submit_form(
    form: RefusableForm, act: Callable[[dict[str, Any]], Any]
) -> Any | None:
    """Return the result of the action, or None after adding its refusal to the form."""
    if not form.is_valid():
        return None
    try:
        return act(form.cleaned_data)
    except Conflict as conflict:
        if not isinstance(form, ConflictAwareForm):
            raise
        form.refuse(conflict)
        return None
    except Refusal as refusal:
        form.refuse(refusal)
        return None
