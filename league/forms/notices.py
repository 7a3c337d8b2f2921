"""Which kinds of things somebody wants to hear of, and how."""

from __future__ import annotations

from typing import Any

from django import forms

from league.selectors.notices import SwitchLine, Wish
from people.forms import RefusableForm


class SwitchesForm(RefusableForm):
    """Two boxes for each kind: on the site, and by mail."""

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
