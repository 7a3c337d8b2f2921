"""Preview the start of a season, and redraw it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from kernel.errors import Refusal
from league.models.seasons import SeasonStage
from league.selectors.competitions.fixtures import RoundLine, in_rounds, season_fixtures
from league.selectors.seasons.season_length import first_planned
from league.services.competitions.competitions import start_season
from league.services.entrants import get_open_season
from league.services.locks import lock_league, log_action
from people.models import Person


def redraw_competition(*, uid: str, actor: Person) -> None:
    """Redraw the competition that the season would start with."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        season = get_open_season(standpoint.league)
        first = first_planned(season)
        if season.stage != SeasonStage.GATHERING or first is None:
            raise Refusal("There is nothing to redraw.", code="nothing-to-draw")
        first.seed = secrets.token_hex(32)
        first.save(update_fields=["seed"])
        wording = f"{actor} redrew the pairings of {first.name}."
        log_action(standpoint.league, actor, "drawn", wording)


def preview_season_start(
    *,
    uid: str,
    actor: Person,
    starts_at: datetime | None = None,
    seeding: Sequence[int] = (),
    regroups: bool = False,
) -> tuple[RoundLine, ...]:
    """Return the rounds that starting the season would draw; nothing is written.

    The season really starts, in a transaction that is rolled back, so the preview
    always matches the draw.
    """
    with transaction.atomic():
        season = start_season(
            uid=uid,
            actor=actor,
            starts_at=starts_at,
            seeding=seeding,
            regroups=regroups,
        )
        rounds = in_rounds(season_fixtures(season))
        transaction.set_rollback(True)
    return rounds
