"""How the players of a match agree on a challenge before the set-up.

Each player votes for a challenge or for dice. The choice is settled once all votes are
the same (SETUP-05). A league may settle it differently: by its schedule, its ninja
master or dice (CHAL-04).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from kernel.dice import Dice, elements_of
from kernel.elements import Element
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import RandomChallenge
from rulebook.rules.rule_setting_values import ChallengeSelection

DICE = "dice"


class ChallengeVote(msgspec.Struct, frozen=True, kw_only=True):
    """A player's vote: a challenge, `DICE`, or nothing yet.

    It is not their own if another player voted for the whole table. Absent players are
    not asked.
    """

    choice: str = ""
    is_own: bool = True
    is_absent: bool = False


class ChallengeChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The votes on a match's challenge and how the league decides it.

    `words` are in the order of the teams. `chooser` is the number of the team to which
    the dice left the choice. A challenge without votes was set by the league.
    """

    selection: ChallengeSelection
    is_hosted: bool
    words: tuple[ChallengeVote, ...]
    challenge: str = ""
    is_rolled: bool = False
    chooser: int | None = None

    @property
    def agreed(self) -> str:
        """Return what everyone voted for, if they agree."""
        named = {word.choice for word in self.words if not word.is_absent}
        return named.pop() if len(named) == 1 else ""

    @property
    def is_set_by_league(self) -> bool:
        silent = not any(word.choice for word in self.words)
        return self.is_hosted and bool(self.challenge) and silent

    @property
    def is_at_odds(self) -> bool:
        """Return whether everyone has voted, but not for the same."""
        have_spoken = all(word.choice or word.is_absent for word in self.words)
        return have_spoken and not self.agreed

    @property
    def rolls_by_rule(self) -> bool:
        """Return whether the league rolls without asking the players."""
        if self.selection is ChallengeSelection.RANDOM:
            return True
        by_agreement = self.selection is ChallengeSelection.AGREE_ELSE_RANDOM
        return self.is_hosted and by_agreement and self.is_at_odds

    def is_ruled_by(self, *, is_master: bool, is_party: bool) -> bool:
        """Return whether a master decides alone.

        A playing master votes like the others, unless masters choose in this league.
        """
        by_league = (ChallengeSelection.NINJA_MASTER, ChallengeSelection.SCHEDULE)
        return is_master and (not is_party or self.selection in by_league)

    def may_choose_alone(self, teams: Collection[int]) -> bool:
        """Return whether the dice let one of these teams choose."""
        return self.chooser is not None and self.chooser in teams

    def objects(self, teams: Collection[int]) -> bool:
        """Return whether another player agreed to dice for these teams."""
        words = [self.words[number] for number in teams if number < len(self.words)]
        return any(word.choice == DICE and not word.is_own for word in words)


def refuse_vote(talk: ChallengeChoice, teams: Collection[int]) -> None:
    """Refuse if the player of these teams cannot vote for a challenge."""
    if talk.may_choose_alone(teams):
        return
    if talk.is_rolled:
        if not talk.objects(teams):
            raise _no("The dice have already chosen the challenge.", "rolled")
    elif talk.selection is ChallengeSelection.NINJA_MASTER:
        raise _no(
            "In this league the ninja master chooses the challenge.", "master-chooses"
        )
    elif talk.selection is ChallengeSelection.RANDOM:
        raise _no(
            "This league rolls for its challenges. Roll instead of choosing.",
            "roll-first",
        )
    elif talk.is_set_by_league:
        raise _set_by_league(talk)


def refuse_roll(talk: ChallengeChoice) -> None:
    """Refuse if the players cannot roll for the challenge."""
    if talk.is_rolled:
        raise _no("The challenge has already been rolled.", "rolled")
    if talk.selection is ChallengeSelection.NINJA_MASTER:
        raise _no(
            "In this league the ninja master chooses the challenge.", "master-chooses"
        )
    if talk.is_set_by_league:
        raise _set_by_league(talk)


def _set_by_league(talk: ChallengeChoice) -> Refusal:
    if talk.selection is ChallengeSelection.SCHEDULE:
        return _no("In this league the schedule sets the challenge.", "scheduled")
    return _no(
        "The league has set the challenge for this match. Ask the ninja master to"
        " change it.",
        "named-by-league",
    )


def _no(sentence: str, code: str) -> Refusal:
    return Refusal(sentence, code=code, field="challenge")


MESSENGER = ChallengeSlug("intercept-the-messenger")


class ChallengeRoll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll for the challenge: players 1 and 2, the dice and the result.

    `players` are the numbers of two teams of the match. Without a challenge the team
    `chooser` chooses.
    """

    players: tuple[int, int]
    dice: tuple[tuple[Element, Element], ...]
    challenge: ChallengeSlug | None = None
    chooser: int | None = None

    def among(self, numbers: Sequence[int]) -> ChallengeRoll:
        """Return the roll with the numbers that these teams have in the match."""
        one, other = self.players
        chooser = None if self.chooser is None else numbers[self.chooser]
        return replace(self, players=(numbers[one], numbers[other]), chooser=chooser)


def two_players(ratings: Sequence[int], dice: Dice) -> tuple[int, int]:
    """Return who are player 1 and 2 for the roll.

    Of two teams the lower rated one is player 1; equal ratings are decided by lot.
    Among more teams the lot draws both.
    """
    if len(ratings) == 2:
        first, second = ratings
        if first == second:
            lot = dice.below(2)
            return (lot, 1 - lot)
        return (0, 1) if first < second else (1, 0)
    one = dice.below(len(ratings))
    other = dice.below(len(ratings) - 1)
    return (one, other + (other >= one))


def roll_challenge(
    ratings: Sequence[int], *, has_sides: bool, dice: Dice, book: Catalogue
) -> ChallengeRoll:
    """Roll on the book's table. Larger games without sides have no messenger."""
    players = two_players(ratings, dice)
    fallen: list[tuple[Element, Element]] = []
    while True:
        drawn = draw_challenge(book.random_challenge, dice)
        fallen.append((drawn.column, drawn.row))
        if _fits(drawn, len(ratings), has_sides=has_sides):
            break
    chooser = None if drawn.chooser is None else players[drawn.chooser - 1]
    return ChallengeRoll(
        players=players,
        dice=tuple(fallen),
        challenge=drawn.challenge,
        chooser=chooser,
    )


def _fits(drawn: DrawnChallenge, teams: int, *, has_sides: bool) -> bool:
    return drawn.challenge != MESSENGER or teams == 2 or has_sides


@dataclass(frozen=True, slots=True)
class DrawnChallenge:
    """Result of the random table: a challenge, or the player who chooses one.

    Players are counted from 1 in order of initiative.
    """

    column: Element
    row: Element
    challenge: ChallengeSlug | None
    chooser: int | None


def draw_challenge(table: RandomChallenge, dice: Dice) -> DrawnChallenge:
    """Roll both dice and read the table."""
    column, row = elements_of(dice.roll(2))
    rows = next(found.rows for found in table.columns if column in found.faces)
    line = next(found for found in rows if found.element is row)
    return DrawnChallenge(column, row, line.challenge, line.chooser)
