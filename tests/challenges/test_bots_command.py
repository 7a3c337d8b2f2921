"""`manage.py bots`, and whether the novice is worth its name."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulebook.catalogue import catalogue


def said(*words: str) -> str:
    out = StringIO()
    call_command("bots", *words, stdout=out)
    return out.getvalue()


def told(*words: str) -> dict[str, Any]:
    return json.loads(said("--json", *words))


def test_it_prints_a_row_for_each_challenge_and_one_for_all() -> None:
    text = said(
        *("--games", "1", "--processes", "1", "--seed", "3"),
        *("--challenge", "king-of-the-hill", "--challenge", "champion"),
    )
    rows = text.splitlines()
    assert rows[0] == "novice against random, 2 seats, seed 3"
    assert [row.split()[0] for row in rows[2:5]] == [
        "king-of-the-hill",
        "champion",
        "all",
    ]
    assert "95 % interval" in rows[1]
    assert rows[5].startswith("2 games in ")


def test_wrong_words_are_answered_with_what_may_be_said() -> None:
    with pytest.raises(CommandError, match="Choose one of these: assassination, brawl"):
        said("--challenge", "chess")
    with pytest.raises(CommandError, match="at least 1"):
        said("--games", "0")


@pytest.mark.slow
def test_two_processes_play_the_same_tournament_as_one() -> None:
    words = ("--games", "2", "--challenge", "king-of-the-hill", "--seed", "5")
    reports = [told(*words, "--processes", count) for count in ("1", "2")]
    for report in reports:
        for row in report["challenges"]:
            del row["seconds_per_game"]
    assert reports[0] == reports[1]


@pytest.mark.slow
def test_a_novice_beats_chance_in_brawls_and_everywhere_else() -> None:
    """A few games prove little, but these are always the same few."""
    brawls = told("--games", "6", "--challenge", "brawl", "--processes", "1")
    assert brawls["challenges"][0]["won"] >= 5
    everything = told("--games", "1", "--processes", "1", "--seed", "2")
    *rows, total = everything["challenges"]
    assert {row["name"] for row in rows} == set(catalogue().challenges)
    assert total["won"] >= 7


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_a_novice_wins_among_several(seats: int) -> None:
    words = ("--games", "1", "--challenge", "search", "--processes", "1")
    report = told(*words, "--seats", str(seats))
    assert report["challenges"][0]["won"] == 1
