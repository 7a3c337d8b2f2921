"""Seed the teams of a season, and divide them into groups of equal strength."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.errors import Refusal
from league.models.competitions import Competition
from league.models.seasons import Entrant, EntrantStage, Season
from league.rules.competitions.round_robin import group_names, snake
from league.rules.competitions.seeding import SEEDED_KINDS, refuse_seeding
from league.selectors.competitions.opponents import as_drawn
from league.services.locks import log_action
from people.models import Person


def seed_entrants(
    season: Season,
    first: Competition | None,
    actor: Person,
    *,
    seeding: Sequence[int],
    regroups: bool,
) -> None:
    """Store the order in which the first competition draws its teams.

    With `regroups`, the groups of the season are drawn again from that order.
    """
    if first is None or first.kind not in SEEDED_KINDS:
        raise Refusal(
            "The start of this season uses no seeding. Leave it out.",
            code="seeding-unused",
            field="seeding",
        )
    active = season.entrants.filter(stage=EntrantStage.ACTIVE).select_related("team")
    entrants = {one.team_id: one for one in active}
    refuse_seeding(seeding, entrants)
    for number, team_id in enumerate(seeding, start=1):
        entrants[team_id].seeding = number
    Entrant.objects.bulk_update(entrants.values(), ["seeding"])
    names = [
        f"{number}. {entrants[team_id]}"
        for number, team_id in enumerate(seeding, start=1)
    ]
    wording = f"{actor} seeded {season.name}: {', '.join(names)}."
    log_action(season.league, actor, "seeded", wording)
    groups = {one.group for one in entrants.values()}
    if regroups and len(groups) > 1:
        divide_entrants(season, len(groups))
        wording = f"{actor} drew {len(groups)} groups from the seeding."
        log_action(season.league, actor, "groups", wording)


def divide_entrants(season: Season, count: int) -> None:
    """Put the teams into so many groups of equal strength; one group means none."""
    if count == 1:
        season.entrants.update(group="")
        return
    entrants = season.entrants.select_related("team")
    made = snake([as_drawn(one) for one in entrants], count)
    for name, group in zip(group_names(count), made, strict=True):
        ids = [one.entry for one in group]
        season.entrants.filter(pk__in=ids).update(group=name)
