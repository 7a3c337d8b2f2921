"""What becomes of a match drawn by lot that nobody began (LEAGUE-05)."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from challenges.rules.stages import MatchStage
from challenges.services import Edit, match_call_off
from league.models import Competition, Fixture
from league.rules.dates import Verdict
from league.selectors.dates import ruling_on

LAPSED = "Nobody began it before the next lots were drawn."


def lots_lapse(competition: Competition) -> None:
    """The next lots are drawn: matches of earlier rounds that nobody began are called
    off, so that nobody has two to play.

    Whoever agreed on a date plays on it, and whoever proposed dates and heard nothing
    keeps the claim to the match: on these the ninja master rules (LEAGUE-12).
    """
    last = competition.rounds.order_by("-number")[0]
    waiting = Fixture.objects.filter(
        competition=competition,
        round__number__lt=last.number,
        match__stage=MatchStage.ARRANGED,
    )
    for one in waiting.select_related("round", "match").order_by("match_id"):
        if one.match is not None and not _has_a_claim(one):
            match_call_off(Edit(uid=one.match.uid, actor=None), reason=LAPSED)


def _has_a_claim(fixture: Fixture) -> bool:
    """Whether its log of dates leaves something to be played, or to be ruled on, when
    its round is over."""
    over = timezone.now()
    if fixture.round is not None and fixture.round.closes is not None:
        over = max(over, fixture.round.closes + timedelta(seconds=1))
    ruling = ruling_on(fixture, int(over.timestamp()))
    return ruling.verdict in (Verdict.AGREED, Verdict.NO_SHOW)
