"""Start a match, call it off, remove teams and update frozen ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from challenges.models import Draft, Match, MatchTeam
from challenges.rules.reports.match_report import (
    Contender,
    Lineup,
    Presence,
    points_behind,
)
from challenges.rules.stages import Agreement, MatchAction, MatchStage
from challenges.selectors.match_host import MatchEvent
from challenges.services.challenge_choice import reset_challenge_choice
from challenges.services.locks import (
    Edit,
    LockedMatch,
    lock_match,
    match_key,
    site_edit,
)
from kernel.errors import Refusal
from kernel.phrases import list_words
from rulebook.rules.rule_setting_values import RatingSnapshot
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.underdog import refuse_gap
from teams.rules.state import TeamState
from teams.selectors.journal_store import get_state
from teams.services.bulk_write import update_rows
from teams.services.games import call_off_game, start_game

# From its beginning until it is confirmed, rosters are locked.
LOCKED = (MatchStage.OPEN, MatchStage.REPORTED, MatchStage.DISPUTED)


def start_match(edit: Edit) -> Match:
    """Start a match: lock rosters and freeze ratings (UND-09, RATE-08, POST-06).

    The challenge must be settled (SETUP-05).
    """
    with lock_match(edit, MatchAction.OPEN) as locked:
        locked.refuse_unless_involved()
        locked.refuse_if_unaccepted()
        match = locked.match
        if not match.challenge:
            raise Refusal(
                "Agree on a challenge first, or agree to roll for one.",
                code="no-challenge",
                field="challenge",
            )
        locked.remove_declined()
        lineup = locked.lineup(with_finals=False)
        if match.is_hosted:
            _refuse_sides(lineup)
        if not locked.terms.is_set:
            playing = [
                team.rating for team in lineup.teams if team.presence is Presence.PLAYED
            ]
            refuse_gap(playing, lineup.rules)
        _lock_rosters(locked)
        locked.drop_proposed_sides()
        behind = points_behind(lineup.teams)
        for place, team, points in zip(
            locked.places, lineup.teams, behind, strict=True
        ):
            place.name, place.rating_before = team.name, team.rating
            place.points_behind = points
            place.save(update_fields=["name", "rating_before", "points_behind"])
        Draft.objects.get_or_create(match=match)
        locked.save_and_publish(
            MatchStage.OPEN, MatchEvent.OPENED, opened=timezone.now()
        )
    return locked.match


def call_off_match(edit: Edit, *, reason: str = "") -> Match:
    """Call a match off. Only a master can call off a started league match."""
    with lock_match(edit, MatchAction.CALL_OFF) as locked:
        if locked.own and locked.stage is MatchStage.ARRANGED:
            pass  # invited people can decline for good
        else:
            locked.refuse_unless_involved()
        if locked.match.is_hosted:
            if locked.stage is MatchStage.ARRANGED:
                locked.refuse_unless_manager()
            else:
                locked.refuse_unless_judge()
        unlock_rosters(locked)
        locked.save_and_publish(
            MatchStage.CALLED_OFF, MatchEvent.CALLED_OFF, reason=reason
        )
    return locked.match


def unlock_rosters(locked: LockedMatch) -> None:
    """Unlock the rosters of a match that is no longer played."""
    if locked.stage not in LOCKED:
        return
    key = match_key(locked.match)
    for place in sorted(locked.places, key=lambda one: one.team_id or 0):
        if place.team and get_state(place.team).open_game == key:
            call_off_game(site_edit(place))


def _refuse_sides(lineup: Lineup) -> None:
    if lineup.has_allies and not lineup.rules.team_play:
        raise Refusal(
            "This league does not allow two against two or one against two. Its ninja"
            " master can change that.",
            code="no-team-play",
        )


def _lock_rosters(locked: LockedMatch) -> None:
    match = locked.match
    playing = [one for one in locked.places if not one.absence]
    for place in sorted(playing, key=lambda one: one.team_id or 0):
        others = [one.name for one in playing if one.side != place.side]
        start_game(
            site_edit(place),
            match=match_key(match),
            standing=MatchType(match.standing),
            opponents=others,
        )


def remove_from_match(
    edit: Edit,
    *,
    team_id: int | None = None,
    person_id: int | None = None,
    reason: str = "",
) -> Match:
    """Remove a team, or all teams of a person, from a match that has not started.

    The match is called off if one team is left, or one of two partners (GROUP-09).
    """
    with lock_match(edit, MatchAction.PART) as locked:
        if not locked.is_site:
            locked.refuse_unless_manager()
        going = [
            one
            for one in locked.places
            if (team_id is not None and one.team_id == team_id)
            or (person_id is not None and one.person_id == person_id)
        ]
        if not going:
            return locked.match
        staying = [one for one in locked.places if one not in going]
        coming = [one for one in staying if one.agreement != Agreement.DECLINED]
        has_allies = len({one.side for one in locked.places}) < len(locked.places)
        if has_allies or len(coming) < 2:
            locked.save_and_publish(
                MatchStage.CALLED_OFF, MatchEvent.CALLED_OFF, reason=reason
            )
            return locked.match
        names = list_words([one.name or str(one.person) for one in going])
        numbers = {one.number: number for number, one in enumerate(staying)}
        locked.keep_only(staying)
        settled = reset_challenge_choice(locked, numbers)
        told = reason or f"{names} will not play."
        locked.save_and_publish(None, MatchEvent.PARTED, reason=told, **settled)
    return locked.match


def refreeze_ratings(ids: Sequence[int], states: Mapping[int, TeamState]) -> None:
    """Update the frozen ratings of matches in progress."""
    rows = list(
        MatchTeam.objects.filter(match__in=ids)
        .select_related("match")
        .order_by("match_id", "number")
    )
    by_match: dict[int, list[MatchTeam]] = {}
    for place in rows:
        state = states[place.team_id or 0]
        is_round = state.rules.rating_snapshot is RatingSnapshot.ROUND_START
        if state.open_game == place.match.uid.hex and not is_round:
            place.rating_before = state.rating_frozen
        by_match.setdefault(place.match_id, []).append(place)
    for places in by_match.values():
        contenders = [
            Contender(
                name=place.name,
                rating=place.rating_before or 0,
                side=place.side,
                state=states[place.team_id or 0],
            )
            for place in places
        ]
        for place, behind in zip(places, points_behind(contenders), strict=True):
            place.points_behind = behind
    save_ratings(rows)


def save_ratings(places: Sequence[MatchTeam]) -> None:
    update_rows(places, ["rating_before", "points_behind"])
