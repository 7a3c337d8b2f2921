"""Sample data for the component gallery.

Everything here is invented, and the page says so.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator

from kernel.elements import ELEMENTS
from people.forms import SiteForm

CLANS = ("tora", "yamazaru", "kitsune", "ika", "tanchyo", "ijin")
COLOURS = (
    ("Ground and paper", "ground ground-2 sheet sheet-sunk sheet-raised rule line"),
    ("Ink", "ink-3 ink-2 ink"),
    ("Night", "night night-2 night-3 night-line night-ink-2 night-ink moon"),
    ("Seal, koban, verdicts", "seal seal-press koban koban-deep ok care refuse"),
    ("Elements", " ".join(ELEMENTS)),
)
THINGS = (
    ("i-koban", "koban"),
    ("i-healing", "Healing House"),
    ("i-stealth", "stealth"),
    ("i-star", "All-Star"),
    ("i-injury", "injury"),
    ("i-medal", "medal"),
    ("i-absent", "absent"),
    ("i-scroll", "scroll"),
    ("i-die", "die"),
)
TYPES = (
    *("chunin", "kaiken", "yajiri", "kunoichi", "madoushi", "oni", "hero", "ronin"),
    "sentry",
)
STATUSES = (
    *("curse", "delay", "haste", "lucky", "moon-power", "poison", "protect", "slow"),
    *("stealth", "stun"),
)
INTERFACE = (
    *("plus", "minus", "check", "x", "warn", "info", "back", "next", "up", "down"),
    *("search", "filter", "edit", "undo", "print", "lock", "key", "person", "trash"),
    *("link", "copy", "menu", "sun", "night", "system"),
)


class SampleForm(SiteForm):
    team = forms.CharField(
        label="Team name", help_text="At most 40 letters.", initial="Tidewatch"
    )
    clan = forms.ChoiceField(choices=[(clan, clan.title()) for clan in CLANS])
    motto = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 3}), label="Motto"
    )
    dice = forms.ChoiceField(
        label="Dice",
        choices=[("server", "Rolled by the server"), ("table", "Rolled at the table")],
        widget=forms.RadioSelect,
        initial="server",
    )
    is_open = forms.BooleanField(label="Anyone can watch", required=False, initial=True)


class RefusedForm(SiteForm):
    team = forms.CharField(label="Team name", help_text="At most 40 letters.")
    koban = forms.IntegerField(label="Koban to spend", max_value=100)
    is_read = forms.BooleanField(label="I have read the house rules")

    def clean(self) -> dict[str, Any]:
        raise forms.ValidationError(
            "The team cannot join yet. Correct the fields below and send it again."
        )


def gallery_context(page_number: str | None) -> dict[str, object]:
    pages = Paginator(range(117), per_page=9)
    return {
        "clans": CLANS,
        "elements": ELEMENTS,
        "colours": [(name, row.split()) for name, row in COLOURS],
        "things": THINGS,
        "types": TYPES,
        "statuses": STATUSES,
        "interface": INTERFACE,
        "moons": range(9),
        "form": SampleForm(auto_id="sample_%s"),
        "refused_form": RefusedForm(
            {"team": "", "koban": "130"}, auto_id="refused_%s", prefix=""
        ),
        "sample_page": pages.get_page(page_number or 5),
    }
