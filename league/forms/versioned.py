"""Forms about something that two people may be editing at once."""

from __future__ import annotations

from typing import Any

from django import forms

from kernel.errors import Conflict, Refusal
from people.forms import RefusableForm


class ConflictAwareForm(RefusableForm):
    """A form that remembers which version its page showed.

    If somebody was faster, it comes back with everything that was typed and with the
    version that is there now: whoever saves it again knows what they write over.
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
