"""Writing an issue of the newsletter."""

from __future__ import annotations

from django import forms

from league.forms.seen import SeenForm
from league.selectors.choices import POST_TEXT_LENGTH, POST_TITLE_LENGTH


class PostForm(SeenForm):
    title = forms.CharField(
        label="Title",
        max_length=POST_TITLE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    text = forms.CharField(
        label="Text",
        max_length=POST_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 22, "spellcheck": "true"}),
        help_text="Markdown: **bold**, *slanted*, ## heading, - list, [words](link).",
    )
