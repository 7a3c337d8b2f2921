"""Ninja All-Stars at an online table: playing, storing and showing."""

from __future__ import annotations

import json

import pytest

from kernel.errors import Refusal
from skirmish.rules.storage.notation import read_choice
from tables.games.base import SPECTATORS, Audience, GameOptions, TeamChoice
from tables.games.skirmish import SkirmishGame
from tests.tables.games.positions import ADAPTER, SEED, play_bots, write_setup


def test_game_restored_after_every_move_ends_like_its_replay() -> None:
    setup = write_setup()
    lines: list[str] = []
    for game, moves in play_bots(setup):
        again = ADAPTER.restore(setup, game.snapshot(), SEED)
        assert again.state_hash() == game.state_hash()
        assert again.asked == game.asked
        lines = [move.line for move in moves]
    assert game.is_over
    assert game.winners
    replayed = ADAPTER.begin(setup, SEED)
    for line in lines:
        replayed.replay(line)
    assert replayed.state_hash() == game.state_hash()


@pytest.mark.parametrize(
    ("challenge", "teams"),
    [
        ("brawl", ("fire-shrine", "water-shrine")),
        ("capture-the-medal", ("air-shrine", "earth-shrine")),
        ("search", ("air-shrine", "void-shrine", "earth-shrine", "fire-shrine")),
    ],
)
def test_every_option_on_the_wire_is_a_line_the_game_accepts(
    challenge: str, teams: tuple[str, ...]
) -> None:
    setup = write_setup(*teams, challenge=challenge, initiative="janken")
    for game, moves in play_bots(setup, most=120):
        if game.asked is None or len(moves) % 3:
            continue
        letter = "ABCD"[game.asked]
        shown = game.show(Audience((game.asked,)), moves[-10:], len(moves))
        assert shown.question is not None
        assert shown.question["options"]
        for option in shown.question["options"]:
            head = [letter, option["verb"], option["owner"]]
            start = " ".join(word for word in head if word)
            for argument in option["args"] or [""]:
                _, choice = read_choice(
                    game.game.compiled, f"{start} {argument}".strip()
                )
                assert game.game.is_legal(choice), f"{start} {argument}"


def test_states_are_plain_json_for_every_audience_through_a_whole_game() -> None:
    for game, moves in play_bots(write_setup()):
        if len(moves) % 4:
            continue
        for audience in (Audience((0,)), Audience((0, 1)), SPECTATORS):
            shown = game.show(audience, moves[-5:], len(moves))
            json.dumps([shown.view, shown.question, shown.hints, shown.log])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("B go E7", "seat-not-yours"),
        ("A fly E7", "unreadable"),
        ("", "unreadable"),
        ("Z go E7", "unreadable"),
        ("A go Z99", "unreadable"),
        ("A go " + "E" * 90, "move-too-long"),
    ],
)
def test_line_that_is_no_move_of_the_seat_is_refused_and_changes_nothing(
    line: str, code: str
) -> None:
    game = ADAPTER.begin(write_setup(), SEED)
    before = game.state_hash()
    with pytest.raises(Refusal) as refusal:
        game.play(line, seats=(0,))
    assert refusal.value.code == code
    assert game.state_hash() == before


def test_move_out_of_turn_is_refused_without_naming_the_seat_a_window_asks() -> None:
    windows = 0
    for game, _ in play_bots(write_setup(), most=250):
        asked = game.asked
        if asked is None:
            continue
        other = 1 - asked
        with pytest.raises(Refusal) as refusal:
            game.play(f"{'AB'[other]} end", seats=(other,))
        if game.game.decision is not None and "offer." in game.game.decision.kind:
            windows += 1
            assert f"Seat {'AB'[asked]}" not in refusal.value.sentence
        else:
            assert f"Seat {'AB'[asked]}" in refusal.value.sentence
    assert windows


def test_attack_hint_adds_up_and_matches_what_is_rolled() -> None:
    checked, setup = 0, write_setup()
    for game, moves in play_bots(setup, most=300):
        if game.asked is None:
            continue
        shown = game.show(Audience((game.asked,)), moves[-1:], len(moves))
        for hint in shown.hints["attacks"]:
            for pool in (hint["attack"], hint["defence"]):
                assert sum(i["dice"] for i in pool["items"]) == pool["total"]
            again = ADAPTER.restore(setup, game.snapshot(), SEED)
            assert isinstance(again, SkirmishGame)
            again.play(hint["line"], seats=(0, 1))
            while again.game.decision and again.game.decision.kind in (
                "offer.attack",
                "offer.shot",
            ):
                assert again.asked is not None
                again.play(f"{'AB'[again.asked]} pass", seats=(0, 1))
            rolled = again.show(SPECTATORS, [], 0).view["attack"]
            if rolled is not None and hint["how"] == "attack":
                checked += 1
                assert rolled["dice"] == {
                    "attack": hint["attack"]["total"],
                    "defence": hint["defence"]["total"],
                }
    assert checked > 5


def test_reach_hints_price_every_space_that_can_be_named() -> None:
    seen = 0
    for game, moves in play_bots(write_setup(), most=200):
        if game.asked is None:
            continue
        shown = game.show(Audience((game.asked,)), moves[-1:], len(moves))
        spaces = {
            argument
            for option in (shown.question or {"options": []})["options"]
            if option["verb"] == "go"
            for argument in option["args"]
        }
        if shown.hints["reach"]:
            seen += 1
            assert {hint["space"] for hint in shown.hints["reach"]} >= spaces
            assert all(hint["cost"] for hint in shown.hints["reach"])
    assert seen


def test_free_undo_is_offered_only_until_a_die_falls_or_a_card_is_drawn() -> None:
    game = ADAPTER.begin(write_setup(initiative="janken"), SEED)
    assert game.asked is not None
    letter = "AB"[game.asked]
    lantern = game.show(Audience((game.asked,)), [], 0).question
    assert lantern is not None
    assert lantern["kind"] in ("janken", "tokens")
    first = lantern["options"][0]
    move = game.play(f"{letter} {first['verb']} {first['args'][0]}", seats=(0, 1))
    assert not move.is_final
    finals = {
        m.line.split()[1]
        for position, moves in play_bots(write_setup())
        for m in moves[-1:]
        if "Rolled" in m.entries
    }
    assert finals & {"attack", "search", "pass", "throw", "shoot"}


def test_everyone_knows_who_chooses_the_result_of_an_attack() -> None:
    for game, _ in play_bots(write_setup()):
        decision = game.game.decision
        if decision is not None and decision.kind == "result":
            question = game.show(SPECTATORS, []).question
            assert question is not None
            assert question["seat"] == "AB"[decision.seat]
            assert not question["options"]
            return
    pytest.fail("No attack had several results to choose from.")


def test_sample_and_own_choices_that_do_not_exist_are_refused() -> None:
    for choice in (TeamChoice("shrine", "moon-shrine"), TeamChoice("own")):
        with pytest.raises(Refusal) as refusal:
            ADAPTER.create(
                GameOptions(
                    challenge="brawl",
                    ground="moon-garden",
                    teams=(choice, TeamChoice("sample", "two-ogres")),
                )
            )
        assert refusal.value.code == "team-unknown"
