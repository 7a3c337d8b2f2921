"""What a season still owes, and who would win it now."""

from __future__ import annotations

from challenges.models import Match
from challenges.rules.stages import MatchStage
from league.models import Season
from league.models.fixtures import CompetitionKind
from league.rules.playoff_progress import Progress
from league.rules.seasons import OpenBusiness
from league.selectors.playoffs import playoffs_progress


def playoffs_of(season: Season) -> Progress | None:
    """How its last playoffs stand."""
    found = season.competitions.filter(kind=CompetitionKind.PLAYOFFS)
    last = found.order_by("-number").first()
    return playoffs_progress(last) if last else None


def business_of(season: Season, progress: Progress | None) -> OpenBusiness:
    matches = Match.objects.filter(fixture__competition__season=season)

    def at(*stages: MatchStage) -> int:
        return matches.filter(stage__in=stages).count()

    return OpenBusiness(
        unplayed=at(MatchStage.ARRANGED),
        unconfirmed=at(MatchStage.OPEN, MatchStage.REPORTED),
        disputed=at(MatchStage.DISPUTED),
        unsettled=at(MatchStage.CONFIRMED),
        is_playoff_open=progress is None or not progress.is_over,
    )
