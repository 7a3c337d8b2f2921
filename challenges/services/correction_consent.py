"""Consent to corrections: who may propose one, who answers, and whether that is enough.

Outside of leagues everyone at the table agrees. In a league a master decides, unless
she plays in the match: then every opponent or one co-master has to agree (NM-07).
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from challenges.models import Amendment
from challenges.services.locks import Opened
from kernel.errors import Refusal


def refuse_without_say(opened: Opened, *, is_answer: bool) -> None:
    """In a league masters correct, and the players answer what a master proposed."""
    if opened.match.is_hosted and not (is_answer and opened.is_party):
        if not opened.is_playing_master:
            opened.refuse_unless_judge()
    elif not (opened.is_party or opened.is_site):
        raise PermissionDenied("Only people involved in this match can do this.")


def has_consent(opened: Opened, amendment: Amendment) -> bool:
    """Return whether enough people agreed: one judge of the league, or all players."""
    agreed = set(amendment.agreed)
    is_ruled = opened.match.is_hosted and bool(
        opened.is_site or agreed & opened.terms.judges(opened.people)
    )
    return is_ruled or not opened.people - agreed


def refuse_former_master(opened: Opened, amendment: Amendment) -> None:
    """Refuse if the players agreed to what someone proposed who was a master then."""
    who = {*amendment.agreed} & opened.terms.masters
    if opened.match.is_hosted and not who:
        raise Refusal(
            f"{amendment.author} no longer runs this league. Ask its ninja master to"
            " correct the result.",
            code="author-not-master",
        )
