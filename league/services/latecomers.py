"""Teams that join when the schedule is drawn already (LEAGUE-09).

They meet whoever would have sat out in rounds to come, or sit down at a table that has
a seat left. Games they came too late for are not counted, unless the competition or the
ninja master lets them catch up.
"""

from __future__ import annotations

from collections import Counter

from django.db import transaction
from django.urls import reverse

from kernel.errors import Refusal
from league.models import Competition, Entrant, Fixture, FixtureSide, League, Season
from league.models.fixtures import CompetitionKind, CompetitionStage
from league.models.notices import NoticeKind
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.pairing import Pairing
from league.rules.results import EntryId
from league.rules.round_robin import Rounds, add_late_joiner
from league.selectors.house_rules import rules_in_force
from league.selectors.lengths import rounds_left_of
from league.selectors.schedules import SCHEDULES, Schedule, Schedules
from league.services.drawing import (
    fixture_make,
    match_for,
    match_let_go,
    round_make,
)
from league.services.notices import tell
from league.services.opening import audit
from league.services.rounds import plan_of
from people.models import Person
from teams.rules.state import Stage
from teams.rules.words import counted, join_words


def group_join(entrant: Entrant) -> None:
    """Into the smallest group, if the teams of the season are in groups."""
    others = entrant.season.entrants.filter(stage=EntrantStage.ACTIVE)
    sizes = Counter(others.exclude(group="").values_list("group", flat=True))
    if sizes and not entrant.group:
        entrant.group = min(sizes, key=lambda group: (sizes[group], group))
        entrant.save(update_fields=["group"])


def latecomer_join(entrant: Entrant, actor: Person | None) -> None:
    """Into every schedule that is drawn, once the team is registered."""
    season = entrant.season
    if season.stage != SeasonStage.RUNNING or entrant.team.stage != Stage.REGISTERED:
        return
    drawn = season.competitions.filter(
        kind__in=SCHEDULES, stage=CompetitionStage.RUNNING
    )
    for competition in drawn.order_by("number"):
        schedules = Schedules(competition)
        if not schedules.is_on(entrant):
            _join(competition, schedules.of(entrant), entrant, actor)


def team_registered(team_id: int) -> None:
    """A draft that entered late is finished, and plays from now on."""
    waiting = Entrant.objects.filter(
        team=team_id, stage=EntrantStage.ACTIVE, season__stage=SeasonStage.RUNNING
    )
    for league_id in waiting.values_list("season__league_id", flat=True):
        with transaction.atomic():
            league = League.objects.select_for_update().get(pk=league_id)
            found = waiting.filter(season__league=league).select_related(
                "team", "person", "season__league"
            )
            for entrant in found:
                latecomer_join(entrant, entrant.person)


def latecomer_catch_up(
    competition: Competition, entrant: Entrant, actor: Person
) -> int:
    """Every game of a round robin that a team has missed, as the master wishes."""
    if competition.kind != CompetitionKind.ROUND_ROBIN or (
        competition.stage != CompetitionStage.RUNNING
    ):
        raise Refusal(
            "Only in a round robin that is drawn is there something to catch up on.",
            code="no-schedule",
        )
    schedules = Schedules(competition)
    schedule = schedules.of(entrant)
    left = _rounds_left(competition)
    entry = EntryId(entrant.pk)
    rounds = schedule.caught_up(schedule.games, entry, rounds_left=left)
    made = _write(competition, schedule, rounds, actor)
    if not made and schedules.can_catch_up(entrant, rounds_left=None):
        raise Refusal(
            f"{entrant.team} has missed games, but the season has no round left for it:"
            " give it more rounds in the house rules.",
            code="too-many-rounds",
        )
    if not made:
        raise Refusal(f"{entrant.team} has missed nothing.", code="nothing-missed")
    _tell(competition, entrant, made, actor)
    return len(made)


