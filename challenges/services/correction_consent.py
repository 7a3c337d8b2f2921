"""Consent to corrections: who may propose one, who answers, and whether that is enough.

Outside of leagues everyone at the table agrees. In a league a master decides, unless
she plays in the match: then every opponent or one co-master has to agree (NM-07).
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from challenges.models import Correction
from challenges.services.locks import LockedMatch
from kernel.errors import Refusal


def refuse_unless_entitled(locked: LockedMatch, *, is_answer: bool) -> None:
    """Refuse people who may not propose or answer this correction.

    In a league masters correct, and players answer what a master proposed.
    """
    if locked.match.is_hosted and not (is_answer and locked.is_party):
        if not locked.is_playing_master:
            locked.refuse_unless_judge()
    elif not (locked.is_party or locked.is_site):
        raise PermissionDenied("Only people involved in this match can do this.")


def has_consent(locked: LockedMatch, correction: Correction) -> bool:
    """Return whether enough people agreed: one judge of the league, or all players."""
    agreed = set(correction.agreed)
    is_ruled = locked.match.is_hosted and bool(
        locked.is_site or agreed & locked.terms.judges(locked.people)
    )
    return is_ruled or not locked.people - agreed


def refuse_if_former_master(locked: LockedMatch, correction: Correction) -> None:
    """Refuse if the players agreed to what someone proposed who was a master then."""
    who = {*correction.agreed} & locked.terms.masters
    if locked.match.is_hosted and not who:
        raise Refusal(
            f"{correction.author} no longer runs this league. Ask its ninja master to"
            " correct the result.",
            code="author-not-master",
        )
