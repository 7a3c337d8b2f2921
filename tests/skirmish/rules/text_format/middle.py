"""Positions in the middle of a game, for the tests of their texts."""

from __future__ import annotations

import pytest

from challenges.catalogue import shelf
from kernel.dice import ScriptedDice
from kernel.errors import Unreadable
from skirmish.rules.game import Game
from skirmish.rules.text_format.document import Document
from skirmish.rules.text_format.positions import read_position

HEAD = "challenge: {challenge}\nground: plain\n"
TEAMS = "[team A]\na1 tora-kaiken\na2 tora-oni\n[team B]\nb1 ika-kaiken\n[board]\n"
# The first line of the board, without more heads.
FIRST = 9


def read(board: str, heads: str = "", challenge: str = "brawl") -> Game:
    text = HEAD.format(challenge=challenge) + heads + TEAMS + board
    game = read_position(Document(text), shelf(), ScriptedDice())
    game.advance()
    return game


def fault(board: str, heads: str = "", challenge: str = "brawl") -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(board, heads, challenge)
    return caught.value
