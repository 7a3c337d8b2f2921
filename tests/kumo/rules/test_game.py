"""Whole games: how they end, four players, undo, and what is refused."""

from __future__ import annotations

import random

import pytest

from kernel.errors import Refusal
from kumo.catalogue import kumo_book
from kumo.rules.game import REPEATED, RESIGNED, TURN_LIMIT, WON, Game
from kumo.rules.position import COVERED_OF, EMPTY, STONE, TEAM_OF, allowance, team_pool
from tests.kumo.boards import at, board, lines, play
from tests.ledger import rule

FAR = {"a9": "stone"}
WINNING = {"e9": "stone", "e8": "A kumo", "e7": "A kumo"}


class TestTheEnd:
    @rule("KUMO-WIN-01", "KUMO-WIN-02")
    def test_win_is_immediate_and_what_is_left_lapses(self) -> None:
        game = play(board(WINNING), "push N")
        assert game.result is not None
        assert (game.result.winners, game.result.reason) == ((0,), WON)
        assert not game.position.has_turned[0]
        assert game.seat is None

    @rule("KUMO-WIN-03")
    def test_turning_and_pushing_in_one_turn_wins_over_a_former_side_edge(self) -> None:
        lateral = {"a5": "stone", "b5": "A kumo", "c5": "A kumo"}
        game = board(lateral)
        assert "push W" not in lines(game)
        play(game, "turn cw", "push N")
        assert game.result is not None
        assert game.result.winners == (0,)

    @rule("KUMO-WIN-04")
    def test_prisoners_do_not_win(self) -> None:
        game = board({"d1": "A throw", "e1": "B run", **FAR}, prison=(5, 0))
        assert play(game, "throw d1 e1 jail").result is None
        assert game.position.prison == (6, 0)

    @rule("KUMO-WIN-05")
    def test_finished_game_accepts_nothing(self) -> None:
        game = play(board(WINNING), "push N")
        before = game.state_hash()
        for line in ("A turn cw", "B turn cw", "B resign"):
            with pytest.raises(Refusal, match="over"):
                game.apply(line)
        assert (game.legal(), game.state_hash()) == ([], before)

    @rule("KUMO-WIN-06")
    def test_third_occurrence_of_a_position_is_a_draw(self) -> None:
        game = board({"c3": "A jump", "g7": "B jump", **FAR}, reserve=(0, 0))
        turns = 0
        while game.result is None:
            play(game, *["turn cw"] * 4)
            seat = game.position.seat
            name = next(line for line in sorted(lines(game)) if "turn" in line)
            play(game, name)
            assert game.position.seat != seat
            turns += 1
        assert game.result.reason == REPEATED
        assert game.result.winners == (0, 1)
        assert game.result.is_draw
        assert turns < 20

    @rule("KUMO-WIN-06")
    def test_repetition_counts_the_player_to_move_and_can_be_switched_off(self) -> None:
        endless = board({}, reserve=(0, 0), repetition_draw=None, turn_limit=20)
        play(endless, *["turn cw", "turn ccw"] * 10)
        assert endless.result is None
        three = board({}, reserve=(0, 0))
        # Five quarter turns of an arena that looks alike from every side.
        for _ in range(3):
            play(three, *["turn cw"] * 5)
            assert three.result is None
        play(three, *["turn cw"] * 5)
        assert three.result is not None

    @rule("KUMO-WIN-07")
    def test_game_is_a_draw_after_the_turn_limit(self) -> None:
        assert kumo_book().options["turn_limit"].default == 60
        game = board({}, turn_limit=20, repetition_draw=None)
        play(game, *["turn cw"] * (5 * 2 * 20 - 1))
        assert game.result is None
        play(game, "turn cw")
        assert game.result is not None
        assert game.result.reason == TURN_LIMIT
        assert game.position.turn == 40

    @rule("KUMO-WIN-08")
    @pytest.mark.parametrize(
        ("seats", "line", "winners"),
        [(2, "B resign", (0,)), (2, "A resign", (1,)), (4, "C resign", (1, 3))],
    )
    def test_player_or_team_may_resign(
        self, seats: int, line: str, winners: tuple[int, ...]
    ) -> None:
        game = board({}, seats=seats)
        game.apply(line)
        assert game.result is not None
        assert (game.result.winners, game.result.reason) == (winners, RESIGNED)


