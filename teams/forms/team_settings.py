"""What an owner writes on a scroll and hangs on it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from people.forms import RefusableForm
from teams.rendering.logo import BYTES_MAX
from teams.rules.roster.names import NAME_LENGTH
from teams.rules.text_input import LORE_LENGTH, NOTE_LENGTH, REASON_LENGTH


class VersionedForm(RefusableForm):
    """A form that remembers which version of the team its page showed."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def sent(self) -> dict[str, Any]:
        """Everything but the version."""
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
        help_text="Where they come from, what they are after. Everybody who may see"
        " the scroll reads it.",
        widget=forms.Textarea(attrs={"rows": 8}),
    )


class RenameForm(VersionedForm):
    """A name, or the wish that the dice draw one."""

    # How long a name may be is the rules' business; they say it in a sentence.
    name = forms.CharField(required=False)
    draw = forms.BooleanField(required=False)


class NinjaForm(VersionedForm):
    name = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        help_text="Without one it goes by its profile.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = forms.CharField(
        required=False,
        max_length=NOTE_LENGTH,
        help_text="For your eyes alone.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class LogoForm(VersionedForm):
    picture = forms.FileField(
        help_text=f"PNG, JPEG or WebP, at most {BYTES_MAX // 1_000_000} megabytes."
        " Only its pixels are kept: no place, no time, no camera.",
        error_messages={
            "required": "Choose a picture of at most"
            f" {BYTES_MAX // 1_000_000} megabytes."
        },
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )

    def clean_picture(self) -> UploadedFile:
        picture: UploadedFile = self.cleaned_data["picture"]
        if (picture.size or 0) > BYTES_MAX:
            raise forms.ValidationError(
                f"That file has more than {BYTES_MAX // 1_000_000} megabytes; make"
                " the picture smaller first."
            )
        return picture


class RetireForm(VersionedForm):
    reason = forms.CharField(
        required=False,
        max_length=REASON_LENGTH,
        help_text="Told in the history, if you like.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_sure = forms.BooleanField(
        label="I know that a retired team cannot be changed any more.",
        error_messages={"required": "Tick this first: there is no way back."},
    )
