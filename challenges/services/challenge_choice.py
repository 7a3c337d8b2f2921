"""Vote for a challenge, or roll for it.

The set-up starts only once the challenge is settled (SETUP-05). Players who sit
together need one phone: one of them confirms that everyone agrees. The others are told,
and can vote for something else until the match starts.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from challenges.models import Match, MatchTeam
from challenges.rules.challenge_choice import (
    DICE,
    ChallengeChoice,
    refuse_roll,
    refuse_vote,
    roll_challenge,
)
from challenges.rules.reports.match_report import Presence
from challenges.rules.stages import MatchAction
from challenges.selectors.challenge_choice import (
    get_challenge_choice,
    list_own_numbers,
    without_declined,
)
from challenges.selectors.match_host import MatchEvent
from challenges.services.locks import Edit, LockedMatch, lock_match
from kernel.dice import RecordedDice, SeededDice, commitment
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from people.models import Person
from rulebook.catalogue import catalogue

CHALLENGE_STREAM = "challenge"


def choose_challenge(edit: Edit, *, challenge: str, together: bool = False) -> Match:
    """Vote for a challenge, for yourself or for everyone in the match (CHAL-04).

    A master who does not play, or the player chosen by dice, decides alone.
    """
    with lock_match(edit, MatchAction.CHOOSE) as locked:
        locked.refuse_unless_involved()
        slug, talk = check_challenge(challenge), _talk(locked)
        own = list_own_numbers(locked.places, locked.actor)
        if _is_ruler(locked, talk):
            _speak(without_declined(locked.places), "", None)
            settled: dict[str, Any] = {"challenge": slug, "challenge_roll": None}
        elif talk.may_choose_alone(own):
            settled = {"challenge": slug}
        else:
            refuse_vote(talk, own)
            _speak(_speakers(locked, together=together), slug, locked.actor)
            # Players are not bound by dice that another player agreed to for them.
            settled = {"challenge": _talk(locked).agreed, "challenge_roll": None}
        is_settled = bool(settled["challenge"])
        change = MatchEvent.CHALLENGE if is_settled else MatchEvent.PROPOSED
        locked.save_and_publish(None, change, **settled)
    return locked.match


def roll_for_challenge(edit: Edit, *, together: bool = False) -> Match:
    """Vote for dice.

    They are rolled once everyone agrees or the league's rules demand it, and anyone can
    verify them (CHAL-03).
    """
    with lock_match(edit, MatchAction.CHOOSE) as locked:
        locked.refuse_unless_involved()
        locked.refuse_if_unaccepted()
        talk = _talk(locked)
        is_ruler = _is_ruler(locked, talk)
        if talk.is_rolled or not is_ruler:
            refuse_roll(talk)
        if is_ruler or talk.rolls_by_rule:
            _speak(without_declined(locked.places), "", None)
        else:
            _speak(_speakers(locked, together=together), DICE, locked.actor)
            if _talk(locked).agreed != DICE:
                locked.save_and_publish(None, MatchEvent.PROPOSED, challenge="")
                return locked.match
        _roll(locked)
    return locked.match


def adopt_challenge(locked: LockedMatch, place: MatchTeam) -> None:
    """Count accepting an invitation as a vote for its challenge."""
    named = {one.choice for one in without_declined(locked.places) if one.choice}
    if len(named) == 1 and DICE not in named:
        _speak([place], named.pop(), place.person)


def get_agreed_challenge(locked: LockedMatch) -> str:
    """Return the agreed challenge after a team has joined or left."""
    agreed = _talk(locked).agreed
    return agreed if agreed != DICE else ""


def reset_challenge_choice(
    locked: LockedMatch, numbers: Mapping[int, int]
) -> dict[str, Any]:
    """Return what is still settled after teams have left.

    `numbers` maps the old numbers of the remaining teams to the new ones. If a team
    that left was player 1, player 2 or the chooser, the dice are rolled again with a
    new seed, because the old one is known.
    """
    match = locked.match
    roll = match.challenge_roll
    if roll is None:
        is_set = _talk(locked).is_set_by_league
        return {} if is_set else {"challenge": get_agreed_challenge(locked)}
    parts = [*roll["players"], roll.get("chooser")]
    if all(one is None or one in numbers for one in parts):
        kept = {**roll, "players": [numbers[one] for one in roll["players"]]}
        if roll.get("chooser") is not None:
            kept["chooser"] = numbers[roll["chooser"]]
        return {"challenge_roll": kept}
    _speak(locked.places, "", None)
    return {"challenge": "", "challenge_roll": None, "seed": secrets.token_hex(32)}


def check_challenge(challenge: str) -> str:
    if ChallengeSlug(challenge) not in catalogue().challenges:
        raise Refusal(
            "The rulebook has no such challenge. Choose one from its list.",
            code="unknown-challenge",
            field="challenge",
        )
    return challenge


def _talk(locked: LockedMatch) -> ChallengeChoice:
    return get_challenge_choice(locked.match, locked.places, locked.terms)


def _is_ruler(locked: LockedMatch, talk: ChallengeChoice) -> bool:
    by_master = talk.is_ruled_by(is_master=locked.is_master, is_party=locked.is_party)
    return locked.is_site or by_master


def _speakers(locked: LockedMatch, *, together: bool) -> tuple[MatchTeam, ...]:
    return without_declined(locked.places) if together else locked.own


def _speak(places: Sequence[MatchTeam], choice: str, by: Person | None) -> None:
    ids = [place.pk for place in places]
    MatchTeam.objects.filter(pk__in=ids).update(choice=choice, choice_by=by)
    for place in places:
        place.choice, place.choice_by = choice, by


def _roll(locked: LockedMatch) -> None:
    locked.remove_declined()
    dice = RecordedDice(SeededDice(locked.match.seed, CHALLENGE_STREAM))
    lineup = locked.lineup(with_finals=False)
    playing = [
        number
        for number, team in enumerate(lineup.teams)
        if team.presence is Presence.PLAYED
    ]
    rolled = roll_challenge(
        [lineup.teams[number].rating for number in playing],
        has_sides=lineup.has_allies,
        dice=dice,
        book=catalogue(),
    ).among(playing)
    record = {
        **msgspec.to_builtins(rolled),
        "seed": locked.match.seed,
        "promised": commitment(locked.match.seed),
        "stream": CHALLENGE_STREAM,
        "record": [[list(one.results), one.limit] for one in dice.record],
    }
    locked.save_and_publish(
        None,
        MatchEvent.CHALLENGE,
        challenge=rolled.challenge or "",
        challenge_roll=record,
    )
