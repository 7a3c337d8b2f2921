"""Whatever is not offered is refused in words, and nothing changes."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kernel.dice import SeededDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.storage.notation import VERBS, read_choice, write_choice
from skirmish.rules.storage.replay import play_line
from tests.skirmish.cast import SEED, drawn_ground, ninja, position, setup_for, start
from tests.skirmish.random_play import mixed_team, played

VERBS_AND_MORE = [
    *VERBS,
    "use nimble",
    "play decoy",
    "spend lucky",
    "do fly",
    "",
    "x y",
]


def middle() -> Game:
    return start(
        position(
            {"E5 N": ninja(keywords=("nimble",)), "C3 N": ninja()},
            {"E6 S": ninja(), "J9 S": ninja(large=True)},
            dice=SeededDice(SEED),
            hands=(("decoy",), ()),
        )
    )


def beginning() -> Game:
    return Game.new(
        setup_for(mixed_team(), mixed_team(), ground=drawn_ground()), SeededDice(SEED)
    )


choices = st.builds(
    Choice,
    st.sampled_from(VERBS_AND_MORE),
    st.integers(-3, 40),
    st.integers(-3, 500) | st.just(10**30),
)


@pytest.mark.parametrize("make", [middle, beginning])
@settings(max_examples=60)
@given(choice=choices)
@example(choice=Choice("stop", -1, 99))
@example(choice=Choice("choose", -1, -1))
@example(choice=Choice("activate", 99, 0))
def test_a_choice_is_offered_or_refused_without_a_trace(
    make: object, choice: Choice
) -> None:
    game = make()  # type: ignore[operator]
    before, entries, decision = game.state_hash(), len(game.log), game.decision
    if game.is_legal(choice):
        game.apply(choice)
        return
    with pytest.raises(Refusal) as caught:
        game.apply(choice)
    assert caught.value.sentence.endswith(".")
    assert game.state_hash() == before
    assert len(game.log) == entries
    assert game.decision is decision


words = st.sampled_from(["A", "B", "D", "AB", "go", "E5", "use", "nimble", "a1", "1+2"])
odd = words | st.text(max_size=6) | st.just("9" * 5000) | st.just("E٣")


@settings(max_examples=100)
@given(line=st.lists(odd, max_size=5).map(" ".join))
@example(line="AB go E7")
@example(line="A discard ٣")
@example(line="A go E٣")
@example(line="A play decoy moon")
def test_any_line_is_a_choice_or_unreadable(line: str) -> None:
    game = middle()
    try:
        seat, choice = read_choice(game.compiled, line)
    except Unreadable:
        return
    assert read_choice(game.compiled, write_choice(game.compiled, seat, choice)) == (
        seat,
        choice,
    )


def test_a_game_that_is_over_refuses_everything() -> None:
    game = played(setup_for(mixed_team(), mixed_team()), 2)
    before = game.state_hash()
    for line in ("A pass", "B concede", "A go E5"):
        with pytest.raises(Refusal):
            play_line(game, line)
    assert game.state_hash() == before


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        (),
        "go",
        ["activate", -1, 0],
        Choice("activate", -1.0, 0),  # type: ignore[arg-type]
        Choice("activate", -1, "a1"),  # type: ignore[arg-type]
        Choice("concede", -1, 1.5),  # type: ignore[arg-type]
        Choice("concede", -1, "B"),  # type: ignore[arg-type]
        Choice(None, None, None),  # type: ignore[arg-type]
        Choice(["go"], -1, 3),  # type: ignore[arg-type]
    ],
)
def test_what_has_not_the_shape_of_a_choice_is_refused(nonsense: Choice) -> None:
    game = middle()
    before = game.state_hash()
    assert not game.is_legal(nonsense)
    with pytest.raises(Refusal):
        game.apply(nonsense)
    assert game.state_hash() == before
