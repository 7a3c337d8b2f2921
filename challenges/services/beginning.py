"""The beginning of a match, and calling it off."""

from __future__ import annotations

from django.utils import timezone

from challenges.models import Draft, Match
from challenges.rules.match_report import Lineup, Presence, points_behind
from challenges.rules.stages import Act, MatchStage
from challenges.selectors import Change
from challenges.services.opening import (
    Edit,
    Opened,
    match_key,
    match_opened,
    site_edit,
)
from kernel.errors import Refusal
from teams import services as teams
from teams.rules.report import Standing
from teams.rules.underdog import refuse_gap
from teams.selectors import state_of

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
                "First everybody at the table agrees upon the same challenge, or all"
                " agree to roll for it.",
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
        if place.team and state_of(place.team).open_game == key:
            teams.game_call_off(site_edit(place))


def _refuse_sides(lineup: Lineup) -> None:
    if lineup.has_allies and not lineup.rules.team_play:
        raise Refusal(
            "This league does not play two against two or one against two. Its ninja"
            " master can allow it.",
            code="no-team-play",
        )


def _lock_rosters(opened: Opened) -> None:
    match = opened.match
    playing = [one for one in opened.places if not one.absence]
    for place in sorted(playing, key=lambda one: one.team_id or 0):
        others = [one.name for one in playing if one.side != place.side]
        teams.game_open(
            site_edit(place),
            match=match_key(match),
            standing=Standing(match.standing),
            opponents=others,
        )
