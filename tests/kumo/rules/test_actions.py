"""Actions of single dice: placing, stepping, stances, freeing and active movements."""

from __future__ import annotations

import pytest

from kumo.rules.position import STANCES
from tests.kumo.boards import at, board, lines, play
from tests.ledger import rule

FAR = {"a9": "stone"}


def targets(pieces: dict[str, str], verb: str, **more: object) -> set[str]:
    """The last words of the legal lines of a verb."""
    game = board({**FAR, **pieces}, turned=True, **more)  # type: ignore[arg-type]
    return {line.split()[-1] for line in lines(game, verb)}


class TestPlacing:
    @rule("KUMO-PLACE-01", "KUMO-PLACE-03")
    def test_takes_a_die_from_the_board_to_an_empty_square_of_the_nearest_row(
        self,
    ) -> None:
        game = board({"a1": "B run", "b1": "stone"})
        squares = {line.split()[1] for line in lines(game, "place")}
        assert squares == {f"{column}1" for column in "cdefghi"}
        play(game, "place c1 grab")
        assert at(game, "c1") == "A grab"
        assert game.position.reserve == (5, 6)

    @rule("KUMO-PLACE-04")
    def test_needs_a_die_and_an_empty_square(self) -> None:
        assert not lines(board({}, reserve=(0, 6)), "place")
        row = {f"{column}1": "B run" for column in "abcdefghi"}
        assert not lines(board(row), "place")

    @rule("KUMO-PLACE-05")
    def test_placed_die_may_act_in_the_same_turn(self) -> None:
        game = play(board(FAR), "place e1 run")
        assert "run e1 e3" in lines(game)


class TestStepping:
    @rule("KUMO-MOVE-01", "KUMO-MOVE-05")
    @pytest.mark.parametrize("stance", ["jump", "throw", "grab", "block"])
    def test_goes_one_square_up_down_left_or_right(self, stance: str) -> None:
        found = targets({"e5": f"A {stance}"}, "step")
        assert found == {"e6", "e4", "d5", "f5"}

    @rule("KUMO-MOVE-04")
    @pytest.mark.parametrize("stance", ["run", "kumo"])
    def test_is_impossible_in_run_and_kumo(self, stance: str) -> None:
        assert targets({"e5": f"A {stance}"}, "step") == set()

    @rule("KUMO-MOVE-02")
    def test_moves_own_dice_only(self) -> None:
        assert targets({"e5": "B jump"}, "step") == set()

    @rule("KUMO-MOVE-03", "KUMO-MOVE-06")
    def test_stays_on_empty_squares_of_the_arena(self) -> None:
        pieces = {"a1": "A jump", "a2": "B run"}
        assert targets(pieces, "step") == {"b1"}
        assert targets({"b9": "A jump"}, "step") == {"c9", "b8"}


class TestStances:
    @rule("KUMO-STANCE-01", "KUMO-STANCE-02")
    def test_any_other_face_can_be_turned_up_where_the_die_stands(self) -> None:
        found = targets({"e5": "A run"}, "stance")
        assert found == set(STANCES) - {"run"}
        game = play(board({"e5": "A run", **FAR}), "stance e5 grab")
        assert at(game, "e5") == "A grab"
        assert targets({"e5": "B run"}, "stance") == set()

    @rule("KUMO-STANCE-03")
    def test_new_stance_may_be_used_at_once(self) -> None:
        game = play(board({"e5": "A kumo", **FAR}), "stance e5 run")
        assert "run e5 e7" in lines(game)

    @rule("KUMO-STANCE-04")
    def test_dice_in_a_stack_keep_their_stance(self) -> None:
        assert targets({"e5": "A on run"}, "stance") == set()
        assert targets({"e5": "B on run"}, "stance") == set()


