"""Which lines belong to which game."""

from __future__ import annotations

from kernel.ids import NinjaId, ProfileSlug
from teams.rules.journal import entries as e
from teams.rules.journal.line_index import find_games, list_names_in_games
from tests.teams.rules.story import book, registered

KAIKEN = NinjaId(2)


def test_a_game_is_its_report_and_every_step_of_its_settlement() -> None:
    story = registered()
    before = len(story.lines)
    story.play(all_stars=(KAIKEN,))
    story.settle()
    after = len(story.lines)
    story.write(e.NinjaRenamed(ninja=KAIKEN, name="Akemi"), batch="rename")
    (game,) = find_games(story.lines).values()
    assert game.at == tuple(range(before, after))
    assert not game.is_friendly


def test_everybody_is_named_as_they_were_when_the_game_was_reported() -> None:
    story = registered()
    story.play(all_stars=(KAIKEN,))
    story.settle()
    story.write(e.NinjaRenamed(ninja=KAIKEN, name="Akemi"), batch="named")
    story.write(e.Voided(batches=("named",)), batch="undone")
    story.play(all_stars=(NinjaId(3),))
    story.settle()
    story.write(e.Voided(batches=("undone",)), batch="redone")
    guest = story.state.next_id
    story.write(e.LoanJoined(ninja=guest, profile=ProfileSlug("tora-kaiken")))
    story.play(all_stars=(NinjaId(1),))
    story.settle()
    story.write(e.NinjaRenamed(ninja=KAIKEN, name=""))
    story.write(e.Dismissed(ninja=NinjaId(3), refund=0))
    games = list_names_in_games(story.lines, book())
    # What was undone and redone stands where it stood: before the second game.
    named = [one[KAIKEN] for one in games.values()]
    assert named == ["Tora Kaiken #2", "Akemi", "Akemi"]
    assert all(NinjaId(3) in one for one in games.values())
    guests = [one.get(guest) for one in games.values()]
    assert guests == [None, None, f"Tora Kaiken #{guest}"]
