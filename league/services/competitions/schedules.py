"""Draw whole schedules: round robins, and rounds between divisions."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kernel.dice import SeededDice
from kernel.errors import Refusal
from league.models.competitions import Competition, CompetitionKind, Round
from league.models.seasons import Entrant, EntrantStage, Season
from league.rules.competitions.multiplayer_rounds import draw_table_rounds
from league.rules.competitions.pairing_weights import Pair, pair_of
from league.rules.competitions.results import EntryId
from league.rules.competitions.round_robin import (
    Rounds,
    cross_division,
    group_names,
    round_robin,
    snake,
    without_pairs,
)
from league.rules.competitions.seeding import SEEDED_KINDS, refuse_seeding
from league.rules.league_templates import PlannedCompetition
from league.selectors.competitions.opponents import as_drawn, sort_by_seeding
from league.services.competitions.draws import (
    create_round,
    dice_of,
    entry_of,
    find_apart,
    get_earliest,
    list_pairable_entrants,
)
from league.services.competitions.rounds import compute_windows, get_plan
from league.services.locks import log_action
from people.models import Person


def draw_schedule(competition: Competition, actor: Person | None) -> list[Round]:
    """Draw all rounds of a round robin, or between divisions, with dates.

    Teams that are kept apart do not meet; the audit log lists these pairs.
    """
    season = competition.season
    entrants = list_pairable_entrants(season)
    apart = find_apart(season, [as_drawn(one) for one in entrants])
    drawn = _drawn(competition, entrants, apart)
    names = {entry_of(one): str(one.team) for one in entrants}
    for pair in _left_out(competition, drawn, entrants, apart):
        one, other = (names[entry] for entry in pair)
        wording = (
            f"{one} and {other} cannot meet: {apart[pair]}. {competition.name}"
            " leaves this match out."
        )
        log_action(season.league, actor, "left-out", wording)
    rounds = [made for made in without_pairs(drawn, apart) if made]
    if not rounds:
        raise Refusal(
            "All the teams are kept apart. Let some of them meet first.",
            code="no-games",
        )
    dates = compute_windows(competition, get_earliest(season), count=len(rounds))
    return [
        create_round(competition, made, actor, window)
        for made, window in zip(rounds, dates, strict=True)
    ]


def _left_out(
    competition: Competition,
    drawn: Rounds,
    entrants: Sequence[Entrant],
    apart: Collection[Pair],
) -> list[Pair]:
    """Return the pairs that would meet if nothing kept them apart. Tables of three or
    four do not seat them together in the first place."""
    if get_plan(competition).table_size == 2:
        games = [one for made in drawn for one in made if not one.is_bye]
        return sorted({pair_of(*one.entries) for one in games} & set(apart))
    groups = {entry_of(one): one.group for one in entrants}
    return sorted(
        (one, other)
        for one, other in apart
        if {one, other} <= groups.keys() and groups[one] == groups[other]
    )


def _drawn(
    competition: Competition, entrants: Sequence[Entrant], apart: Collection[Pair]
) -> Rounds:
    dice = dice_of(competition, "schedule")
    plan = get_plan(competition)
    groups = sorted({one.group for one in entrants})
    is_seeded = any(one.seeding is not None for one in entrants)
    entrants = sort_by_seeding(entrants)
    if competition.kind == CompetitionKind.CROSS:
        if len(groups) != 2:
            raise Refusal(
                "Matches between divisions need two divisions. Draw groups first.",
                code="bad-divisions",
            )
        left, right = ([entry_of(e) for e in entrants if e.group == g] for g in groups)
        return cross_division(
            left, right, dice, rounds=plan.rounds, is_seeded=is_seeded
        )
    members = [[entry_of(one) for one in entrants if one.group == g] for g in groups]
    in_groups = [
        _everyone(group, plan, dice, apart, is_seeded=is_seeded) for group in members
    ]
    return tuple(
        tuple(pair for one in in_groups if number < len(one) for pair in one[number])
        for number in range(max(map(len, in_groups)))
    )


def _everyone(
    entries: Sequence[EntryId],
    plan: PlannedCompetition,
    dice: SeededDice,
    apart: Collection[Pair],
    *,
    is_seeded: bool,
) -> Rounds:
    """Return the round robin of one group."""
    if plan.table_size == 2:
        return round_robin(entries, dice, is_double=plan.is_double, is_seeded=is_seeded)
    return draw_table_rounds(
        entries,
        dice,
        size=plan.table_size,
        apart=apart,
        is_double=plan.is_double,
        is_seeded=is_seeded,
    )


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
