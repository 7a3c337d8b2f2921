"""Bringing a league in."""

from __future__ import annotations

from django import forms

from people.forms import RefusableForm

USERNAME_LENGTH = 30


class LeagueFileForm(RefusableForm):
    file = forms.FileField(
        label="File",
        help_text="A league saved by Moonlight (.json), up to 8 megabytes; larger ones"
        " come in with manage.py league import.",
        # A file that is larger arrives as none.
        error_messages={"required": "Choose a file of at most 8 megabytes."},
        widget=forms.FileInput(attrs={"accept": ".json"}),
    )
    master = forms.CharField(
        label="Who runs it here",
        required=False,
        max_length=USERNAME_LENGTH,
        help_text="A username. Leave it empty if the ninja master of the file has an"
        " account here.",
    )
