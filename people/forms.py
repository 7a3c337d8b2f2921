"""Forms about accounts. They check the shape of input, services everything else."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.password_validation import password_validators_help_texts
from django.forms.utils import pretty_name
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from kernel.errors import Refusal
from people import selectors
from people.rules import names
from people.services.accounts import change_password, check_password_rules


def password_rules() -> SafeString:
    """Return the password rules, for display before anything is typed."""
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


def _email_field(label: str = "Email address") -> forms.EmailField:
    widget = forms.EmailInput(
        attrs={"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
    )
    return forms.EmailField(label=label, max_length=254, widget=widget)


def own_words(field: forms.Field, label: str) -> None:
    """Replace Django's default error messages of a field with our sentences."""
    usual: dict[str, object] = {}
    for kind in reversed(type(field).__mro__):
        usual |= getattr(kind, "default_error_messages", {})
    for code, sentence in _sentences(field, label).items():
        if field.error_messages.get(code) == usual.get(code):
            field.error_messages[code] = sentence


def _sentences(field: forms.Field, label: str) -> dict[str, str]:
    quoted = f"“{label}”"
    # Django fills in the numbers of these, and would stumble over a percent sign.
    named = quoted.replace("%", "%%")
    return {
        "required": _missing(field, quoted),
        "invalid": _unclear(field, quoted),
        "invalid_choice": f"Choose one of the choices for {named}.",
        "invalid_list": f"Choose from the choices for {quoted}.",
        "max_length": f"Shorten {named} to %(limit_value)d letters; it has"
        " %(show_value)d.",
        "min_length": f"Lengthen {named} to %(limit_value)d letters; it has"
        " %(show_value)d.",
        "max_value": f"{named} is at most %(limit_value)s.",
        "min_value": f"{named} is at least %(limit_value)s.",
        "null_characters_not_allowed": f"Type {named} again; it contains a character"
        " that cannot be stored.",
        "missing": "Choose the file again; it did not arrive.",
        "empty": "Choose another file; this one is empty.",
        "contradiction": "Choose a file or tick the box to remove it, not both.",
    }


def _missing(field: forms.Field, quoted: str) -> str:
    match field:
        case forms.BooleanField():
            return f"Tick {quoted} first."
        case forms.FileField():
            return "Choose a file first."
        case forms.ChoiceField():
            return f"Choose one for {quoted}."
        case _:
            return f"Fill in {quoted}."


def _unclear(field: forms.Field, quoted: str) -> str:
    match field:
        case forms.EmailField():
            return "Type your full email address, such as kage@example.org."
        case forms.URLField():
            return "Type the full URL, such as https://example.org/hook."
        case forms.FloatField():
            return f"Type a number for {quoted}."
        case forms.IntegerField():
            return f"Type a whole number for {quoted}."
        case forms.DateTimeField() | forms.DateField():
            return f"Type a date for {quoted}, such as 2026-11-30 20:00."
        case forms.FileField():
            return "Choose the file again; it did not arrive."
        case _:
            return f"Type {quoted} again. We could not read it."


class SiteForm(forms.Form):
    """Base of all forms that people fill in, with the site's error messages. A test
    finds forms that do not use it.
    """

    def full_clean(self) -> None:
        for name, field in self.fields.items():
            own_words(field, str(field.label or pretty_name(name)))
        super().full_clean()


class RefusableForm(SiteForm):
    """A form that can show the Refusal of a service."""

    status = Refusal.status

    def refuse(self, refusal: Refusal) -> None:
        self.status = refusal.status
        for part in refusal.parts:
            field = part.field if part.field in self.fields else None
            self.add_error(field, part.sentence)


class LogInForm(SiteForm, AuthenticationForm):
    error_messages = {
        # The same sentence whether the name, the password or the account is at fault.
        "invalid_login": "That username and password do not match. Check your"
        " capitals: the password is case-sensitive.",
        "inactive": "That username and password do not match. Check your"
        " capitals: the password is case-sensitive.",
    }
    username = UsernameField(widget=forms.TextInput(attrs={"autofocus": True}))
    password = _password_field("Password", autocomplete="current-password")


class AddressForm(RefusableForm):
    """Email address, for signing up and for a forgotten password."""

    email = _email_field()


class SignUpForm(RefusableForm):
    username = forms.CharField(
        max_length=names.USERNAME_LENGTH_MAX,
        help_text="You log in with it, and others can see it. Use letters,"
        " digits, hyphens and underscores.",
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )
    display_name = forms.CharField(
        label="Display name",
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
        help_text="We show deadlines and match times in this time zone.",
        widget=forms.Select(attrs={"data-module": "time-zone"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            # Until someone chooses, the browser suggests a zone.
            self.fields["time_zone"].widget.attrs["data-detect"] = "yes"


class InvitedForm(SignUpForm):
    """Sign-up of a person whom an operator invited; the address is not verified."""

    email = forms.EmailField(
        label="Email address",
        help_text="For your account and for notifications. No one else sees it.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "username", "display_name", "password", "time_zone")

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if email:  # set by the operator
            del self.fields["email"]


class ProfileForm(RefusableForm):
    display_name = forms.CharField(
        label="Display name",
        required=False,
        max_length=names.DISPLAY_NAME_LENGTH_MAX,
        help_text="What others see instead of your username.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(
        choices=selectors.time_zone_choices,
        help_text="We show deadlines and match times in this time zone.",
        widget=forms.Select(attrs={"data-module": "time-zone"}),
    )
    language = forms.ChoiceField(choices=selectors.language_choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(selectors.language_choices()) == 1:
            self.fields[
                "language"
            ].help_text = "The site is only available in one language so far."


class NewPasswordForm(RefusableForm):
    """Choose a new password after following a link from an email."""

    password = _new_password_field()

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            try:
                check_password_rules(person=self.person, **cleaned)
            except Refusal as refusal:
                self.refuse(refusal)
        return cleaned

    def save(self) -> Any:
        return change_password(
            person=self.person, password=self.cleaned_data["password"]
        )


class ConfirmedForm(RefusableForm):
    """A form that asks for the current password before an important change."""

    current_password = _password_field("Your password", autocomplete="current-password")


class PasswordChangeForm(ConfirmedForm):
    password = _new_password_field()


class EmailChangeForm(ConfirmedForm):
    email = _email_field("New email address")
    field_order = ["email", "current_password"]


class TokenForm(RefusableForm):
    name = forms.CharField(
        label="Name of the token",
        help_text="So that you recognise it later, such as “club website”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