class TestFreeing:
    @rule("KUMO-FREE-01", "KUMO-FREE-02", "KUMO-FREE-03")
    def test_takes_a_die_out_of_prison_to_the_board(self) -> None:
        game = board({}, prison=(0, 2), reserve=(0, 6))
        assert not lines(game, "place")
        play(game, "free")
        assert game.position.prison == (0, 1)
        assert game.position.reserve == (1, 6)
        assert "place e1 run" in lines(game)

    @rule("KUMO-FREE-04")
    def test_needs_an_own_die_in_prison(self) -> None:
        assert not lines(board({}, prison=(3, 0)), "free")

    @rule("KUMO-FREE-05")
    def test_former_jailer_loses_the_extra_action(self) -> None:
        game = board({}, prison=(0, 1))
        play(game, "free", *["turn cw"] * 4)
        assert game.view()["actions"]["available"] == 5


class TestJail:
    @rule("KUMO-JAIL-01")
    def test_only_throw_and_grab_imprison_and_only_enemies(self) -> None:
        around = {"e1": "B run", "c1": "B run", "d2": "B run"}
        for stance in STANCES:
            jailed = False
            for line in lines(board({"d1": f"A {stance}", **around, **FAR})):
                game = play(board({"d1": f"A {stance}", **around, **FAR}), line)
                jailed = jailed or game.position.prison != (0, 0)
            assert jailed is (stance == "throw")
        game = board({"d2": "A grab", "d1": "B run", **FAR})
        assert play(game, "grab d2 d1 S").position.prison == (1, 0)

    @rule("KUMO-JAIL-02")
    def test_prisoner_leaves_the_arena_for_the_catcher_and_forgets_its_stance(
        self,
    ) -> None:
        game = board({"d1": "A throw", "e1": "B run", **FAR})
        play(game, "throw d1 e1 jail")
        assert at(game, "e1") == ""
        assert game.position.prison == (1, 0)
        assert game.position.reserve == (6, 6)

    @rule("KUMO-JAIL-03")
    def test_imprisoning_adds_an_action_to_the_current_turn(self) -> None:
        game = board({"d1": "A throw", "e1": "B run", **FAR})
        play(game, "throw d1 e1 jail")
        assert game.view()["actions"] == {"used": 1, "available": 6}
        full = board({"d1": "A throw", "e1": "B run", **FAR}, prison=(3, 0))
        play(full, "throw d1 e1 jail")
        assert full.view()["actions"] == {"used": 1, "available": 8}


class TestActiveMovements:
    @rule("KUMO-ACT-01")
    def test_is_that_of_the_stance(self) -> None:
        near = {"e6": "B run", "d5": "B run"}
        allowed = {
            "run": {"run", "stance"},
            "jump": {"jump", "step", "stance"},
            "throw": {"throw", "step", "stance"},
            "grab": {"grab", "step", "stance"},
            "block": {"block", "step", "stance"},
            "kumo": {"stance"},
        }
        for stance, verbs in allowed.items():
            game = board({"e5": f"A {stance}", **near, **FAR}, reserve=(0, 0))
            found = {line.split()[0] for line in lines(game)}
            assert found == verbs | {"turn"}

    @rule("KUMO-ACT-02", "KUMO-BLOCK-05", "KUMO-BLOCK-09")
    @pytest.mark.parametrize("stance", STANCES)
    def test_blocked_die_and_blocker_on_top_cannot_make_it(self, stance: str) -> None:
        blocked = board({"e5": f"B on {stance}", "e6": "B run", **FAR}, reserve=(0, 0))
        assert {line.split()[0] for line in lines(blocked)} == {"turn"}
        on_top = board({"e5": f"A on {stance}", "e6": "B run", **FAR}, reserve=(0, 0))
        assert {line.split()[0] for line in lines(on_top)} == {"turn", "dismount"}


