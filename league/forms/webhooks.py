"""Setting up a webhook."""

from __future__ import annotations

from django import forms

from league.selectors.choices import NAME_LENGTH
from league.selectors.webhooks import ADDRESS_LENGTH, EVENTS
from people.forms import RefusableForm


class WebhookForm(RefusableForm):
    name = forms.CharField(
        label="Name",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    # Not a URLField: what is a fit address, the service says, for all who ask it.
    address = forms.CharField(
        label="Address",
        max_length=ADDRESS_LENGTH,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        help_text="Of a Discord channel's webhook, or of a program of yours.",
    )
    events = forms.MultipleChoiceField(
        label="What it hears of",
        choices=EVENTS,
        initial=[value for value, _ in EVENTS],
        widget=forms.CheckboxSelectMultiple,
    )
