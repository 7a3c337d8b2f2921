"""Teams that do not play: forfeits, no-shows, and matches the others call off.

With one side left the match is over at once. With two or more left, the absent team is
marked and loses, and the others decide: they play on, or all of them agree to call the
match off.
"""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone

from challenges.models import Match
from challenges.rules.reports.match_report import (
    Lineup,
    MatchReport,
    Presence,
    TeamPart,
    points_behind,
    unplayed_report,
)
from challenges.rules.reports.outcomes import team_reports
from challenges.rules.reports.summary import ABSENT
from challenges.rules.stages import Agreement, MatchAction, MatchStage, ReportKind
from challenges.selectors.match_host import MatchEvent
from challenges.services.challenge_choice import reset_challenge_choice
from challenges.services.locks import Edit, LockedMatch, check_reason, lock_match
from challenges.services.reports import accept_report, ask_opponents, write_report
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from kernel.phrases import list_words
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import MatchType
from teams.rules.text_input import REASON_LENGTH, tidy_text

Absences = dict[int, Presence]


def forfeit_match(
    edit: Edit,
    *,
    absent: Collection[int],
    presence: Presence = Presence.FORFEIT,
    reason: str = "",
) -> Match:
    """Record that teams of a league match do not play (LEAGUE-11 to 13, RECRUIT-10).

    Every player can forfeit their own match. A master can declare other teams absent
    and gives a reason. If the only master plays in the match, her declaration is a
    report that the opponents can confirm or dispute (NM-07). `absent` are the numbers
    of the absent teams.
    """
    with lock_match(edit, MatchAction.FORFEIT) as locked:
        _refuse_forfeit(locked, absent, presence)
        is_declared = not _gives_up(locked, absent, presence)
        if is_declared:
            locked.refuse_unless_manager()
            reason = check_reason(reason)
        needs_consent = is_declared and locked.is_playing_master
        absences = _declared(locked) | dict.fromkeys(absent, presence)
        lineup = locked.lineup()
        playing = {
            team.side
            for number, team in enumerate(lineup.teams)
            if number not in absences
        }
        if len(playing) > 1:
            if needs_consent:
                raise _report_instead()
            _mark_absent(locked, absent, presence, reason)
            return locked.match
        report = unplayed_report(
            len(lineup.teams),
            absences,
            challenge=ChallengeSlug(locked.match.challenge) or None,
            notes=tidy_text(reason, length=REASON_LENGTH, field="reason"),
        )
        is_ruling = is_declared and not needs_consent
        kind = ReportKind.RULING if is_ruling else ReportKind.FIRST
        if needs_consent:
            team_reports(report, lineup, catalogue())
            _freeze(locked, lineup)
            ask_opponents(locked, write_report(locked, report, kind, reason))
        else:
            _settle(locked, report, lineup, kind, reason)
    return locked.match


def _report_instead() -> Refusal:
    return Refusal(
        "You play in this match, so the others have to agree. Mark the team as absent"
        " in your report.",
        code="own-match",
        field="absent",
    )


def agree_to_call_off(edit: Edit, *, reason: str = "") -> Match:
    """Agree not to play a league match from which another team is absent.

    Once everyone who came agrees, the absent team loses and the match has no
    consequences for the others. A master decides alone and gives a reason.
    """
    with lock_match(edit, MatchAction.CALL_OFF) as locked:
        locked.refuse_unless_involved()
        absences = _declared(locked)
        if not absences:
            raise Refusal(
                "No team is absent from this match. Forfeit it, or ask the ninja"
                " master to call it off.",
                code="nobody-absent",
            )
        is_ruling = locked.is_master and not locked.is_party
        if is_ruling:
            locked.refuse_unless_judge()
            reason = check_reason(reason)
        else:
            _agree(locked)
            waiting = [
                str(one.person)
                for one in locked.places
                if not (one.absence or one.agrees_to_call_off)
            ]
            if waiting:
                told = f"{locked.actor} would rather not play this match."
                locked.save_and_publish(None, MatchEvent.ABSENT, reason=told)
                return locked.match
        lineup = locked.lineup()
        report = MatchReport(
            teams=tuple(
                TeamPart(presence=absences.get(number, Presence.PLAYED))
                for number in range(len(lineup.teams))
            ),
            challenge=ChallengeSlug(locked.match.challenge) or None,
            is_called_off=True,
        )
        kind = ReportKind.RULING if is_ruling else ReportKind.FIRST
        _settle(locked, report, lineup, kind, reason)
    return locked.match