class TestRun:
    @rule("KUMO-RUN-01", "KUMO-RUN-02", "KUMO-RUN-04", "KUMO-RUN-05")
    def test_is_exactly_two_steps_straight_or_bent(self) -> None:
        game = board({"e5": "A run", **FAR}, turned=True)
        found = [line.split()[-1] for line in sorted(lines(game, "run"))]
        assert found == ["c5", "d4", "d6", "e3", "e7", "f4", "f6", "g5"]
        squares = [action[2] for action in game.legal() if action[0] == "run"]
        assert len(squares) == len(set(squares)) == 8

    @rule("KUMO-RUN-03")
    def test_passes_and_reaches_empty_squares_only(self) -> None:
        blocked = {"e5": "A run", "e6": "B run", "d6": "B run", "f5": "A jump"}
        assert targets(blocked, "run") == {"c5", "d4", "e3", "f4"}
        walled = {
            "e5": "A run",
            "e6": "B run",
            "e4": "B run",
            "d5": "B run",
            "f5": "B run",
        }
        assert targets(walled, "run") == set()


class TestJump:
    @rule("KUMO-JUMP-01", "KUMO-JUMP-02", "KUMO-JUMP-04")
    def test_goes_straight_over_adjacent_pieces_to_the_first_empty_square(self) -> None:
        assert targets({"e5": "A jump", "e6": "B run"}, "jump") == {"e7"}
        assert targets({"e5": "A jump", "e7": "B run"}, "jump") == set()
        assert targets({"e5": "A jump", "f6": "B run"}, "jump") == set()

    @rule("KUMO-JUMP-03")
    def test_crosses_any_number_of_dice_of_either_side_and_the_stone(self) -> None:
        row = {
            "b5": "A jump",
            "c5": "A run",
            "d5": "B kumo",
            "e5": "stone",
            "f5": "B run",
        }
        game = board(row, turned=True)
        assert lines(game, "jump") == {"jump b5 g5"}

    @rule("KUMO-JUMP-05")
    def test_is_illegal_when_the_row_reaches_the_edge(self) -> None:
        assert targets({"e7": "A jump", "e8": "B run", "e9": "A run"}, "jump") == set()

    @rule("KUMO-JUMP-06", "KUMO-BLOCK-07")
    def test_does_not_affect_what_is_jumped_and_a_stack_is_one_piece(self) -> None:
        game = board({"e5": "A jump", "e6": "B on run", **FAR}, turned=True)
        play(game, "jump e5 e7")
        assert (at(game, "e6"), at(game, "e7")) == ("B on run", "A jump")


class TestThrow:
    @rule("KUMO-THROW-01", "KUMO-THROW-02", "KUMO-THROW-09")
    @pytest.mark.parametrize("team", ["A", "B"])
    def test_moves_an_adjacent_die_to_an_empty_square_beside_the_thrower(
        self, team: str
    ) -> None:
        game = board({"e5": "A throw", "e6": f"{team} run", **FAR}, turned=True)
        thrown = {line for line in lines(game, "throw") if line.startswith("throw e5")}
        assert thrown == {"throw e5 e6 d5", "throw e5 e6 e4", "throw e5 e6 f5"}
        play(game, "throw e5 e6 e4")
        assert [at(game, name) for name in ("e4", "e5", "e6")] == [
            f"{team} run",
            "A throw",
            "",
        ]

    @rule("KUMO-THROW-03")
    def test_never_moves_the_stone(self) -> None:
        game = board({"e4": "A throw", "e5": "stone"}, turned=True)
        assert not lines(game, "throw")

    @rule("KUMO-THROW-04", "KUMO-THROW-05", "KUMO-THROW-06")
    @pytest.mark.parametrize("enemy", ["d1", "f1", "e2"])
    def test_may_imprison_an_enemy_from_the_edge_of_the_own_camp(
        self, enemy: str
    ) -> None:
        game = board({"e1": "A throw", enemy: "B run", **FAR}, turned=True)
        thrown = lines(game, "throw")
        assert f"throw e1 {enemy} jail" in thrown
        assert len(thrown) == 3

    @rule("KUMO-THROW-04")
    @pytest.mark.parametrize("square", ["e2", "e9", "a5", "i5"])
    def test_imprisons_nowhere_else(self, square: str) -> None:
        column, row = square[0], int(square[1])
        enemy = f"{column}{row + 1 if row < 9 else row - 1}"
        game = board({square: "A throw", enemy: "B run", "c4": "stone"}, turned=True)
        assert not any(line.endswith("jail") for line in lines(game))

    @rule("KUMO-THROW-07")
    def test_never_imprisons_an_own_die(self) -> None:
        game = board({"e1": "A throw", "e2": "A run", **FAR}, turned=True)
        assert not any(line.endswith("jail") for line in lines(game))

    @rule("KUMO-THROW-08", "KUMO-BLOCK-07")
    @pytest.mark.parametrize("piece", ["A on run", "B on run"])
    def test_leaves_stacks_alone(self, piece: str) -> None:
        game = board({"e5": "A throw", "e6": piece, **FAR}, turned=True)
        assert not lines(game, "throw")


