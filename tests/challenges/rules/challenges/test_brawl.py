"""Brawl."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.rules.entries import NinjaType
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    ninja,
    play,
    position,
    start,
)


def duel(
    *dice: str,
    attackers: dict | None = None,
    defenders: dict | None = None,
    **options: object,
) -> Game:
    return position(
        attackers or {"E5 N": ninja(at=3)},
        defenders or {"E6 S": ninja(df=2)},
        dice=ScriptedDice(*dice),
        **options,
    )


@rule("CHAL-BRAWL-02", "CHAL-BRAWL-03", "CHAL-BRAWL-04", "CHAL-BRAWL-09", "XP-02")
@pytest.mark.parametrize(
    ("attacker", "victim", "points", "xp"),
    [
        (NinjaType.KAIKEN, NinjaType.KAIKEN, 1, 2),
        (NinjaType.KAIKEN, NinjaType.CHUNIN, 2, 2),
        (NinjaType.CHUNIN, NinjaType.CHUNIN, 1, 2),
        (NinjaType.CHUNIN, NinjaType.KAIKEN, 1, 1),
    ],
)
def test_a_brawl_counts_injuries_by_who_injures_whom(
    attacker: NinjaType, victim: NinjaType, points: int, xp: int
) -> None:
    game = start(
        duel(
            *("void", "void", "void", "earth", "earth"),
            attackers={"E5 N": ninja(kind=attacker)},
            defenders={"E6 S": ninja(kind=victim), "T20": ninja()},
        )
    )
    play(game, "attack b1")
    assert game.seats[0].score == points
    assert sum(amount for _, amount, _ in game.xp) == xp


@rule("CHAL-BRAWL-05", "SEQ-15", "CHAL-RULES-04", "CHAL-02")
def test_nine_points_win_a_brawl_at_once() -> None:
    game = duel(
        "void",
        "void",
        "void",
        "earth",
        "earth",
        defenders={"E6 S": ninja(), "T20": ninja()},
        is_league=False,
    )
    game.seats[0].score = 8
    start(game)
    play(game, "attack b1")
    assert game.result is not None
    assert game.result.winners == (0,)
    assert game.decision is None


@rule("CHAL-BRAWL-06")
@pytest.mark.parametrize(("theirs", "winners"), [(9, (0, 1)), (10, (1,))])
def test_if_two_teams_have_nine_the_higher_score_wins(
    theirs: int, winners: tuple[int, ...]
) -> None:
    game = duel(
        *("void", "void", "void", "earth", "earth"),
        defenders={"E6 S": ninja(), "T20": ninja()},
        is_league=False,
    )
    game.seats[0].score = 8
    game.seats[1].score = theirs
    start(game)
    play(game, "attack b1")
    assert game.result is not None
    assert game.result.winners == winners
