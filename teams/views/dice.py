"""The page that checks dice: those of a journal line, or any others."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kernel.errors import Refusal
from teams.forms.growth import DiceCheckForm
from teams.selectors.dice_check import check_dice, get_line_dice_page, parse_rolls
from teams.views.decorators import for_readers


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    """Check the dice given in the query string, so that the result can be shared."""
    form = DiceCheckForm(request.GET if request.GET else None)
    check = None
    if form.is_bound and form.is_valid():
        sent = form.cleaned_data
        try:
            check = check_dice(**sent | {"record": parse_rolls(sent["record"])})
        except Refusal as refusal:
            form.refuse(refusal)
    status = form.status if form.errors else 200
    context = {"form": form, "check": check}
    return render(request, "teams/dice.html", context, status=status)


@for_readers
@never_cache
@require_safe
def of_line(request: HttpRequest, team_id: int, number: int) -> HttpResponse:
    found = get_line_dice_page(team_id, number, request.user)
    check = found.check
    form = DiceCheckForm(
        initial={
            "seed": check.seed,
            "promised": check.promised,
            "stream": check.stream,
            "record": found.record,
        }
    )
    context = {"form": form, "check": check, "found": found, "head": found.head}
    return render(request, "teams/dice.html", context)
