"""Matches for operators: to look at, never to change."""

from __future__ import annotations

from django.contrib import admin

from challenges.models import Match, MatchTeam, Report, Settlement
from teams.admin import LookingOnly


class MatchTeamInline(LookingOnly, admin.TabularInline):
    model = MatchTeam
    fields = ["number", "side", "person", "name", "agreement", "rating_before"]
    extra = 0


@admin.register(Match)
class MatchAdmin(LookingOnly, admin.ModelAdmin):
    list_display = ["uid", "standing", "stage", "challenge", "is_hosted", "updated"]
    list_filter = ["stage", "standing", "is_hosted"]
    search_fields = ["uid", "places__name", "places__person__username"]
    # The seed is a secret until its dice have fallen.
    exclude = ["seed"]
    inlines = [MatchTeamInline]


@admin.register(Report)
class ReportAdmin(LookingOnly, admin.ModelAdmin):
    list_display = ["match", "number", "kind", "author", "created"]
    list_filter = ["kind"]
    list_select_related = ["match", "author"]


@admin.register(Settlement)
class SettlementAdmin(LookingOnly, admin.ModelAdmin):
    list_display = ["match", "revision", "stage", "attempts", "next_try", "error"]
    list_filter = ["stage"]
    list_select_related = ["match"]