def four(pieces: dict[str, str] | None = None, **more: object) -> Game:
    return board({**FAR, **(pieces or {})}, seats=4, **more)  # type: ignore[arg-type]


class TestFourPlayers:
    @rule("KUMO-FOUR-04")
    def test_player_acts_with_every_die_of_the_team(self) -> None:
        game = four({"e5": "A jump", "f5": "B jump"}, seat=2)
        assert "step e5 e6" in lines(game)
        assert not any(line.startswith("step f5") for line in lines(game))

    @rule("KUMO-FOUR-05", "KUMO-FOUR-16")
    def test_freed_die_goes_to_the_emptier_board_of_the_partners(self) -> None:
        assert lines(four(prison=(0, 1), reserve=(1, 3, 2, 3)), "free") == {"free"}
        assert lines(four(prison=(0, 1), reserve=(2, 3, 1, 3)), "free") == {"free C"}
        tie = four(prison=(0, 1), reserve=(1, 3, 1, 3))
        assert lines(tie, "free") == {"free", "free C"}
        play(tie, "free C")
        assert tie.position.reserve == (1, 3, 2, 3)

    @rule("KUMO-FOUR-06")
    @pytest.mark.parametrize(
        ("seat", "squares"),
        [
            (0, {f"{c}1" for c in "abcdefghi"}),
            (1, {f"a{r}" for r in range(1, 9)}),
            (2, {f"{c}9" for c in "bcdefghi"}),
            (3, {f"i{r}" for r in range(1, 10)}),
        ],
    )
    def test_player_places_from_the_own_board_on_the_own_row(
        self, seat: int, squares: set[str]
    ) -> None:
        game = four(seat=seat)
        assert {line.split()[1] for line in lines(game, "place")} == squares
        reserve = tuple(0 if index == seat else 3 for index in range(4))
        assert not lines(four(seat=seat, reserve=reserve), "place")

    @rule("KUMO-FOUR-07", "KUMO-FOUR-08", "KUMO-FOUR-20")
    @pytest.mark.parametrize(("held", "pool"), [(0, 8), (1, 9), (2, 10)])
    def test_team_has_a_pool_that_prisoners_raise(self, held: int, pool: int) -> None:
        for seat in (0, 2):
            game = four(prison=(held, 0), seat=seat)
            assert team_pool(game.setup, game.position, 0) == pool

    @rule("KUMO-FOUR-09", "KUMO-FOUR-12")
    @pytest.mark.parametrize(
        ("taken", "held", "left"),
        [(3, 0, 5), (4, 0, 4), (5, 0, 3), (5, 1, 4), (5, 2, 5)],
    )
    def test_second_partner_uses_what_is_left_of_the_pool(
        self, taken: int, held: int, left: int
    ) -> None:
        game = four(seat=2, first_used=(taken, 0), prison=(held, 0))
        assert allowance(game.setup, game.position) == left
        assert "end" not in lines(game)

    @rule("KUMO-FOUR-12")
    def test_what_exceeds_five_is_lost(self) -> None:
        game = four(seat=2, first_used=(3, 0), prison=(2, 0))
        assert allowance(game.setup, game.position) == 5

    @rule("KUMO-FOUR-09")
    def test_jailing_raises_and_freeing_lowers_what_the_second_partner_finds(
        self,
    ) -> None:
        game = four({"d9": "A throw", "e9": "B run"}, seat=2, first_used=(5, 0))
        play(game, "throw d9 e9 jail")
        assert game.view()["actions"] == {"used": 1, "available": 4}
        lower = four(seat=1, turn=1, prison=(1, 0), first_used=(5, 0), is_first=True)
        play(lower, "free", "turn cw", "turn ccw", "turn cw", "turn ccw")
        assert lower.position.seat == 2
        assert lower.view()["actions"]["available"] == 3

    @rule("KUMO-FOUR-10", "KUMO-FOUR-11")
    @pytest.mark.parametrize(("held", "fewest"), [(0, 3), (1, 4), (2, 5)])
    def test_first_partner_takes_three_to_five_actions(
        self, held: int, fewest: int
    ) -> None:
        game = four(prison=(held, 0), is_first=True, repetition_draw=None)
        for used in range(5):
            assert ("end" in lines(game)) is (used >= fewest)
            play(game, "turn cw")
        assert game.position.seat == 1

    @rule("KUMO-FOUR-10")
    def test_sixth_action_is_never_available(self) -> None:
        game = four({"d1": "A throw", "e1": "B run"}, is_first=True)
        play(game, "throw d1 e1 jail", *["turn cw", "turn ccw"] * 2)
        assert game.position.seat == 1

    @rule("KUMO-FOUR-13")
    def test_team_turns_the_arena_once_in_a_round(self) -> None:
        first = four({"e5": "A jump"}, is_first=True, used=4)
        assert "step e5 e6" in lines(first)
        second = four({"e5": "A jump"}, seat=2, first_used=(5, 0), used=2)
        assert lines(second) == {"turn cw", "turn ccw"}
        paid = four({"e5": "A jump"}, seat=2, first_used=(5, 0), used=2, turned=True)
        assert "step e5 e6" in lines(paid)
        whole = four(is_first=True)
        play(whole, "turn cw", "turn ccw", "turn cw", "end")
        assert whole.position.has_turned == (True, False)

    @rule("KUMO-FOUR-14")
    def test_first_partner_may_not_stop_while_a_dismount_is_payable(self) -> None:
        game = four({"e5": "A on run"}, is_first=True, used=3)
        assert "end" not in lines(game)
        stuck = {"i1": "A on run", "i2": "B run", "h1": "B run"}
        assert "end" in lines(four(stuck, is_first=True, used=3))

    @rule("KUMO-FOUR-15")
    def test_team_holds_two_prisoners_at_most(self) -> None:
        pieces = {"d1": "A throw", "e1": "B run", "g2": "A grab", "g1": "B run"}
        full = four(pieces, prison=(2, 0))
        assert "throw d1 e1 jail" not in lines(full)
        assert "grab g2 g1 S" not in lines(full)
        assert {"throw d1 e1 d2", "grab g2 g1 N"} <= lines(full)
        assert "throw d1 e1 jail" in lines(four(pieces, prison=(1, 0)))

    @rule("KUMO-FOUR-17")
    @pytest.mark.parametrize(
        ("stone", "near", "far", "way"),
        [("a5", "b5", "c5", "W"), ("i5", "h5", "g5", "E")],
    )
    def test_stone_wins_over_either_enemy_edge(
        self, stone: str, near: str, far: str, way: str
    ) -> None:
        pieces = {stone: "stone", near: "A kumo", far: "A kumo"}
        game = play(board(pieces, seats=4), f"push {way}")
        assert game.result is not None
        assert game.result.winners == (0, 2)
        for closed, inner, outer, exit_ in (
            ("e9", "e8", "e7", "N"),
            ("e1", "e2", "e3", "S"),
        ):
            shut = board({closed: "stone", inner: "A kumo", outer: "A kumo"}, seats=4)
            assert f"push {exit_}" not in lines(shut)

    @rule("KUMO-FOUR-18")
    def test_imprisoning_works_at_the_own_edge_or_by_option_at_the_teams(self) -> None:
        pieces = {"e9": "A throw", "f9": "B run", "d1": "A throw", "c1": "B run"}
        own = lines(four(pieces))
        assert "throw d1 c1 jail" in own
        assert "throw e9 f9 jail" not in own
        team = lines(four(pieces, jail_edges_4p="team"))
        assert {"throw d1 c1 jail", "throw e9 f9 jail"} <= team

    @rule("KUMO-FOUR-19")
    def test_next_partner_owes_the_dismounts_of_the_team(self) -> None:
        game = four({"e5": "A block", "e6": "B run"}, is_first=True)
        play(game, "block e5 e6", "turn cw", "turn ccw", "end")
        play(game, *["turn cw", "turn ccw"] * 2, "turn cw")
        assert game.position.seat == 2
        assert len(game.position.duties) == 1

    @rule("KUMO-FOUR-21")
    def test_any_two_dice_of_the_team_push(self) -> None:
        game = board({"e4": "A kumo", "e3": "A kumo", "e5": "stone"}, seats=4, seat=2)
        assert "push E" in lines(game)


