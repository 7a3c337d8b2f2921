"""Agree on dates for fixtures, and rule on fixtures without one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

from django.http import Http404
from django.utils import timezone

from challenges.models import Match
from challenges.rules.reports.match_report import Presence
from challenges.rules.stages import MatchStage
from challenges.services.absences import forfeit_match
from challenges.services.locks import Edit as MatchEdit
from kernel.errors import Refusal
from league.models.competitions import DateStep, Fixture, FixtureSide
from league.models.seasons import Entrant
from league.rules import match_dates as rules
from league.rules.competitions.results import EntryId
from league.rules.match_dates import Ruling, is_no_show
from league.selectors.competitions.fixtures import people_of
from league.selectors.competitions.match_dates import (
    effect_of,
    ruling_on,
    talks_of,
    window_of,
)
from league.services.communication.match_notifications import notify_dates
from league.services.locks import lock_league, log_action, refuse_conflict_of_interest
from people.models import Person
from people.selectors import moment_words, preferences


def propose_dates(
    *, uid: str, actor: Person, fixture_id: int, dates: Sequence[datetime]
) -> DateStep:
    with lock_league(uid, actor) as standpoint:
        fixture, entrant = _own(uid, actor, fixture_id)
        step = rules.propose(
            EntryId(entrant.pk),
            [_seconds(date) for date in dates],
            _now(),
            window_of(fixture),
        )
        made = _write(fixture, actor, step)
        wording = f"{actor} offered dates for {_title(fixture)}"
        detailed = f"{wording}: {_moments(actor, step.dates)}."
        log_action(standpoint.league, actor, "dates", detailed)
        notify_dates(fixture, actor, f"{wording}.")
    return made


def accept_date(*, uid: str, actor: Person, fixture_id: int, date: datetime) -> Fixture:
    """Accept a date. Once everyone has, the match has its date."""
    with lock_league(uid, actor) as standpoint:
        fixture, entrant = _own(uid, actor, fixture_id)
        standing = talks_of(fixture)
        step = rules.accept(standing, EntryId(entrant.pk), _seconds(date), _now())
        _write(fixture, actor, step)
        wording = f"{actor} accepted {_moments(actor, step.dates)} for"
        log_action(standpoint.league, actor, "dates", f"{wording} {_title(fixture)}.")
        agreed = talks_of(fixture).agreed
        if agreed is not None:
            fixture.agreed_for = datetime.fromtimestamp(agreed, UTC)
            fixture.save(update_fields=["agreed_for"])
            told = partial(_on, _title(fixture), fixture.agreed_for)
            # All readers of the log see the same text, so it names the time zone.
            wording = told(preferences(actor)[0])
            log_action(standpoint.league, actor, "dates", wording)
            notify_dates(fixture, actor, told)
    return fixture


def decline_dates(*, uid: str, actor: Person, fixture_id: int) -> DateStep:
    with lock_league(uid, actor) as standpoint:
        fixture, entrant = _own(uid, actor, fixture_id)
        step = rules.decline(talks_of(fixture), EntryId(entrant.pk), _now())
        wording = f"{actor} declined the dates for {_title(fixture)}."
        log_action(standpoint.league, actor, "dates", wording)
        notify_dates(fixture, actor, wording)
        return _write(fixture, actor, step)


def rule_on_fixture(*, uid: str, actor: Person, fixture_id: int) -> Ruling:
    """Rule on an unplayed fixture from the log of its dates (LEAGUE-12).

    The ninja master declares the ruling; the log alone decides it.
    """
    with lock_league(uid, actor, by_master=True) as standpoint:
        fixture = _fixture(uid, fixture_id)
        refuse_conflict_of_interest(standpoint, people_of(fixture))
        ruling = ruling_on(fixture, _now())
        if not is_no_show(ruling):
            raise Refusal(
                "The dates do not show who is to blame. Rule on the match"
                " yourself, or extend the round.",
                code="no-ruling",
            )
        effect = effect_of(fixture, ruling)
        match = _declare(fixture, ruling, actor)
        if match.stage == MatchStage.REPORTED:  # her own match (NM-07)
            wording = (
                f"{actor}, who plays in {_title(fixture)}, reported a no-show."
                " It counts once the opponent confirms it or the deadline for a"
                " dispute has passed."
            )
        else:
            effects = " ".join(effect.sentences)
            wording = f"{actor} ruled on {_title(fixture)}: {effects}"
        log_action(standpoint.league, actor, "no-show", wording, is_override=True)
    return ruling


def _declare(fixture: Fixture, ruling: Ruling, actor: Person) -> Match:
    """Declare the no-show: a forfeit or a void match (LEAGUE-12, LEAGUE-13)."""
    if fixture.match is None:
        raise AssertionError("Only a match can have a no-show.")
    absent = ruling.absent
    edit = MatchEdit(uid=fixture.match.uid, actor=actor)
    sides = fixture.sides.order_by("number")
    numbers = [side.number for side in sides if side.entrant_id in absent]
    return forfeit_match(
        edit,
        absent=numbers,
        presence=Presence.NO_SHOW,
        reason=" ".join(ruling.reasons),
    )


def _own(uid: str, actor: Person, fixture_id: int) -> tuple[Fixture, Entrant]:
    fixture = _fixture(uid, fixture_id)
    sides = FixtureSide.objects.filter(fixture=fixture).select_related("entrant")
    for side in sides:
        if side.entrant is not None and side.entrant.person_id == actor.pk:
            return fixture, side.entrant
    raise Http404("You have no team in this fixture.")


def _fixture(uid: str, fixture_id: int) -> Fixture:
    fixture = (
        Fixture.objects.filter(
            pk=fixture_id,
            competition__season__league__uid=uid,
            match__stage=MatchStage.ARRANGED,
        )
        .select_related("match", "round", "competition__season__league")
        .first()
    )
    if fixture is None:
        raise Http404("There is no unplayed fixture here.")
    return fixture


def _write(fixture: Fixture, actor: Person, step: rules.DateStep) -> DateStep:
    return DateStep.objects.create(
        fixture=fixture,
        person=actor,
        kind=step.kind.value,
        dates=list(step.dates),
        created=datetime.fromtimestamp(step.at, UTC),
    )


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _now() -> int:
    return _seconds(timezone.now())


def _moments(actor: Person, dates: Sequence[int]) -> str:
    """Return the dates as text for the audit log, which keeps them."""
    zone = preferences(actor)[0]
    moments = [datetime.fromtimestamp(date, UTC) for date in dates]
    return "; ".join(moment_words(moment, zone) for moment in moments)


def _on(title: str, moment: datetime, zone: ZoneInfo) -> str:
    return f"{title} is on {moment_words(moment, zone)}."


def _title(fixture: Fixture) -> str:
    sides = fixture.sides.select_related("entrant__team").order_by("number")
    return " against ".join(str(side.entrant) for side in sides)
