"""Which lines belong to which game."""

from __future__ import annotations

from kernel.ids import NinjaId
from teams.rules import entries as e
from teams.rules.games_in_journal import games_in
from tests.teams.rules.story import registered

KAIKEN = NinjaId(2)


def test_a_game_is_its_report_and_every_step_of_its_settlement() -> None:
    story = registered()
    before = len(story.lines)
    story.play(all_stars=(KAIKEN,))
    story.settle()
    after = len(story.lines)
    story.write(e.NinjaRenamed(ninja=KAIKEN, name="Akemi"), batch="rename")
    (game,) = games_in(story.lines).values()
    assert game.at == tuple(range(before, after))
    assert not game.is_friendly
