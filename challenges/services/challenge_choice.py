"""Which challenge is played: everybody names the same, or it is settled for them.

Nothing is set up before that (SETUP-05). Those who sit together need one phone: one of
them says that all agree. The others read that it was said for them, and may name
something else until the match begins.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from challenges.models import Match, MatchTeam
from challenges.rules.challenge_choice import (
    DICE,
    Talk,
    refuse_naming,
    refuse_rolling,
    roll_challenge,
)
from challenges.rules.reports.match_report import Presence
from challenges.rules.stages import Act
from challenges.selectors.challenge_choice import numbers_of, staying, talk_of
from challenges.selectors.match_host import Change
from challenges.services.locks import Edit, Opened, match_opened
from kernel.dice import RecordedDice, SeededDice, commitment
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from people.models import Person
from rulebook.catalogue import catalogue

CHALLENGE_STREAM = "challenge"


def match_set_challenge(edit: Edit, *, challenge: str, together: bool = False) -> Match:
    """Say what one wants to play, or that all at the table agree upon it (CHAL-04).

    Whoever decides alone, settles it: a master who does not play, or the player to
    whom the dice left the choice.
    """
    with match_opened(edit, Act.CHOOSE) as opened:
        opened.refuse_strangers()
        slug, talk = known_challenge(challenge), _talk(opened)
        own = numbers_of(opened.places, opened.actor)
        if _is_ruler(opened, talk):
            _speak(staying(opened.places), "", None)
            settled: dict[str, Any] = {"challenge": slug, "challenge_roll": None}
        elif talk.may_choose_alone(own):
            settled = {"challenge": slug}
        else:
            refuse_naming(talk, own)
            _speak(_speakers(opened, together=together), slug, opened.actor)
            # Nobody is bound by dice to which another agreed in their name.
            settled = {"challenge": _talk(opened).agreed, "challenge_roll": None}
        is_settled = bool(settled["challenge"])
        change = Change.CHALLENGE if is_settled else Change.PROPOSED
        opened.go_on(None, change, **settled)
    return opened.match


def match_roll_challenge(edit: Edit, *, together: bool = False) -> Match:
    """Be for the dice. They fall once everybody is, or the league's rules say so, and
    anybody can check them (CHAL-03)."""
    with match_opened(edit, Act.CHOOSE) as opened:
        opened.refuse_strangers()
        opened.refuse_waiting()
        talk = _talk(opened)
        is_ruler = _is_ruler(opened, talk)
        if talk.is_rolled or not is_ruler:
            refuse_rolling(talk)
        if is_ruler or talk.rolls_by_rule:
            _speak(staying(opened.places), "", None)
        else:
            _speak(_speakers(opened, together=together), DICE, opened.actor)
            if _talk(opened).agreed != DICE:
                opened.go_on(None, Change.PROPOSED, challenge="")
                return opened.match
        _roll(opened)
    return opened.match


def choice_adopt(opened: Opened, place: MatchTeam) -> None:
    """Who accepts an invitation to a challenge agrees to that challenge."""
    named = {one.choice for one in staying(opened.places) if one.choice}
    if len(named) == 1 and DICE not in named:
        _speak([place], named.pop(), place.person)


def agreed_challenge(opened: Opened) -> str:
    """What is settled, after who is at the table has changed."""
    agreed = _talk(opened).agreed
    return agreed if agreed != DICE else ""


def challenge_anew(opened: Opened, numbers: Mapping[int, int]) -> dict[str, Any]:
    """What is settled of a challenge once some have left the table; `numbers` are the
    new ones of those who stay, by their old ones.

    Dice that gave one of those who left a part in it have to fall anew, and not the
    same: their seed is known.
    """
    match = opened.match
    roll = match.challenge_roll
    if roll is None:
        is_set = _talk(opened).is_set_by_league
        return {} if is_set else {"challenge": agreed_challenge(opened)}
    parts = [*roll["players"], roll.get("chooser")]
    if all(one is None or one in numbers for one in parts):
        kept = {**roll, "players": [numbers[one] for one in roll["players"]]}
        if roll.get("chooser") is not None:
            kept["chooser"] = numbers[roll["chooser"]]
        return {"challenge_roll": kept}
    _speak(opened.places, "", None)
    return {"challenge": "", "challenge_roll": None, "seed": secrets.token_hex(32)}


def known_challenge(challenge: str) -> str:
    if ChallengeSlug(challenge) not in catalogue().challenges:
        raise Refusal(
            "The rulebook has no such challenge. Choose one from its list.",
            code="unknown-challenge",
            field="challenge",
        )
    return challenge


def _talk(opened: Opened) -> Talk:
    return talk_of(opened.match, opened.places, opened.terms)


def _is_ruler(opened: Opened, talk: Talk) -> bool:
    by_master = talk.is_ruled_by(is_master=opened.is_master, is_party=opened.is_party)
    return opened.is_site or by_master


def _speakers(opened: Opened, *, together: bool) -> tuple[MatchTeam, ...]:
    return staying(opened.places) if together else opened.own


def _speak(places: Sequence[MatchTeam], choice: str, by: Person | None) -> None:
    ids = [place.pk for place in places]
    MatchTeam.objects.filter(pk__in=ids).update(choice=choice, choice_by=by)
    for place in places:
        place.choice, place.choice_by = choice, by


def _roll(opened: Opened) -> None:
    opened.drop_declined()
    dice = RecordedDice(SeededDice(opened.match.seed, CHALLENGE_STREAM))
    lineup = opened.lineup(with_finals=False)
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
