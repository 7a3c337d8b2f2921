"""Filters of the list of teams."""

from __future__ import annotations

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet

from rulebook.catalogue import catalogue
from teams.rules.state import Stage


class YesOrNoField(forms.NullBooleanField):
    """True, false or not given; anything else is refused."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> bool | None:  # type: ignore[override]
        known = {"true": True, "false": False, "": None}
        text = str("" if value is None else value).lower()
        if text not in known:
            raise forms.ValidationError("Enter true or false.")
        return known[text]


class YesOrNoFilter(django_filters.BooleanFilter):
    field_class = YesOrNoField

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The default widget would treat unknown values as not given.
        self.extra.pop("widget", None)


class TeamFilters(django_filters.FilterSet):
    name = django_filters.CharFilter(
        lookup_expr="icontains", max_length=60, help_text="Part of the name."
    )
    clan = django_filters.ChoiceFilter(
        choices=lambda: [(slug, clan.name) for slug, clan in catalogue().clans.items()]
    )
    stage = django_filters.ChoiceFilter(
        choices=[(stage.value, stage.value) for stage in Stage]
    )
    is_legal = YesOrNoFilter(method="narrow_to_legal")
    order = django_filters.OrderingFilter(
        fields=["name", "rating", "koban", "updated", "created"],
        help_text="A minus sign in front reverses the order.",
    )

    def narrow_to_legal(
        self,
        teams: QuerySet,
        _name: str,
        is_legal: bool,
    ) -> QuerySet:
        if is_legal:
            return teams.filter(violation_count=0)
        return teams.exclude(violation_count=0)
