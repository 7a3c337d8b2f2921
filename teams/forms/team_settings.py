"""Forms of the team settings: names, lore, notes, logo, retiring."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from people.forms import RefusableForm
from teams.rendering.logo import BYTES_MAX
from teams.rules.roster.names import NAME_LENGTH
from teams.rules.text_input import LORE_LENGTH, NOTE_LENGTH, REASON_LENGTH


class VersionedForm(RefusableForm):
    """A form with the version of the team that the page showed."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def sent(self) -> dict[str, Any]:
        """Return the values without the version."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name != "version"
        }


class TeamForm(VersionedForm):
    name = forms.CharField(
        label="Name of the team",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    lore = forms.CharField(
        required=False,
        max_length=LORE_LENGTH,
        help_text="Where does your team come from, and what does it want? Everyone who"
        " can see the scroll can read this.",
        widget=forms.Textarea(attrs={"rows": 8}),
    )


class RenameForm(VersionedForm):
    """A typed name, or the request for a random one."""

    # The rules check the length of a name, so that the refusal is a sentence.
    name = forms.CharField(required=False)
    draw = forms.BooleanField(required=False)


class NinjaForm(VersionedForm):
    name = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        help_text="Leave it empty to use the name of the profile.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = forms.CharField(
        required=False,
        max_length=NOTE_LENGTH,
        help_text="Only you can see this.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class LogoForm(VersionedForm):
    picture = forms.FileField(
        help_text=f"PNG, JPEG or WebP, at most {BYTES_MAX // 1_000_000} MB. We remove"
        " location, time and camera data.",
        error_messages={
            "required": f"Choose a picture of at most {BYTES_MAX // 1_000_000} MB."
        },
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )

    def clean_picture(self) -> UploadedFile:
        picture: UploadedFile = self.cleaned_data["picture"]
        if (picture.size or 0) > BYTES_MAX:
            raise forms.ValidationError(
                f"This picture is larger than {BYTES_MAX // 1_000_000} MB. Make it"
                " smaller first."
            )
        return picture


class RetireForm(VersionedForm):
    reason = forms.CharField(
        required=False,
        max_length=REASON_LENGTH,
        help_text="Optional. Shown in the team's history.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_sure = forms.BooleanField(
        label="I understand that a retired team can never be changed again.",
        error_messages={"required": "Tick this box first. Retiring is final."},
    )
