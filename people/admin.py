"""The admin site for people: operators see no passwords and no secrets, and cannot
delete rows that results depend on.
"""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest

from kernel.errors import Refusal
from people.models import AccountLink, ApiToken, Person
from people.services.accounts import (
    mail_password_reset,
    refuse_email,
    set_person_access,
)
from people.services.links import (
    DAYS_MAX,
    INVITATION_DAYS,
    create_invitation,
    create_reset_link,
)


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
        ("Access", {"fields": ["is_active", "is_staff", "is_superuser"]}),
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
    actions = ["deactivate", "reactivate", "send_password_reset", "make_reset_link"]

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
        set_person_access(person=obj, **_standing(obj))

    @admin.action(description="Deactivate: block log-in")
    def deactivate(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        for person in queryset:
            self._set_standing(
                request, person, **{**_standing(person), "is_active": False}
            )

    @admin.action(description="Reactivate: allow log-in")
    def reactivate(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        for person in queryset:
            self._set_standing(
                request, person, **{**_standing(person), "is_active": True}
            )

    @admin.action(description="Email a link to choose a new password")
    def send_password_reset(
        self, request: HttpRequest, queryset: QuerySet[Person]
    ) -> None:
        for person in queryset.filter(is_active=True):
            mail_password_reset(person=person, site=settings.SITE_ADDRESS)
            self.message_user(request, f"We emailed a link to {person.username}.")

    @admin.action(description="Create a password link to pass on yourself")
    def make_reset_link(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        """For sites without mail. Only operators: a link opens the account."""
        refuse_unless_operator(request)
        for person in queryset:
            try:
                link = create_reset_link(
                    site=settings.SITE_ADDRESS,
                    person=person,
                    actor=operator_of(request),
                )
                words = f"Link for {person.username} (shown only once): {link}"
                self.message_user(request, words)
            except Refusal as refusal:
                self.message_user(request, refusal.sentence, messages.ERROR)

    def _set_standing(
        self, request: HttpRequest, person: Person, **standing: bool
    ) -> None:
        try:
            set_person_access(person=person, **standing)
        except Refusal as refusal:
            self.message_user(
                request, f"{person.username}: {refusal.sentence}", messages.ERROR
            )


def operator_of(request: HttpRequest) -> Person | None:
    return request.user if isinstance(request.user, Person) else None


def refuse_unless_operator(request: HttpRequest) -> None:
    """Refuse other staff, who could take over an operator's account."""
    operator = operator_of(request)
    if operator is None or not operator.is_superuser:
        raise PermissionDenied("Only an operator can create account links.")


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


class InvitationForm(forms.ModelForm):
    """Create an invitation; the stored values are derived from it."""

    days = forms.IntegerField(
        initial=INVITATION_DAYS,
        min_value=1,
        max_value=DAYS_MAX,
        help_text="How long the link works.",
    )

    class Meta:
        model = AccountLink
        fields = ["email"]
        help_texts = {"email": "If you leave this empty, the person enters their own."}

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email:
            try:
                refuse_email(email)
            except Refusal as refusal:
                raise forms.ValidationError(refusal.sentence) from refusal
        return email


@admin.register(AccountLink)
class AccountLinkAdmin(admin.ModelAdmin):
    """Create invitations. Password links are created in the list of people."""

    form = InvitationForm
    list_display = ["__str__", "created_by", "created", "expires_at", "used_at"]
    list_select_related = ["person", "created_by"]
    fields = ["email", "days"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        operator = operator_of(request)
        return operator is not None and operator.is_superuser

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: AccountLink | None = None,  # noqa: ARG002
    ) -> bool:
        return False

    def save_model(
        self,
        request: HttpRequest,
        obj: AccountLink,
        form: Form,
        change: bool,  # noqa: ARG002
    ) -> None:
        link = create_invitation(
            site=settings.SITE_ADDRESS,
            email=form.cleaned_data["email"],
            days=form.cleaned_data["days"],
            actor=operator_of(request),
        )
        made = AccountLink.objects.latest("pk")
        obj.pk = made.pk
        messages.success(request, f"Pass this link on. It is shown only once: {link}")
