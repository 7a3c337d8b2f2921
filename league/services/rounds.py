"""The end of a round: byes are credited, and ratings are taken as one opens."""

from __future__ import annotations

from hashlib import sha256

from django.utils import timezone

from league.models import Fixture, Round
from league.models.seasons import EntrantStage
from teams import services as teams
from teams.rules.report import GameKind, Outcome, Standing, TeamReport
from teams.services import Edit, Role

CLOSED_AT_ONCE = 100


def round_open(opening: Round) -> None:
    """Take the ratings of everybody who plays in it (RATE-08)."""
    sides = opening.fixtures.filter(sides__entrant__isnull=False)
    pairs = sides.values_list("sides__entrant__team_id", "sides__entrant__team__rating")
    opening.ratings = {str(team): rating for team, rating in pairs}
    opening.save(update_fields=["ratings"])


def round_close(closing: Round) -> None:
    """Credit the byes of a round, once (LEAGUE-10)."""
    if closing.closed is not None:
        return
    for fixture in closing.fixtures.filter(is_bye=True):
        bye_credit(fixture)
    closing.closed = timezone.now()
    closing.save(update_fields=["closed"])


def bye_credit(fixture: Fixture) -> None:
    """What a bye brings is written into the journal of its team."""
    side = fixture.sides.select_related("entrant").get(number=0)
    if side.entrant is None or side.entrant.stage != EntrantStage.ACTIVE:
        return
    edit = Edit(team_id=side.entrant.team_id, actor=None, role=Role.SITE)
    teams.game_report(
        edit,
        report=TeamReport(
            match=_key_of(fixture),
            standing=Standing.LEAGUE,
            kind=GameKind.BYE,
            outcome=Outcome.WIN,
        ),
    )
    teams.settlement_settle(edit)


def _key_of(fixture: Fixture) -> str:
    """As journals name a bye: the same on every site that the league moves to."""
    of = f"{fixture.competition.seed} {fixture.number}"
    return f"bye-{sha256(of.encode()).hexdigest()[:24]}"


def rounds_open_due() -> int:
    """Take the ratings of every round whose window has begun; the clock calls this."""
    due = Round.objects.filter(ratings={}, closed=None, opens__lte=timezone.now())
    opened = 0
    for one in due.order_by("opens")[:CLOSED_AT_ONCE]:
        round_open(one)
        opened += 1
    return opened


def rounds_close_due() -> int:
    """Close every round whose window is over; the clock calls this."""
    due = Round.objects.filter(closed=None, closes__lte=timezone.now())
    closed = 0
    for one in due.order_by("closes")[:CLOSED_AT_ONCE]:
        round_close(one)
        closed += 1
    return closed
