"""The choice of a match's challenge: who proposed what, and who decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from challenges.models import Match, MatchTeam
from challenges.rules.challenge_choice import (
    DICE,
    ChallengeChoice,
    ChallengeVote,
    refuse_roll,
    refuse_vote,
)
from challenges.rules.stages import Agreement
from challenges.selectors.access import VisibleMatch
from challenges.selectors.match_host import MatchTerms
from challenges.selectors.match_preview import MatchTeamRow
from kernel.elements import Element
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from people.models import Person
from rulebook.catalogue import catalogue

THE_DICE = "the dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposed challenge, or dice, and the people who voted for it."""

    choice: str
    name: str
    is_dice: bool
    is_own: bool
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeChoiceSection:
    """State of the vote. `speaker` is a player who voted for everyone.

    A ninja master who does not play decides alone, and so does a player chosen by dice.
    """

    proposals: tuple[Proposal, ...]
    silent: tuple[str, ...]
    speaker: str
    is_spoken_for: bool  # the viewer, by the speaker
    decides_alone: bool
    rolls_by_rule: bool
    may_name: bool
    may_roll: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRollSection:
    """A roll for the challenge and the data needed to verify it."""

    players: tuple[str, ...]
    dice: tuple[tuple[Element, Element], ...]
    chooser: str
    promised: str
    seed: str
    stream: str


def without_declined(places: Sequence[MatchTeam]) -> tuple[MatchTeam, ...]:
    return tuple(one for one in places if one.agreement != Agreement.DECLINED)


def list_own_numbers(
    places: Sequence[MatchTeam], person: Person | None
) -> tuple[int, ...]:
    """Return the numbers of the person's teams that have not declined."""
    return tuple(
        number
        for number, one in enumerate(without_declined(places))
        if person is not None and one.person_id == person.pk
    )


def get_challenge_choice(
    match: Match, places: Sequence[MatchTeam], terms: MatchTerms
) -> ChallengeChoice:
    """Return the votes for the rules. Queries: 0."""
    roll = match.challenge_roll
    return ChallengeChoice(
        selection=terms.rules.challenge_selection,
        is_hosted=match.is_hosted,
        words=tuple(
            ChallengeVote(
                choice=one.choice,
                is_own=one.choice_by_id == one.person_id,
                is_absent=bool(one.absence),
            )
            for one in without_declined(places)
        ),
        challenge=match.challenge,
        is_rolled=roll is not None,
        chooser=roll.get("chooser") if roll else None,
    )


def choice_label(choice: str) -> str:
    """Return the name of a challenge, or of the dice, for use in a sentence."""
    if choice == DICE:
        return THE_DICE
    found = catalogue().challenges.get(ChallengeSlug(choice))
    return found.name if found else ""


def challenge_sentence(
    match: Match, places: Sequence[MatchTeam], actor: Person | None
) -> str:
    """Return what a person just proposed or decided, for notifications."""
    who, played = str(actor) if actor else "The league", choice_label(match.challenge)
    own = [one for one in places if actor and one.person_id == actor.pk]
    spoken = any(one.choice_by_id not in (None, one.person_id) for one in places)
    if match.challenge_roll:
        left = match.challenge_roll.get("chooser")
        if left is not None and not played:
            return (
                f"{who} rolled the dice. {places[left].person} chooses the challenge."
            )
        if left is not None:
            return f"The dice let {who} choose: {played}."
        if spoken:
            return f"{who} rolled for everyone at the table: you play {played}."
        return f"{who} rolled the dice: you play {played}."
    if not own or not own[0].choice:
        return f"{who} chose {played}."
    wanted = choice_label(own[0].choice)
    if not played:
        if own[0].choice == DICE:
            return f"{who} wants to roll for the challenge. Agree or suggest one."
        return f"{who} wants to play {wanted}. Agree or suggest something else."
    if spoken:
        return (
            f"{who} said that everyone at the table agrees on {played}. If you don't,"
            " say so before the match starts."
        )
    return f"You have all agreed on {played}."


def get_roll_section(
    match: Match, places: Sequence[MatchTeamRow]
) -> ChallengeRollSection | None:
    """Return the roll for the page. Queries: 0."""
    roll = match.challenge_roll
    if not roll or "dice" not in roll:
        return None
    chooser = roll.get("chooser")
    names = {place.number: place.name for place in places}
    return ChallengeRollSection(
        players=tuple(names.get(number, "") for number in roll["players"]),
        dice=tuple((Element(one), Element(other)) for one, other in roll["dice"]),
        chooser=names.get(chooser, "") if chooser is not None else "",
        promised=roll["promised"],
        seed=roll["seed"],
        stream=roll["stream"],
    )


def get_choice_section(seen: VisibleMatch) -> ChallengeChoiceSection:
    """Return the state of the vote for the page. Queries: 0."""
    talk = get_challenge_choice(seen.match, seen.places, seen.terms)
    own = list_own_numbers(seen.places, seen.viewer)
    left = without_declined(seen.places)
    is_ruler = talk.is_ruled_by(is_master=seen.is_master, is_party=seen.is_party)
    spoken = [one for one in left if one.choice and one.choice_by_id != one.person_id]
    return ChallengeChoiceSection(
        proposals=tuple(_proposals(left, own)),
        silent=tuple(
            dict.fromkeys(
                str(one.person) for one in left if not (one.choice or one.absence)
            )
        ),
        speaker=str(spoken[0].choice_by) if spoken else "",
        is_spoken_for=any(left[number] in spoken for number in own),
        decides_alone=is_ruler or talk.may_choose_alone(own),
        rolls_by_rule=is_ruler or talk.rolls_by_rule,
        may_name=is_ruler or _may_name(talk, own),
        may_roll=_may_roll(talk, is_ruler=is_ruler),
    )


def _proposals(places: Sequence[MatchTeam], own: Sequence[int]) -> Iterator[Proposal]:
    for choice in dict.fromkeys(one.choice for one in places if one.choice):
        found = [number for number, one in enumerate(places) if one.choice == choice]
        people = dict.fromkeys(str(places[number].person) for number in found)
        yield Proposal(
            choice=choice,
            name=choice_label(choice),
            is_dice=choice == DICE,
            is_own=bool(set(found) & set(own)),
            people=tuple(people),
        )


def _may_name(talk: ChallengeChoice, own: Sequence[int]) -> bool:
    try:
        refuse_vote(talk, own)
    except Refusal:
        return False
    return True


def _may_roll(talk: ChallengeChoice, *, is_ruler: bool) -> bool:
    if is_ruler:
        return not talk.is_rolled
    try:
        refuse_roll(talk)
    except Refusal:
        return False
    return True
