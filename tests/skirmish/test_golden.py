"""Golden games of every challenge and every number of players."""

from __future__ import annotations

import pytest

from challenges.catalogue import shelf
from challenges.rules.challenges.registry import SCENARIOS
from rulebook.catalogue import catalogue
from skirmish.rules.storage.recording import Playback
from skirmish.rules.text_format.game_file import read_game, write_game
from tests.ledger import rule
from tests.skirmish.golden import FOLDER, KINDS, file_of, played
from tests.skirmish.random_play import check_told


@rule("GROUP-02", "SETUP-07")
@pytest.mark.parametrize(("slug", "seats"), KINDS)
def test_a_golden_game_is_played_as_it_was(slug: str, seats: int) -> None:
    text = file_of(slug, seats).read_text(encoding="utf-8")
    stored = read_game(text, shelf())
    recording = stored.record()
    game = recording.game
    assert (game.compiled.challenge.slug, len(game.seats)) == (slug, seats)
    assert game.result is not None
    assert write_game(stored, shelf()) == text

    playback = Playback(recording)
    playback.seek(len(recording))
    assert playback.game.state_hash() == stored.state_hash
    playback.seek(0)
    assert playback.game.facts() == recording.beginning().facts()
    check_told(game)


@rule("SETUP-07")
@pytest.mark.parametrize("slug", sorted(SCENARIOS))
def test_both_sides_of_the_board_serve_every_challenge(slug: str) -> None:
    files = [file_of(slug, seats) for seats in (2, 3, 4)]
    grounds = {
        line.partition(": ")[2]
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("ground: ")
    }
    assert grounds == set(catalogue().grounds)


def test_they_are_all_there_and_small() -> None:
    files = sorted(FOLDER.glob("*.txt"))
    assert files == sorted(file_of(*kind) for kind in KINDS)
    assert sum(file.stat().st_size for file in files) < 400_000


def test_they_can_be_played_anew() -> None:
    number, (slug, seats) = next(
        (number, kind) for number, kind in enumerate(KINDS, 1) if kind == ("brawl", 2)
    )
    again = write_game(played(number, slug, seats), shelf())
    assert again == file_of(slug, seats).read_text(encoding="utf-8")
