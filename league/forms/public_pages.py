"""Filters of the pages that show public teams and matches."""

from __future__ import annotations

from typing import Any

from django import forms

from league.selectors.form_options import NAME_LENGTH
from league.selectors.public_pages import MatchFilter
from people.forms import SiteForm
from rulebook.catalogue import catalogue


class TeamFilterForm(SiteForm):
    q = forms.CharField(
        label="Name",
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    clan = forms.ChoiceField(label="Clan", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clans = [(one.slug, one.name) for one in catalogue().clans.values()]
        field = self.fields["clan"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "All clans"), *clans]

    def read(self) -> dict[str, str]:
        """Return what is asked for; a field that makes no sense is left out."""
        self.full_clean()
        typed = self.cleaned_data
        return {"words": typed.get("q", ""), "clan": typed.get("clan", "")}


class MatchFilterForm(SiteForm):
    show = forms.ChoiceField(
        required=False, choices=[(one.value, one.value) for one in MatchFilter]
    )

    def read(self) -> MatchFilter | None:
        self.full_clean()
        shown = self.cleaned_data.get("show")
        return MatchFilter(shown) if shown else None
