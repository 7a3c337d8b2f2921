"""Teams that join when the schedule is drawn already (LEAGUE-09).

They meet whoever would have sat out in rounds to come, or sit down at a table that has
a seat left. Games they came too late for are not counted, unless the competition or the
ninja master lets them catch up.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import msgspec
from django.db import transaction
from django.db.models import F
from django.urls import reverse

from challenges.services.locks import Edit as MatchEdit
from challenges.services.match_start import call_off_match, remove_from_match
from kernel.errors import Refusal
from league.models.communication import NoticeKind
from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
    FixtureSide,
)
from league.models.leagues import League
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions.pairing_weights import Pairing
from league.rules.competitions.results import EntryId, Part
from league.rules.competitions.round_robin import Rounds, add_late_joiner
from league.rules.seasons import Left
from league.selectors.competitions.match_dates import talks_of
from league.selectors.competitions.results import PARTS
from league.selectors.competitions.schedules import SCHEDULES, Schedule, Schedules
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.entrants import fate_of, home_of, left_behind, under_way
from league.selectors.seasons.season_length import rounds_left_of
from league.services.communication.notifications import tell
from league.services.competitions.draws import (
    fixture_make,
    match_for,
    match_let_go,
    round_make,
)
from league.services.competitions.playoffs import playoffs_go_on
from league.services.competitions.rounds import bye_credit, plan_of, walkover_settle
from league.services.locks import audit
from people.models import Person
from rulebook.rules.rule_setting_values import UnplayedGames
from teams.rules.phrases import counted, join_words
from teams.rules.reports.team_report import GameKind
from teams.rules.state import Stage
from teams.services.adjustments import retire_team
from teams.services.journal import Edit, Role


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
            "Teams can only catch up in a round robin that has been drawn.",
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
            f"{entrant.team} has missed matches, but the season has no round"
            " left for them. Give the season more rounds in the house rules.",
            code="too-many-rounds",
        )
    if not made:
        raise Refusal(
            f"{entrant.team} has not missed any matches.", code="nothing-missed"
        )
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
    wording = f"{entrant.team} entered late and has no match left in {competition}."
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
        reason = "A late entry takes a seat at this table."
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
    wording = f"{entrant.team} entered {competition.name} late and meets {names}."
    audit(season.league, actor, "joined-late", wording)
    address = reverse("league:fixtures", args=[season.league.uid])

    def notify(person_id: int, words: str) -> None:
        tell([person_id], NoticeKind.DRAWN, words, address, league=season.league)

    games = counted(len(made), "match", "matches")
    notify(
        entrant.person_id, f"You have {games} in {competition.name}: against {names}."
    )
    for one, where in met:
        words = (
            f"{entrant.team} entered {competition.name} late. You meet them in {where}."
        )
        notify(one.person_id, words)


def team_close(entrant: Entrant, actor: Person | None) -> None:
    """Its scroll is closed for good, if it is not."""
    if entrant.team.stage != Stage.RETIRED:
        edit = Edit(team_id=entrant.team_id, actor=actor, role=Role.SITE)
        retire_team(edit, reason=f"Left {entrant.season.league}.")


def teams_close_late(fixture: Fixture) -> None:
    """Teams that had left, but for the match that is over now."""
    gone = (
        Entrant.objects.exclude(stage=EntrantStage.ACTIVE)
        .alias(home=home_of(team="team", name="team__league"))
        .filter(fixture_sides__fixture=fixture, home=F("season__league"))
    )
    for entrant in gone.select_related("team", "season__league").order_by("team_id"):
        if under_way(entrant) is None:
            team_close(entrant, None)


def refuse_under_way(entrant: Entrant) -> None:
    """Nobody leaves in the middle of a match."""
    if (playing := under_way(entrant)) is not None:
        raise Refusal(playing.sentence, code="match-under-way")


def games_leave_behind(entrant: Entrant) -> None:
    """Byes, nothing or wins for those who would have met the team. Byes of its own
    that do not count yet fall away."""
    for fixture, left in left_behind(entrant):
        _leave(fixture, left, entrant)
    own = Fixture.objects.filter(sides__entrant=entrant, is_bye=True)
    own.filter(outcome__isnull=True).delete()
    for competition in entrant.season.competitions.all():
        playoffs_go_on(competition)


def _leave(fixture: Fixture, left: Left, gone: Entrant) -> None:
    match fate_of(fixture, left):
        case None:
            _play_on(fixture, gone)
        case UnplayedGames.BYES:
            _become_bye(fixture, left, gone)
        case UnplayedGames.WINS:
            _become_win(fixture, left, gone)
        case UnplayedGames.VOID:
            if fixture.match is not None:
                edit = MatchEdit(uid=fixture.match.uid, actor=None)
                call_off_match(edit, reason=left_words(gone))


def left_words(gone: Entrant) -> str:
    return f"{gone.team} has left the season."


def _play_on(fixture: Fixture, gone: Entrant) -> None:
    """The others of three or four meet without it. A date that suits all of them was
    agreed on, if it was only the one who left that had not said so."""
    if fixture.match is None:
        raise AssertionError("A fixture that is still to be played has a match.")
    fixture.sides.filter(entrant=gone).delete()
    for number, side in enumerate(fixture.sides.order_by("number")):
        side.number = number
        side.save(update_fields=["number"])
    told = left_words(gone)
    fixture.why = [*fixture.why, f"{told} The other teams play on."]
    agreed = talks_of(fixture).agreed
    fixture.agreed_for = None
    if agreed is not None:
        fixture.agreed_for = datetime.fromtimestamp(agreed, UTC)
    fixture.save(update_fields=["why", "agreed_for"])
    edit = MatchEdit(uid=fixture.match.uid, actor=None)
    remove_from_match(edit, team_id=gone.team_id, reason=told)


def _become_bye(fixture: Fixture, left: Left, gone: Entrant) -> None:
    if left.for_entry is None:
        return
    stays = fixture.sides.get(entrant=left.for_entry).entrant
    match_let_go(fixture, reason=f"{left_words(gone)} {stays} has a bye instead.")
    fixture.sides.exclude(entrant=left.for_entry).delete()
    fixture.sides.update(number=0)
    fixture.is_bye, fixture.why = True, ["Its opponent left the league."]
    fixture.save(update_fields=["is_bye", "why"])
    # A round that is not closed yet credits its byes when it is.
    if fixture.round is None or fixture.round.closed is not None:
        bye_credit(fixture)


def _become_win(fixture: Fixture, left: Left, gone: Entrant) -> None:
    winner = fixture.sides.get(entrant=left.for_entry).entrant
    if winner is None:
        return
    match_let_go(fixture, reason=f"{left_words(gone)} {winner} wins without playing.")
    parts = [
        Part(entry=EntryId(winner.pk), place=1),
        Part(entry=EntryId(gone.pk), place=2, is_forfeit=True),
    ]
    fixture.outcome = {PARTS: msgspec.to_builtins(parts)}
    walkover_settle(fixture, winner, GameKind.FORFEIT_WON, against=(str(gone.team),))
