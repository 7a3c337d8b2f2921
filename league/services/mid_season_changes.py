"""Late entries and withdrawals during a season (LEAGUE-09, LEAGUE-15).

Late entries replace byes in later rounds or take free seats at tables. They only play
missed matches if the competition or the ninja master lets them catch up.
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
from kernel.phrases import count_noun, list_words
from league.models.communication import NotificationKind
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
from league.rules.competitions.results import EntryId, TeamResult
from league.rules.competitions.round_robin import Rounds, add_late_joiner
from league.rules.seasons import LeftoverGame
from league.selectors.competitions.match_dates import talks_of
from league.selectors.competitions.results import PARTS
from league.selectors.competitions.schedules import SCHEDULES, Schedule, Schedules
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.entrants import (
    find_match_in_progress,
    home_of,
    list_leftover_fixtures,
    withdrawal_effect,
)
from league.selectors.seasons.season_length import rounds_left_of
from league.services.communication.notifications import notify
from league.services.competitions.draws import (
    create_fixture,
    create_match,
    create_round,
    detach_match,
)
from league.services.competitions.playoffs import advance_playoffs
from league.services.competitions.rounds import credit_bye, get_plan, settle_walkover
from league.services.locks import log_action
from people.models import Person
from rulebook.rules.rule_setting_values import UnplayedGames
from teams.rules.reports.team_report import GameKind
from teams.rules.state import Stage
from teams.services.adjustments import retire_team
from teams.services.journal import Edit, Role


def join_group(entrant: Entrant) -> None:
    """Put the team into the smallest group, if there are groups."""
    others = entrant.season.entrants.filter(stage=EntrantStage.ACTIVE)
    sizes = Counter(others.exclude(group="").values_list("group", flat=True))
    if sizes and not entrant.group:
        entrant.group = min(sizes, key=lambda group: (sizes[group], group))
        entrant.save(update_fields=["group"])


def enter_late(entrant: Entrant, actor: Person | None) -> None:
    """Add the team to every drawn schedule, once it is registered."""
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


def enter_registered_team(team_id: int) -> None:
    """Add a late entry to the schedules now that it is registered."""
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
                enter_late(entrant, entrant.person)


def catch_up_late_entry(
    competition: Competition, entrant: Entrant, actor: Person
) -> int:
    """Create all matches of a round robin that a team has missed."""
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
    if is_round_robin and get_plan(competition).catches_up:
        left = _rounds_left(competition)
        rounds = schedule.caught_up(rounds, entry, rounds_left=left)
    made = _write(competition, schedule, rounds, actor)
    if made:
        _tell(competition, entrant, made, actor)
        return
    wording = f"{entrant.team} entered late and has no match left in {competition}."
    log_action(competition.season.league, actor, "joined-late", wording)


def _rounds_left(competition: Competition) -> int | None:
    season = competition.season
    return rounds_left_of(season, rules_in_force(season.league))


def _write(
    competition: Competition,
    schedule: Schedule,
    rounds: Rounds,
    actor: Person | None,
) -> list[Fixture]:
    """Create the fixtures that only the new schedule has."""
    made: list[Fixture] = []
    for number, pairings in enumerate(rounds):
        if number >= len(schedule.rounds):
            extra = create_round(competition, pairings, actor)
            made += extra.fixtures.select_related("round", "competition")
            continue
        known = schedule.fixtures[number]
        for place, pairing in enumerate(pairings):
            fixture = known[place] if place < len(known) else None
            if place < len(known) and pairing == schedule.games[number][place]:
                continue
            if fixture is None:
                fixture = create_fixture(
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
    """Turn a bye into a match, or add the team to a match at a table. Its players agree
    on a date again."""
    *there, newcomer = pairing.entries
    if not fixture.is_bye:
        reason = "A late entry takes a seat at this table."
        detach_match(fixture, reason=reason, is_forgiven=True)
        fixture.date_steps.all().delete()
        fixture.agreed_for = None
    fixture.is_bye, fixture.outcome, fixture.rules = False, None, None
    fixture.why = list(pairing.why)
    fixture.save(update_fields=["is_bye", "outcome", "rules", "why", "agreed_for"])
    FixtureSide.objects.create(fixture=fixture, number=len(there), entrant_id=newcomer)
    create_match(fixture, actor=actor)


def _tell(
    competition: Competition,
    entrant: Entrant,
    made: list[Fixture],
    actor: Person | None,
) -> None:
    """Log the late entry, and notify its owner and opponents."""
    season: Season = competition.season
    sides = FixtureSide.objects.filter(fixture__in=made).exclude(entrant=entrant)
    met = [
        (side.entrant, side.fixture.round)
        for side in sides.select_related("entrant__team", "fixture__round").order_by(
            "fixture__round__number"
        )
        if side.entrant is not None
    ]
    names = list_words([f"{one.team} in {where}" for one, where in met])
    wording = f"{entrant.team} entered {competition.name} late and meets {names}."
    log_action(season.league, actor, "joined-late", wording)
    address = reverse("league:fixtures", args=[season.league.uid])

    def notify_person(person_id: int, words: str) -> None:
        notify(
            [person_id], NotificationKind.DRAWN, words, address, league=season.league
        )

    games = count_noun(len(made), "match", "matches")
    notify_person(
        entrant.person_id, f"You have {games} in {competition.name}: against {names}."
    )
    for one, where in met:
        words = (
            f"{entrant.team} entered {competition.name} late. You meet them in {where}."
        )
        notify_person(one.person_id, words)


def retire_entrant(entrant: Entrant, actor: Person | None) -> None:
    """Close the scroll of a team for good."""
    if entrant.team.stage != Stage.RETIRED:
        edit = Edit(team_id=entrant.team_id, actor=actor, role=Role.SITE)
        retire_team(edit, reason=f"Left {entrant.season.league}.")


def retire_withdrawn_teams(fixture: Fixture) -> None:
    """Retire teams that had withdrawn but were still playing this match."""
    gone = (
        Entrant.objects.exclude(stage=EntrantStage.ACTIVE)
        .alias(home=home_of(team="team", name="team__league"))
        .filter(fixture_sides__fixture=fixture, home=F("season__league"))
    )
    for entrant in gone.select_related("team", "season__league").order_by("team_id"):
        if find_match_in_progress(entrant) is None:
            retire_entrant(entrant, None)


def refuse_if_in_match(entrant: Entrant) -> None:
    """Refuse to withdraw a team in the middle of a match."""
    if (playing := find_match_in_progress(entrant)) is not None:
        raise Refusal(playing.sentence, code="match-under-way")


def close_fixtures_of(entrant: Entrant) -> None:
    """Turn the unplayed fixtures of a team into byes, wins or nothing, and delete its
    own uncounted byes."""
    for fixture, left in list_leftover_fixtures(entrant):
        _leave(fixture, left, entrant)
    own = Fixture.objects.filter(sides__entrant=entrant, is_bye=True)
    own.filter(outcome__isnull=True).delete()
    for competition in entrant.season.competitions.all():
        advance_playoffs(competition)


def _leave(fixture: Fixture, left: LeftoverGame, gone: Entrant) -> None:
    match withdrawal_effect(fixture, left):
        case None:
            _play_on(fixture, gone)
        case UnplayedGames.BYES:
            _become_bye(fixture, left, gone)
        case UnplayedGames.WINS:
            _become_win(fixture, left, gone)
        case UnplayedGames.VOID:
            if fixture.match is not None:
                edit = MatchEdit(uid=fixture.match.uid, actor=None)
                call_off_match(edit, reason=withdrawal_sentence(gone))


def withdrawal_sentence(gone: Entrant) -> str:
    return f"{gone.team} has left the season."


def _play_on(fixture: Fixture, gone: Entrant) -> None:
    """Continue a match of three or four without the team. A date stays agreed if only
    the withdrawn team had not accepted it."""
    if fixture.match is None:
        raise AssertionError("A fixture that is still to be played has a match.")
    fixture.sides.filter(entrant=gone).delete()
    for number, side in enumerate(fixture.sides.order_by("number")):
        side.number = number
        side.save(update_fields=["number"])
    told = withdrawal_sentence(gone)
    fixture.why = [*fixture.why, f"{told} The other teams play on."]
    agreed = talks_of(fixture).agreed
    fixture.agreed_for = None
    if agreed is not None:
        fixture.agreed_for = datetime.fromtimestamp(agreed, UTC)
    fixture.save(update_fields=["why", "agreed_for"])
    edit = MatchEdit(uid=fixture.match.uid, actor=None)
    remove_from_match(edit, team_id=gone.team_id, reason=told)


def _become_bye(fixture: Fixture, left: LeftoverGame, gone: Entrant) -> None:
    if left.for_entry is None:
        return
    stays = fixture.sides.get(entrant=left.for_entry).entrant
    detach_match(
        fixture, reason=f"{withdrawal_sentence(gone)} {stays} has a bye instead."
    )
    fixture.sides.exclude(entrant=left.for_entry).delete()
    fixture.sides.update(number=0)
    fixture.is_bye, fixture.why = True, ["Its opponent left the league."]
    fixture.save(update_fields=["is_bye", "why"])
    # An open round credits its byes when it closes.
    if fixture.round is None or fixture.round.closed is not None:
        credit_bye(fixture)


def _become_win(fixture: Fixture, left: LeftoverGame, gone: Entrant) -> None:
    winner = fixture.sides.get(entrant=left.for_entry).entrant
    if winner is None:
        return
    detach_match(
        fixture, reason=f"{withdrawal_sentence(gone)} {winner} wins without playing."
    )
    parts = [
        TeamResult(entry=EntryId(winner.pk), place=1),
        TeamResult(entry=EntryId(gone.pk), place=2, is_forfeit=True),
    ]
    fixture.outcome = {PARTS: msgspec.to_builtins(parts)}
    settle_walkover(fixture, winner, GameKind.FORFEIT_WON, against=(str(gone.team),))
