"""The house rules of a league: read, compare and change them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from kernel.errors import Refusal
from league.forms.house_rules import CompareForm, HouseRulesForm, field_names
from league.rules.house_rule_versions import EffectiveFrom
from league.selectors.access import get_managed_league
from league.selectors.house_rule_pages import (
    RuleSettingSection,
    RulesPage,
    get_rules_page,
    rules_compared,
)
from league.services import house_rules
from league.views.form_actions import redirect_with_message, submit_form
from people.selectors import signed_in
from teams.views.decorators import for_people, for_readers


@for_readers
@require_safe
def rules(request: HttpRequest, uid: str) -> HttpResponse:
    """Show all rules, or the search results if the browser runs no scripts."""
    page = get_rules_page(uid, request.user)
    query, only_changed = request.GET.get("q", ""), "changed" in request.GET
    sections = page.find(query, only_changed=only_changed)
    context = {
        "page": page,
        "head": page.head,
        "sections": sections,
        "query": query,
        "only_changed": only_changed,
        "rule_count": page.rule_count,
        "shown_count": sum(section.found_count for section in sections),
    }
    return render(request, "league/rules.html", context)


@for_readers
@require_safe
def compare(request: HttpRequest, uid: str) -> HttpResponse:
    """Compare two versions. Anything in the address that is not a number is ignored."""
    sent = CompareForm(request.GET).sent()
    page = rules_compared(uid, request.user, sent["old"], sent["new"])
    return render(
        request, "league/rules_compare.html", {"page": page, "head": page.head}
    )


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, uid: str) -> HttpResponse:
    """Edit the rules, preview the changes, then apply them."""
    get_managed_league(uid, request.user)
    page = get_rules_page(uid, request.user)
    form = HouseRulesForm(request.POST or None, rules=page.rules, now=page.version)
    preview: house_rules.RulesPreview | None = None
    if "do" in request.POST:
        version = submit_form(form, lambda _: _change(request, uid, form))
        if version is not None:
            news = f"Saved as house rules {version.number}."
            return redirect_with_message(request, news, "league:rules", uid)
        preview = _preview(request, uid, form) if form.is_outdated else None
    elif request.method == "POST":
        preview = submit_form(form, lambda _: _differing(request, uid, form))
    return _page(request, page, form, preview)


@for_people
@require_POST
def withdraw(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """Withdraw a version that is not in force yet."""
    actor = signed_in(request.user)
    house_rules.withdraw_rules(uid=uid, actor=actor, number=number)
    return redirect_with_message(
        request, f"House rules {number} have been withdrawn.", "league:rules", uid
    )


def _change(
    request: HttpRequest, uid: str, form: HouseRulesForm
) -> house_rules.RulesVersion:
    return house_rules.change_rules(
        uid=uid,
        actor=signed_in(request.user),
        changes=form.changes(),
        reason=form.cleaned_data["reason"],
        moment=EffectiveFrom(form.cleaned_data["moment"]),
        version=form.cleaned_data["version"],
    )


def _preview(
    request: HttpRequest, uid: str, form: HouseRulesForm
) -> house_rules.RulesPreview:
    """Compare the submitted rules with the current ones."""
    return house_rules.preview_rules(
        uid=uid,
        actor=signed_in(request.user),
        changes=form.changes(),
        moment=EffectiveFrom(form.cleaned_data["moment"]),
    )


def _differing(
    request: HttpRequest, uid: str, form: HouseRulesForm
) -> house_rules.RulesPreview:
    preview = _preview(request, uid, form)
    if not preview.differences:
        raise Refusal(
            "You have not changed anything. Change a setting first.", code="no-change"
        )
    return preview


def _page(
    request: HttpRequest,
    page: RulesPage,
    form: HouseRulesForm,
    preview: house_rules.RulesPreview | None,
) -> HttpResponse:
    sections = [_section(section, form) for section in page.sections]
    context = {
        "page": page,
        "head": page.head,
        "form": form,
        "sections": sections,
        "wrong": [one["group"] for one in sections if one["is_wrong"]],
        "preview": preview,
    }
    status = form.status if form.errors else 200
    return render(request, "league/rules_change.html", context, status=status)


def _section(section: RuleSettingSection, form: HouseRulesForm) -> dict[str, Any]:
    """Return the settings of a section with their form fields. Groups that contain a
    change or an error are shown open."""
    turned = set(form.changed_data if form.is_bound else ())
    names = [name for line in section.lines for name in field_names(line.knob)]
    is_wrong = any(form[name].errors for name in names)
    return {
        "group": section.group,
        "is_wrong": is_wrong,
        "is_open": bool(section.changed or is_wrong or turned.intersection(names)),
        "knobs": [
            {
                "line": line,
                "fields": [form[name] for name in field_names(line.knob)],
                "table": form.table_of(line.knob),
            }
            for line in section.lines
        ],
    }