class TestGrab:
    @rule("KUMO-GRAB-01", "KUMO-GRAB-09")
    @pytest.mark.parametrize("team", ["A", "B"])
    def test_moves_both_dice_one_square_the_same_way(self, team: str) -> None:
        pieces = {"e5": "A grab", "e6": f"{team} run", **FAR}
        for way, mine, theirs in (
            ("N", "e6", "e7"),
            ("E", "f5", "f6"),
            ("S", "e4", "e5"),
            ("W", "d5", "d6"),
        ):
            game = play(board(pieces, turned=True), f"grab e5 e6 {way}")
            assert (at(game, mine), at(game, theirs)) == ("A grab", f"{team} run")

    @rule("KUMO-GRAB-02", "KUMO-GRAB-07")
    def test_needs_squares_that_are_empty_or_left_by_the_pair(self) -> None:
        pieces = {"e5": "A grab", "e6": "B run", "e7": "B run", "d6": "stone"}
        game = board(pieces, turned=True)
        ways = {line.split()[-1] for line in lines(game, "grab") if " e6 " in line}
        assert ways == {"E", "S"}

    @rule("KUMO-GRAB-07")
    def test_never_moves_the_stone(self) -> None:
        assert not lines(board({"e4": "A grab", "e5": "stone"}, turned=True), "grab")

    @rule("KUMO-GRAB-03", "KUMO-GRAB-04")
    def test_imprisons_an_enemy_pushed_over_the_edge_of_the_own_camp(self) -> None:
        game = play(board({"e2": "A grab", "e1": "B run", **FAR}), "grab e2 e1 S")
        assert (at(game, "e1"), at(game, "e2")) == ("A grab", "")
        assert game.position.prison == (1, 0)
        beside = board({"e1": "A grab", "f1": "B run", **FAR}, turned=True)
        assert "grab e1 f1 S" not in lines(beside)

    @rule("KUMO-GRAB-05", "KUMO-MOVE-06")
    @pytest.mark.parametrize(
        ("grabber", "enemy", "way"),
        [("e8", "e9", "N"), ("b5", "a5", "W"), ("h5", "i5", "E")],
    )
    def test_crosses_no_other_edge(self, grabber: str, enemy: str, way: str) -> None:
        pieces = {grabber: "A grab", enemy: "B run", "c4": "stone"}
        assert f"grab {grabber} {enemy} {way}" not in lines(board(pieces, turned=True))

    @rule("KUMO-GRAB-06")
    def test_never_pushes_an_own_die_out(self) -> None:
        game = board({"e2": "A grab", "e1": "A run", **FAR}, turned=True)
        assert "grab e2 e1 S" not in lines(game)

    @rule("KUMO-GRAB-08", "KUMO-BLOCK-07")
    @pytest.mark.parametrize("piece", ["A on run", "B on run"])
    def test_leaves_stacks_alone(self, piece: str) -> None:
        game = board({"e5": "A grab", "e6": piece, **FAR}, turned=True)
        assert not lines(game, "grab")


