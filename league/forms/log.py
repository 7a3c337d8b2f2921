"""What somebody looks for in the log. It is part of the address, and nonsense in it
is passed over: nothing is lost by showing more."""

from __future__ import annotations

from typing import Any

from django import forms

from league.rules.log_topics import LABELS, Topic
from people.forms import SiteForm

MOST = 9_999_999


class LogForm(SiteForm):
    topic = forms.ChoiceField(
        required=False, choices=[(one.value, label) for one, label in LABELS.items()]
    )
    person = forms.IntegerField(required=False, min_value=1, max_value=MOST)
    team = forms.IntegerField(required=False, min_value=1, max_value=MOST)

    def sent(self) -> dict[str, Any]:
        """What makes sense of it."""
        self.is_valid()
        found = {name: self.cleaned_data.get(name) or None for name in self.fields}
        return found | {"topic": Topic(found["topic"]) if found["topic"] else None}
