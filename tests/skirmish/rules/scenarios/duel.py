"""One small position that the tests of trials play in."""

from __future__ import annotations

import pytest

from challenges.catalogue import shelf
from kernel.errors import Unreadable
from skirmish.rules.scenarios.parser import read_scenario
from skirmish.rules.scenarios.runner import Difference, find_differences

HEAD = """\
title: A trial
challenge: brawl
ground: plain
[team A]
hand: stellar-alignment
score: 2
a1 tora-kaiken "Kenji" at=3
a2 tora-kaiken
[team B]
b1 ika-kaiken df=1
[board]
a1 E5 N
a2 A1 N
b1 E6 S stun
lantern K9
[play]
"""
FIRST = len(HEAD.splitlines()) + 1


def run(play: str, head: str = HEAD) -> list[Difference]:
    return find_differences(read_scenario(head + play), shelf())


def lines(play: str, head: str = HEAD) -> list[int]:
    return [found.line - FIRST + 1 for found in run(play, head)]


def fault(play: str, head: str = HEAD) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        run(play, head)
    return caught.value
