"""Look at the start of a season before it starts, and draw it differently."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from kernel.errors import Refusal
from league.models.seasons import SeasonStage
from league.selectors.competitions.fixtures import RoundLine, in_rounds, season_fixtures
from league.selectors.seasons.season_length import first_planned
from league.services.competitions.competitions import season_start
from league.services.entrants import season_now
from league.services.locks import audit, league_opened
from people.models import Person


def competition_reseed(*, uid: str, actor: Person) -> None:
    """Draw other pairings for the competition that a season would start with."""
    with league_opened(uid, actor, by_master=True) as standpoint:
        season = season_now(standpoint.league)
        first = first_planned(season)
        if season.stage != SeasonStage.GATHERING or first is None:
            raise Refusal("There is nothing to redraw.", code="nothing-to-draw")
        first.seed = secrets.token_hex(32)
        first.save(update_fields=["seed"])
        wording = f"{actor} redrew the pairings of {first.name}."
        audit(standpoint.league, actor, "drawn", wording)


def preview_season_start(
    *,
    uid: str,
    actor: Person,
    starts_at: datetime | None = None,
    seeding: Sequence[int] = (),
    regroups: bool = False,
) -> tuple[RoundLine, ...]:
    """Return the rounds that starting the season would draw; nothing is written.

    The season really starts, inside a transaction that is rolled back, so the preview
    cannot differ from the draw.
    """
    with transaction.atomic():
        season = season_start(
            uid=uid,
            actor=actor,
            starts_at=starts_at,
            seeding=seeding,
            regroups=regroups,
        )
        rounds = in_rounds(season_fixtures(season))
        transaction.set_rollback(True)
    return rounds
