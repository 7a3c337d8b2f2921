"""Forms for the league, its audit log, its file and the public lists."""

from __future__ import annotations

from typing import Any

from django import forms

from kernel.errors import Conflict, Refusal
from league.rules.audit_topics import LABELS, Topic
from league.rules.league_dates import LeagueDates
from league.selectors.form_options import (
    BLURB_LENGTH,
    DAYS_MAX,
    DAYS_MIN,
    NAME_LENGTH,
    PLACE_LENGTH,
    REASON_LENGTH,
    ROLES,
    Admission,
    Visibility,
)
from league.selectors.public_pages import LeagueSearch, MatchFilter
from people.forms import RefusableForm, SiteForm
from rulebook.catalogue import catalogue


class ConflictAwareForm(RefusableForm):
    """A form that knows which version of the league its page showed.

    After a conflict the page shows what was typed next to the newer version, so anyone
    who saves again knows what they overwrite.
    """

    version = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, now: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now
        self.is_outdated = False
        self.fields["version"].initial = now

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(refusal)
        if isinstance(refusal, Conflict):
            self.is_outdated = True
            sent: Any = self.data  # what came with a request cannot be changed
            typed = sent.copy()
            typed["version"] = str(self.now)
            self.data = typed


class DayInput(forms.DateInput):
    """A day, picked from a calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class LeagueForm(RefusableForm):
    name = forms.CharField(
        label="Name of the league",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="You cannot change it once teams have entered.",
    )
    blurb = forms.CharField(
        label="Description",
        required=False,
        max_length=BLURB_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="How you play, and who you hope to meet.",
    )
    place = forms.CharField(
        label="Place (optional)",
        required=False,
        max_length=PLACE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="A town, a club or a shop. Write “online” if you never meet.",
    )
    starts_on = forms.DateField(
        label="First day (optional)", required=False, widget=DayInput
    )
    ends_on = forms.DateField(
        label="Last day (optional)",
        required=False,
        widget=DayInput,
        help_text="Players find public leagues by their place and dates.",
    )
    visibility = forms.ChoiceField(
        label="Who can see the league",
        choices=Visibility.choices,
        initial=Visibility.UNLISTED,
        widget=forms.RadioSelect,
    )
    admission = forms.ChoiceField(
        label="Who can join",
        choices=Admission.choices,
        initial=Admission.INVITED,
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or self.cleaned_data
        typed["dates"] = LeagueDates(
            starts_on=typed.pop("starts_on", None), ends_on=typed.pop("ends_on", None)
        )
        return typed


class FindForm(SiteForm):
    """Search for public leagues. All fields are optional."""

    q = forms.CharField(
        label="Name or description",
        required=False,
        max_length=PLACE_LENGTH,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    place = forms.CharField(
        label="Place",
        required=False,
        max_length=PLACE_LENGTH,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    since = forms.DateField(label="Played on or after", required=False, widget=DayInput)
    until = forms.DateField(
        label="Played on or before", required=False, widget=DayInput
    )
    open = forms.BooleanField(label="Open to new players", required=False)

    def build_search(self) -> LeagueSearch:
        """Return the search. Invalid fields are left out."""
        self.full_clean()
        typed = self.cleaned_data
        return LeagueSearch(
            words=typed.get("q", ""),
            place=typed.get("place", ""),
            since=typed.get("since"),
            until=typed.get("until"),
            is_open=typed.get("open", False),
        )


class SettingsForm(ConflictAwareForm, LeagueForm):
    """The settings of an existing league, deadlines included."""

    confirmation_days = forms.IntegerField(
        label="Days to confirm or dispute a report",
        min_value=DAYS_MIN,
        max_value=DAYS_MAX,
        help_text="After that, the report counts as confirmed. If the ninja"
        " master has to confirm it, they get a reminder instead.",
    )
    decision_days = forms.IntegerField(
        label="Days for choices after a match",
        min_value=DAYS_MIN,
        max_value=DAYS_MAX,
        help_text="After that, Moonlight rolls the dice and picks the suggested"
        " choices. Both deadlines apply to reports sent from now on.",
    )


class CodeForm(RefusableForm):
    code = forms.CharField(
        label="Code of the league",
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )


class JoinForm(RefusableForm):
    code = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    as_spectator = forms.BooleanField(label="I only want to watch", required=False)

    def __init__(self, *args: Any, is_member: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_member:  # they look on already, and want to play
            del self.fields["as_spectator"]


class AskForm(RefusableForm):
    words = forms.CharField(
        label="Message to the ninja master",
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReasonForm(RefusableForm):
    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RoleForm(RefusableForm):
    role = forms.ChoiceField(choices=ROLES)


USERNAME_LENGTH = 30


class LeagueFileForm(RefusableForm):
    file = forms.FileField(
        label="File",
        help_text="A league file saved by Moonlight (.json), up to 8 megabytes."
        " Operators can import larger files with manage.py league"
        " import.",
        # Larger files are treated as missing.
        error_messages={"required": "Choose a file of at most 8 megabytes."},
        widget=forms.FileInput(attrs={"accept": ".json"}),
    )
    master = forms.CharField(
        label="Ninja master on this site",
        required=False,
        max_length=USERNAME_LENGTH,
        help_text="A username. Leave it empty if the ninja master in the file"
        " has an account here.",
    )


MOST = 9_999_999


class LogForm(SiteForm):
    topic = forms.ChoiceField(
        required=False, choices=[(one.value, label) for one, label in LABELS.items()]
    )
    person = forms.IntegerField(required=False, min_value=1, max_value=MOST)
    team = forms.IntegerField(required=False, min_value=1, max_value=MOST)

    def sent(self) -> dict[str, Any]:
        """Return the valid values."""
        self.is_valid()
        found = {name: self.cleaned_data.get(name) or None for name in self.fields}
        return found | {"topic": Topic(found["topic"]) if found["topic"] else None}


class TeamFilterForm(SiteForm):
    q = forms.CharField(
        label="Name",
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    clan = forms.ChoiceField(label="Clan", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clans = [(one.slug, one.name) for one in catalogue().clans.values()]
        field = self.fields["clan"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "All clans"), *clans]

    def read(self) -> dict[str, str]:
        """Return the filter. Invalid fields are left out."""
        self.full_clean()
        typed = self.cleaned_data
        return {"words": typed.get("q", ""), "clan": typed.get("clan", "")}


class MatchFilterForm(SiteForm):
    show = forms.ChoiceField(
        required=False, choices=[(one.value, one.value) for one in MatchFilter]
    )

    def read(self) -> MatchFilter | None:
        self.full_clean()
        shown = self.cleaned_data.get("show")
        return MatchFilter(shown) if shown else None
