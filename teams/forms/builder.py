"""Forms of the builder and of the pages that create a team."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal, Refusals
from people.forms import RefusableForm, SiteForm
from teams.rules.exchange.document import BYTES_MAX
from teams.rules.roster.names import NAME_LENGTH
from teams.selectors.builder import RoninFilter

SLUG_LENGTH = 60
SEED = r"^[0-9a-f]{64}$"


class SlugsField(forms.Field):
    """Any number of slugs under one name."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: list[str] | None) -> tuple[str, ...]:
        return tuple(value or ())


class EditForm(SiteForm):
    """Base form for changes of a team, with the version that the page showed."""

    version = forms.IntegerField(min_value=1)

    def sent(self) -> dict[str, Any]:
        """Return the values without the version; refuse invalid input."""
        if self.errors:
            raise Refusals(
                [
                    Refusal(str(error), code="invalid", field=field)
                    for field, errors in self.errors.items()
                    for error in errors
                ]
            )
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name != "version"
        }

    @property
    def seen(self) -> int:
        return self.cleaned_data["version"]


class ProfileForm(EditForm):
    profile = forms.CharField(max_length=SLUG_LENGTH)


class RecruitForm(ProfileForm):
    abilities = SlugsField(required=False)


class NinjaForm(EditForm):
    ninja = forms.IntegerField()


class AbilitiesForm(NinjaForm):
    abilities = SlugsField(required=False)


class MoveForm(EditForm):
    """A ninja and its new place, in one value so that a button can send it."""

    move = forms.RegexField(regex=r"^-?[0-9]{1,9}:-?[0-9]{1,9}$")

    def sent(self) -> dict[str, Any]:
        ninja, place = super().sent()["move"].split(":")
        return {"ninja": int(ninja), "place": int(place)}


class NameForm(EditForm):
    # The rules check the length of a name, so that the refusal is a sentence.
    name = forms.CharField(required=False)


class NinjaNameForm(NinjaForm):
    name = forms.CharField(required=False)


class TextForm(EditForm):
    text = forms.CharField(required=False)


class NinjaTextForm(NinjaForm):
    text = forms.CharField(required=False)


class ClanForm(EditForm):
    clan = forms.CharField(max_length=SLUG_LENGTH)


class LeagueForm(EditForm):
    league = forms.CharField(max_length=SLUG_LENGTH, required=False)


class FoundForm(SiteForm):
    """A name for a new team."""

    name = forms.CharField(
        label="Name of the team",
        max_length=NAME_LENGTH,
        required=False,
        help_text="Leave it empty for a random name.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class MarketForm(SiteForm):
    """Filter of the ronin, from the query string. Invalid values are ignored."""

    affinity = forms.MultipleChoiceField(
        choices=[(element, element.title()) for element in ELEMENTS], required=False
    )
    find = forms.CharField(max_length=60, required=False)
    payable = forms.BooleanField(required=False)

    def wanted(self) -> RoninFilter:
        self.full_clean()
        sent = self.cleaned_data
        return RoninFilter(
            affinities=tuple(map(Element, sent.get("affinity", ()))),
            text=sent.get("find", ""),
            payable=sent.get("payable", False),
        )


class SeedForm(SiteForm):
    """The seed of a random team, so that the team shown is the team created."""

    seed = forms.RegexField(regex=SEED)


class ImportForm(RefusableForm):
    """Upload of a team file or a roster."""

    file = forms.FileField(
        label="File",
        help_text="A team file from Moonlight (.json) or a BattleScribe roster"
        " (.ros, .rosz).",
        error_messages={
            "required": f"Choose a file of at most {BYTES_MAX // 1_000_000} MB."
        },
        widget=forms.FileInput(attrs={"accept": ".json,.ros,.rosz"}),
    )

    def clean_file(self) -> UploadedFile:
        file = self.cleaned_data["file"]
        if file.size > BYTES_MAX:
            raise forms.ValidationError(
                "This file is too large for a team. The limit is"
                f" {BYTES_MAX // 1_000_000} MB."
            )
        return file
