"""The list of your teams, and the pages that create a team."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from kernel.dice import SeededDice
from kernel.errors import Refusal
from people.selectors import signed_in
from rulebook.catalogue import catalogue
from teams.forms import builder as forms
from teams.rules.state import Stage
from teams.selectors.access import LeagueTerms, get_league_links
from teams.selectors.new_team_page import get_clan_start_page, preview_random_team
from teams.selectors.team_list import list_clan_starts, list_teams
from teams.services.journal import Edit, Written, new_seed
from teams.services.league_entry import plan_league
from teams.services.new_teams import (
    copy_team,
    create_random_team,
    create_sample_team,
    create_shrine_team,
    create_team,
)
from teams.services.roster import suggest_team_name
from teams.services.team_import import import_roster, import_team
from teams.views.decorators import for_people

NOTES = "import-notes"  # in the session
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@for_people
@require_safe
def teams(request: HttpRequest) -> HttpResponse:
    own = list_teams(signed_in(request.user), with_retired=True)
    stages = {stage: [one for one in own if one.stage is stage] for stage in Stage}
    context = {
        "drafts": stages[Stage.DRAFT],
        "registered": stages[Stage.REGISTERED],
        "retired": stages[Stage.RETIRED],
        "koban": catalogue().default_house_rules.starting_koban,
    }
    return render(request, "teams/team_list.html", context)


@for_people
@require_safe
def new(request: HttpRequest) -> HttpResponse:
    context = {
        "terms": _terms(request),
        "starts": list_clan_starts(),
        "teams": list_teams(signed_in(request.user), with_retired=True),
    }
    return render(request, "teams/team_new.html", context)


@for_people
def new_of_clan(request: HttpRequest, clan: str) -> HttpResponse:
    terms = _terms(request)
    page = get_clan_start_page(clan, terms)
    sent = request.POST if request.method == "POST" else None
    drawn = {"name": suggest_team_name(clan=clan)}
    form = forms.FoundForm(sent, initial=drawn)
    if form.is_valid():
        owner = signed_in(request.user)
        written = create_team(owner=owner, clan=clan, terms=terms, **form.cleaned_data)
        return _founded(request, written)
    context = {"start": page, "form": form, "terms": terms}
    return render(request, "teams/team_clan.html", context)


@for_people
def new_random(request: HttpRequest, clan: str) -> HttpResponse:
    """Show a random team, and create it as shown."""
    terms = _terms(request)
    form = forms.SeedForm(request.POST or request.GET)
    if not form.is_valid():
        league = f"&league={terms.uid}" if terms else ""
        return redirect(f"{request.path}?seed={new_seed()}{league}")
    seed = form.cleaned_data["seed"]
    if request.method == "POST":
        written = create_random_team(
            owner=signed_in(request.user),
            clan=clan,
            dice=SeededDice(seed),
            terms=terms,
        )
        return _founded(request, written)
    rolled = preview_random_team(clan, seed, terms)
    context = {"rolled": rolled, "seed": seed, "next": new_seed(), "terms": terms}
    return render(request, "teams/team_random.html", context)


@for_people
@require_POST
def new_sample(request: HttpRequest, slug: str) -> HttpResponse:
    written = create_sample_team(
        owner=signed_in(request.user), sample=slug, terms=_terms(request)
    )
    return _founded(request, written)


@for_people
@require_POST
def new_shrine(request: HttpRequest, slug: str) -> HttpResponse:
    written = create_shrine_team(
        owner=signed_in(request.user), shrine=slug, terms=_terms(request)
    )
    return _founded(request, written)


@for_people
@require_POST
def copy(request: HttpRequest, team_id: int) -> HttpResponse:
    written = copy_team(
        owner=signed_in(request.user), team_id=team_id, terms=_terms(request)
    )
    return _founded(request, written)


@for_people
def new_import(request: HttpRequest) -> HttpResponse:
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = forms.ImportForm(*sent)
    if form.is_valid():
        try:
            written, notes = _imported(request, form.cleaned_data["file"].read())
            return _arrived(request, written, notes)
        except Refusal as refusal:
            form.refuse(refusal)
    status = form.status if form.errors else 200
    context = {"form": form, "terms": _terms(request)}
    return render(request, "teams/team_import.html", context, status=status)


def _imported(request: HttpRequest, content: bytes) -> tuple[Written, tuple[str, ...]]:
    """Import a file: rosters are XML or a zip, everything else is a team file."""
    owner = signed_in(request.user)
    beginning = content.removeprefix(BYTE_ORDER_MARK).lstrip()
    notes: tuple[str, ...] = ()
    if beginning.startswith((b"PK", b"<")):
        found = import_roster(owner=owner, content=content)
        written, notes = found.written, found.notes
    else:
        written = import_team(owner=owner, content=content)
    terms = _terms(request)
    if terms and written.state.stage is Stage.DRAFT:
        edit = Edit(team_id=written.team_id, actor=owner)
        written = plan_league(edit, league=terms.uid)
    return written, notes


def _arrived(
    request: HttpRequest, written: Written, notes: tuple[str, ...]
) -> HttpResponse:
    """Redirect to the builder, or first to the notes about the import."""
    if not notes:
        return _founded(request, written)
    request.session[NOTES] = {"team": written.team_id, "notes": notes}
    return redirect("teams:imported", written.team_id)


@for_people
@require_safe
def imported(request: HttpRequest, team_id: int) -> HttpResponse:
    kept = request.session.get(NOTES, {})
    if kept.get("team") != team_id:
        return redirect("teams:build", team_id)
    context = {"team_id": team_id, "notes": kept["notes"]}
    return render(request, "teams/team_imported.html", context)


def _terms(request: HttpRequest) -> LeagueTerms | None:
    """Return the league in the query string that the new team is for."""
    uid = request.GET.get("league", "")
    return get_league_links().find_terms(signed_in(request.user), uid) if uid else None


def _founded(request: HttpRequest, written: Written) -> HttpResponse:
    messages.success(request, f"Your new draft is called {written.state.name}.")
    return redirect("teams:build", written.team_id)
