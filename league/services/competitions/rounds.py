"""Rounds: when they open and close, and what happens then."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from challenges.models import Match
from challenges.rules.stages import MatchStage
from kernel.errors import Refusal
from league.models.communication import NotificationKind
from league.models.competitions import Competition, Fixture, Round
from league.models.leagues import League, LeagueStage
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.rules.competitions.round_robin import Window
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import PlannedCompetition
from league.selectors.competitions.results import OWED, PARTS, bye_outcome
from league.selectors.house_rules import version_in_force
from league.selectors.seasons.season_length import windows_of
from league.services.communication.notifications import notify
from league.services.house_rules import activate_due_rules
from league.services.locks import lock_league, log_action
from people.models import Person
from teams.models import Team
from teams.rules.reports.team_report import GameKind, MatchType, Outcome, TeamReport
from teams.selectors.journal_store import get_state
from teams.services.games import report_game, settle_with_defaults
from teams.services.journal import Edit, Role

log = logging.getLogger(__name__)

CLOSED_AT_ONCE = 100
WAITS = "This counts as soon as the team's current match is over."
# The longest that a round may last.
LONGEST = timedelta(days=366)


def get_plan(competition: Competition) -> PlannedCompetition:
    return msgspec.convert(competition.settings, PlannedCompetition)


def compute_windows(
    competition: Competition, first: datetime, count: int = 1
) -> list[tuple[datetime, datetime]]:
    """Return when the next rounds open and close, around the pauses of the plan."""
    made = windows_of(get_plan(competition), int(first.timestamp()), count=count)
    return list(map(_as_datetimes, made))


def _as_datetimes(window: Window) -> tuple[datetime, datetime]:
    return (
        datetime.fromtimestamp(window.opens, UTC),
        datetime.fromtimestamp(window.closes, UTC),
    )


def move_round(*, uid: str, actor: Person, round_id: int, closes: datetime) -> Round:
    """Move the end of a round. Later rounds follow, each as long as planned; agreed
    dates stay."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        moved = _round_of(uid, round_id)
        now = timezone.now()
        if moved.opens is None or moved.closes is None:
            raise Refusal(
                f"{moved.name} opens when its teams are known, so it has no end yet.",
                code="no-window",
            )
        if not max(now, moved.opens) < closes <= now + LONGEST:
            raise Refusal(
                "Choose a date in the future, at most a year from now.",
                code="bad-window",
                field="closes",
            )
        competition = moved.competition
        later = list(competition.rounds.filter(number__gt=moved.number, opens__gt=now))
        _set_window(moved, moved.opens, closes)
        if later:
            dates = compute_windows(competition, closes, count=len(later))
            for one, (opens, ends) in zip(later, dates, strict=True):
                _set_window(one, opens, ends)
        after = " Later rounds move with it." if later else ""
        wording = f"{actor} moved the end of {competition.name}, {moved.name}.{after}"
        log_action(standpoint.league, actor, "round-moved", wording)
        _tell_moved([moved, *later], actor, wording)
    return moved


def _round_of(uid: str, round_id: int) -> Round:
    found = Round.objects.filter(
        pk=round_id,
        competition__season__league__uid=uid,
        competition__season__stage=SeasonStage.RUNNING,
    ).select_related("competition__season__league")
    one = found.first()
    if one is None:
        raise Http404("This round does not exist.")
    return one


def _set_window(one: Round, opens: datetime, closes: datetime) -> None:
    one.opens, one.closes = opens, closes
    one.save(update_fields=["opens", "closes"])
    waiting = Match.objects.filter(fixture__round=one, stage=MatchStage.ARRANGED)
    waiting.update(play_by=closes)


def _tell_moved(rounds: list[Round], actor: Person, words: str) -> None:
    """Notify everyone who still has to play in one of the rounds."""
    league = rounds[0].competition.season.league
    waiting = Fixture.objects.filter(
        round__in=rounds, match__stage=MatchStage.ARRANGED, sides__entrant__isnull=False
    )
    people = set(waiting.values_list("sides__entrant__person_id", flat=True))
    address = reverse("league:fixtures", args=[league.uid])
    notify(people - {actor.pk}, NotificationKind.DATES, words, address, league=league)


def open_round(opening: Round) -> None:
    """Open a round: activate waiting house rules and freeze the ratings of its teams
    (RATE-08)."""
    activate_due_rules(opening.competition.season.league, EffectiveFrom.NEXT_ROUND)
    _take_ratings(opening)


def freeze_newcomer_ratings(of_round: Round) -> None:
    """Freeze the ratings of teams that join an open playoff round (RATE-08)."""
    if of_round.ratings:
        _take_ratings(of_round)


def _take_ratings(of_round: Round) -> None:
    """Freeze ratings that are not frozen yet."""
    sides = of_round.fixtures.filter(sides__entrant__isnull=False)
    pairs = sides.values_list("sides__entrant__team_id", "sides__entrant__team__rating")
    found = {str(team): rating for team, rating in pairs}
    of_round.ratings = {**found, **of_round.ratings}
    of_round.save(update_fields=["ratings"])


def close_round(closing: Round) -> None:
    """Credit the byes of a round, once (LEAGUE-10)."""
    if closing.closed is not None:
        return
    for fixture in closing.fixtures.filter(is_bye=True):
        credit_bye(fixture)
    closing.closed = timezone.now()
    closing.save(update_fields=["closed"])


