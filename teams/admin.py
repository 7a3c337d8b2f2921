"""Read-only admin pages of teams and journals.

A team changes only through its journal, by its owner or its ninja master.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from teams.models import JournalLine, Team


class LookingOnly:
    """Mixin for read-only admin pages."""

    def has_add_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Model | None = None,  # noqa: ARG002
    ) -> bool:
        return False

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Model | None = None,  # noqa: ARG002
    ) -> bool:
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Model | None = None,  # noqa: ARG002
    ) -> bool:
        return False


@admin.register(Team)
class TeamAdmin(LookingOnly, admin.ModelAdmin):
    list_display = [
        "name",
        "owner",
        "clan",
        "stage",
        "rating",
        "koban",
        "violation_count",
        "version",
        "updated",
    ]
    list_filter = ["stage", "clan", "is_imported"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    # The seed of the next roll and the share link are left out: they are private.
    fields = [
        "name",
        "owner",
        "clan",
        "stage",
        "league",
        "koban",
        "worth",
        "rating",
        "ninja_count",
        "violation_count",
        "games",
        "is_imported",
        "version",
        "created",
        "updated",
    ]


@admin.register(JournalLine)
class JournalLineAdmin(LookingOnly, admin.ModelAdmin):
    list_display = ["team", "number", "wording", "actor", "created"]
    list_filter = ["kind"]
    list_select_related = ["team", "actor"]
    search_fields = ["team__name", "wording"]
    ordering = ["-pk"]
    fields = [
        "team",
        "number",
        "place",
        "batch",
        "kind",
        "wording",
        "entry",
        "dice",
        "actor",
        "created",
    ]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("team__state")
