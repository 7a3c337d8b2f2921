"""Settlements, run through an outbox.

The settlement's row is committed with the confirmation; the message to a worker is only
a hint, and a sweeper finds rows that were missed. Each team is settled in one
transaction with its journal and step, so it happens once however often it is tried.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from challenges.models import Match, MatchTeam, Report, Settlement, SettlementStep
from challenges.rules.stages import MatchAction, MatchStage, SettlementStage
from challenges.selectors.match_host import MatchEvent, get_host
from challenges.selectors.settlement_progress import list_unconfirmed_dice
from challenges.services.locks import Edit, lock_match, match_key, site_edit
from challenges.signals import settlement_queued
from kernel.errors import Refusal
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.reports.team_report import TeamReport
from teams.rules.settlement.needs import RollNeeded
from teams.rules.state import TeamState
from teams.selectors.journal_store import get_state
from teams.selectors.settlement import find_need
from teams.services.games import report_game, roll_dice, settle_with_defaults

REPORTED, DONE, WITNESSED = "report", "done", "witnessed"
AT_ONCE = 200
_UID = re.compile(r"[0-9a-f]{32}")
_FIRST_PAUSE = timedelta(seconds=30)
_LONGEST_PAUSE = timedelta(hours=1)
_DOUBLINGS_MAX = 7


def queue_settlement(
    match: Match,
    report: Report,
    reports: Sequence[TeamReport],
    *,
    decision_days: int,
) -> Settlement:
    """Queue a settlement inside the caller's transaction."""
    settlement = Settlement.objects.create(
        match=match,
        report=report,
        revision=match.settlements.count() + 1,
        reports=msgspec.to_builtins(list(reports)),
        decide_by=timezone.now() + timedelta(days=decision_days),
    )
    settlement_queued.send(sender=Settlement, settlement_id=settlement.pk)
    return settlement


def run_settlement(*, settlement_id: int) -> Settlement:
    """Write the missing journals, team by team.

    A refusal of one team does not stop the others; it is stored and retried.
    """
    settlement = _claimed(settlement_id)
    if settlement is None or settlement.stage != SettlementStage.OWED:
        return Settlement.objects.get(pk=settlement_id)
    refused: list[str] = []
    places = MatchTeam.objects.filter(match=settlement.match_id)
    for place in sorted(places, key=lambda one: one.team_id or 0):
        try:
            _settle_team(settlement_id, place)
        except Refusal as refusal:
            refused += [part.sentence for part in refusal.parts]
    with transaction.atomic():
        _locked_match(settlement.match_id)
        settlement = Settlement.objects.select_for_update().get(pk=settlement_id)
        settlement.error = " ".join(dict.fromkeys(refused))
        if not refused and settlement.stage == SettlementStage.OWED:
            settlement.stage = SettlementStage.OPEN
        settlement.save(update_fields=["error", "stage"])
    return finish_settlement(settlement_id=settlement_id)


def finish_settlement(*, settlement_id: int) -> Settlement:
    """Record the finished teams; finish the settlement after the last."""
    with transaction.atomic():
        matches = Match.objects.select_for_update(of=("self",))
        match = matches.get(settlements=settlement_id)
        settlement = Settlement.objects.select_for_update().get(pk=settlement_id)
        if settlement.stage != SettlementStage.OPEN:
            return settlement
        known = {(one.place_id, one.step): one for one in settlement.steps.all()}
        places = _with_teams(match)
        for place in places:
            begun = known.get((place.pk, REPORTED))
            if begun is None or (place.pk, DONE) in known or place.team is None:
                continue
            if not is_settling(get_state(place.team), match):
                known[place.pk, DONE] = SettlementStep.objects.create(
                    settlement=settlement,
                    place=place,
                    step=DONE,
                    first_line=begun.first_line,
                    last_line=place.team.version,
                )
        is_done = all((place.pk, DONE) in known for place in places)
        if is_done and not list_unconfirmed_dice(match, places, known):
            _finish(match, settlement)
    return settlement


def apply_defaults(*, settlement_id: int) -> Settlement:
    """Roll and decide everything open, after the deadline."""
    settlement = Settlement.objects.select_related("match").get(pk=settlement_id)
    for place in sorted(
        _with_teams(settlement.match), key=lambda one: one.team_id or 0
    ):
        if place.team and is_settling(get_state(place.team), settlement.match):
            settle_with_defaults(site_edit(place))
    settlement = finish_settlement(settlement_id=settlement_id)
    if settlement.stage != SettlementStage.OPEN:
        return settlement
    return _take_silence(settlement_id)


def _take_silence(settlement_id: int) -> Settlement:
    """Accept entered dice that no opponent objected to in time (POST-07)."""
    with transaction.atomic():
        settlement = Settlement.objects.select_for_update().get(pk=settlement_id)
        done = settlement.steps.filter(step=DONE)
        for one in done if settlement.stage == SettlementStage.OPEN else ():
            SettlementStep.objects.get_or_create(
                settlement=settlement,
                place=one.place,
                step=WITNESSED,
                defaults={"first_line": one.first_line, "last_line": one.last_line},
            )
    return finish_settlement(settlement_id=settlement_id)


def is_queued(*, settlement_id: int) -> bool:
    owed = Settlement.objects.filter(pk=settlement_id, stage=SettlementStage.OWED)
    return owed.exists()