def credit_bye(fixture: Fixture) -> None:
    """Count a bye and write it to the team's journal."""
    side = fixture.sides.select_related("entrant").get(number=0)
    if side.entrant is None or side.entrant.stage != EntrantStage.ACTIVE:
        return
    fixture.outcome = bye_outcome(side.entrant.pk)
    settle_walkover(fixture, side.entrant, GameKind.BYE)


def settle_walkover(
    fixture: Fixture, entrant: Entrant, kind: GameKind, *, against: tuple[str, ...] = ()
) -> None:
    """Store the outcome of a walkover and settle it in the team's journal.

    If the team is in the middle of a match, the outcome counts at once and the
    settlement follows after the match.
    """
    fixture.rules = version_in_force(fixture.competition.season.league)
    state = get_state(Team.objects.get(pk=entrant.team_id))
    if state.open_game or state.settling is not None:
        _owe(fixture, entrant, kind)
        return
    fixture.save(update_fields=["outcome", "rules"])
    _write(fixture, entrant, kind, against)


def _owe(fixture: Fixture, entrant: Entrant, kind: GameKind) -> None:
    fixture.outcome = {**(fixture.outcome or {}), OWED: kind.value}
    fixture.why = [*fixture.why, WAITS]
    fixture.save(update_fields=["outcome", "rules", "why"])
    league = fixture.competition.season.league
    what = "has a bye" if kind is GameKind.BYE else "wins without playing"
    address = reverse("league:fixtures", args=[league.uid])
    words = f"{entrant.team} {what}. {WAITS}"
    notify([entrant.person_id], NotificationKind.SETTLED, words, address, league=league)


def settle_due_walkovers(team_ids: Collection[int] | None = None) -> int:
    """Settle walkovers of teams whose match has ended: of these teams, or of all.
    Called by the clock."""
    owed = Fixture.objects.filter(outcome__has_key=OWED)
    if team_ids is not None:
        owed = owed.filter(sides__entrant__team__in=team_ids)
    ids = list(owed.order_by("pk").values_list("pk", flat=True).distinct())
    return sum(map(_settle_owed, ids))


@transaction.atomic
def _settle_owed(fixture_id: int) -> bool:
    fixture = (
        Fixture.objects.select_for_update(of=("self",))
        .select_related("competition__season__league")
        .get(pk=fixture_id)
    )
    outcome = dict(fixture.outcome or {})
    if OWED not in outcome:
        return False
    kind = GameKind(outcome.pop(OWED))
    winner = outcome[PARTS][0]["entry"]
    sides = fixture.sides.select_related("entrant__team").order_by("number")
    there = {one.entrant.pk: one.entrant for one in sides if one.entrant}
    state = get_state(there[winner].team)
    if state.open_game or state.settling is not None:
        return False
    fixture.outcome = outcome
    fixture.why = [one for one in fixture.why if one != WAITS]
    fixture.save(update_fields=["outcome", "why"])
    if there[winner].stage == EntrantStage.ACTIVE:
        against = tuple(str(one.team) for pk, one in there.items() if pk != winner)
        _write(fixture, there[winner], kind, against)
    return True


def _write(
    fixture: Fixture, entrant: Entrant, kind: GameKind, against: tuple[str, ...]
) -> None:
    edit = Edit(team_id=entrant.team_id, actor=None, role=Role.SITE)
    report_game(
        edit,
        report=TeamReport(
            match=_key_of(fixture, kind),
            standing=MatchType.LEAGUE,
            kind=kind,
            outcome=Outcome.WIN,
            opponents=against,
        ),
    )
    settle_with_defaults(edit)


def _key_of(fixture: Fixture, kind: GameKind) -> str:
    """Return the key that journals use, the same on every site the league moves to."""
    of = f"{fixture.competition.seed} {fixture.number}"
    return f"{kind.value}-{sha256(of.encode()).hexdigest()[:24]}"


def open_due_rounds() -> int:
    """Open every round whose window has started. Called by the clock.

    A round without any known teams waits.
    """
    due = Round.objects.filter(ratings={}, closed=None, opens__lte=timezone.now())
    taken = Fixture.objects.filter(
        Q(match__isnull=False) | Q(is_bye=True), round=OuterRef("pk")
    )
    return _each_alone(due.filter(Exists(taken)).order_by("opens"), open_round)


def close_due_rounds() -> int:
    """Close every round whose window is over. Called by the clock."""
    due = Round.objects.filter(closed=None, closes__lte=timezone.now())
    return _each_alone(due.order_by("closes"), close_round)


def _each_alone(due: QuerySet[Round], act: Callable[[Round], None]) -> int:
    """Handle each league in its own transaction, with a lock. Refusals are logged;
    archived leagues are skipped."""
    done = 0
    due = due.filter(competition__season__league__stage=LeagueStage.RUNNING)
    for one in due.select_related("competition__season")[:CLOSED_AT_ONCE]:
        season = one.competition.season
        try:
            with transaction.atomic():
                league = League.objects.select_for_update().get(pk=season.league_id)
                season.league = league
                act(one)
            done += 1
        except Refusal:
            log.exception(
                "Round %s of league %s could not be closed.", one.pk, league.uid
            )
    return done
