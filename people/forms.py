"""The shape of what people type about themselves; what is allowed, services say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.password_validation import password_validators_help_texts
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from kernel.errors import Refusal
from people import selectors, services
from people.rules import names


def password_rules() -> SafeString:
    """What a password must be, said before somebody types one."""
    rules = format_html_join(
        "", "<li>{}</li>", ((text,) for text in password_validators_help_texts())
    )
    return format_html("<ul>{}</ul>", rules)


def _password_field(label: str, *, autocomplete: str, **options: Any) -> forms.Field:
    # A password may begin or end with a space.
    widget = forms.PasswordInput(
        attrs={"autocomplete": autocomplete, "data-module": "password"}
    )
    return forms.CharField(label=label, strip=False, widget=widget, **options)


def _new_password_field() -> forms.Field:
    return _password_field(
        "New password", autocomplete="new-password", help_text=password_rules
    )


def _email_field(label: str = "Mail address") -> forms.EmailField:
    widget = forms.EmailInput(
        attrs={"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
    )
    return forms.EmailField(label=label, max_length=254, widget=widget)


class RefusableForm(forms.Form):
    """A form that can carry the answer of a service that declined."""

    status = Refusal.status

    def refuse(self, refusal: Refusal) -> None:
        self.status = refusal.status
        for part in refusal.parts:
            field = part.field if part.field in self.fields else None
            self.add_error(field, part.sentence)


class LogInForm(AuthenticationForm):
    error_messages = {
        # The same sentence whether the name, the password or the account is at fault.
        "invalid_login": "No account has that username and that password. Look at"
        " your capitals: they count in the password.",
        "inactive": "No account has that username and that password. Look at your"
        " capitals: they count in the password.",
    }
    username = UsernameField(widget=forms.TextInput(attrs={"autofocus": True}))
    password = _password_field("Password", autocomplete="current-password")


class AddressForm(RefusableForm):
    """A mail address, for signing up and for a forgotten password."""

    email = _email_field()


class SignUpForm(RefusableForm):
    username = forms.CharField(
        max_length=names.USERNAME_LENGTH_MAX,
        help_text="You log in with it, and others may see it. Letters, digits,"
        " hyphens and underscores.",
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )
    display_name = forms.CharField(
        label="Shown name",
        required=False,
        max_length=names.DISPLAY_NAME_LENGTH_MAX,
        help_text="What others see instead of your username.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    password = _password_field(
        "Password", autocomplete="new-password", help_text=password_rules
    )
    time_zone = forms.ChoiceField(
        choices=selectors.time_zone_choices,
        initial="UTC",
        help_text="Deadlines and match times are shown in it.",
        widget=forms.Select(attrs={"data-module": "time-zone"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            # The browser may choose as long as nobody has.
            self.fields["time_zone"].widget.attrs["data-detect"] = "yes"


class ProfileForm(RefusableForm):
    display_name = forms.CharField(
        label="Shown name",
        required=False,
        max_length=names.DISPLAY_NAME_LENGTH_MAX,
        help_text="What others see instead of your username.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(
        choices=selectors.time_zone_choices,
        help_text="Deadlines and match times are shown in it.",
        widget=forms.Select(attrs={"data-module": "time-zone"}),
    )
    language = forms.ChoiceField(choices=selectors.language_choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(selectors.language_choices()) == 1:
            self.fields["language"].help_text = "The site speaks one language so far."


class NewPasswordForm(RefusableForm):
    """Chooses a password for somebody who came by a link sent to their address."""

    password = _new_password_field()

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            try:
                services.password_check(person=self.person, **cleaned)
            except Refusal as refusal:
                self.refuse(refusal)
        return cleaned

    def save(self) -> Any:
        return services.person_set_password(
            person=self.person, password=self.cleaned_data["password"]
        )


class ConfirmedForm(RefusableForm):
    """Asks for the password again before something that matters."""

    current_password = _password_field("Your password", autocomplete="current-password")


class PasswordChangeForm(ConfirmedForm):
    password = _new_password_field()


class EmailChangeForm(ConfirmedForm):
    email = _email_field("New mail address")
    field_order = ["email", "current_password"]


class TokenForm(RefusableForm):
    name = forms.CharField(
        label="Name of the token",
        help_text="So that you know it again, such as “club website”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
