"""Which challenge, the beginning of a match, and calling it off."""

from __future__ import annotations

import msgspec
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from challenges.models import Draft, Match, MatchTeam
from challenges.rules.choosing import roll_challenge
from challenges.rules.match_report import Lineup, points_behind
from challenges.rules.stages import Act, Agreement, MatchStage
from challenges.selectors import Change
from challenges.services.arranging import known_challenge
from challenges.services.opening import (
    Edit,
    Opened,
    match_key,
    match_opened,
    site_edit,
)
from kernel.dice import RecordedDice, SeededDice, commitment
from kernel.errors import Refusal
from rulebook.catalogue import catalogue
from rulebook.rules.knob_values import ChallengeSelection
from teams import services as teams
from teams.rules.report import Standing
from teams.rules.underdog import refuse_gap
from teams.selectors import state_of

CHALLENGE_STREAM = "challenge"


def match_set_challenge(edit: Edit, *, challenge: str) -> Match:
    """Agree upon a challenge, or take the choice that the dice gave (CHAL-04)."""
    with match_opened(edit, Act.CHOOSE) as opened:
        opened.refuse_strangers()
        _refuse_choice(opened)
        slug = known_challenge(challenge)
        opened.go_on(None, Change.CHALLENGE, challenge=slug)
    return opened.match


def match_roll_challenge(edit: Edit) -> Match:
    """Let the book's table decide, with dice that anybody can check (CHAL-03)."""
    with match_opened(edit, Act.CHOOSE) as opened:
        opened.refuse_strangers()
        _refuse_waiting(opened)
        if opened.match.challenge_roll:
            raise Refusal(
                "The dice for the challenge have fallen already.", code="rolled"
            )
        if _selection(opened) is ChallengeSelection.SCHEDULE and not opened.is_master:
            raise _scheduled()
        dice = RecordedDice(SeededDice(opened.match.seed, CHALLENGE_STREAM))
        lineup = opened.lineup()
        ratings = [team.rating for team in lineup.teams]
        rolled = roll_challenge(
            ratings, has_sides=lineup.has_allies, dice=dice, book=catalogue()
        )
        record = {
            **msgspec.to_builtins(rolled),
            "seed": opened.match.seed,
            "promised": commitment(opened.match.seed),
            "stream": CHALLENGE_STREAM,
            "record": [[list(one.results), one.limit] for one in dice.record],
        }
        opened.go_on(
            None,
            Change.CHALLENGE,
            challenge=rolled.challenge or "",
            challenge_roll=record,
        )
    return opened.match


def match_open(edit: Edit) -> Match:
    """Begin: rosters are locked and ratings frozen for all teams or for none
    (UND-09, RATE-08, POST-06)."""
    with match_opened(edit, Act.OPEN) as opened:
        opened.refuse_strangers()
        _refuse_waiting(opened)
        match = opened.match
        if match.is_hosted and not match.challenge:
            raise Refusal(
                "Choose or roll the challenge first.",
                code="no-challenge",
                field="challenge",
            )
        _drop_declined(opened)
        lineup = opened.lineup()
        _refuse_sides(lineup)
        refuse_gap([team.rating for team in lineup.teams], lineup.rules)
        _lock_rosters(opened)
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


def match_call_off(edit: Edit) -> Match:
    """Do not play after all. A league's match that has begun is its master's to
    end."""
    with match_opened(edit, Act.CALL_OFF) as opened:
        if opened.own and opened.stage is MatchStage.ARRANGED:
            pass  # whoever is invited may say no for good
        else:
            opened.refuse_strangers()
        if opened.match.is_hosted and not (opened.is_master or opened.is_site):
            raise PermissionDenied("A league's match is called off by its master.")
        was_open = opened.stage is MatchStage.OPEN
        if was_open:
            for place in sorted(opened.places, key=lambda one: one.team_id or 0):
                if place.team and state_of(place.team).open_game == match_key(
                    opened.match
                ):
                    teams.game_call_off(site_edit(place))
        opened.go_on(MatchStage.CALLED_OFF, Change.CALLED_OFF)
    return opened.match


def _selection(opened: Opened) -> ChallengeSelection:
    return opened.terms.rules.challenge_selection


def _refuse_choice(opened: Opened) -> None:
    if opened.is_master:
        return
    selection, rolled = _selection(opened), opened.match.challenge_roll
    if rolled is None:
        if selection is ChallengeSelection.SCHEDULE and opened.match.challenge:
            raise _scheduled()
        if selection is ChallengeSelection.NINJA_MASTER:
            raise Refusal(
                "In this league the ninja master chooses the challenge.",
                code="master-chooses",
                field="challenge",
            )
        if selection is ChallengeSelection.RANDOM:
            raise Refusal(
                "In this league the challenge is rolled; roll for it.",
                code="roll-first",
                field="challenge",
            )
        return
    chooser = rolled.get("chooser")
    if chooser is None or chooser not in [place.number for place in opened.own]:
        raise Refusal(
            "The dice have chosen; what they say is played.",
            code="rolled",
            field="challenge",
        )


def _scheduled() -> Refusal:
    return Refusal(
        "In this league the schedule names the challenge.",
        code="scheduled",
        field="challenge",
    )


def _refuse_sides(lineup: Lineup) -> None:
    if lineup.has_allies and not lineup.rules.team_play:
        raise Refusal(
            "This league does not play two against two; its ninja master may allow it.",
            code="no-team-play",
        )


def _refuse_waiting(opened: Opened) -> None:
    waiting = [one for one in opened.places if one.agreement == Agreement.INVITED]
    if waiting:
        names = ", ".join(str(place.person) for place in waiting)
        raise Refusal(
            f"{names} has not accepted yet; wait for it or arrange another match.",
            code="not-accepted",
        )


def _drop_declined(opened: Opened) -> None:
    """Who stayed away leaves no gap in the order of the teams."""
    staying = [one for one in opened.places if one.agreement == Agreement.AGREED]
    if len(staying) == len(opened.places):
        return
    MatchTeam.objects.filter(match=opened.match, agreement=Agreement.DECLINED).delete()
    for number, place in enumerate(staying):
        place.number, place.side = number, number
        place.save(update_fields=["number", "side"])
    opened.places = tuple(staying)


def _lock_rosters(opened: Opened) -> None:
    match = opened.match
    names = {place.pk: place.name for place in opened.places}
    for place in sorted(opened.places, key=lambda one: one.team_id or 0):
        others = [names[one.pk] for one in opened.places if one.side != place.side]
        teams.game_open(
            site_edit(place),
            match=match_key(match),
            standing=Standing(match.standing),
            opponents=others,
        )