def _join(
    competition: Competition,
    schedule: Schedule,
    entrant: Entrant,
    actor: Person | None,
) -> None:
    entry = EntryId(entrant.pk)
    rounds = add_late_joiner(
        schedule.games,
        entry,
        schedule.others,
        next_round=schedule.next_round,
        times=schedule.times,
        seats=schedule.seats,
        begun=schedule.begun,
    )
    is_round_robin = competition.kind == CompetitionKind.ROUND_ROBIN
    if is_round_robin and plan_of(competition).catches_up:
        left = _rounds_left(competition)
        rounds = schedule.caught_up(rounds, entry, rounds_left=left)
    made = _write(competition, schedule, rounds, actor)
    if made:
        _tell(competition, entrant, made, actor)
        return
    wording = f"{entrant.team} joined late and finds no game left in {competition}."
    audit(competition.season.league, actor, "joined-late", wording)


def _rounds_left(competition: Competition) -> int | None:
    season = competition.season
    return rounds_left_of(season, rules_in_force(season.league))


def _write(
    competition: Competition,
    schedule: Schedule,
    rounds: Rounds,
    actor: Person | None,
) -> list[Fixture]:
    """Make what the new schedule has and the old one has not."""
    made: list[Fixture] = []
    for number, pairings in enumerate(rounds):
        if number >= len(schedule.rounds):
            extra = round_make(competition, pairings, actor)
            made += extra.fixtures.select_related("round", "competition")
            continue
        known = schedule.fixtures[number]
        for place, pairing in enumerate(pairings):
            fixture = known[place] if place < len(known) else None
            if place < len(known) and pairing == schedule.games[number][place]:
                continue
            if fixture is None:
                fixture = fixture_make(
                    competition,
                    schedule.rounds[number],
                    pairing.entries,
                    actor=actor,
                    why=pairing.why,
                )
            else:
                _step_in(fixture, pairing, actor)
            made.append(fixture)
    return made


def _step_in(fixture: Fixture, pairing: Pairing, actor: Person | None) -> None:
    """A bye becomes a match, or the match of a table one with another team more. Its
    players agree on a date again, as the newcomer has not been asked."""
    *there, newcomer = pairing.entries
    if not fixture.is_bye:
        reason = "A team joined late and takes a seat at this table."
        match_let_go(fixture, reason=reason, is_forgiven=True)
        fixture.date_steps.all().delete()
        fixture.agreed_for = None
    fixture.is_bye, fixture.outcome, fixture.rules = False, None, None
    fixture.why = list(pairing.why)
    fixture.save(update_fields=["is_bye", "outcome", "rules", "why", "agreed_for"])
    FixtureSide.objects.create(fixture=fixture, number=len(there), entrant_id=newcomer)
    match_for(fixture, actor=actor)


def _tell(
    competition: Competition,
    entrant: Entrant,
    made: list[Fixture],
    actor: Person | None,
) -> None:
    """In the log, to the newcomer, and to everybody who meets it."""
    season: Season = competition.season
    sides = FixtureSide.objects.filter(fixture__in=made).exclude(entrant=entrant)
    met = [
        (side.entrant, side.fixture.round)
        for side in sides.select_related("entrant__team", "fixture__round").order_by(
            "fixture__round__number"
        )
        if side.entrant is not None
    ]
    names = join_words([f"{one.team} in {where}" for one, where in met])
    wording = f"{entrant.team} joined {competition.name} late and meets {names}."
    audit(season.league, actor, "joined-late", wording)
    address = reverse("league:fixtures", args=[season.league.uid])

    def notify(person_id: int, words: str) -> None:
        tell([person_id], NoticeKind.DRAWN, words, address, league=season.league)

    games = counted(len(made), "game")
    notify(entrant.person_id, f"{competition.name}: {games} for you, against {names}.")
    for one, where in met:
        words = f"{entrant.team} joined {competition.name} late: you meet in {where}."
        notify(one.person_id, words)
