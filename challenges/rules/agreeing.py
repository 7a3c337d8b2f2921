"""How everybody at a table comes to one challenge, before anything is set up.

Each names what they want to play, or the dice. It is settled once all have named the
same (SETUP-05). A league may settle it otherwise: by its schedule, by its ninja
master's word, or by dice (CHAL-04).
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from kernel.errors import Refusal
from rulebook.rules.knob_values import ChallengeSelection

DICE = "dice"


class Word(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody named: a challenge, `DICE`, or nothing yet.

    It is not their own where another at the table spoke for everybody. Players who
    are absent from the match are not asked.
    """

    choice: str = ""
    is_own: bool = True
    is_absent: bool = False


class Talk(msgspec.Struct, frozen=True, kw_only=True):
    """Where the talk about the challenge stands.

    `words` stand in the order of the teams. `chooser` is the number of the team to
    which the dice left the choice. A challenge without any word was set by the league.
    """

    selection: ChallengeSelection
    is_hosted: bool
    words: tuple[Word, ...]
    challenge: str = ""
    is_rolled: bool = False
    chooser: int | None = None

    @property
    def agreed(self) -> str:
        """What all of them named, if it is one thing."""
        named = {word.choice for word in self.words if not word.is_absent}
        return named.pop() if len(named) == 1 else ""

    @property
    def is_set_by_league(self) -> bool:
        silent = not any(word.choice for word in self.words)
        return self.is_hosted and bool(self.challenge) and silent

    @property
    def is_at_odds(self) -> bool:
        """Everybody has spoken, and not for the same."""
        have_spoken = all(word.choice or word.is_absent for word in self.words)
        return have_spoken and not self.agreed

    @property
    def rolls_by_rule(self) -> bool:
        """Whether the league lets the dice decide without asking anybody."""
        if self.selection is ChallengeSelection.RANDOM:
            return True
        by_agreement = self.selection is ChallengeSelection.AGREE_ELSE_RANDOM
        return self.is_hosted and by_agreement and self.is_at_odds

    def is_ruled_by(self, *, is_master: bool, is_party: bool) -> bool:
        """A master's word is the last. One who plays is among those who agree, unless
        this is a league in which masters choose."""
        by_league = (ChallengeSelection.NINJA_MASTER, ChallengeSelection.SCHEDULE)
        return is_master and (not is_party or self.selection in by_league)

    def may_choose_alone(self, teams: Collection[int]) -> bool:
        """Whether the dice left the choice to one of these teams."""
        return self.chooser is not None and self.chooser in teams

    def objects(self, teams: Collection[int]) -> bool:
        """Whether dice were agreed to in the name of these teams, but not by them."""
        words = [self.words[number] for number in teams if number < len(self.words)]
        return any(word.choice == DICE and not word.is_own for word in words)


def refuse_naming(talk: Talk, teams: Collection[int]) -> None:
    """Say why the player of these teams cannot name a challenge, if so it is."""
    if talk.may_choose_alone(teams):
        return
    if talk.is_rolled:
        if not talk.objects(teams):
            raise _no("The dice have chosen; what they say is played.", "rolled")
    elif talk.selection is ChallengeSelection.NINJA_MASTER:
        raise _no(
            "In this league the ninja master chooses the challenge.", "master-chooses"
        )
    elif talk.selection is ChallengeSelection.RANDOM:
        raise _no("In this league the challenge is rolled; roll for it.", "roll-first")
    elif talk.is_set_by_league:
        raise _set_by_league(talk)


def refuse_rolling(talk: Talk) -> None:
    """Say why those who play cannot roll for the challenge, if so it is."""
    if talk.is_rolled:
        raise _no("The dice for the challenge have fallen already.", "rolled")
    if talk.selection is ChallengeSelection.NINJA_MASTER:
        raise _no(
            "In this league the ninja master chooses the challenge.", "master-chooses"
        )
    if talk.is_set_by_league:
        raise _set_by_league(talk)


def _set_by_league(talk: Talk) -> Refusal:
    if talk.selection is ChallengeSelection.SCHEDULE:
        return _no("In this league the schedule names the challenge.", "scheduled")
    return _no(
        "The league has named the challenge of this match; its ninja master may name"
        " another one.",
        "named-by-league",
    )


def _no(sentence: str, code: str) -> Refusal:
    return Refusal(sentence, code=code, field="challenge")
