"""Entering a team, and what is done with it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from league.selectors.form_options import CLUB_LENGTH, REASON_LENGTH
from league.selectors.seasons.entrants import EnterChoice
from people.forms import RefusableForm


def _club_field() -> forms.CharField:
    return forms.CharField(
        label="Your club",
        required=False,
        max_length=CLUB_LENGTH,
        help_text="Or the shop where you play at home. Drawn rounds keep teams of one"
        " club apart where they can.",
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


def _reason_field() -> forms.CharField:
    return forms.CharField(
        label="Why",
        max_length=REASON_LENGTH,
        help_text="Everybody reads it in the log.",
        error_messages={"required": "Say why, so that everybody can read it."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class EnterForm(RefusableForm):
    team = forms.TypedChoiceField(
        coerce=int, label="Which team", widget=forms.RadioSelect
    )
    club = _club_field()

    def __init__(self, *args: Any, teams: Sequence[EnterChoice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(one.id, one.title) for one in teams]
        self.fields["team"].choices = choices  # type: ignore[attr-defined]
        if len(teams) == 1:
            self.fields["team"].initial = teams[0].id


class ClubForm(RefusableForm):
    club = _club_field()


class AdjustForm(RefusableForm):
    points = forms.IntegerField(
        label="League points beside the results",
        min_value=-100,
        max_value=100,
        help_text="Less than nothing takes them away; 0 lifts what was given before.",
    )
    reason = _reason_field()


class RestartForm(RefusableForm):
    new_team_id = forms.TypedChoiceField(coerce=int, label="The new team")
    reason = _reason_field()

    def __init__(self, *args: Any, teams: Sequence[EnterChoice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(one.id, one.title) for one in teams]
        self.fields["new_team_id"].choices = choices  # type: ignore[attr-defined]
