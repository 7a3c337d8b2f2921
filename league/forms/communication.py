"""Forms for comments, newsletters, webhooks and notifications."""

from __future__ import annotations

from typing import Any

from django import forms

from league.forms.leagues import ConflictAwareForm
from league.selectors.communication.comments import COMMENT_LENGTH
from league.selectors.communication.notifications import SwitchLine, Wish
from league.selectors.communication.webhooks import ADDRESS_LENGTH, EVENTS
from league.selectors.form_options import (
    NAME_LENGTH,
    POST_TEXT_LENGTH,
    POST_TITLE_LENGTH,
)
from people.forms import RefusableForm


class CommentForm(RefusableForm):
    text = forms.CharField(
        label="Comment",
        max_length=COMMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class PostForm(ConflictAwareForm):
    title = forms.CharField(
        label="Title",
        max_length=POST_TITLE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    text = forms.CharField(
        label="Text",
        max_length=POST_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 22, "spellcheck": "true"}),
        help_text="Markdown: **bold**, *italic*, ## heading, - list, [text](link).",
    )


class SwitchesForm(RefusableForm):
    """Two checkboxes per kind of notification: on the site and by email."""

    def __init__(self, *args: Any, switches: tuple[SwitchLine, ...]) -> None:
        super().__init__(*args)
        self.switches = switches
        for one in switches:
            for how in ("site", "mail"):
                self.fields[f"{one.kind}-{how}"] = forms.BooleanField(required=False)

    def wanted(self) -> dict[str, Wish]:
        ticked = self.cleaned_data
        return {
            one.kind: Wish(
                on_site=ticked[f"{one.kind}-site"], by_mail=ticked[f"{one.kind}-mail"]
            )
            for one in self.switches
        }


class WebhookForm(RefusableForm):
    name = forms.CharField(
        label="Name",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    # Not a URLField: the service checks addresses, for the page and the API alike.
    address = forms.CharField(
        label="Address",
        max_length=ADDRESS_LENGTH,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        help_text="The webhook address of a Discord channel, or of your own program.",
    )
    events = forms.MultipleChoiceField(
        label="Events",
        choices=EVENTS,
        initial=[value for value, _ in EVENTS],
        widget=forms.CheckboxSelectMultiple,
    )