class TestBlock:
    @rule("KUMO-BLOCK-01")
    def test_climbs_onto_an_adjacent_enemy(self) -> None:
        pieces = {"e5": "A block", "e6": "B jump", "f6": "B run", "d5": "A run", **FAR}
        game = board(pieces, turned=True)
        assert lines(game, "block") == {"block e5 e6"}
        play(game, "block e5 e6")
        assert (at(game, "e5"), at(game, "e6")) == ("", "A on jump")

    @rule("KUMO-BLOCK-02", "KUMO-BLOCK-03")
    @pytest.mark.parametrize("enemy", ["d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"])
    def test_is_illegal_on_the_eight_squares_round_the_stone(self, enemy: str) -> None:
        column, row = enemy[0], int(enemy[1])
        outside = f"{chr(ord(column) + (1 if column == 'f' else -1))}{row}"
        pieces = {outside: "A block", enemy: "B run", "e5": "stone"}
        if column == "e":
            pieces = {f"e{row + (1 if row > 5 else -1)}": "A block", enemy: "B run"}
        assert not lines(board(pieces, turned=True), "block")
        near = {"d4": "A block", "c4": "B run", "e5": "stone"}
        assert lines(board(near, turned=True), "block") == {"block d4 c4"}

    @rule("KUMO-BLOCK-04")
    def test_stone_that_comes_near_ends_no_block(self) -> None:
        pieces = {"g5": "A on run", "e5": "stone", "d5": "A kumo", "c5": "A kumo"}
        game = play(board(pieces, turned=True), "push E")
        assert at(game, "f5") == "stone"
        assert at(game, "g5") == "A on run"

    @rule("KUMO-BLOCK-08")
    def test_stacks_have_two_dice_at_most(self) -> None:
        for piece in ("A on run", "B on run", "A run"):
            game = board({"e5": "A block", "e6": piece, **FAR}, turned=True)
            assert not lines(game, "block")

    @rule("KUMO-BLOCK-11", "KUMO-BLOCK-13")
    def test_dismount_frees_the_blocked_die_with_its_old_stance(self) -> None:
        game = board({"e5": "A on kumo", "e6": "B run", **FAR}, turned=True)
        assert {line.split()[-1] for line in lines(game, "dismount")} == {
            "e4",
            "d5",
            "f5",
        }
        play(game, "dismount e5 e4")
        assert (at(game, "e4"), at(game, "e5")) == ("A block", "B kumo")

    @rule("KUMO-BLOCK-12")
    def test_blocker_may_dismount_in_the_turn_in_which_it_climbed(self) -> None:
        game = board({"e5": "A block", "e6": "B run", **FAR}, turned=True)
        play(game, "block e5 e6", "dismount e6 e5")
        assert (at(game, "e5"), at(game, "e6")) == ("A block", "B run")


