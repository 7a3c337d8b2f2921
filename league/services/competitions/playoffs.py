"""Playoffs: fill slots, and create matches as results come in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec
from django.urls import reverse
from django.utils import timezone

from league.models.communication import NotificationKind
from league.models.competitions import (
    Competition,
    CompetitionStage,
    Fixture,
    FixtureSide,
    Round,
)
from league.models.seasons import Entrant, Season
from league.rules.competitions.bracket_progress import TieState, tie_sentence
from league.rules.competitions.brackets import (
    Bracket,
    group_slots,
    knockout,
    seeds,
    slot_label,
)
from league.rules.competitions.results import EntryId
from league.selectors.competitions.playoffs import (
    BRACKET,
    GROUPS,
    SEEDING,
    has_begun,
    playoffs_progress,
)
from league.selectors.competitions.results import get_season_results
from league.services.communication.match_notifications import notify_fixture
from league.services.communication.notifications import notify
from league.services.competitions.draws import create_match, detach_match
from league.services.competitions.rounds import (
    compute_windows,
    freeze_newcomer_ratings,
    get_plan,
    open_round,
)
from people.models import Person


def draw_bracket(competition: Competition, actor: Person | None) -> None:
    """Seed a bracket from the current standings and arrange its first matches."""
    plan = get_plan(competition)
    tables = _orders(competition.season)
    best_of = (plan.best_of, plan.earlier_best_of)
    if len(tables) > 1:
        from_each = min(plan.reach, max(map(len, tables.values())))
        slots = group_slots(sorted(tables), from_each=from_each)
        bracket = knockout(slots, best_of=best_of, places=plan.places)
        sources: dict[str, object] = {GROUPS: tables}
    else:
        (order,) = tables.values()
        reach = min(plan.reach, len(order))
        bracket = knockout(seeds(reach), best_of=best_of, places=plan.places)
        sources = {SEEDING: order[:reach]}
    competition.settings = {
        **competition.settings,
        BRACKET: msgspec.to_builtins(bracket),
        **sources,
    }
    competition.stage = CompetitionStage.RUNNING
    competition.save(update_fields=["settings", "stage"])
    _lay_out(competition, bracket)
    advance_playoffs(competition, actor)
    # The clock opens later rounds, because waiting house rules may start with them.
    for one in competition.rounds.filter(opens__lte=timezone.now()):
        open_round(one)


def _orders(season: Season) -> dict[str, list[EntryId]]:
    """Return each group's teams from first to last: by standings, or by seeding while
    there are no results."""
    facts = get_season_results(season)
    orders = {
        name: [row.entry for row in rows if not row.is_withdrawn]
        for name, rows in facts.tables().items()
    }
    if facts.results:
        return orders
    seeded = season.entrants.filter(seeding__isnull=False)
    seeds = {EntryId(pk): seed for pk, seed in seeded.values_list("pk", "seeding")}
    last = len(seeds) + 1
    return {
        name: sorted(order, key=lambda entry: seeds.get(entry) or last)
        for name, order in orders.items()
    }


def advance_playoffs(competition: Competition, actor: Person | None = None) -> None:
    """Fill the slots that are now known and arrange the matches that can be played.

    Locks the competition, so that of two simultaneous results the second sees the
    first.
    """
    season = competition.season
    competition = Competition.objects.select_for_update().get(pk=competition.pk)
    competition.season = season
    found = playoffs_progress(competition)
    if found is None:
        return
    legs = _legs(competition)
    for state in found.ties:
        _fill(legs[state.tie.number], state, actor)
    is_open = competition.stage == CompetitionStage.RUNNING
    if found.is_over is is_open:  # a correction may open again what was decided
        competition.stage = (
            CompetitionStage.DONE if is_open else CompetitionStage.RUNNING
        )
        competition.save(update_fields=["stage"])


def _lay_out(competition: Competition, bracket: Bracket) -> None:
    """Create a fixture for every tie, with placeholders for unknown teams."""
    rounds: dict[int, Round] = {}
    for tie in bracket.ties:
        if tie.round not in rounds:
            rounds[tie.round] = Round.objects.create(
                competition=competition, number=tie.round, name=f"Round {tie.round}"
            )
        fixture = Fixture.objects.create(
            competition=competition,
            round=rounds[tie.round],
            number=tie.number,
            why=[tie.name],
        )
        FixtureSide.objects.bulk_create(
            FixtureSide(fixture=fixture, number=number, slot=slot_label(slot))
            for number, slot in enumerate(tie.slots)
        )


def _legs(competition: Competition) -> dict[int, list[Fixture]]:
    """Return the matches of every tie, by its number. Matches of one round share the
    state, so that each sees changes by the one before. Queries: 3."""
    rounds = competition.rounds.in_bulk()
    legs: dict[int, list[Fixture]] = defaultdict(list)
    fixtures = competition.fixtures.select_related("match").prefetch_related("sides")
    for leg in fixtures.order_by("number", "leg"):
        leg.round = rounds[leg.round_id] if leg.round_id else None
        legs[leg.number].append(leg)
    return legs


def _fill(legs: list[Fixture], state: TieState, actor: Person | None) -> None:
    for leg in legs:
        if not has_begun(leg):
            _refill(leg, state.entries)
    _tell_walkover(legs[0], state)
    if state.is_over:
        _drop_needless(legs)
    if not state.is_ready:
        return
    if all(leg.outcome is not None for leg in legs):
        legs.append(_next_leg(legs[0], len(legs) + 1))
    for leg in legs:
        if leg.outcome is None and leg.match_id is None:
            if leg.round is not None:
                _give_time(leg.round)
                freeze_newcomer_ratings(leg.round)
            create_match(leg, actor=actor)
            notify_fixture(leg, None)


def _tell_walkover(first: Fixture, state: TieState) -> None:
    """Notify a team without an opponent once, and note it on the fixture. A correction
    may undo it."""
    winner, said = None, []
    if state.is_walkover and state.winner is not None:
        winner = Entrant.objects.select_related("team").get(pk=state.winner)
        said = [tie_sentence(state, {state.winner: str(winner.team)})]
    if first.why[1:] == said:
        return
    first.why = [*first.why[:1], *said]
    first.save(update_fields=["why"])
    if winner is not None:
        league = first.competition.season.league
        words = f"{state.tie.name}: {said[0]}"
        address = reverse("league:fixtures", args=[league.uid])
        notify(
            [winner.person_id], NotificationKind.DRAWN, words, address, league=league
        )


def _refill(leg: Fixture, entries: Sequence[EntryId | None]) -> None:
    """Give an unstarted match the teams that now belong in it. A match between other
    teams is called off, and its dates are cleared."""
    sides = sorted(leg.sides.all(), key=lambda side: side.number)
    changed = [
        (side, entry)
        for side, entry in zip(sides, entries, strict=True)
        if side.entrant_id != entry
    ]
    # Change one side at a time: a fixture never has the same team twice.
    for side, _ in changed:
        leg.sides.filter(pk=side.pk).update(entrant=None)
    for side, entry in changed:
        leg.sides.filter(pk=side.pk).update(entrant=entry)
    if changed and leg.match is not None:
        detach_match(leg)
        leg.date_steps.all().delete()
        leg.agreed_for = None
        leg.save(update_fields=["agreed_for"])


def _drop_needless(legs: Sequence[Fixture]) -> None:
    """Call off unstarted matches of a tie that a correction has decided. No-shows still
    count."""
    for leg in legs:
        if leg.leg > 1 and not has_begun(leg):
            detach_match(leg)
            if leg.missed:
                legs[0].missed = [*legs[0].missed, *leg.missed]
                legs[0].save(update_fields=["missed"])
            leg.delete()


def _give_time(of_round: Round) -> None:
    """Date a playoff round from its first playable match, with time for the last."""
    ((opens, closes),) = compute_windows(of_round.competition, timezone.now())
    of_round.opens = of_round.opens or opens
    of_round.closes = max(of_round.closes or closes, closes)
    of_round.closed = None
    of_round.save(update_fields=["opens", "closes", "closed"])


def _next_leg(first: Fixture, number: int) -> Fixture:
    leg = Fixture.objects.create(
        competition=first.competition,
        round=first.round,
        number=first.number,
        leg=number,
        why=first.why,
    )
    FixtureSide.objects.bulk_create(
        FixtureSide(
            fixture=leg, number=side.number, slot=side.slot, entrant_id=side.entrant_id
        )
        for side in first.sides.all()
    )
    return leg
