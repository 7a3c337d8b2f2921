"""Query filters of the rulebook's API lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from kernel.elements import Element
from rulebook.catalogue import catalogue
from rulebook.rules.entries import KeywordCategory, NinjaType, Source

PAGE_SIZE = 50
PAGE_SIZE_MAX = 200


def _one_of(slugs: Iterable[str], meaning: str = "") -> serializers.ChoiceField:
    return serializers.ChoiceField(
        choices=list(slugs), required=False, help_text=meaning
    )


class EntryQuery(serializers.Serializer):
    """Query filters of a list. Unknown filters are refused."""

    provenance = serializers.ChoiceField(
        choices=[source.value for source in Source],
        required=False,
        help_text="Where the entry as a whole comes from.",
    )
    page = serializers.IntegerField(required=False, min_value=1)
    page_size = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=PAGE_SIZE_MAX,
        help_text=f"How many entries a page holds; {PAGE_SIZE} unless told.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        unknown = set(self.initial_data) - set(self.fields)
        if unknown:
            raise serializers.ValidationError(
                f"There is no filter {', '.join(sorted(unknown))} here. Use"
                f" {', '.join(sorted(self.fields))}.",
                code="unknown-filter",
            )
        return attrs

    def filters(self) -> dict[str, Any]:
        """Return the filters without the page number."""
        paging = ("page", "page_size")
        return {
            name: value
            for name, value in self.validated_data.items()
            if name not in paging and value is not None
        }


class ElementQuery(EntryQuery):
    element = serializers.ChoiceField(
        choices=[element.value for element in Element], required=False
    )


class ProfileQuery(ElementQuery):
    type = serializers.ChoiceField(
        choices=[ninja_type.value for ninja_type in NinjaType], required=False
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        fields["clan"] = _one_of(catalogue().clans)
        fields["keyword"] = _one_of(
            catalogue().keywords, "Who has this keyword from the start."
        )
        return fields


class AbilityQuery(EntryQuery):
    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        fields["profile"] = _one_of(
            catalogue().profiles, "On whose stat line it stands."
        )
        return fields


class KeywordQuery(EntryQuery):
    category = serializers.ChoiceField(
        choices=[category.value for category in KeywordCategory], required=False
    )


class RuleQuery(EntryQuery):
    area = serializers.CharField(
        required=False, help_text="The part of the rules, such as COMBAT."
    )
    has_ruling = serializers.BooleanField(required=False, allow_null=True, default=None)
    knob = serializers.CharField(
        required=False, help_text="The house rule that changes it."
    )
