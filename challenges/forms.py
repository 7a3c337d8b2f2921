"""Forms about matches. Services check what is allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from challenges.rules.reports.draft import Value
from challenges.rules.reports.match_report import Presence
from challenges.rules.reports.sheet import Field, FieldKind, Sheet
from challenges.rules.sides import TEAMS_MAX
from kernel.errors import Refusal, Refusals
from people.forms import RefusableForm, SiteForm
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import MatchType
from teams.rules.text_input import REASON_LENGTH
from teams.selectors.team_list import TeamLine

NOTE_LENGTH = 120
USERNAME = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


def _challenges() -> list[tuple[str, str]]:
    return [(one.slug, one.name) for one in catalogue().challenges.values()]


class InvitationForm(RefusableForm):
    """Invitation to a match outside leagues."""

    team = forms.TypedChoiceField(label="Your team", coerce=int)
    invited = forms.CharField(
        label="Opponents",
        help_text="Enter one username for a normal game, or up to three for a"
        " larger one.",
        widget=forms.TextInput(attrs=USERNAME),
        error_messages={"required": "Add at least one username."},
    )
    partner = forms.CharField(
        label="Your partner",
        required=False,
        help_text="In a game of three or four: the username of the player on your"
        " side.",
        widget=forms.TextInput(attrs=USERNAME),
    )
    is_alone = forms.BooleanField(
        label="One against two: I play alone against both others",
        required=False,
    )
    standing = forms.ChoiceField(
        label="Match type",
        choices=[
            (MatchType.FREE, "Free game: all teams earn koban and experience"),
            (
                MatchType.FRIENDLY,
                "Friendly: recorded, but nothing on the rosters changes",
            ),
        ],
        initial=MatchType.FREE,
        widget=forms.RadioSelect,
    )
    challenge = forms.ChoiceField(required=False)
    note = forms.CharField(
        required=False,
        max_length=NOTE_LENGTH,
        help_text="For example, where and when you meet.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, teams: Sequence[TeamLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "team", [(one.id, one.name) for one in teams])
        _choose(self, "challenge", [("", "Decide or roll later"), *_challenges()])

    def sent(self) -> dict[str, Any]:
        sent = self.cleaned_data
        return {
            "team_id": sent["team"],
            "invited": re.split(r"[\s,;]+", sent["invited"]),
            "partner": sent["partner"],
            "is_alone": sent["is_alone"],
            "standing": MatchType(sent["standing"]),
            "challenge": sent["challenge"],
            "note": sent["note"],
        }


def _choose(form: forms.Form, name: str, choices: Sequence[tuple[Any, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class MatchActionForm(SiteForm):
    """Base form of all match actions: the version of the match the page showed."""

    version = forms.IntegerField(min_value=1)

    @property
    def seen(self) -> int:
        return self.cleaned_data["version"]

    def sent(self) -> dict[str, Any]:
        """Return the fields without the version; raise refusals for invalid ones."""
        if self.errors:
            raise Refusals(
                [
                    Refusal(str(error), code="invalid", field=field)
                    for field, errors in self.errors.items()
                    for error in errors
                ]
            )
        sent = self.cleaned_data.items()
        return {name: value for name, value in sent if name != "version"}


class AcceptForm(MatchActionForm):
    team_id = forms.IntegerField(min_value=1)


class RollForm(MatchActionForm):
    """`together`: the sender speaks for everyone at the table."""

    together = forms.BooleanField(required=False)


class ChallengeForm(RollForm):
    challenge = forms.CharField(
        max_length=60, error_messages={"required": "Choose a challenge first."}
    )


class SidesForm(MatchActionForm):
    """Sides of the teams in order, such as "0,1,1"."""

    sides = forms.RegexField(
        r"^[0-3](,[0-3]){2,3}$",
        error_messages={
            "required": "Choose who plays with whom.",
            "invalid": "Choose who plays with whom.",
        },
    )

    def sent(self) -> dict[str, Any]:
        sides = super().sent()["sides"].split(",")
        return {"sides": tuple(map(int, sides))}


class NumberForm(MatchActionForm):
    number = forms.IntegerField(min_value=1, required=False)


class PlaceForm(MatchActionForm):
    """Number of a team of the match, counted from 0."""

    number = forms.IntegerField(min_value=0)


class DisputeForm(MatchActionForm):
    reason = forms.CharField(required=False, max_length=REASON_LENGTH)


class RuleForm(MatchActionForm):
    number = forms.IntegerField(min_value=1)
    reason = forms.CharField(required=False, max_length=REASON_LENGTH)


class ForfeitForm(MatchActionForm):
    absent = forms.TypedMultipleChoiceField(
        coerce=int, choices=[(number, str(number)) for number in range(TEAMS_MAX)]
    )
    presence = forms.ChoiceField(choices=[(one, one) for one in Presence])
    reason = forms.CharField(required=False, max_length=REASON_LENGTH)

    def sent(self) -> dict[str, Any]:
        sent = super().sent()
        return sent | {"presence": Presence(sent["presence"])}


class AgreeToCallOffForm(MatchActionForm):
    """Agreement to call a match off; a master gives a reason."""

    reason = forms.CharField(required=False, max_length=REASON_LENGTH)


class CorrectionForm(MatchActionForm):
    """Correction: reason, and whether the preview was confirmed."""

    reason = forms.CharField(
        max_length=REASON_LENGTH,
        error_messages={
            "required": "Say why. Everyone who sees the match can read it."
        },
    )
    is_void = forms.BooleanField(required=False)
    absent = forms.TypedMultipleChoiceField(
        required=False, coerce=int, choices=[(one, one) for one in range(TEAMS_MAX)]
    )
    is_sure = forms.BooleanField(required=False)


class UndoForm(MatchActionForm):
    reason = forms.CharField(
        max_length=REASON_LENGTH,
        error_messages={
            "required": "Say why. Everyone who sees the match can read it."
        },
    )


class AnswerForm(MatchActionForm):
    number = forms.IntegerField(min_value=1)
    is_yes = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")], coerce=lambda word: word == "yes"
    )


class SheetForm:
    """The fields of a report, as a browser without scripts sends them."""

    def __init__(self, sheet: Sheet, posted: Mapping[str, str]) -> None:
        self._sheet = sheet
        self._posted = posted

    @property
    def seen(self) -> int:
        """Return the draft version that the page showed."""
        return _number(self._posted.get("seen", ""), "seen")

    def sent(self) -> dict[str, Value]:
        """Return all fields; browsers leave out unticked boxes."""
        return {field.name: self._value(field) for field in self._sheet.fields()}

    def _value(self, field: Field) -> Value:
        text = self._posted.get(field.name, "")
        match field.kind:
            case FieldKind.FLAG:
                return bool(text)
            case FieldKind.TEXT:
                return text.replace("\r\n", "\n")
            case _:
                return _number(text, field.name)


def _number(text: str, field: str) -> int:
    if not re.fullmatch(r"[0-9]{0,6}", text):
        raise Refusal(
            "Enter a whole number with at most six digits.", code="invalid", field=field
        )
    return int(text or 0)
