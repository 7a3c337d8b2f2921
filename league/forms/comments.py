"""Writing about a match."""

from __future__ import annotations

from django import forms

from league.selectors.comments import COMMENT_LENGTH
from people.forms import RefusableForm


class CommentForm(RefusableForm):
    text = forms.CharField(
        label="Your words",
        max_length=COMMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
