"""Founding, describing and joining a league."""

from __future__ import annotations

from typing import Any

from django import forms

from league.forms.seen import SeenForm
from league.selectors.choices import (
    BLURB_LENGTH,
    DAYS_MAX,
    DAYS_MIN,
    NAME_LENGTH,
    REASON_LENGTH,
    ROLES,
    Admission,
    Visibility,
)
from people.forms import RefusableForm


class LeagueForm(RefusableForm):
    name = forms.CharField(
        label="Name of the league",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="It stays once teams have entered.",
    )
    blurb = forms.CharField(
        label="What it is about",
        required=False,
        max_length=BLURB_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Where and when you play, and whom you hope to meet.",
    )
    visibility = forms.ChoiceField(
        label="Who may look",
        choices=Visibility.choices,
        initial=Visibility.UNLISTED,
        widget=forms.RadioSelect,
    )
    admission = forms.ChoiceField(
        label="Who may join",
        choices=Admission.choices,
        initial=Admission.INVITED,
        widget=forms.RadioSelect,
    )


class SettingsForm(SeenForm, LeagueForm):
    """The same of a league that is there, and how long it waits."""

    confirmation_days = forms.IntegerField(
        label="Days to say yes or no to a report",
        min_value=DAYS_MIN,
        max_value=DAYS_MAX,
        help_text="Then silence counts as a yes. Where the ninja master confirms, they"
        " are reminded.",
    )
    decision_days = forms.IntegerField(
        label="Days to choose what a match leaves to its players",
        min_value=DAYS_MIN,
        max_value=DAYS_MAX,
        help_text="Then the site rolls and takes what is suggested. Both hold for what"
        " is reported from now on.",
    )


class CodeForm(RefusableForm):
    code = forms.CharField(
        label="The league's code",
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )


class JoinForm(RefusableForm):
    code = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    as_spectator = forms.BooleanField(label="I only want to look on", required=False)

    def __init__(self, *args: Any, is_member: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_member:  # they look on already, and want to play
            del self.fields["as_spectator"]


class AskForm(RefusableForm):
    words = forms.CharField(
        label="A word to the ninja master",
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReasonForm(RefusableForm):
    reason = forms.CharField(
        label="Why",
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RoleForm(RefusableForm):
    role = forms.ChoiceField(choices=ROLES)
