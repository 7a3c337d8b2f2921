"""The beginning of a match, and calling it off."""

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
from challenges.rules.stages import Act, Agreement, MatchStage
from challenges.selectors.match_host import Change
from challenges.services.challenge_choice import challenge_anew
from challenges.services.locks import Edit, Opened, match_key, match_opened, site_edit
from kernel.errors import Refusal
from rulebook.rules.rule_setting_values import RatingSnapshot
from teams.rules.phrases import join_words
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.underdog import refuse_gap
from teams.rules.state import TeamState
from teams.selectors.journal_store import get_state
from teams.services.bulk_write import update_rows
from teams.services.games import call_off_game, start_game

# From its beginning until it is confirmed, rosters are locked.
LOCKED = (MatchStage.OPEN, MatchStage.REPORTED, MatchStage.DISPUTED)


def match_open(edit: Edit) -> Match:
    """Begin: rosters are locked and ratings frozen for all teams or for none
    (UND-09, RATE-08, POST-06). Everybody knows by then what is played (SETUP-05)."""
    with match_opened(edit, Act.OPEN) as opened:
        opened.refuse_strangers()
        opened.refuse_waiting()
        match = opened.match
        if not match.challenge:
            raise Refusal(
                "Agree on a challenge first, or agree to roll for one.",
                code="no-challenge",
                field="challenge",
            )
        opened.drop_declined()
        lineup = opened.lineup(with_finals=False)
        if match.is_hosted:
            _refuse_sides(lineup)
        if not opened.terms.is_set:
            playing = [
                team.rating for team in lineup.teams if team.presence is Presence.PLAYED
            ]
            refuse_gap(playing, lineup.rules)
        _lock_rosters(opened)
        opened.drop_proposed_sides()
        behind = points_behind(lineup.teams)
        for place, team, points in zip(
            opened.places, lineup.teams, behind, strict=True
        ):
            place.name, place.rating_before = team.name, team.rating
            place.points_behind = points
            place.save(update_fields=["name", "rating_before", "points_behind"])
        Draft.objects.get_or_create(match=match)
        opened.go_on(MatchStage.OPEN, Change.OPENED, opened=timezone.now())
    return opened.match


def match_call_off(edit: Edit, *, reason: str = "") -> Match:
    """Do not play after all; the `reason` there may be is told. A league's match that
    has begun is its master's to end."""
    with match_opened(edit, Act.CALL_OFF) as opened:
        if opened.own and opened.stage is MatchStage.ARRANGED:
            pass  # whoever is invited may say no for good
        else:
            opened.refuse_strangers()
        if opened.match.is_hosted:
            if opened.stage is MatchStage.ARRANGED:
                opened.refuse_unless_manager()
            else:
                opened.refuse_unless_judge()
        rosters_unlock(opened)
        opened.go_on(MatchStage.CALLED_OFF, Change.CALLED_OFF, reason=reason)
    return opened.match


def rosters_unlock(opened: Opened) -> None:
    """Nobody plays this match any more, if they did."""
    if opened.stage not in LOCKED:
        return
    key = match_key(opened.match)
    for place in sorted(opened.places, key=lambda one: one.team_id or 0):
        if place.team and get_state(place.team).open_game == key:
            call_off_game(site_edit(place))


def _refuse_sides(lineup: Lineup) -> None:
    if lineup.has_allies and not lineup.rules.team_play:
        raise Refusal(
            "This league does not allow two against two or one against two. Its ninja"
            " master can change that.",
            code="no-team-play",
        )


def _lock_rosters(opened: Opened) -> None:
    match = opened.match
    playing = [one for one in opened.places if not one.absence]
    for place in sorted(playing, key=lambda one: one.team_id or 0):
        others = [one.name for one in playing if one.side != place.side]
        start_game(
            site_edit(place),
            match=match_key(match),
            standing=MatchType(match.standing),
            opponents=others,
        )


def match_part(
    edit: Edit,
    *,
    team_id: int | None = None,
    person_id: int | None = None,
    reason: str = "",
) -> Match:
    """Play on without a team, or without all teams of a person. With one left, or
    with one of two partners, there is nothing to play (GROUP-09)."""
    with match_opened(edit, Act.PART) as opened:
        if not opened.is_site:
            opened.refuse_unless_manager()
        going = [
            one
            for one in opened.places
            if (team_id is not None and one.team_id == team_id)
            or (person_id is not None and one.person_id == person_id)
        ]
        if not going:
            return opened.match
        staying = [one for one in opened.places if one not in going]
        coming = [one for one in staying if one.agreement != Agreement.DECLINED]
        has_allies = len({one.side for one in opened.places}) < len(opened.places)
        if has_allies or len(coming) < 2:
            opened.go_on(MatchStage.CALLED_OFF, Change.CALLED_OFF, reason=reason)
            return opened.match
        names = join_words([one.name or str(one.person) for one in going])
        numbers = {one.number: number for number, one in enumerate(staying)}
        opened.keep(staying)
        settled = challenge_anew(opened, numbers)
        told = reason or f"{names} will not play."
        opened.go_on(None, Change.PARTED, reason=told, **settled)
    return opened.match


def freeze_begun(ids: Sequence[int], states: Mapping[int, TeamState]) -> None:
    """Matches that are being played go on with the ratings as they now are."""
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
    ratings_save(rows)


def ratings_save(places: Sequence[MatchTeam]) -> None:
    update_rows(places, ["rating_before", "points_behind"])
