"""The keywords as a whole: all of the book's, and no others."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from skirmish.rules.behaviours import KEYWORD, REGISTRY
from skirmish.rules.figure import STUN
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start
from tests.skirmish.rules.keywords.duels import FAR, duel, pools


def test_every_keyword_of_the_book_has_a_room_and_every_room_a_keyword() -> None:
    played = {slug for kind, slug in REGISTRY if kind == KEYWORD}
    assert played == set(catalogue().keywords)
    assert len(played) == 50


def test_a_figure_with_all_keywords_can_be_fielded() -> None:
    everything = tuple(catalogue().keywords)
    game = start(position({"E5 N": ninja(keywords=everything)}, FAR))
    assert len(figure(game, "a1").card.behaviours) == len(everything)


@rule("KEY-GENERAL-01")
def test_a_keyword_counts_once_however_often_it_was_gained() -> None:
    game = duel(*["earth"] * 3, "air", mine=("focus", "focus"))
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]


@rule("KEY-GENERAL-02")
def test_dice_of_different_keywords_add_up() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("focus", "toras-claws")), "A1": ninja()},
        {"E6 S": ninja(df=1)},
        dice=ScriptedDice(*["earth"] * 4, "air"),
    )
    game.give(figure(game, "b1"), STUN)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [4, 1]