class TestOnline:
    @rule("KUMO-DIGI-01")
    @pytest.mark.parametrize("seats", [2, 4])
    def test_log_replays_to_the_same_states(self, seats: int) -> None:
        game = random_game(seats, seed=3, turns=12)
        again = Game.new(kumo_book(), seats=seats, first=0)
        for line in game.lines:
            again.apply(line)
        assert again.state_hash() == game.state_hash()

    @rule("KUMO-DIGI-02")
    def test_actions_of_the_own_turn_can_be_taken_back(self) -> None:
        game = Game.new(kumo_book(), first=0)
        begun = game.state_hash()
        play(game, "place e1 run", "run e1 e3")
        assert game.undoable == 2
        game.undo()
        assert (at(game, "e1"), game.undoable) == ("A run", 1)
        game.undo()
        assert game.state_hash() == begun
        play(game, *["turn cw"] * 5)
        assert game.undoable == 0
        with pytest.raises(Refusal, match="current turn"):
            game.undo()

    @rule("KUMO-DIGI-03")
    @pytest.mark.parametrize(
        "line",
        [
            "A step e5 e6",
            "A push N",
            "B turn cw",
            "A end",
            "A free",
            "A throw e1 e2 jail",
        ],
    )
    def test_illegal_action_is_refused_with_a_reason_and_changes_nothing(
        self, line: str
    ) -> None:
        game = Game.new(kumo_book(), first=0)
        before = game.state_hash()
        with pytest.raises(Refusal) as refusal:
            game.apply(line)
        assert refusal.value.sentence.endswith(".")
        assert game.state_hash() == before

    @rule("KUMO-DIGI-04")
    def test_options_are_fixed_at_the_start_and_show_their_provenance(self) -> None:
        book = kumo_book()
        assert set(book.options) == {
            "first_seat",
            "bonus_actions",
            "kumo_drag",
            "repetition_draw",
            "turn_limit",
            "jail_edges_4p",
        }
        assert all(option.reason for option in book.options.values())
        assert book.options["kumo_drag"].provenance == "house"
        game = Game.new(book, {"kumo_drag": True}, first=0)
        with pytest.raises(AttributeError):
            game.setup.options.kumo_drag = False  # type: ignore[misc]


