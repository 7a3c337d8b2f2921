"""King of the Hill."""

from __future__ import annotations

import pytest

from rulebook.catalogue import catalogue
from rulebook.rules.entries import StealthStart
from skirmish.rules.board.grid import name_of, spaces_in
from skirmish.rules.decision import Choice
from skirmish.rules.figure import STUN
from skirmish.rules.frames.round import FIRST_CARDS
from skirmish.rules.game import Game
from tests.challenges.cast import earned, scenario, scores
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs


def hill(*teams: dict, **settings: object) -> Game:
    return position(*teams, challenge=scenario("king-of-the-hill"), **settings)


def end_round(game: Game) -> Game:
    """Let everybody activate and do nothing."""
    start(game)
    while game.decision is not None and game.decision.kind in ("turn", "activation"):
        game.apply(game.decision.groups_in(game)[-1].nth(0))
    return game


@rule("CHAL-KOTH-01")
def test_six_a_side_for_eight_rounds_small_bases_hidden() -> None:
    rules = scenario("king-of-the-hill")
    assert (rules.figures_allowed, rules.rounds) == (6, 8)
    assert rules.stealth_start is StealthStart.SMALL_BASE


@rule("CHAL-KOTH-02")
def test_the_hill_is_a_square_of_sixteen_spaces_in_the_middle() -> None:
    rules = scenario("king-of-the-hill")
    hill = {name_of(space) for space in spaces_in(rules.area)}  # type: ignore[attr-defined]
    assert hill == {f"{column}{row}" for column in "IJKL" for row in (9, 10, 11, 12)}


@rule("CHAL-KOTH-03")
@pytest.mark.parametrize(
    ("ours", "theirs", "points"),
    [
        (("I9", "L12"), ("J10",), [1, 0]),
        (("I9",), ("J10",), [0, 0]),
        ((), (), [0, 0]),
        (("H9", "M12"), ("J10",), [0, 1]),
    ],
)
def test_more_figures_in_the_area_than_the_enemy_score_a_point(
    ours: tuple[str, ...], theirs: tuple[str, ...], points: list[int]
) -> None:
    game = end_round(
        hill(
            {"A1": ninja(), **{place: ninja() for place in ours}},
            {"T20": ninja(), **{place: ninja() for place in theirs}},
        )
    )
    assert scores(game) == points


@rule("CHAL-KOTH-04")
def test_hidden_stunned_and_activated_figures_count() -> None:
    game = hill({"I9": ninja(), "L12": ninja(), "A1": ninja()}, {"J10": ninja()})
    game.hide(figure(game, "a1"))
    game.give(figure(game, "a2"), STUN)
    end_round(game)
    assert scores(game) == [1, 0]


@rule("LARGE-15")
def test_a_large_figure_counts_once_if_a_part_of_it_is_inside() -> None:
    game = end_round(hill({"H8": ninja(large=True)}, {"J10": ninja(), "L11": ninja()}))
    assert scores(game) == [0, 1]
    game = end_round(hill({"H8": ninja(large=True)}, {"T20": ninja()}))
    assert scores(game) == [1, 0]


@rule("CHAL-KOTH-05", "CHAL-RULES-03")
def test_the_player_may_give_experience_to_a_figure_in_the_area() -> None:
    game = end_round(
        hill({"I9": ninja(), "L12": ninja(), "A1": ninja()}, {"J10": ninja()})
    )
    assert options(game, "pick") == {"a1", "a2"}
    assert verbs(game) == {"pick", "pass"}
    play(game, "pick a2")
    xp = scenario("king-of-the-hill").awards["picked_in_scoring_area"]
    assert xp == 2
    assert earned(game, "a2") == {"picked_in_scoring_area": xp}


@rule("CHAL-KOTH-05", "XP-01")
def test_outside_leagues_nobody_is_asked_about_experience() -> None:
    game = end_round(hill({"I9": ninja()}, {"A1": ninja()}, is_league=False))
    assert scores(game) == [1, 0]
    assert "pick" not in verbs(game)
    assert game.xp == ()


@rule("MULTI-05", "GROUP-08")
@pytest.mark.parametrize(
    ("second", "third", "points"),
    [("J10", "K11", [1, 0, 0]), ("J10", "T1", [1, 0, 0])],
)
def test_with_more_teams_one_must_have_more_than_every_other(
    second: str, third: str, points: list[int]
) -> None:
    game = end_round(
        hill({"I9": ninja(), "L12": ninja()}, {second: ninja()}, {third: ninja()})
    )
    assert scores(game) == points


@rule("MULTI-05")
def test_a_tie_for_the_most_scores_nothing() -> None:
    game = end_round(hill({"I9": ninja()}, {"J10": ninja()}, {"T1": ninja()}))
    assert scores(game) == [0, 0, 0]


def test_the_numbers_are_the_entrys() -> None:
    entry = catalogue().challenges["king-of-the-hill"]
    assert entry.numbers["core_spaces"] + entry.numbers["ring_spaces"] == 16


@rule("CHAL-KOTH-05", "TIMING-01")
@pytest.mark.parametrize("turn", [0, 2])
def test_of_two_allies_the_first_in_order_of_initiative_gives_it(turn: int) -> None:
    game = hill(
        {"I9": ninja()},
        {"T20": ninja()},
        {"L12": ninja()},
        {"A1": ninja()},
        sides=(0, 1, 0, 1),
        turn=turn,
    )
    end_round(game)
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (turn, "experience")


@rule("MULTI-12", "CHAL-KOTH-03")
def test_whoever_left_before_any_turn_of_a_round_holds_no_hill() -> None:
    game = hill(
        {"J10": ninja()},
        {"-1": ninja()},
        {"-2": ninja()},
        hands=(("stellar-alignment",), (), ()),
    )
    round_frame = game.stack[-1]
    round_frame.pc = FIRST_CARDS
    start(game)
    # Nobody else has a figure on the board, so the round is over at once.
    game.apply(Choice("concede", arg=0))
    assert scores(game) == [0, 0, 0]
    assert game.decision is not None
    assert game.decision.seat == 1