class TestPush:
    PAIR = {"e4": "A kumo", "e3": "A kumo", "e5": "stone"}

    @rule("KUMO-PUSH-01")
    def test_only_kumo_moves_the_stone(self) -> None:
        for stance in STANCES:
            pieces = {"e4": f"A {stance}", "e3": f"A {stance}", "d5": "B run"}
            for line in lines(board(pieces)):
                if line.startswith("turn"):
                    continue
                game = play(board(pieces), line)
                moved = game.position.stone != game.setup.arena.named["e5"]
                assert moved is line.startswith("push")
                assert not moved or stance == "kumo"

    @rule("KUMO-PUSH-02", "KUMO-PUSH-03")
    def test_needs_a_pair_next_to_each_other_with_one_next_to_the_stone(self) -> None:
        assert lines(board(self.PAIR), "push") == {"push N", "push E", "push W"}
        beside = {"e4": "A kumo", "f4": "A kumo"}
        assert lines(board(beside), "push") == {"push N", "push E", "push W"}
        for pieces in (
            {"e4": "A kumo"},
            {"e4": "A kumo", "e2": "A kumo"},
            {"e4": "A kumo", "d3": "A kumo"},
            {"e4": "A kumo", "e3": "A run"},
            {"d4": "A kumo", "d3": "A kumo"},
            {"e4": "A kumo", "d5": "A kumo"},
        ):
            assert not lines(board(pieces), "push")

    @rule("KUMO-PUSH-04")
    def test_reaches_empty_squares_only(self) -> None:
        game = board({**self.PAIR, "e6": "B run", "d5": "A run"})
        assert lines(game, "push") == {"push E"}

    @rule("KUMO-PUSH-05")
    def test_dice_stay_unless_the_table_drags_them(self) -> None:
        game = play(board(self.PAIR), "push E")
        assert [at(game, name) for name in ("e3", "e4", "f5")] == [
            "A kumo",
            "A kumo",
            "stone",
        ]
        dragged = play(board(self.PAIR, kumo_drag=True), "push e4 e3 E")
        assert [at(dragged, name) for name in ("f3", "f4", "f5")] == [
            "A kumo",
            "A kumo",
            "stone",
        ]
        assert at(dragged, "e4") == ""
        blocked = board({**self.PAIR, "f3": "B run"}, kumo_drag=True)
        assert "push e4 e3 E" not in lines(blocked)
        exit_ = {"e9": "stone", "e8": "A kumo", "e7": "A kumo"}
        won = play(board(exit_, kumo_drag=True), "push e8 e7 N")
        assert (at(won, "e8"), at(won, "e7")) == ("A kumo", "A kumo")

    @rule("KUMO-PUSH-06", "KUMO-BLOCK-06")
    @pytest.mark.parametrize("other", ["B kumo", "B on kumo", "A on kumo"])
    def test_enemies_blocked_dice_and_blockers_do_not_count(self, other: str) -> None:
        assert not lines(board({"e4": "A kumo", "e3": other}), "push")
        assert not lines(board({"e4": other, "e3": "A kumo"}), "push")

    @rule("KUMO-PUSH-07")
    def test_action_is_the_direction_or_with_drag_the_pair_too(self) -> None:
        many = {**self.PAIR, "d4": "A kumo"}
        game = board(many)
        pushes = [action for action in game.legal() if action[0] == "push"]
        assert len(pushes) == 3
        dragged = lines(board(many, kumo_drag=True), "push")
        assert {line.rsplit(" ", 1)[0] for line in dragged} == {
            "push e4 e3",
            "push d4 e4",
        }

    @rule("KUMO-PUSH-08")
    def test_can_be_repeated_while_its_conditions_hold(self) -> None:
        pieces = {"e4": "A kumo", "f4": "A kumo", "e5": "stone"}
        game = play(board(pieces), "push E", "push W")
        assert at(game, "e5") == "stone"
        alone = play(board(self.PAIR), "push N")
        assert not lines(alone, "push")

    @rule("KUMO-PUSH-09", "KUMO-WIN-01")
    def test_takes_the_stone_over_the_edge_of_an_opponents_camp(self) -> None:
        game = play(board({"e9": "stone", "e8": "A kumo", "e7": "A kumo"}), "push N")
        assert game.result is not None
        assert game.result.winners == (0,)

    @rule("KUMO-PUSH-10")
    def test_stone_cannot_leave_over_the_own_camp_or_a_free_side(self) -> None:
        own = board({"e1": "stone", "e2": "A kumo", "e3": "A kumo"})
        assert "push S" not in lines(own)
        west = board({"a5": "stone", "a4": "A kumo", "a3": "A kumo"})
        assert "push W" not in lines(west)