def _settle(
    locked: LockedMatch,
    report: MatchReport,
    lineup: Lineup,
    kind: ReportKind,
    reason: str,
) -> None:
    """Accept the report of a match that is not played at once."""
    reports = team_reports(report, lineup, catalogue())
    _freeze(locked, lineup)
    written = write_report(locked, report, kind, reason)
    locked.save_and_publish(
        None, MatchEvent.REPORTED, reason=written.note, reported=timezone.now()
    )
    accept_report(locked, written, lineup, reports)


def _declared(locked: LockedMatch) -> Absences:
    """Return how the teams declared absent so far count, by number."""
    return {one.number: Presence(one.absence) for one in locked.places if one.absence}


def _mark_absent(
    locked: LockedMatch, absent: Collection[int], presence: Presence, reason: str
) -> None:
    """Store the absence with the team and let the others decide."""
    marked = [one for one in locked.places if one.number in absent]
    for place in marked:
        place.absence = presence
        place.save(update_fields=["absence"])
    locked.drop_proposed_sides()
    names = list_words([one.name or str(one.person) for one in marked])
    told = f"{names} {ABSENT[presence]}."
    if reason:
        told = f"{told} Reason: {reason}"
    settled = {}
    if locked.stage is MatchStage.ARRANGED:
        staying = {one.number: one.number for one in locked.places if not one.absence}
        settled = reset_challenge_choice(locked, staying)
    locked.save_and_publish(None, MatchEvent.ABSENT, reason=told, **settled)


def _agree(locked: LockedMatch) -> None:
    own = [one for one in locked.own if one.agreement == Agreement.AGREED]
    present = [one for one in own if not one.absence]
    if not present:
        raise Refusal(
            "Your team is absent from this match, so the others decide whether to"
            " play.",
            code="team-absent",
        )
    for place in present:
        place.agrees_to_call_off = True
        place.save(update_fields=["agrees_to_call_off"])


def _freeze(locked: LockedMatch, lineup: Lineup) -> None:
    behind = points_behind(lineup.teams)
    for place, team, points in zip(locked.places, lineup.teams, behind, strict=True):
        place.name, place.rating_before, place.points_behind = (
            team.name,
            team.rating,
            points,
        )
        place.save(update_fields=["name", "rating_before", "points_behind"])


def _refuse_forfeit(
    locked: LockedMatch, absent: Collection[int], presence: Presence
) -> None:
    if locked.match.standing != MatchType.LEAGUE:
        raise Refusal(
            "Only league matches can be forfeited. Call this one off instead.",
            code="not-a-league-game",
        )
    numbers = {place.number for place in locked.places}
    if presence is Presence.PLAYED or not absent or not set(absent) <= numbers:
        raise Refusal(
            "Choose the teams that did not play.", code="nobody-absent", field="absent"
        )
    if set(absent) <= _declared(locked).keys():
        raise Refusal(
            "This team is already marked as absent.",
            code="absent-already",
            field="absent",
        )


def _gives_up(locked: LockedMatch, absent: Collection[int], presence: Presence) -> bool:
    """Return whether the actor only forfeits for their own teams."""
    own = {place.number for place in locked.own}
    is_own = locked.is_party and set(absent) <= own
    return is_own and presence is Presence.FORFEIT
