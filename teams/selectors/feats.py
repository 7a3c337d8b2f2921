"""What the owner of a team counts after a game of it."""

from __future__ import annotations

from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from teams.rules.columns import FeatColumn, feat_columns
from teams.selectors.access import Viewer, team_owned
from teams.selectors.stored import state_of


def report_columns(
    team_id: int, viewer: Viewer, challenge: str
) -> tuple[FeatColumn, ...]:
    """An unknown challenge has no feats of its own. One query."""
    book = catalogue()
    played = book.challenges.get(ChallengeSlug(challenge))
    return feat_columns(played, state_of(team_owned(team_id, viewer)).rules, book)