def random_game(seats: int, seed: int, turns: int, **options: object) -> Game:
    chance = random.Random(seed)
    game = Game.new(kumo_book(), options, seats=seats, first=0)
    while game.result is None and game.position.turn < turns:
        check_invariants(game)
        game.play(chance.choice(game.legal()))
    return game


def check_invariants(game: Game) -> None:
    """One stone, twelve dice, and a legal action while the game runs."""
    position = game.position
    assert position.cells.count(STONE) == 1
    assert position.cells[position.stone] == STONE
    for team in (0, 1):
        on_arena = sum(
            (code > STONE and TEAM_OF[code] == team)
            + (COVERED_OF[code] >= 0 and TEAM_OF[code] != team)
            for code in position.cells
        )
        seats = range(game.setup.seats)
        waiting = sum(position.reserve[s] for s in seats if game.setup.team(s) == team)
        assert on_arena + waiting + position.prison[1 - team] == 6
    assert position.cells.count(EMPTY) >= 81 - 13
    assert game.legal()


@rule("KUMO-TURN-12")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("drag", [False, True])
def test_random_games_keep_every_piece_and_never_get_stuck(
    seats: int, drag: bool
) -> None:
    for seed in range(2):
        game = random_game(seats, seed, turns=16, kumo_drag=drag)
        assert game.position.turn == 16 or game.result is not None


def test_perft_counts_the_ways_to_go_on() -> None:
    """Actions and distinct positions after one and two actions from the start."""
    game = Game.new(kumo_book(), first=0)
    assert len(game.legal()) == 56
    first = {after.position for after in _after(game)}
    # Both rotations of the empty arena look alike from the table.
    assert len(first) == 55
    # Two rotations with 56 each; 54 placings with 2 rotations, 48 placings and 5
    # stances each, and by stance 39 runs or 4 times 25 steps in all.
    ways = sum(len(after.legal()) for after in _after(game))
    assert ways == 2 * 56 + 54 * (2 + 48 + 5) + 39 + 4 * 25


def _after(game: Game) -> list[Game]:
    found = []
    for action in game.legal():
        twin = game.copy()
        twin.play(action)
        found.append(twin)
    return found
