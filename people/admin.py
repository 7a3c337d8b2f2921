"""What the operator sees of people: no passwords, no secrets, no deleting of rows
on which results hang."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest

from kernel.errors import Refusal
from people import services
from people.models import ApiToken, Person


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):
    list_display = [
        "username",
        "display_name",
        "email",
        "is_active",
        "is_staff",
        "created",
    ]
    list_filter = ["is_active", "is_staff", "is_superuser"]
    search_fields = ["username", "display_name", "email"]
    ordering = ["username"]
    fieldsets = [
        (None, {"fields": ["username", "display_name", "email"]}),
        ("Preferences", {"fields": ["time_zone", "language"]}),
        ("Standing", {"fields": ["is_active", "is_staff", "is_superuser"]}),
        ("Dates", {"fields": ["created", "last_login", "last_seen", "deleted_at"]}),
    ]
    readonly_fields = [
        "username",
        "display_name",
        "email",
        "time_zone",
        "language",
        "created",
        "last_login",
        "last_seen",
        "deleted_at",
    ]
    actions = ["deactivate", "reactivate", "send_password_reset"]

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """People sign up themselves; their address must be proved to be theirs."""
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Person | None = None,  # noqa: ARG002
    ) -> bool:
        return False

    def save_model(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Person,
        form: Form,  # noqa: ARG002
        change: bool,  # noqa: ARG002
    ) -> None:
        services.person_set_standing(person=obj, **_standing(obj))

    @admin.action(description="Deactivate: let them log in no more")
    def deactivate(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        for person in queryset:
            self._set_standing(
                request, person, **{**_standing(person), "is_active": False}
            )

    @admin.action(description="Reactivate: let them log in again")
    def reactivate(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        for person in queryset:
            self._set_standing(
                request, person, **{**_standing(person), "is_active": True}
            )

    @admin.action(description="Mail them a link to choose a new password")
    def send_password_reset(
        self, request: HttpRequest, queryset: QuerySet[Person]
    ) -> None:
        site = request.build_absolute_uri("/").rstrip("/")
        for person in queryset.filter(is_active=True):
            services.password_reset_send(person=person, site=site)
            self.message_user(request, f"A link is on its way to {person.username}.")

    def _set_standing(
        self, request: HttpRequest, person: Person, **standing: bool
    ) -> None:
        try:
            services.person_set_standing(person=person, **standing)
        except Refusal as refusal:
            self.message_user(
                request, f"{person.username}: {refusal.sentence}", messages.ERROR
            )


def _standing(person: Person) -> dict[str, bool]:
    return {
        "is_active": person.is_active,
        "is_staff": person.is_staff,
        "is_superuser": person.is_superuser,
    }


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    list_display = ["name", "person", "prefix", "created", "last_used"]
    list_select_related = ["person"]
    search_fields = ["name", "prefix", "person__username"]
    fields = ["name", "person", "prefix", "created", "last_used"]

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: ApiToken | None = None,  # noqa: ARG002
    ) -> bool:
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: ApiToken | None = None,  # noqa: ARG002
    ) -> bool:
        return False
