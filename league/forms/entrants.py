"""Forms to enter a team and to manage it afterwards."""

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
        help_text="The club or shop where you play. Draws try not to pair teams"
        " from the same club.",
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


def _reason_field() -> forms.CharField:
    return forms.CharField(
        label="Reason",
        max_length=REASON_LENGTH,
        help_text="Everyone can read it in the audit log.",
        error_messages={
            "required": ("Give a reason. Everyone can read it in the audit log.")
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class EnterForm(RefusableForm):
    team = forms.TypedChoiceField(coerce=int, label="Team", widget=forms.RadioSelect)
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
        label="Points adjustment",
        min_value=-100,
        max_value=100,
        help_text=(
            "Use a negative number to take points away. 0 removes the adjustment."
        ),
    )
    reason = _reason_field()


class RestartForm(RefusableForm):
    new_team_id = forms.TypedChoiceField(coerce=int, label="New team")
    reason = _reason_field()

    def __init__(self, *args: Any, teams: Sequence[EnterChoice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(one.id, one.title) for one in teams]
        self.fields["new_team_id"].choices = choices  # type: ignore[attr-defined]