def list_due_settlements() -> list[int]:
    """Return queued settlements without an active worker."""
    owed = Settlement.objects.filter(
        stage=SettlementStage.OWED, next_try__lte=timezone.now()
    )
    return list(owed.order_by("next_try").values_list("pk", flat=True)[:AT_ONCE])


def finish_open_settlements() -> None:
    """Finish settlements whose journals are complete."""
    found = Settlement.objects.filter(stage=SettlementStage.OPEN)
    for pk in list(found.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        finish_settlement(settlement_id=pk)


def apply_overdue_defaults() -> None:
    """Apply defaults to overdue settlements; a refusal does not stop the others."""
    late = Settlement.objects.filter(
        stage=SettlementStage.OPEN, decide_by__lte=timezone.now()
    )
    for pk in list(late.order_by("decide_by").values_list("pk", flat=True)[:AT_ONCE]):
        try:
            apply_defaults(settlement_id=pk)
        except Refusal as refusal:
            Settlement.objects.filter(pk=pk).update(error=refusal.sentence)


def list_open_settlements(team_id: int, match: str) -> list[int]:
    """Return the open settlements of a match, by its key in journals. Queries: 1.

    Byes and games that a team reports alone have names of their own.
    """
    if not _UID.fullmatch(match):
        return []
    found = Settlement.objects.filter(
        stage=SettlementStage.OPEN,
        match__uid=UUID(match),
        match__places__team=team_id,
    )
    return list(found.values_list("pk", flat=True))


def is_settling(state: TeamState, match: Match) -> bool:
    settling = state.settling
    return settling is not None and settling.report.match == match_key(match)


def _claimed(settlement_id: int) -> Settlement | None:
    """Record the attempt and when to retry if it fails."""
    with transaction.atomic():
        found = Settlement.objects.select_for_update().filter(pk=settlement_id)
        settlement = found.first()
        if settlement is None or settlement.stage != SettlementStage.OWED:
            return settlement
        pause = _FIRST_PAUSE * 2 ** min(settlement.attempts, _DOUBLINGS_MAX)
        settlement.attempts += 1
        settlement.next_try = timezone.now() + min(pause, _LONGEST_PAUSE)
        settlement.save(update_fields=["attempts", "next_try"])
    return settlement


@transaction.atomic
def _settle_team(settlement_id: int, place: MatchTeam) -> None:
    settlement = Settlement.objects.select_for_update().get(pk=settlement_id)
    if settlement.stage != SettlementStage.OWED:
        return
    if settlement.steps.filter(place=place, step=REPORTED).exists():
        return
    report = msgspec.convert(settlement.reports[place.number], TeamReport)
    written = report_game(site_edit(place), report=report)
    SettlementStep.objects.create(
        settlement=settlement,
        place=place,
        step=REPORTED,
        batch=written.batch,
        first_line=written.lines[0].number,
        last_line=written.lines[-1].number,
    )
    if written.state.rules.dice_source is DiceSource.SERVER:
        _roll(place, written.state)


def _roll(place: MatchTeam, state: TeamState) -> None:
    """Roll all dice that the team waits for, as the site."""
    while state.settling and isinstance(find_need(state), RollNeeded):
        state = roll_dice(site_edit(place)).state


def _with_teams(match: Match) -> list[MatchTeam]:
    return list(match.places.select_related("team").order_by("number"))


def _locked_match(match_id: int) -> Match:
    return Match.objects.select_for_update().get(pk=match_id)


def _finish(match: Match, settlement: Settlement) -> None:
    now = timezone.now()
    settlement.stage, settlement.finished = SettlementStage.DONE, now
    settlement.save(update_fields=["stage", "finished"])
    match.stage, match.settled, match.updated = MatchStage.SETTLED, now, now
    match.version += 1
    match.save(update_fields=["stage", "settled", "updated", "version"])
    get_host(match).on_match_event(match, MatchEvent.SETTLED, None)


def confirm_dice(edit: Edit, *, number: int) -> Match:
    """Confirm that another team's entered dice are right."""
    with lock_match(edit, MatchAction.WITNESS) as locked:
        place = next((one for one in locked.places if one.number == number), None)
        if place is None:
            raise Refusal("There is no such team in the match.", code="no-such-team")
        others = [one for one in locked.own if one.person_id != place.person_id]
        if not others and not (locked.is_master and not locked.is_party):
            raise PermissionDenied(
                "Only an opponent or the ninja master can confirm these dice."
            )
        settlement = locked.match.settlements.filter(stage=SettlementStage.OPEN).first()
        if settlement is None:
            raise Refusal("There are no dice to confirm.", code="nothing-open")
        mark_dice_confirmed(settlement, place)
        locked.save_and_publish(None, None)
    finish_settlement(settlement_id=settlement.pk)
    return locked.match


def mark_dice_confirmed(settlement: Settlement, place: MatchTeam) -> None:
    done = settlement.steps.filter(place=place, step=DONE).first()
    if done is None:
        raise Refusal(
            f"{place.name} has not finished yet. Confirm its dice after that.",
            code="not-done",
        )
    SettlementStep.objects.get_or_create(
        settlement=settlement,
        place=place,
        step=WITNESSED,
        defaults={"first_line": done.first_line, "last_line": done.last_line},
    )
